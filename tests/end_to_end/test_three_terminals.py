"""Three people at three terminals of one account play a whole game, by what they read and press."""

from __future__ import annotations

import re
import shutil
import signal
from pathlib import Path

import pytest

from protocol.peer.verify import verify
from tests.end_to_end.gathering import seated_people
from tests.end_to_end.players import Person, Typing, play_to_the_end
from tests.end_to_end.windows import Terminal, Window, processes_of, wait_until
from tests.koryo_tui.processes import COMMAND, home, run

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]


@pytest.mark.timeout(300)
def test_a_host_and_two_who_join_play_to_the_end(terminal: Terminal, tmp_path: Path) -> None:
    windows = seated_people(terminal, tmp_path, ("Ada", "Ben", "Cleo"))
    seated: list[tuple[Window, Person]] = [(window, Typing()) for window in windows]
    play_to_the_end(seated, 240, lambda: "\n".join(window.text() for window in windows))

    for window in windows:
        window.press("C-q")
    for window in windows:
        assert window.wait_for_end() == 0
        assert "Transcript:" in window.text()
        assert "Traceback" not in window.text()
    assert re.search(r"^(?:[0-9A-Z]{4}-){8}[0-9A-Z]{4}$", windows[0].text(), re.M)
    assert "this window plays as default-2" in windows[1].text()
    assert "this window plays as default-3" in windows[2].text()

    records = sorted((tmp_path / "home").rglob("*.koryo"))
    assert len(records) == 3
    verified = [verify(record.read_bytes()) for record in records]
    assert all(each.finished for each in verified)
    assert len({each.heads for each in verified}) == 1
    assert {player.name for player in verified[0].roster.players} == {"Ada", "Ben", "Cleo"}
    said = run("verify", *records, at=tmp_path, code=0).stdout
    assert said.count("the same game, step by step.") == 2


@pytest.mark.timeout(120)
def test_a_host_that_leaves_the_lobby_closes_the_table(terminal: Terminal, tmp_path: Path) -> None:
    environment = home(tmp_path / "home")
    kept = tmp_path / "invite"
    host = terminal.open(
        (*COMMAND, "host", "--name", "Ada", "--bind", "127.0.0.1", "--invite-file", str(kept)),
        environment,
    )
    host.wait_for("Others join with this invite")
    assert kept.stat().st_mode & 0o777 == 0o600
    guest = terminal.open((*COMMAND, "join", "--bind", "127.0.0.1"), environment)
    guest.wait_for("Invite:")
    guest.type(kept.read_text().strip())
    host.wait_for("2 of 4 taken")
    guest.wait_for("Waiting for Ada to start")
    host.press("C-q", "C-q")
    assert host.wait_for_end() == 0
    assert host.text().splitlines().count(kept.read_text().strip()) == 1, "before, when it led here"
    assert "The table is closed: its invite leads nowhere any more." in host.text()
    assert guest.wait_for_end() == 1
    assert "The host closed the table." in guest.text()


@pytest.mark.timeout(120)
def test_a_host_starts_with_those_who_are_here_and_removes_others(
    terminal: Terminal, tmp_path: Path
) -> None:
    environment = home(tmp_path / "home")
    here = ("--bind", "127.0.0.1")
    host = terminal.open((*COMMAND, "host", "--name", "Ada", "--bots", "2", *here), environment)
    host.wait_for("3 of 4 taken")
    host.press("Down", "Delete", "Delete")
    host.wait_for("2 of 4 taken")
    host.wait_for(" left.")
    host.press("Enter")
    host.wait_for("Round 1")
    host.press("C-q", "C-q")
    assert host.wait_for_end() == 0


@pytest.mark.timeout(120)
def test_a_signal_ends_its_computer_players_too(terminal: Terminal, tmp_path: Path) -> None:
    """The record stays readable, and no computer player is left."""
    window = terminal.open((*COMMAND, "solo", "--bots", "1"), home(tmp_path / "home"))
    window.wait_for("Round 1")
    assert any(" bot " in line for line in processes_of(tmp_path))
    window.signal(signal.SIGTERM)
    assert window.wait_for_end() == 128 + signal.SIGTERM
    assert "Traceback" not in window.text()
    assert "The game was not finished; its record so far:" in window.text()
    (record,) = (tmp_path / "home" / ".local/share/koryo-tui/profiles/default/tables").rglob(
        "transcript"
    )
    run("verify", record, at=tmp_path, code=3)
    wait_until(
        lambda: not any(" bot " in line for line in processes_of(tmp_path)),
        "the end of the computer players",
        lambda: "\n".join(processes_of(tmp_path)),
    )


@pytest.mark.timeout(120)
def test_killed_outright_its_computer_players_end_too(terminal: Terminal, tmp_path: Path) -> None:
    window = terminal.open((*COMMAND, "solo", "--bots", "2"), home(tmp_path / "home"))
    window.wait_for("Round 1")
    window.signal(signal.SIGKILL)
    wait_until(
        lambda: not any(" bot " in line for line in processes_of(tmp_path)),
        "the end of the computer players",
        lambda: "\n".join(processes_of(tmp_path)),
    )
