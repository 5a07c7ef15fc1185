"""The table: the ledger, what is said under it, and every decision by keyboard or mouse."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.timer import Timer

from koryo_tui.actions import CARD_KEYS, DRAFT_KEYS, PAGE_KEYS, TABLE_KEYS, bindings
from koryo_tui.drafts.ahead import AheadDraft
from koryo_tui.drafts.base import Press, Reply, Watch
from koryo_tui.drafts.sent import why_no_undo
from koryo_tui.drafts.turn import TurnDraft
from koryo_tui.drawing import asking, details, hints, ledger, panels
from koryo_tui.drawing.frame import SMALLEST, WIDE, Frame
from koryo_tui.drawing.lines import Lines
from koryo_tui.drawing.scene import Held, Note, Scene, is_own, log_line
from koryo_tui.drawing.talk_page import new_lines
from koryo_tui.look import Look
from koryo_tui.port import Again, TablePort
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.windows import TableWindows
from koryo_tui.text import prompts, waiting, words
from koryo_tui.text.troubles import explained
from koryo_tui.widgets.lines import LinesView
from protocol.peer.view import Happening, LinkState, MovePlayed, RoundEnded, TableView
from protocol.rules import Card, Done

if TYPE_CHECKING:
    from koryo_tui.advising import Adviser


class TableScreen(TableWindows):
    """One seat at a table. It asks its port for the view whenever something has changed."""

    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(DRAFT_KEYS, CARD_KEYS, PAGE_KEYS, TABLE_KEYS)
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (SMALLEST[0], "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (SMALLEST[1], "-enough")]  # noqa: RUF012
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def __init__(
        self,
        port: TablePort,
        look: Look,
        again: Again | None = None,
        adviser: Adviser | None = None,
        bots: tuple[int, ...] = (),
    ) -> None:
        view = port.view()
        log = tuple(log_line(each, Scene(view, 0).names) for each in view.happenings)
        scene = Scene(
            view,
            len(view.happenings),
            log=log,
            now=look.clock(),
            keys=look.keys,
            glyphs=look.glyphs,
            may_again=again is not None,
            may_replay=port.record is not None,
            spoken=new_lines((), view.talk, len(view.happenings)),
        )
        super().__init__(port, look, scene, again, adviser, bots)
        self._ready = False
        self._playback: Timer | None = None
        self._clock: Timer | None = None
        self._asked = False
        self._beside = ""
        self._late = False
        self._result_shown = False

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
        self._clock = self.set_interval(1, self.repaint, pause=True)
        self.session_changed()

    def on_resize(self) -> None:
        self.repaint()

    # What the session tells

    def session_changed(self) -> None:
        """Takes the new view, and plays what has happened since the last one."""
        if not self._ready:
            return
        view, now = self._port.view(), self._look.clock()
        may_hint = self._adviser is not None and self._adviser.may_ask(view)
        old = asking.without_old_note(self._scene, view, now)
        said = new_lines(old.view.talk, view.talk, old.shown)
        told = (asking.beside_the_log(old.view, view, old.names), self.closed_alone())
        if any(told):
            self._beside = words.together(filter(None, told))
        self._scene = replace(
            old,
            view=view,
            now=now,
            waits=old.waits.seen(view, now),
            since=self._since(view.waiting_for, view.step),
            spoken=(*old.spoken, *said),
            earlier=_held_before(old, view),
            may_hint=may_hint,
        )
        if self._playback is None:
            self._play_on()

    def _since(self, waiting_for: tuple[int, ...], step: int) -> str:
        """The time of day when the wait on the screen began."""
        old = self._scene
        is_same = (old.view.waiting_for, old.view.step) == (waiting_for, step)
        return old.since if is_same and old.since else self._look.wall()

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
                self.repaint()
                return
        self._scene = replace(self._scene, is_playing=False)
        self._ask()
        if self._beside:
            said, self._beside = self._beside, ""
            self.say(said)
        self.repaint()

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
        """Asks what is to be decided; says so once, and shows the result at the end."""
        self._scene = asking.asked(self._scene, confirm=self._look.confirm)
        question = self._scene.view.question
        if (question is not None) != self._asked:
            self._asked = question is not None
            self._look.attention(self.app, self._asked)
        if panels.is_over(self._scene) and not self._result_shown:
            self._result_shown = True
            self.action_page("scores")

    # Keys and clicks

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is decided or opened blind, while the window is too small for the table."""
        return not self._frame.is_too_small and super().check_action(action, parameters)

    def action_press(self, press: str) -> None:
        scene, key = self._scene, Press(press)
        if scene.is_playing:
            self._skip()
        elif panels.is_over(scene) and key is Press.ACCEPT:
            self.action_page("scores")
        elif scene.view.alone and key is Press.ACCEPT:
            self.ask_alone()
        elif isinstance(scene.draft, Watch) and key is Press.ACCEPT and scene.kept is not None:
            # Who presses Enter twice to keep something does not ask for the rules of a row.
            self._scene = replace(scene, note=Note(waiting.kept(scene.kept), trouble=False))
            self.repaint()
        elif isinstance(scene.draft, Watch) and key is Press.TOGGLE:
            self._scene = asking.begun_ahead(scene, confirm=self._look.confirm)
            self.repaint()
        elif isinstance(scene.draft, Watch) and key is Press.UNDO:
            self._take(Reply(scene.draft, complaint=why_no_undo(scene.view)))
        else:
            self._take(scene.draft.press(key))

    def action_jump(self, card: int) -> None:
        if self._scene.is_playing:
            self._skip()
        else:
            self._take(self._scene.draft.jump(Card(card)))

    def on_key(self, event: events.Key) -> None:
        """Any key without a meaning of its own skips what is being played."""
        if self._scene.is_playing and not self._frame.is_too_small:
            event.stop()
            self._skip()

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        if self._frame.is_too_small:
            return
        if self._scene.is_playing:
            self._skip()
        elif event.control.id == "ledger":
            self._ledger_clicked(event.x, event.y)
        elif event.control.id == "details":
            self._details_clicked(event.x, event.y)
        elif event.control.id == "prompt" and event.y == 0:
            self.action_press(Press.ACCEPT.value)
        elif event.control.id in ("prompt", "footer"):
            width = self.size.width
            parts_of = panels.prompt_parts if event.control.id == "prompt" else panels.footer_parts
            self._run(hints.action_at(parts_of(self._scene, width), event.x))

    def _ledger_clicked(self, x: int, y: int) -> None:
        page = ledger.Grid.page_at(y)
        cell = ledger.Grid.of(self._scene, self._frame.left).cell_at(x, y)
        if page is not None:
            self.action_page(page)
        elif cell is not None:
            self._take(self._scene.draft.point(cell))

    def _details_clicked(self, x: int, y: int) -> None:
        draft = self._scene.draft
        frame = self._frame
        mark = details.duty_at(self._scene, frame.left, frame.details, not frame.is_wide, x, y - 1)
        if mark is not None and isinstance(draft, TurnDraft | AheadDraft):
            self._take(draft.pointed(mark))

    def _run(self, action: str | None) -> None:
        if action is not None:
            self.call_later(self.run_action, action)

    def on_mouse_scroll_up(self) -> None:
        self._scrolled(Press.RIGHT)

    def on_mouse_scroll_down(self) -> None:
        self._scrolled(Press.LEFT)

    def _scrolled(self, press: Press) -> None:
        if not self._frame.is_too_small:
            self.action_press(press.value)

    def _take(self, reply: Reply) -> None:
        """What became of a key: another draft, a complaint, a page or a decision to send."""
        names = self._scene.names
        note = None
        if reply.complaint is not None:
            note = Note(prompts.complaint(reply.complaint, names))
        self._scene = replace(self._scene, draft=reply.draft, note=note)
        if reply.inspect is not None:
            self.action_page("help")
        if reply.out:
            if isinstance(reply.draft, AheadDraft):
                self._scene = asking.stopped_preparing(self._scene, reply.draft)
            else:
                self.action_menu()
        if reply.decision is not None:
            try:
                self._port.decide(reply.decision)
            except ValueError as refused:
                # IllegalMove or NotAsked; to name them would load all that proofs need.
                self._scene = replace(self._scene, note=Note(explained(refused)))
            else:
                self._scene = replace(self._scene, draft=Watch(reply.draft.card))
                self.session_changed()
                return
        self.repaint()

    # Drawing

    @property
    def _frame(self) -> Frame:
        return Frame(*self.size)

    def _keep_time(self) -> None:
        """Draws again each second while a time is shown or a wait may become too long; rings
        once more when the clock of the own decision has almost run out."""
        view, now = self._scene.view, self._scene.now
        lost = any(seat.link is LinkState.LOST for seat in view.seats)
        ticks = lost or view.deadline is not None or bool(view.can_leave_out)
        if self._clock is not None:
            (self._clock.resume if ticks else self._clock.pause)()
        late = view.deadline is not None and view.deadline - now <= panels.LAST_SECONDS
        if late and not self._late:
            self._look.attention(self.app, True)
        self._late = late

    def repaint(self) -> None:
        """Draws the scene at this moment; only lines that differ reach the terminal."""
        if not self._ready or not self.size:
            return
        now = self._look.clock()
        scene = asking.without_old_note(self._scene, self._scene.view, now)
        scene = self._scene = replace(scene, now=now, over=self.over)
        width, height = self.size
        self._keep_time()
        if self._frame.is_too_small:
            self._draw("#too-small", panels.too_small(scene, (width, height), SMALLEST))
            return
        for part, lines in self._frame.parts(scene).items():
            self._draw(f"#{part}", lines)
        for screen in self.app.screen_stack:
            if isinstance(screen, PageScreen):
                screen.repaint()

    def _draw(self, selector: str, lines: Lines) -> None:
        # What is being closed loses its parts before it hears of it.
        with suppress(NoMatches):
            self.query_one(selector, LinesView).show(lines)


def _held_before(old: Scene, view: TableView) -> Held | None:
    """What this seat held in the round before that of ``view``, as far as it was seen."""
    last, now = Held.of(old.view), Held.of(view)
    return old.earlier if last is None or now is None or last.round == now.round else last


def _pause(happening: Happening, you: int) -> float:
    """How long a happening stays on the screen, as a share of the look's pace."""
    if is_own(happening, you):
        return 0
    if isinstance(happening, MovePlayed):
        return 0.3 if isinstance(happening.move, Done) else 1
    return 0.8 if isinstance(happening, RoundEnded) else 0.3
