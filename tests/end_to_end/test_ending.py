"""However a program ends, its terminal is given back, its record is whole, the other is told."""

from __future__ import annotations

import re
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.net.meeting import read_meeting
from protocol.peer.verify import read_back
from tests.end_to_end.clumsy import CLUMSY, MISTAKE
from tests.end_to_end.gathering import open_window, seated_people
from tests.end_to_end.players import PLAYING as PLAYED_BACK
from tests.end_to_end.windows import Terminal, Window, wait_until

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.timeout(180),
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]

#: What happens to the program, and its exit code.
ENDINGS: tuple[tuple[Callable[[Window], None], int], ...] = (
    (lambda window: window.signal(signal.SIGTERM), 128 + signal.SIGTERM),
    (lambda window: window.signal(signal.SIGHUP), 128 + signal.SIGHUP),
    (lambda window: window.press("C-c", "C-c"), 0),
    (lambda window: window.press("F4"), 1),
)
#: Whether a screen of its own is shown, and clicks are asked for.
AT_A_TABLE, AT_A_SHELL = "1 1", "0 0"


def test_whoever_is_ended_gets_the_terminal_back_and_the_other_is_told_at_once(
    terminal: Terminal, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    ada, ben = seated_people(terminal, tmp_path, ("Ada", "Ben"), "--log", str(log), program=CLUMSY)
    for happens, code in ENDINGS:
        told = len(links_ended(log))
        assert ben.modes() == AT_A_TABLE
        happens(ben)
        assert ben.wait_for_end() == code
        assert ben.modes() == AT_A_SHELL
        assert "The game was not finished; its record so far:" in ben.text()
        assert (MISTAKE in ben.text()) == ("Traceback" in ben.text()) == (code == 1)
        wait_until(lambda: "x closed 0:" in ada.text(), "that it was closed", ada.text)
        looks_why(ada, "Its program was closed, and said so before it went.")
        # A link that is only cut, or silent, ends with another word.
        assert set(links_ended(log)[told:]) == {"LEAVING"}
        (table,) = (tmp_path / "home").rglob("profiles/default-2/tables/*")
        meeting = read_meeting(table)
        assert meeting is not None
        record = (table / "transcript").read_bytes()
        known, length = read_back(record, meeting.roster)
        assert length == len(record), "nothing is half written"
        assert known.closed
        assert not known.faults
        ben = open_window(terminal, tmp_path, "resume", program=CLUMSY)
        ben.wait_for("Round 1")
        # Until then any key does nothing but that.
        ben.wait_for_no(PLAYED_BACK)
        ada.wait_for_no("x closed")
    ben.signal(signal.SIGKILL)
    ada.wait_for("x lost")
    looks_why(ada, "The connection broke without a word")


def looks_why(window: Window, why: str) -> None:
    """The page of the players tells why somebody is lost."""
    window.wait_for_no(PLAYED_BACK)
    window.press("F3")
    window.wait_for(why)
    window.press("Escape")
    window.wait_for_no(why)


def links_ended(log: Path) -> list[str]:
    """Why each link that has ended here did so."""
    return re.findall(r"the link to seat \d+ ended: (\w+)", log.read_text())
