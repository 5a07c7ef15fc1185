"""How the screens look and move; injected, so that tests run at once and look the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from textual.app import App

from koryo_tui import terminal
from koryo_tui.drawing.lines import ASCII_GLYPHS, BOX_GLYPHS, Glyphs
from koryo_tui.keys import Keys
from koryo_tui.settings import Settings
from koryo_tui.text import labels

#: Sets the window title (OSC 2); terminals that know none ignore it.
_TITLE: Final = "\x1b]2;{}\x07"
#: Seconds that another's move stays on the screen.
PACE: Final = 0.9


def ring(app: App[int], your_turn: bool) -> None:
    """Rings when something is to be decided here, and says so in the title of the window."""
    if your_turn:
        app.bell()
    say_in_title(app, your_turn)


def say_in_title(app: App[int], your_turn: bool) -> None:
    """Says in the title of the window whether something is to be decided here."""
    set_title(app, labels.TITLE_MINE if your_turn else labels.TITLE)


def set_title(app: App[int], title: str) -> None:
    """Sets the title of the terminal's window, if it may have one."""
    if app._driver is not None and not app.is_headless and terminal.has_title():
        app._driver.write(_TITLE.format(title))


def time_of_day() -> str:
    """Hours and minutes of this machine."""
    return time.strftime("%H:%M")


@dataclass(frozen=True, slots=True)
class Look:
    """``theme``: a Textual theme. ``pace``: seconds another's move stays on the screen.

    ``clock``: monotonic seconds. ``attention``: called when a decision is due or is not any more.
    ``wall``: the time of day as it is shown. ``confirm``: victims and swaps ask twice.
    ``ascii``: frames of plain characters. ``mouse``: clicks and the wheel are taken.
    ``settings_path``: where the settings are kept, None to show only what they would be.
    """

    theme: str = terminal.COLOUR_THEME
    pace: float = PACE
    clock: Callable[[], float] = time.monotonic
    attention: Callable[[App[int], bool], None] = ring
    wall: Callable[[], str] = time_of_day
    confirm: bool = True
    ascii: bool = True
    mouse: bool = True
    keys: Keys = field(default_factory=Keys)
    settings_path: Path | None = None

    @property
    def uses_terminal_colours(self) -> bool:
        """Whether the theme has no colours but the terminal's own."""
        return self.theme in terminal.PLAIN_THEMES

    @property
    def glyphs(self) -> Glyphs:
        """What lines are drawn with."""
        return ASCII_GLYPHS if self.ascii else BOX_GLYPHS


def as_changed(look: Look, settings: Settings) -> Look:
    """``look`` with what of ``settings`` can be changed while screens are shown."""
    return replace(
        look,
        pace=PACE if settings.motion else 0,
        attention=ring if settings.bell else say_in_title,
        confirm=settings.confirm,
    )


#: What else of the settings makes screens look and work as they do.
AT_START: Final = ("name", "language", "theme", "mouse", "ascii")


def look_of(
    settings: Settings,
    environ: Mapping[str, str],
    *,
    ascii: bool | None = None,
    mouse: bool | None = None,
    path: Path | None = None,
) -> Look:
    """The look that settings, the terminal and the options ``--ascii`` and ``--no-mouse`` give.

    An option that is None was not given. ``path``: where the settings were read from.
    """
    wanted = settings.ascii if ascii is None else ascii
    return Look(
        theme=terminal.theme(environ, settings.theme.value),
        pace=PACE if settings.motion else 0,
        attention=ring if settings.bell else say_in_title,
        confirm=settings.confirm,
        ascii=wanted if wanted is not None else not terminal.draws_lines(environ),
        mouse=settings.mouse if mouse is None else mouse,
        keys=Keys(settings.keys),
        settings_path=path,
    )
