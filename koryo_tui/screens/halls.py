"""The halls: Enter watches a game again."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from koryo_tui.actions import HALLS_KEYS, bindings
from koryo_tui.drawing.halls import halls_page
from koryo_tui.halls import Halls
from koryo_tui.look import Look
from koryo_tui.screens.replay import LoadScreen
from koryo_tui.text import around
from koryo_tui.widgets.lines import LinesView


class HallsScreen(Screen[None]):
    """``halls``, all entries one after another. Dismissed with Esc."""

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HALLS_KEYS)]
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def __init__(self, halls: Halls, look: Look, mark: int = 0) -> None:
        super().__init__()
        self._halls = halls
        self._look = look
        self._mark = mark
        self._note = ""

    def compose(self) -> ComposeResult:
        yield LinesView(id="whole")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        if self.is_mounted and width and height:
            page = halls_page(self._halls, self._mark, width, height, self._note)
            self.query_one(LinesView).show(page)

    def action_move(self, step: int) -> None:
        last = max(len(self._halls.entries) - 1, 0)
        self._mark = min(max(self._mark + step, 0), last)
        self._note = ""
        self._draw()

    def action_open(self) -> None:
        entries = self._halls.entries
        if not entries:
            return
        path = entries[self._mark].path
        if path.is_file():
            self.app.push_screen(LoadScreen(path, self._look))
        else:
            self._note = around.GAME_GONE
            self._draw()

    def action_leave(self) -> None:
        self.dismiss()

    def on_mouse_scroll_down(self) -> None:
        self.action_move(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-1)
