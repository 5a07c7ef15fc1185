"""The rules, to read and to search."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from koryo_tui.actions import RULES_KEYS, bindings
from koryo_tui.drawing.rules import RulesPage, rules_page
from koryo_tui.look import Look
from koryo_tui.text.rules import Topic
from koryo_tui.widgets.lines import LinesView


class RulesScreen(Screen[None]):
    """Open at ``topic``, or at the first. What is typed is searched for, a slash before it or
    none; Esc clears it, then leaves."""

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(RULES_KEYS)]
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def __init__(self, look: Look, topic: Topic | None = None) -> None:
        super().__init__()
        self._look = look
        self._page = RulesPage() if topic is None else RulesPage.at(topic)

    @property
    def page(self) -> RulesPage:
        """What is on show."""
        return self._page

    def compose(self) -> ComposeResult:
        yield LinesView(id="whole")

    def on_mount(self) -> None:
        self._go(self._page)

    def on_resize(self) -> None:
        self._go(self._page)

    def _go(self, page: RulesPage) -> None:
        self._page = page
        width, height = self.size
        if self.is_mounted and width and height:
            self.query_one(LinesView).show(rules_page(page, width, height, self._look.glyphs))

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character:
            event.stop()
            event.prevent_default()
            self._go(self._page.typed(event.character))

    def on_paste(self, event: events.Paste) -> None:
        self._go(self._page.typed(" ".join(event.text.split())))

    def action_move(self, step: int) -> None:
        self._go(self._page.moved(step))

    def action_scroll_text(self, lines: int) -> None:
        self._go(self._page.scrolled(lines))

    def action_erase(self) -> None:
        self._go(self._page.erased())

    def action_leave(self) -> None:
        if self._page.sought or self._page.is_begun:
            self._go(RulesPage())
        else:
            self.dismiss()

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll_text(3)

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll_text(-3)
