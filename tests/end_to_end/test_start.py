"""A person never leaves the start screen for a shell: game, break, the same game again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.end_to_end.gathering import open_window
from tests.end_to_end.players import hand_on
from tests.end_to_end.windows import Terminal

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.timeout(180),
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]


def test_a_game_that_is_left_for_later_is_marked_at_the_start_and_taken_up_with_enter(
    terminal: Terminal, tmp_path: Path
) -> None:
    window = open_window(terminal, tmp_path)
    window.wait_for("Esc quit")
    # Alone, against one computer player instead of three.
    window.press("Down", "Left", "Left", "Enter")
    window.wait_for("Choose your order")
    held = hand_on(window.screen())

    window.press("C-q", "C-q")
    window.wait_for("> 5 Resume")
    window.press("Enter")
    window.wait_for("Choose your order")
    assert hand_on(window.screen()) == held

    window.press("C-q", "C-q")
    window.wait_for("> 5 Resume")
    window.press("Escape")
    assert window.wait_for_end() == 0
