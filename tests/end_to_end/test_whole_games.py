"""Whole games in a real terminal: by mouse alone, in lines, and on a Ukrainian keyboard. The one by
keys alone is that of the three terminals."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from koryo_tui.text import i18n
from protocol.peer.verify import Verified, verify
from tests.end_to_end.players import (
    Answering,
    Clicking,
    Person,
    UkrainianKeyboard,
    play_to_the_end,
)
from tests.end_to_end.windows import Terminal, Window
from tests.koryo_tui.processes import COMMAND, home

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]

#: Seconds for a game, however slow the machine.
BOUND = 240


def alone(terminal: Terminal, at: Path, *options: str) -> Window:
    """A table with one computer player."""
    command = (*COMMAND, "solo", "--bots", "1", "--name", "Ada", *options)
    return terminal.open(command, home(at / "home"))


def play(window: Window, person: Person) -> None:
    play_to_the_end([(window, person)], BOUND, window.text)


def record_of(at: Path) -> Verified:
    """The transcript that the game has left, verified."""
    (kept,) = (at / "home/.local/share/koryo-tui/profiles/default/transcripts").glob("*.koryo")
    return verify(kept.read_bytes())


def test_a_whole_game_by_mouse_alone(terminal: Terminal, tmp_path: Path) -> None:
    window = alone(terminal, tmp_path)
    window.wait_for("Round 1")
    person = Clicking()
    play(window, person)
    assert person.wheels >= 8, "once in each round at least"
    screen = window.screen()
    window.click(screen[-1].index("Leave"), len(screen) - 1)
    assert window.wait_for_end() == 0
    assert record_of(tmp_path).finished


def test_a_whole_game_in_lines(terminal: Terminal, tmp_path: Path) -> None:
    window = alone(terminal, tmp_path, "--plain")
    play(window, Answering())
    window.type("leave")
    assert window.wait_for_end() == 0
    assert record_of(tmp_path).finished


def test_a_whole_game_on_a_ukrainian_keyboard(terminal: Terminal, tmp_path: Path) -> None:
    said = i18n.catalog_of("uk").text
    window = alone(terminal, tmp_path, "--lang", "uk")
    window.wait_for(said("", "2 ORDER"))
    person = UkrainianKeyboard()
    play(window, person)
    assert set(person.used) == {"menu", "talk", "undo"}
    window.press("Enter")
    window.wait_for(person.reading.windows[2])
    window.press("н")
    window.wait_for(said("", "Copied."))
    window.press("Escape")
    window.wait_for_no(said("", "Copied."))
    window.press("Enter")
    window.wait_for(person.reading.windows[2])
    window.press("C-q")
    assert window.wait_for_end() == 0
    assert record_of(tmp_path).finished
