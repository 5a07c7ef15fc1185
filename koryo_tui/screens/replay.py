"""Watching a game out of its transcript."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer

from koryo_tui.actions import REPLAY_KEYS, bindings, number_bindings
from koryo_tui.drawing import replay as drawing
from koryo_tui.drawing.lines import Lines, Tone, line, wrapped
from koryo_tui.in_thread import GivenUp, InThread
from koryo_tui.look import Look
from koryo_tui.replay import CannotReplay, Game, Replay, read_game
from koryo_tui.screens.page import PageScreen
from koryo_tui.text import around
from koryo_tui.widgets.lines import LinesView

if TYPE_CHECKING:
    from koryo_tui.reviewing import Moment
    from koryo_tui.screens.review import Review


class ReplayScreen(Screen[None]):
    """A game, beginning at its first deal. Dismissed with Esc; from a moment that its review shows
    that leads back there first."""

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(REPLAY_KEYS),
        *number_bindings(range(1, 9), "to_round({})".format),
    ]
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def __init__(self, game: Game, look: Look, review: Review | None = None) -> None:
        super().__init__()
        self._replay = Replay(game)
        self._review = review
        self._reviewed: dict[int, tuple[Moment, ...]] = {}
        self._before_review: Replay | None = None
        """Where one was before the review, while that is open or a moment of it is shown."""
        self._shown: int | None = None
        """The moment of the review that is shown, by its place there."""
        self._look = look
        self._timer: Timer | None = None

    @property
    def replay(self) -> Replay:
        """Where in the game one is."""
        return self._replay

    def compose(self) -> ComposeResult:
        yield LinesView(id="whole")

    def on_mount(self) -> None:
        self._go(self._replay)

    def on_resize(self) -> None:
        self._go(self._replay)

    def _go(self, replay: Replay) -> None:
        self._replay = replay
        width, height = self.size
        if self.is_mounted and width and height:
            page = drawing.replay_page(replay, width, height, self._look.glyphs)
            self.query_one(LinesView).show(page)

    @property
    def _is_too_small(self) -> bool:
        return drawing.is_too_small(*self.size)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where the window is too small to show anything, only leaving means something."""
        if self._is_too_small and action != "leave":
            return False
        return super().check_action(action, parameters)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_step(self, step: int) -> None:
        self._stop()
        self._go(self._replay.stepped(step))

    def action_round(self, step: int) -> None:
        self._stop()
        self._go(self._replay.next_round(step))

    def action_to_round(self, number: int) -> None:
        self._stop()
        self._go(self._replay.to_round(number))

    def action_start(self) -> None:
        self._stop()
        self._go(self._replay.to_start())

    def action_end(self) -> None:
        self._stop()
        self._go(self._replay.to_end())

    def action_seat(self, step: int) -> None:
        if self._shown is not None:
            # The review of another player begins with its first moment.
            self._shown = 0
        self._go(self._replay.next_seat(step))

    def action_play(self) -> None:
        if self._timer is not None:
            self._stop()
        elif not self._replay.is_at_end:
            self._timer = self.set_interval(max(self._look.pace, 0.05), self._play_on)

    def _play_on(self) -> None:
        self._go(self._replay.stepped(1))
        if self._replay.is_at_end:
            self._stop()

    def action_page(self, name: str) -> None:
        self._stop()
        title, page = _PAGES[name]
        replay = self._replay
        screen = PageScreen(title, lambda width: page(replay, width), at_end=name == "log")
        self.app.push_screen(screen)

    def action_review(self) -> None:
        """The decisions of the seat whose column is first; what it chooses is shown."""
        # What finds them is loaded when they are looked for.
        from koryo_tui.reviewing import review_game
        from koryo_tui.screens.review import ReviewScreen

        self._stop()
        self._before_review = self._before_review or self._replay
        game, seat = self._replay.game, self._replay.seat
        screen = ReviewScreen(
            game,
            seat,
            self._review or review_game,
            self._reviewed.get(seat),
            lambda moments: self._reviewed.update({seat: moments}),
            self._review_other,
            self._shown or 0,
        )
        self._shown = None
        self.app.push_screen(screen, self._to_moment)

    def _review_other(self, step: int) -> None:
        """The same of the player whose column is then first."""
        self.action_seat(step)
        self.action_review()

    def _to_moment(self, shown: int | None) -> None:
        before, seat = self._before_review, self._replay.seat
        if shown is not None:
            self._shown = shown
            self._go(replace(self._replay, at=self._reviewed[seat][shown].at))
        elif before is not None:
            self._before_review = None
            self._go(replace(before, seat=seat))

    def action_leave(self) -> None:
        self._stop()
        if self._shown is not None:
            self.action_review()
        else:
            self.dismiss()

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        """The left half goes back, the right half forward."""
        event.stop()
        self._pointed(1 if event.x >= self.size.width // 2 else -1)

    def on_mouse_scroll_down(self) -> None:
        self._pointed(1)

    def on_mouse_scroll_up(self) -> None:
        self._pointed(-1)

    def _pointed(self, step: int) -> None:
        if not self._is_too_small:
            self.action_step(step)


_PAGES: dict[str, tuple[str, Callable[[Replay, int], Lines]]] = {
    "help": (around.START_LINES["replay"][0], lambda _replay, width: drawing.replay_help(width)),
    "log": (around.REPLAY_LOG, drawing.replay_log),
    "hands": (around.REPLAY_HANDS, drawing.replay_hands),
    "result": (around.REPLAY_RESULT, drawing.replay_result),
}


class LoadScreen(Screen[None]):
    """Verifies a transcript with a bar, then shows its replay over itself, or says what is wrong.
    Dismissed with the replay, or with Esc; what is being verified is given up at its next step."""

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]
    AUTO_FOCUS = ""

    def __init__(self, path: Path, look: Look) -> None:
        super().__init__()
        self._path = path
        self._look = look
        self._verifying = InThread()
        self._trouble: str | None = None

    def compose(self) -> ComposeResult:
        yield LinesView(id="whole")

    def on_mount(self) -> None:
        self._draw()
        self.run_worker(self._load(), exclusive=True, exit_on_error=True)

    def on_resize(self) -> None:
        self._draw()

    async def _load(self) -> None:
        drawn = self.set_interval(0.1, self._draw)
        try:
            game = await self._verifying.run(partial(read_game, self._path))
        except CannotReplay as why:
            self._trouble = str(why)
            self._draw()
        except GivenUp:
            pass
        else:
            self.app.push_screen(ReplayScreen(game, self._look), lambda _: self.dismiss())
        finally:
            drawn.stop()

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        width = self.size.width
        if self._trouble is None:
            lines = drawing.loading_page(self._path.name, self._verifying.share, width)
        else:
            trouble = wrapped(self._trouble, width - 1, Tone.BAD)
            lines = (*trouble, line(), line(f" {around.BACK_KEYS}", Tone.KEYS))
        self.query_one(LinesView).show(lines)

    def action_leave(self) -> None:
        self.dismiss()

    def on_unmount(self) -> None:
        self._verifying.give_up()
