"""The games that can be watched again: their beginnings are read while a bar shows how far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from koryo_tui.drawing.start import reading_page
from koryo_tui.in_thread import GivenUp, InThread, Tell
from koryo_tui.screens.list import ListScreen
from koryo_tui.widgets.lines import LinesView

#: Seconds between two looks at how far it is, and looks after which it takes long.
_LOOK_EVERY: Final = 0.1
_LONG: Final = 4


class PastGamesScreen(ListScreen):
    """``read(tell)`` makes the list in another thread; ``found`` is told what it is."""

    CSS_PATH = "around.tcss"

    def __init__(
        self,
        title: str,
        read: Callable[[Tell], tuple[str, ...]],
        found: Callable[[tuple[str, ...]], None],
    ) -> None:
        super().__init__(title, ())
        self._read = read
        self._found = found
        self._reading = InThread()
        self._looks = 0

    def on_mount(self) -> None:
        self._draw()
        self.run_worker(self._list_games(), exclusive=True, exit_on_error=True)

    def on_unmount(self) -> None:
        self._reading.give_up()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Until there is a list, only leaving it means something."""
        return bool(self._items or action == "back") and super().check_action(action, parameters)

    async def _list_games(self) -> None:
        drawn = self.set_interval(_LOOK_EVERY, self._look)
        try:
            self._items = await self._reading.run(self._read)
        except GivenUp:
            return
        finally:
            drawn.stop()
        self._found(self._items)
        self._draw()

    def _look(self) -> None:
        self._looks += 1
        self._draw()

    def _draw(self) -> None:
        if self._items:
            super()._draw()
        elif self.is_mounted and self.size.width:
            share = self._reading.share if self._looks >= _LONG else None
            page = reading_page(self._title, share, self.size.width)
            self.query_one(LinesView).show(page)
