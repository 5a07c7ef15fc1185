"""The lobby: who is here, the invite, and for the host the start."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen

from koryo_tui.actions import LOBBY_KEYS, bindings
from koryo_tui.drawing import hints
from koryo_tui.drawing.lobby_page import (
    invite_action_at,
    lobby_page,
    lobby_parts,
    lobby_prompt,
    seat_at,
)
from koryo_tui.look import Look
from koryo_tui.port import LobbyPlayer, LobbyPort
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.text import lobby
from koryo_tui.widgets.lines import LinesView

#: Enter pressed again within so many seconds is the same Enter pressed twice.
_TWICE: Final = 0.5


class LobbyScreen(Screen[None]):
    """A lobby until its table starts."""

    CSS_PATH = "lobby.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LOBBY_KEYS)]
    AUTO_FOCUS = ""

    def __init__(self, port: LobbyPort, look: Look) -> None:
        super().__init__()
        self._ready = False
        self._port = port
        self._look = look
        self._mark = 0
        self._chosen_at: float | None = None
        """When a computer player was chosen, monotonic seconds."""
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
        self._mark = min(self._mark, self._seats - 1)
        width, keys = self.size.width, self._look.keys
        self.query_one("#lobby-lines", LinesView).show(lobby_page(view, self._mark, width, keys))
        said = lobby_prompt(view, self._mark, self._asked_player, width, keys)
        self.query_one("#lobby-prompt", LinesView).show(said)

    @property
    def _asked_player(self) -> LobbyPlayer | None:
        players = self._port.view().players
        return next((each for each in players if each.identity == self._asked), None)

    @property
    def _marked(self) -> LobbyPlayer | None:
        """Who sits on the marked seat."""
        players = self._port.view().players
        return players[self._mark] if self._mark < len(players) else None

    @property
    def _seats(self) -> int:
        """How many seats can be marked: also free ones, by the host."""
        view = self._port.view()
        return max(view.seats if view.you_are_host else 0, len(view.players))

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        view = self._port.view()
        if event.control.id == "lobby-lines":
            width, keys = self.size.width, self._look.keys
            seat = seat_at(view, width, event.y)
            if seat is not None:
                self._clicked(seat)
            self._run(invite_action_at(view, width, keys, event.x, event.y))
        elif event.y == 1:
            width, keys = self.size.width, self._look.keys
            parts = lobby_parts(view, self._mark, self._asked_player, width, keys)
            self._run(hints.action_at(parts, event.x))

    def _run(self, action: str | None) -> None:
        if action is not None:
            self.call_later(self.run_action, action)

    def _clicked(self, seat: int) -> None:
        """Marks a seat; a second click on a free one, or on a computer player, opens it."""
        if seat == self._mark and (self._marked is None or self._marked.plays is not None):
            self.action_bot()
        else:
            self._mark_at(seat)

    def action_start(self) -> None:
        view = self._port.view()
        # Who presses Enter twice to choose a computer player does not want to begin yet.
        since = self._chosen_at
        if since is not None and 0 <= self._look.clock() - since < _TWICE:
            return
        if view.you_are_host and view.can_start:
            self._port.start()

    def action_mark(self, step: int) -> None:
        self._mark_at((self._mark + step) % self._seats)

    def _mark_at(self, mark: int) -> None:
        self._mark = mark
        self._asked = None
        self.session_changed()

    def action_bot(self) -> None:
        """Which computer player: for a free seat, or instead of the one that is marked."""
        view, marked = self._port.view(), self._marked
        old = marked if marked is not None and marked.plays is not None else None
        if old is None and not view.can_add:
            return
        self._port.hold()

        def answered(plays: str | None) -> None:
            self._chosen_at = self._look.clock()
            if plays is not None:
                self._port.seat_bot(plays, None if old is None else old.identity)
                self.session_changed()

        window = lobby.which_bot(self._port.bots(), None if old is None else old.name)
        self.app.push_screen(ChoiceScreen(window), answered)

    def action_remove(self) -> None:
        marked = self._marked
        if not self._port.view().you_are_host or marked is None or marked.is_you:
            return
        if self._asked == marked.identity:
            self._port.remove(self._asked)
            self._asked = None
        else:
            self._asked = marked.identity
        self.session_changed()

    def action_back(self) -> None:
        self._asked = None
        self.session_changed()

    def action_copy(self) -> None:
        view = self._port.view()
        invite = view.long_invite or view.invite
        if invite is not None:
            self.app.copy_to_clipboard(invite)

    def action_rules(self) -> None:
        # The rules are loaded when they are wanted.
        from koryo_tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self._look))

    def action_qr(self) -> None:
        # What makes the code is loaded when it is wanted.
        from koryo_tui.screens.qr import QrScreen

        view = self._port.view()
        if view.invite is not None:
            long_invite = view.long_invite or view.invite
            self.app.push_screen(QrScreen(view.invite, long_invite, self._look))
