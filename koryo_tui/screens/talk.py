"""Table talk: a line of one's own, ready-made phrases, and whom not to hear."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from koryo_tui.actions import TALK_KEYS, bindings
from koryo_tui.drawing import talk_page
from koryo_tui.drawing.lines import Span, Tone, joined, line
from koryo_tui.drawing.scene import Scene
from koryo_tui.drawing.talk_page import Saying
from koryo_tui.port import TablePort
from koryo_tui.text import around, phrases
from koryo_tui.widgets.lines import LinesView
from protocol.peer.talk import LONGEST_LINE, TooMuchTalk

_MOST_CELLS: Final = 76
#: Lines that are neither talk nor sayings: border, title, input, what became of it.
_FRAME: Final = 6


class TalkLine(Input):
    """A line that says it is finished in its turn: what was typed before Enter is in it, however
    fast it came, and what comes after is not."""

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(Input.Submitted(self, self.value))


class TalkScreen(ModalScreen[None]):
    """``scene()`` is what the table shows now; ``mute(seat)`` mutes a seat or hears it again.
    ``bots``: the seats of one's own computer players.

    What is typed goes into the line; Up and Down choose a phrase, Enter says the one or the other.
    """

    CSS_PATH = "talk.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        # None of them may overtake what is being typed, as a binding with priority would.
        *bindings(TALK_KEYS),
    ]
    ALLOW_SELECT = False

    def __init__(
        self,
        port: TablePort,
        scene: Callable[[], Scene],
        mute: Callable[[int], None],
        bots: tuple[int, ...] = (),
    ) -> None:
        super().__init__()
        self._bots = bots
        self._ready = False
        self._port = port
        self._scene = scene
        self._mute = mute
        self._mark: int | None = None
        self._became = phrases.WRITE
        self._refused = False

    def compose(self) -> ComposeResult:
        with Vertical(id="talk"):
            yield LinesView(id="talk-title", grows=True)
            yield TalkLine(
                placeholder=phrases.PLACEHOLDER,
                max_length=LONGEST_LINE,
                compact=True,
                select_on_focus=False,
                id="line",
            )
            yield LinesView(id="sayings", grows=True)

    def on_mount(self) -> None:
        self._ready = True
        line_input = self.query_one(Input)
        line_input.cursor_blink = False
        line_input.focus()
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    @property
    def _sayings(self) -> tuple[Saying, ...]:
        return talk_page.sayings(self._scene(), self._bots)

    def repaint(self) -> None:
        """Shows the talk as it is now."""
        if not self._ready:
            return
        scene, those = self._scene(), self._sayings
        width = min(self.app.size.width, _MOST_CELLS) - 2
        room = self.app.size.height - len(those) - _FRAME
        became = line(f" {self._became}", Tone.BAD if self._refused else Tone.QUIET)
        title = joined(
            Span(f" {phrases.TITLE}", Tone.TITLE), Span(f"   {around.BACK_KEYS}", Tone.QUIET)
        )
        spoken = talk_page.heard(scene, width, room)
        self.query_one("#talk-title", LinesView).show((title, *spoken, became))
        self.query_one("#sayings", LinesView).show(talk_page.listed(those, self._mark, width))

    def on_key(self, event: events.Key) -> None:
        """Keys that came before the line had the focus are for it all the same."""
        if event.is_printable or event.key == "enter":
            event.stop()
            self.query_one(Input).post_message(events.Key(event.key, event.character))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._finish(event.value.strip())

    def on_input_changed(self) -> None:
        if self.query_one(Input).value:
            self._mark = None
        self.repaint()

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        if event.control.id == "talk-title":
            if event.y == 0:
                self.action_close()
        elif event.y == self._mark:
            self._finish("")
        elif event.y < len(self._sayings):
            self._mark = event.y
            self.repaint()

    def action_move(self, step: int) -> None:
        number = len(self._sayings)
        start = -1 if step > 0 else 0
        self._mark = ((start if self._mark is None else self._mark) + step) % number
        self.query_one(Input).value = ""
        self.repaint()

    def _finish(self, written: str) -> None:
        """Says what is written, or what is marked; nothing is said unless one is."""
        if not self.is_current:
            # Enter came twice in one burst, and the first has closed the window.
            return
        if written:
            self._say(lambda: self._port.say(written))
        elif self._mark is not None:
            saying = self._sayings[self._mark]
            if saying.mutes is None:
                self._say(lambda: self._port.phrase(saying.phrase))
            else:
                self._mute(saying.mutes)
                self.repaint()

    def _say(self, say: Callable[[], None]) -> None:
        try:
            say()
        except TooMuchTalk:
            self._became, self._refused = phrases.TOO_MUCH, True
            self.repaint()
        else:
            self.dismiss()

    def action_close(self) -> None:
        self.dismiss()
