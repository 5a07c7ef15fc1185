"""The start screen: what ``koryo-tui`` shows when it is called without a command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from koryo_tui.actions import START_KEYS, bindings, number_bindings
from koryo_tui.browsing import Seen
from koryo_tui.drawing.start import start_line_at, start_page
from koryo_tui.halls import Halls
from koryo_tui.in_thread import Tell
from koryo_tui.look import Look
from koryo_tui.past_games import past_games
from koryo_tui.screens.halls import HallsScreen
from koryo_tui.screens.join import Joining, JoinScreen, Tried
from koryo_tui.screens.list import ListScreen
from koryo_tui.screens.past_games import PastGamesScreen
from koryo_tui.screens.replay import LoadScreen
from koryo_tui.screens.rules import RulesScreen
from koryo_tui.screens.settings import SettingsScreen
from koryo_tui.start import Known, Resumable, Start
from koryo_tui.text import around
from koryo_tui.widgets.lines import LinesView


@dataclass(frozen=True, slots=True)
class Around:
    """What is looked for when it is asked for: the halls, the tables that wait to be resumed, and
    those that can be found on this network."""

    halls: Callable[[], Halls]
    tables: Callable[[], tuple[Resumable, ...]]
    look: Callable[[], Awaitable[Seen]]


#: What a start screen is dismissed with to be shown again, under settings that were changed.
CHANGED: Final = ("settings",)


class StartScreen(Screen[tuple[str, ...]]):
    """Dismissed with the words of a command line, or ``CHANGED``; with none to quit.

    ``tried``: joining a table came to nothing, and that is where it opens again. ``before``: what
    was chosen the last time, whose numbers stay.
    """

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(START_KEYS),
        *number_bindings(range(1, 10), lambda digit: f"number({digit - 1})"),
    ]
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def __init__(
        self,
        known: Known,
        around: Around,
        look: Look,
        mark: int = 0,
        tried: Tried | None = None,
        before: Start | None = None,
    ) -> None:
        super().__init__()
        self.tried = tried
        """What joining came to the last time, until its screen is open again."""
        self._start = replace(before or Start(), known=known, mark=mark, field=0)
        self._around = around
        self._look = look
        self._note = ""
        self._joining: Joining | None = None

    @property
    def start(self) -> Start:
        """What is marked and chosen."""
        return self._start

    @property
    def typed(self) -> str:
        """What was typed as an invite, if one was."""
        return "" if self._joining is None else self._joining.typed

    def compose(self) -> ComposeResult:
        yield LinesView(id="whole")

    def on_mount(self) -> None:
        self._go(self._start)
        if self.tried is not None:
            self._join()

    def on_resize(self) -> None:
        self._go(self._start)

    def _go(self, start: Start, note: str = "") -> None:
        self._start, self._note = start, note
        width, height = self.size
        if self.is_mounted and width and height:
            self.query_one(LinesView).show(start_page(start, width, height, note))

    def action_move(self, step: int) -> None:
        self._go(self._start.moved(step))

    def action_mark(self, number: int) -> None:
        self._go(self._start.marked(number))

    def action_number(self, number: int) -> None:
        """Its number does with a line what Enter does."""
        self.action_mark(number)
        self.action_go()

    def action_change(self, step: int) -> None:
        self._go(self._start.changed(step))

    def action_field(self) -> None:
        self._go(self._start.next_field())

    def action_go(self) -> None:
        self._LINES.get(self._start.line, StartScreen._choose)(self)

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self._look))

    def action_settings(self) -> None:
        def answered(is_changed: bool | None) -> None:
            if is_changed:
                self.dismiss(CHANGED)

        self.app.push_screen(SettingsScreen(self._look.settings_path), answered)

    def action_quit(self) -> None:
        self.dismiss(())

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        line = start_line_at(event.y, self.size.height)
        if line is None:
            return
        if line == self._start.mark:
            self.action_go()
        else:
            self.action_mark(line)

    def on_mouse_scroll_down(self) -> None:
        self.action_change(-1)

    def on_mouse_scroll_up(self) -> None:
        self.action_change(1)

    def _choose(self) -> None:
        self.dismiss(self._start.command())

    def _join(self) -> None:
        def answered(joining: Joining | None) -> None:
            self._joining = joining
            if joining is not None:
                self.dismiss(("join", joining.invite))

        tried, self.tried = self.tried, None
        self.app.push_screen(JoinScreen(self._around.look, self._look, tried=tried), answered)

    def _resume(self) -> None:
        tables = self._around.tables()
        if not tables:
            self._go(self._start, around.NO_TABLES)
            return
        if len(tables) == 1 and tables[0].since:
            # The only one, of which this screen has told already.
            self.dismiss(tables[0].command)
            return

        def answered(number: int | None) -> None:
            if number is not None:
                self.dismiss(tables[number].command)

        listed = tuple(table.said for table in tables)
        self.app.push_screen(ListScreen(around.RESUME_TITLE, listed), answered)

    def _replay(self) -> None:
        paths = self._start.known.transcripts
        if not paths:
            self._go(self._start, around.NO_GAMES)
            return

        title = around.START_LINES["replay"][0]
        known: list[str] = []

        def read(tell: Tell) -> tuple[str, ...]:
            return past_games(paths, self._around.halls().games, tell)

        def answered(number: int | None) -> None:
            if number is not None:
                # Behind the game comes the list again.
                again = partial(ListScreen, title, tuple(known), number)
                load = LoadScreen(paths[number], self._look)
                self.app.push_screen(load, lambda _: self.app.push_screen(again(), answered))

        self.app.push_screen(PastGamesScreen(title, read, known.extend), answered)

    def _show_halls(self) -> None:
        self.app.push_screen(HallsScreen(self._around.halls(), self._look))

    _LINES: ClassVar[dict[str, Callable[[StartScreen], None]]] = {
        "join": _join,
        "resume": _resume,
        "replay": _replay,
        "halls": _show_halls,
        "rules": action_rules,
        "quit": action_quit,
    }
