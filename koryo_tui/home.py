"""The app of everything round the table: it shows one screen and gives back what that chose."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from koryo_tui.full_screen import FullScreen
from koryo_tui.look import Look

_T = TypeVar("_T")


class HomeApp(FullScreen[_T], Generic[_T]):
    """Ends when ``first`` is dismissed; ``return_value`` is what it was dismissed with, or None
    when the player quits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit_home", id="home-quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", id="home-suspend", show=False, priority=True),
    ]

    def __init__(self, first: Screen[_T], look: Look) -> None:
        super().__init__(look)
        self._first = first

    def on_mount(self) -> None:
        self.dress()
        self.push_screen(self._first, self._chosen)

    def _chosen(self, choice: _T | None) -> None:
        self.exit(choice)

    def action_quit_home(self) -> None:
        self.exit(None)

    async def choice(self) -> _T | None:
        """Runs the app; what was chosen."""
        with self.at_terminal():
            return await self.run_async(mouse=self.look.mouse)


def show(first: Screen[_T], look: Look) -> _T | None:
    """Shows a screen until it is dismissed; what it was dismissed with, or None.

    Raises ``SystemExit`` with the exit code if a signal (128 + its number) or an error (1) ends it.
    """
    app = HomeApp(first, look)
    choice = asyncio.run(app.choice())
    if app.return_code:
        raise SystemExit(app.return_code)
    return choice
