"""A page of lines over another screen, scrolled if it is longer than the terminal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.screen import ModalScreen

from koryo_tui.actions import PAGE_KEYS, WINDOW_KEYS, bindings
from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Lines, Span, Tone, joined, line
from koryo_tui.text import pages
from koryo_tui.widgets.lines import LinesView

_MOST_CELLS: Final = 96
#: Lines of the page that do not scroll: its border, its title and the one below that.
_FRAME: Final = 4


def _no_notice(_width: int) -> str:
    return ""


class PageScreen(ModalScreen[None]):
    """Shows ``page(width)``; ``at_end`` begins at its last line. Esc, Enter, an F-key or a click
    on the title closes. Space or y does what ``hint`` promises, and shows what ``does`` returns;
    r closes and does ``again``. The F-key of another page than ``name`` opens that by ``switch``.
    ``notice(width)`` is what stands in its last line, if anything does."""

    CSS_PATH = "page.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(WINDOW_KEYS),
        # The key that opened a page closes it, and those of the others open theirs instead.
        *bindings(PAGE_KEYS),
    ]
    ALLOW_SELECT = False

    def __init__(
        self,
        title: str,
        page: Callable[[int], Lines],
        *,
        at_end: bool = False,
        hint: str = pages.CLOSES,
        does: Callable[[], str] | None = None,
        again: Callable[[], None] | None = None,
        name: str = "",
        switch: Callable[[str], None] | None = None,
        notice: Callable[[int], str] = _no_notice,
    ) -> None:
        super().__init__()
        self._ready = False
        self._title = title
        self._page = page
        self._at_end = at_end
        self._said = hint
        self._does = does
        self._again = again
        self._page_name = name
        self._switch = switch
        self._notice = notice

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield LinesView(id="page-title")
            with VerticalScroll(id="page-scroll"):
                yield LinesView(id="page-lines", grows=True)
            yield LinesView(id="page-notice")

    def on_mount(self) -> None:
        self._ready = True
        self.repaint()
        self.query_one("#page-scroll").focus()
        if self._at_end:
            scroll = self.query_one(VerticalScroll)
            self.call_after_refresh(scroll.scroll_end, animate=False)

    def on_resize(self) -> None:
        self.repaint()

    def repaint(self) -> None:
        """Asks for the lines again, since what they tell may have changed."""
        if self._ready:
            # What is being closed loses its parts before it hears of it.
            with suppress(NoMatches):
                self._draw()

    def _draw(self) -> None:
        width = min(self.app.size.width, _MOST_CELLS) - 4
        notice = self._notice(width)
        below = self.query_one("#page-notice", LinesView)
        below.display = bool(notice)
        below.show((line(f" {cells.crop(notice, width)}", Tone.PROMPT),))
        most = self.app.size.height - _FRAME - bool(notice)
        self.query_one("#page-scroll").styles.max_height = most
        title = joined(Span(f" {self._title}", Tone.TITLE), Span(f"   {self._said}", Tone.QUIET))
        self.query_one("#page-title", LinesView).show((title,))
        self.query_one("#page-lines", LinesView).show(self._page(width))

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        if event.control.id == "page-title":
            self.action_close()

    def action_do(self) -> None:
        if self._does is not None:
            self._said = self._does()
            self.repaint()

    def action_again(self) -> None:
        if self._again is not None:
            self.dismiss()
            self._again()

    def action_page(self, name: str) -> None:
        """The same page closes, another takes its place."""
        self.dismiss()
        if self._switch is not None and name != self._page_name:
            self._switch(name)

    def action_close(self) -> None:
        self.dismiss()
