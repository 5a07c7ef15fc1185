"""The invite as a QR code over the lobby."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from koryo_tui.drawing.lines import Lines, Tone, line, wrapped
from koryo_tui.look import Look
from koryo_tui.qr import invite_lines
from koryo_tui.text import lobby
from koryo_tui.widgets.lines import LinesView

#: What stands over the code.
_TITLE_ROWS: Final = 1


class QrScreen(ModalScreen[None]):
    """Any key and any click closes it. The long invite is shown where its code fits."""

    CSS_PATH = "qr.tcss"
    ALLOW_SELECT = False

    def __init__(self, invite: str, long_invite: str, look: Look) -> None:
        super().__init__()
        self._invite = invite
        self._long_invite = long_invite
        self._look = look

    def compose(self) -> ComposeResult:
        with Vertical(id="qr"):
            yield LinesView(id="qr-lines", grows=True)

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        width, height = self.app.size
        if self.is_mounted and width and height:
            self.query_one(LinesView).show(self._page(width, height))

    def _page(self, width: int, height: int) -> Lines:
        code = invite_lines(
            self._invite,
            self._long_invite,
            height - _TITLE_ROWS,
            blocks=not self._look.ascii,
            light=self._look.theme.endswith("light"),
        )
        if len(code) + _TITLE_ROWS > height or len(code[0]) > width:
            needed = lobby.QR_TOO_BIG.format(width=len(code[0]), height=len(code) + _TITLE_ROWS)
            text = wrapped(self._invite, width - 1, Tone.STRONG)
            return (*wrapped(needed, width - 1, Tone.QUIET), line(), *text)
        return (line(f" {lobby.QR_TITLE}", Tone.QUIET), *map(line, code))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss()

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        self.dismiss()
