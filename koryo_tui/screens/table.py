"""The table: the ledger, what is said under it, and every decision by keyboard or mouse."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer

from koryo_tui.actions import CARD_KEYS, DRAFT_KEYS, PAGE_KEYS, bindings
from koryo_tui.drafts.base import Press, Reply, Watch
from koryo_tui.drawing import ledger, pages, panels
from koryo_tui.drawing.lines import Lines, Tone, line
from koryo_tui.drawing.scene import Scene, draft_of, is_own, log_line
from koryo_tui.look import Look
from koryo_tui.port import TablePort
from koryo_tui.screens.page import PageScreen
from koryo_tui.text import prompts
from koryo_tui.widgets.lines import LinesView
from protocol.peer.view import Happening, LinkState, MovePlayed, RoundEnded
from protocol.rules import Card, Done, IllegalMove

SMALLEST: Final = (76, 24)
_WIDE: Final = 110
_SIDE: Final = 32
#: Lines that are neither ledger nor details: status, prompt and its keys, footer.
_FRAME: Final = 4

_PAGES: Final = {
    "help": ("Help", pages.help_page),
    "log": ("Log", pages.log_page),
    "players": ("Players", pages.players_page),
    "powers": ("Powers", pages.powers_page),
    "result": ("Result", pages.result_page),
}


class TableScreen(Screen[None]):
    """One seat at a table. It asks its port for the view whenever something has changed."""

    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(DRAFT_KEYS, CARD_KEYS, PAGE_KEYS)]
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (SMALLEST[0], "-narrow"), (_WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (SMALLEST[1], "-enough")]  # noqa: RUF012
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def __init__(self, port: TablePort, look: Look) -> None:
        super().__init__()
        self._ready = False
        self._port = port
        self._look = look
        view = port.view()
        log = tuple(log_line(each, Scene(view, 0).names) for each in view.happenings)
        self._scene = Scene(view, len(view.happenings), log=log, now=look.clock())
        self._playback: Timer | None = None
        self._clock: Timer | None = None
        self._asked = False
        self._result_shown = False

    @property
    def scene(self) -> Scene:
        """What is on the screen."""
        return self._scene

    def compose(self) -> ComposeResult:
        yield LinesView(id="too-small")
        with Vertical(id="table"):
            yield LinesView(id="status")
            with Horizontal(id="main"):
                with Vertical(id="left"):
                    yield LinesView(id="ledger")
                    yield LinesView(id="details")
                yield LinesView(id="side")
            yield LinesView(id="prompt")
            yield LinesView(id="footer")

    def on_mount(self) -> None:
        self._ready = True
        self._clock = self.set_interval(1, self._tick, pause=True)
        self.session_changed()

    def on_resize(self) -> None:
        self._repaint()

    # What the session tells

    def session_changed(self) -> None:
        """Takes the new view, and plays what has happened since the last one."""
        if self._ready:
            self._scene = replace(self._scene, view=self._port.view())
            if self._playback is None:
                self._play_on()

    def _play_on(self) -> None:
        """Shows the next happening for as long as it deserves; behind the last, asks."""
        self._playback = None
        happenings = self._scene.view.happenings
        while self._scene.shown < len(happenings):
            happening = happenings[self._scene.shown]
            self._show_next(happening)
            pause = _pause(happening, self._scene.view.you) * self._look.pace
            if pause:
                self._scene = replace(self._scene, is_playing=True)
                self._playback = self.set_timer(pause, self._play_on)
                self._repaint()
                return
        self._scene = replace(self._scene, is_playing=False)
        self._ask()
        self._repaint()

    def _show_next(self, happening: Happening) -> None:
        scene = self._scene
        said = log_line(happening, scene.names)
        self._scene = replace(scene, shown=scene.shown + 1, log=(*scene.log, said), note=None)

    def _skip(self) -> None:
        """Shows everything that has happened at once."""
        if self._playback is not None:
            self._playback.stop()
        for happening in self._scene.view.happenings[self._scene.shown :]:
            self._show_next(happening)
        self._play_on()

    def _ask(self) -> None:
        """A fresh draft if the question is another one than before; a draft begun is kept."""
        question = self._scene.view.question
        if question != getattr(self._scene.draft, "question", None):
            draft = draft_of(question, self._scene.draft)
            self._scene = replace(self._scene, draft=draft, note=None)
        if (question is not None) != self._asked:
            self._asked = question is not None
            self._look.attention(self.app, self._asked)
        if panels.is_over(self._scene) and not self._result_shown:
            self._result_shown = True
            self.action_page("result")

    # Keys and clicks

    def action_press(self, press: str) -> None:
        if self._scene.is_playing:
            self._skip()
        elif panels.is_over(self._scene) and press == Press.ACCEPT.value:
            self.action_page("result")
        else:
            self._take(self._scene.draft.press(Press(press)))

    def action_jump(self, card: int) -> None:
        if self._scene.is_playing:
            self._skip()
        else:
            self._take(self._scene.draft.jump(Card(card)))

    def action_page(self, name: str) -> None:
        title, page = _PAGES[name]
        self.app.push_screen(
            PageScreen(title, lambda width: page(self._scene, width), at_end=name == "log")
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if (action, parameters) == ("page", ("result",)):
            return self._scene.view.outcome is not None
        return True

    def on_key(self, event: events.Key) -> None:
        """Any key without a meaning of its own skips what is being played."""
        if self._scene.is_playing:
            event.stop()
            self._skip()

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        if self._scene.is_playing:
            self._skip()
        elif event.control.id == "ledger":
            cell = ledger.Grid.of(self._scene, self._left_width).cell_at(event.x, event.y)
            if cell is not None:
                self._take(self._scene.draft.point(cell))
        elif event.control.id == "prompt":
            self.action_press(Press.ACCEPT.value)
        elif event.control.id == "footer":
            action = panels.footer_action(self._scene, event.x)
            if action is not None:
                self.call_later(self.run_action, action)

    def on_mouse_scroll_up(self) -> None:
        self.action_press(Press.RIGHT.value)

    def on_mouse_scroll_down(self) -> None:
        self.action_press(Press.LEFT.value)

    def _take(self, reply: Reply) -> None:
        """What became of a key: another draft, a complaint, a page or a decision to send."""
        names = self._scene.names
        note = None
        if reply.complaint is not None:
            note = prompts.complaint(reply.complaint, names)
        self._scene = replace(self._scene, draft=reply.draft, note=note)
        if reply.inspect is not None:
            self.action_page("help")
        if reply.decision is not None:
            try:
                self._port.decide(reply.decision)
            except IllegalMove as refused:
                self._scene = replace(self._scene, note=str(refused))
            else:
                self._scene = replace(self._scene, draft=Watch(reply.draft.card))
                self.session_changed()
                return
        self._repaint()

    # Drawing

    @property
    def _is_wide(self) -> bool:
        return self.size.width >= _WIDE

    @property
    def _left_width(self) -> int:
        return self.size.width - (_SIDE if self._is_wide else 0)

    def _tick(self) -> None:
        """A second has passed while a link is lost."""
        self._repaint()

    def _repaint(self) -> None:
        if not self._ready or not self.size:
            return
        scene = self._scene = replace(self._scene, now=self._look.clock())
        width, height = self.size
        lost = any(seat.link is LinkState.LOST for seat in scene.view.seats)
        if self._clock is not None:
            (self._clock.resume if lost else self._clock.pause)()
        if width < SMALLEST[0] or height < SMALLEST[1]:
            self._draw("#too-small", _too_small(width, height))
            return
        main, left = height - _FRAME, self._left_width
        room = main - ledger.HEIGHT - 1
        self._draw("#status", (panels.status(scene, width),))
        self._draw("#ledger", ledger.ledger(scene, left))
        rule = line("-" * left, Tone.QUIET)
        details = panels.details(scene, left, room, with_log=not self._is_wide)
        self._draw("#details", (rule, *details))
        if self._is_wide:
            self._draw("#side", panels.side(scene, _SIDE - 1, main))
        self._draw("#prompt", panels.prompt(scene, width))
        self._draw("#footer", (panels.footer(scene, width),))
        for screen in self.app.screen_stack:
            if isinstance(screen, PageScreen):
                screen.repaint()

    def _draw(self, selector: str, lines: Lines) -> None:
        self.query_one(selector, LinesView).show(lines)


def _pause(happening: Happening, you: int) -> float:
    """How long a happening stays on the screen, as a share of the look's pace."""
    if is_own(happening, you):
        return 0
    if isinstance(happening, MovePlayed):
        return 0.3 if isinstance(happening.move, Done) else 1
    return 0.8 if isinstance(happening, RoundEnded) else 0.3


def _too_small(width: int, height: int) -> Lines:
    wide, high = SMALLEST
    return (
        line(f"Koryo needs {wide} x {high} characters;", Tone.BAD),
        line(f"this window has {width} x {height}."),
        line("The game goes on. Ctrl+Q leaves."),
    )
