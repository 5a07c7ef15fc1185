"""What every app on the whole screen has in common: its look, what it reads, how it is ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar, cast

from textual.app import App

from koryo_tui.driver import driver_class
from koryo_tui.look import Look, set_title
from koryo_tui.terminal import be_legible, signals
from koryo_tui.text import labels

_T = TypeVar("_T")


class FullScreen(App[_T], Generic[_T]):
    """Looks as ``look`` says. Ended by a signal or an error, it gives the terminal back."""

    CSS_PATH = "app.tcss"
    TITLE = "Koryo"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, look: Look) -> None:
        # How NO_COLOR is obeyed is decided here, before there is a theme: without this the
        # terminal's own colours would become black on black.
        super().__init__(
            driver_class=driver_class(),
            ansi_color=True if look.uses_terminal_colours else None,
        )
        self._look = look

    @property
    def look(self) -> Look:
        """How the screens look and move."""
        return self._look

    def look_changed(self, look: Look) -> None:
        """Screens that come from now on look and move so."""
        self._look = look

    def dress(self) -> None:
        """Makes the app look so, once it is mounted."""
        self.theme = self._look.theme
        self.set_keymap(self._look.keys.keymap())
        self.set_class(self._look.ascii, "-ascii")
        self.animation_level = "none"
        set_title(cast("App[int]", self), labels.TITLE)

    def end(self, code: int) -> None:
        """Ends the app with an exit code, from a signal handler of the loop."""
        self.exit(return_code=code)

    @contextmanager
    def at_terminal(self) -> Iterator[None]:
        """To run in: what asks the process to end ends the app; needs a running loop."""
        be_legible()
        with signals(self.end):
            yield
