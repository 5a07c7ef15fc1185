"""The question before leaving."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from koryo_tui.drawing.lines import Tone, line
from koryo_tui.widgets.lines import LinesView


class LeaveScreen(ModalScreen[bool]):
    """Dismissed with whether to leave."""

    CSS_PATH = "leave.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,ctrl+c", "answer(True)", "Leave", show=False),
        Binding("escape", "answer(False)", "Stay", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield LinesView(id="leave")

    def on_mount(self) -> None:
        self.query_one("#leave", LinesView).show(
            (
                line(" Leave the table?", Tone.TITLE),
                line(),
                line(" The others are told, and the game stops for you."),
                line(" Enter or Ctrl+C leaves, Esc stays.", Tone.KEYS),
            )
        )

    def action_answer(self, leave: bool) -> None:
        self.dismiss(leave)
