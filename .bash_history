/work/main/.venv/bin/python -m tests.koryo_tui.lonely
fg
exit
/work/main/.venv/bin/python -m tests.koryo_tui.lonely
fg
exit
