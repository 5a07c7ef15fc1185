"""The lobby: who is here, the invite, and for the host the start."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen

from koryo_tui.actions import LOBBY_KEYS, bindings
from koryo_tui.drawing.lobby_page import lobby_page, lobby_prompt
from koryo_tui.port import LobbyPlayer, LobbyPort
from koryo_tui.widgets.lines import LinesView


class LobbyScreen(Screen[None]):
    """A lobby until its table starts."""

    CSS_PATH = "lobby.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LOBBY_KEYS)]
    AUTO_FOCUS = ""

    def __init__(self, port: LobbyPort) -> None:
        super().__init__()
        self._ready = False
        self._port = port
        self._mark = 0
        self._asked: bytes | None = None
        """Whom Delete was pressed on, until it is pressed again."""

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield LinesView(id="lobby-lines", grows=True)
        yield LinesView(id="lobby-prompt")

    def on_mount(self) -> None:
        self._ready = True
        self.session_changed()

    def on_resize(self) -> None:
        self.session_changed()

    def session_changed(self) -> None:
        """Shows the lobby as it is now."""
        if not self._ready:
            return
        view = self._port.view()
        self._mark = min(self._mark, len(view.players) - 1)
        asked = next((each for each in view.players if each.identity == self._asked), None)
        width = self.size.width
        self.query_one("#lobby-lines", LinesView).show(lobby_page(view, self._mark, width))
        self.query_one("#lobby-prompt", LinesView).show(lobby_prompt(view, asked, width))

    @property
    def _marked(self) -> LobbyPlayer:
        return self._port.view().players[self._mark]

    def action_start(self) -> None:
        view = self._port.view()
        if view.you_are_host and view.can_start:
            self._port.start()

    def action_mark(self, step: int) -> None:
        self._mark = (self._mark + step) % len(self._port.view().players)
        self._asked = None
        self.session_changed()

    def action_remove(self) -> None:
        if not self._port.view().you_are_host or self._marked.is_you:
            return
        if self._asked == self._marked.identity:
            self._port.remove(self._asked)
            self._asked = None
        else:
            self._asked = self._marked.identity
        self.session_changed()

    def action_back(self) -> None:
        self._asked = None
        self.session_changed()

    def action_copy(self) -> None:
        view = self._port.view()
        invite = view.long_invite or view.invite
        if invite is not None:
            self.app.copy_to_clipboard(invite)
