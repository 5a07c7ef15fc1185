"""The app of everything round the table: it shows one screen and gives back what that chose."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar, cast

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from koryo_tui.look import Look, set_title
from koryo_tui.text import labels

_T = TypeVar("_T")


class HomeApp(App[_T], Generic[_T]):
    """Ends when ``first`` is dismissed; ``return_value`` is what it was dismissed with, or None
    when the player quits."""

    CSS_PATH = "app.tcss"
    TITLE = "Koryo"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit_home", id="home-quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", id="home-suspend", show=False, priority=True),
    ]

    def __init__(self, first: Screen[_T], look: Look) -> None:
        super().__init__()
        self._first = first
        self._look = look

    @property
    def look(self) -> Look:
        """How the screens look and move."""
        return self._look

    def on_mount(self) -> None:
        self.theme = self._look.theme
        self.set_keymap(self._look.keys.keymap())
        self.set_class(self._look.ascii, "-ascii")
        self.animation_level = "none"
        set_title(cast("App[int]", self), labels.TITLE)
        self.push_screen(self._first, self._chosen)

    def _chosen(self, choice: _T | None) -> None:
        self.exit(choice)

    def action_quit_home(self) -> None:
        self.exit(None)


def show(first: Screen[_T], look: Look) -> _T | None:
    """Shows a screen until it is dismissed; what it was dismissed with, or None."""
    return HomeApp(first, look).run(mouse=look.mouse)
