"""A list to choose from, on a screen of its own."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from koryo_tui.actions import LIST_KEYS, bindings
from koryo_tui.drawing.start import list_page
from koryo_tui.widgets.lines import LinesView


class ListScreen(Screen[int | None]):
    """A list to choose from. Dismissed with the number of a line, from 0, or None."""

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LIST_KEYS)]
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def __init__(self, title: str, items: tuple[str, ...], mark: int = 0) -> None:
        super().__init__()
        self._title = title
        self._items = items
        self._mark = mark

    def compose(self) -> ComposeResult:
        yield LinesView(id="whole")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        if self.is_mounted and width and height:
            page = list_page(self._title, self._items, self._mark, width, height)
            self.query_one(LinesView).show(page)

    def action_move(self, step: int) -> None:
        self._mark = min(max(self._mark + step, 0), len(self._items) - 1)
        self._draw()

    def action_choose(self) -> None:
        self.dismiss(self._mark)

    def action_back(self) -> None:
        self.dismiss(None)
