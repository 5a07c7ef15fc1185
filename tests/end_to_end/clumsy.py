"""The program with a mistake in it: ``python -m`` this module; F4 at the table is an error.

The arguments are those of ``koryo-tui``.
"""

from __future__ import annotations

import sys

from koryo_tui.cli import main
from koryo_tui.screens.table import TableScreen

CLUMSY = (sys.executable, "-m", "tests.end_to_end.clumsy")
MISTAKE = "somebody has made a mistake"


_show = TableScreen.action_page


def fall(screen: TableScreen, page: str) -> None:
    """Instead of the page of the powers."""
    if page == "powers":
        raise RuntimeError(MISTAKE)
    _show(screen, page)


if __name__ == "__main__":
    TableScreen.action_page = fall  # type: ignore[method-assign,assignment]
    sys.exit(main(sys.argv[1:]))
