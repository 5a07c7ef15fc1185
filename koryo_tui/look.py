"""How the screens look and move; injected, so that tests run at once and look the same."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from textual.app import App

from koryo_tui.terminal import COLOUR_THEME

#: Sets the window title (OSC 2); terminals that know none ignore it.
_TITLE = "\x1b]2;{}\x07"


def ring(app: App[int], your_turn: bool) -> None:
    """Rings when something is to be decided here, and says so in the title of the window."""
    if your_turn:
        app.bell()
    set_title(app, "Koryo - your turn" if your_turn else "Koryo")


def set_title(app: App[int], title: str) -> None:
    """Sets the title of the terminal's window."""
    if app._driver is not None and not app.is_headless:
        app._driver.write(_TITLE.format(title))


@dataclass(frozen=True, slots=True)
class Look:
    """``theme``: a Textual theme. ``pace``: seconds another's move stays on the screen.

    ``clock``: monotonic seconds. ``attention``: called when a decision is due or is not any more.
    """

    theme: str = COLOUR_THEME
    pace: float = 0.9
    clock: Callable[[], float] = time.monotonic
    attention: Callable[[App[int], bool], None] = ring
