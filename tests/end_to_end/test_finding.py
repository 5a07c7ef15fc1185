"""Somebody without an invite finds a table, compares words, and sits down; a QR code on the way."""

from __future__ import annotations

import re
import shutil
import signal
from pathlib import Path

import pytest

from koryo_tui.text.spoken import spoken_words
from tests.end_to_end.windows import Terminal
from tests.koryo_tui.processes import COMMAND, home
from tests.net.multicast import needs_multicast

pytestmark = [
    needs_multicast,
    pytest.mark.terminal,
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]
HERE = ("--bind", "127.0.0.1")


def words_in(text: str) -> list[str]:
    """The longest row of words of the list that stands in ``text``, over line breaks."""
    known, rows = set(spoken_words()), [[]]
    for word in text.split():
        if word in known:
            rows[-1].append(word)
        elif rows[-1]:
            rows.append([])
    return max(rows, key=len)


@pytest.mark.timeout(120)
def test_an_open_table_is_found_compared_and_joined(terminal: Terminal, tmp_path: Path) -> None:
    environment = home(tmp_path / "home")
    host = terminal.open((*COMMAND, "host", "--open", "--name", "Ada", *HERE), environment)
    host.wait_for("compares these words with you")
    guest = terminal.open((*COMMAND, "join", "--name", "Ben", *HERE), environment)
    guest.wait_for("Invite:")
    if "Ada" not in guest.text():
        # It had just been opened.
        guest.type("0")
        guest.wait_for("3 of 4 seats free")
    (number,) = re.findall(r"^ +([0-9]+) +Ada +.*open to everybody", guest.text(), re.M)
    guest.type(number)
    guest.wait_for("Are they the same?")
    # The screen of the host frames its notice; the words alone are compared.
    shown = words_in(guest.text())
    assert len(shown) == 8
    assert shown == words_in(host.text())
    guest.type("yes")
    host.wait_for("2 of 4 taken")
    guest.wait_for("Waiting for Ada to start")
    host.press("Enter")
    for window in (host, guest):
        window.wait_for("Round 1")

    late = terminal.open((*COMMAND, "join", *HERE), environment)
    late.wait_for("Invite:")
    if "under way" not in late.text():
        late.type("0")
        late.wait_for("under way")
    late.press("C-d")
    assert late.wait_for_end() == 2
    for window in (host, guest):
        window.signal(signal.SIGTERM)
        window.wait_for_end()
        assert "Traceback" not in window.text()


@pytest.mark.timeout(120)
def test_the_invite_is_shown_as_a_qr_code_until_enter(terminal: Terminal, tmp_path: Path) -> None:
    environment = {**home(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    host = terminal.open((*COMMAND, "host", "--qr", *HERE), environment)
    host.wait_for("Enter opens the table")
    inked = [line for line in host.screen() if line.count("\u2588") > 10]
    assert len(inked) > 4
    host.press("Enter")
    host.wait_for("Others join with this invite")
    host.signal(signal.SIGTERM)
    assert host.wait_for_end() == 128 + signal.SIGTERM
