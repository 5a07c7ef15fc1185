"""The decisions of a finished game that cost most, found while a bar shows how far that is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from koryo_tui.actions import REVIEW_KEYS, bindings
from koryo_tui.apart import Tell, WorkFailed
from koryo_tui.drawing import review_page as drawing
from koryo_tui.drawing.lines import Lines
from koryo_tui.replay import Game
from koryo_tui.reviewing import CannotReview, Moment
from koryo_tui.text import advice
from koryo_tui.widgets.lines import LinesView

#: Looks back at the decisions of a seat. Raises ``CannotReview`` or ``WorkFailed``.
Review = Callable[[Game, int, Tell], Awaitable[tuple[Moment, ...]]]


class ReviewScreen(Screen[int | None]):
    """Dismissed with the number of the moment that is to be shown, from 0, or with None by Esc,
    which also ends a review that is under way. ``found`` is told what was found; ``mark`` is the
    moment marked first. Tab does ``other(1)`` in the place of this screen, Shift+Tab ``other(-1)``.
    """

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REVIEW_KEYS)]
    AUTO_FOCUS = ""

    def __init__(
        self,
        game: Game,
        seat: int,
        review: Review,
        known: tuple[Moment, ...] | None,
        found: Callable[[tuple[Moment, ...]], None],
        other: Callable[[int], None],
        mark: int = 0,
    ) -> None:
        super().__init__()
        self._game = game
        self._seat = seat
        self._review = review
        self._moments = known
        self._found = found
        self._other = other
        self._share = 0.0
        self._trouble: str | None = None
        self._mark = mark

    def compose(self) -> ComposeResult:
        yield LinesView(id="whole")

    def on_mount(self) -> None:
        self._draw()
        if self._moments is None:
            self.run_worker(self._look_back(), exclusive=True, exit_on_error=True)

    def on_resize(self) -> None:
        self._draw()

    async def _look_back(self) -> None:
        try:
            self._moments = await self._review(self._game, self._seat, self._progress)
            self._found(self._moments)
        except CannotReview as why:
            self._trouble = str(why)
        except WorkFailed:
            self._trouble = advice.REVIEW_FAILED
        self._draw()

    def _progress(self, share: float) -> None:
        self._share = share
        self._draw()

    def _draw(self) -> None:
        if self.is_mounted and self.size.width:
            self.query_one(LinesView).show(self._page())

    def _page(self) -> Lines:
        width, name = self.size.width, self._game.names[self._seat]
        if self._trouble is not None:
            return drawing.trouble_page(name, self._trouble, width)
        if self._moments is None:
            return drawing.progress_page(name, self._share, width)
        return drawing.review_page(
            self._game, self._seat, self._moments, self._mark, width, self.size.height
        )

    def action_move(self, step: int) -> None:
        if self._moments:
            self._mark = min(max(self._mark + step, 0), len(self._moments) - 1)
            self._draw()

    def action_choose(self) -> None:
        if self._moments:
            self.dismiss(self._mark)

    def action_back(self) -> None:
        self.dismiss(None)

    def action_other(self, step: int) -> None:
        self.app.pop_screen()
        self._other(step)

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        """A click marks a decision; another one shows it."""
        event.stop()
        if not self._moments:
            return
        mark = drawing.moment_at(self._game, self._seat, self._moments, self.size.width, event.y)
        if mark == self._mark:
            self.action_choose()
        elif mark is not None:
            self._mark = mark
            self._draw()

    def on_mouse_scroll_down(self) -> None:
        self.action_move(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-1)
