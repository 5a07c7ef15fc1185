"""The lobby as the screen wants it, for the host and for a guest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from koryo_tui.bots.lobby import LobbyBots
from koryo_tui.port import LobbyPlayer, LobbyView
from koryo_tui.rematch import Former
from koryo_tui.text import lobby, words
from koryo_tui.text.troubles import explained
from protocol.net.fingerprint import fingerprint
from protocol.net.lobby import GuestLobby, HostLobby
from protocol.net.lobby_host import CannotStart
from protocol.net.seating import Happening, News, Stage
from protocol.net.seating import LobbyView as NetLobbyView

_NEWS: Final = MappingProxyType(
    {
        Happening.JOINED: lobby.JOINED,
        Happening.LEFT: lobby.LEFT,
        Happening.LOST: lobby.LOST,
        Happening.REMOVED: lobby.REMOVED,
        Happening.GIVEN_UP: lobby.GIVEN_UP,
    }
)


class Notice:
    """The newest thing to say, and what is ``always`` said after it."""

    def __init__(self, said: str | None = None, always: str | None = None) -> None:
        self.said = said
        self._always = always

    @property
    def text(self) -> str | None:
        """All of it as one text."""
        parts = [part for part in (self.said, self._always) if part is not None]
        return words.together(parts) if parts else None

    def heard(self, news: tuple[News, ...]) -> None:
        """Takes what a lobby tells; the last of it is shown."""
        if news:
            self.said = _NEWS[news[-1].what].format(name=news[-1].name)


class HostPort:
    """The host's side. ``former``: who played the game before, if there was one."""

    def __init__(
        self,
        lobby: HostLobby,
        notice: Notice,
        on_change: Callable[[], None],
        invite: str | None,
        long_invite: str | None,
        bots: LobbyBots,
        former: tuple[Former, ...] = (),
    ) -> None:
        self._former = former
        self._is_held = False
        self._lobby = lobby
        self._bots = bots
        self._notice = notice
        self._on_change = on_change
        self._invite = invite
        self._long_invite = long_invite

    def view(self) -> LobbyView:
        """The lobby now."""
        view = self._lobby.view
        plays = {each.identity: self._bots.plays(each.identity) for each in view.players[1:]}
        coming = self._bots.count - sum(each is not None for each in plays.values())
        return LobbyView(
            players=_players(view, plays),
            seats=view.seats,
            you_are_host=True,
            can_start=view.stage is Stage.WAITING and len(view.players) > 1,
            invite=self._invite,
            long_invite=self._long_invite,
            notice=self._notice.text,
            clock=view.settings.clock,
            absences=view.settings.absences,
            can_add=view.stage is Stage.WAITING and len(view.players) + coming < view.seats,
            awaited=_awaited(self._former, view),
            is_held=self._is_held,
        )

    def hold(self) -> None:
        """A full table does not start by itself any more."""
        self._is_held = True
        self._lobby.hold()
        self._on_change()

    def start(self) -> None:
        """Starts with those who are here."""
        self._try(self._lobby.start)

    def remove(self, identity: bytes) -> None:
        """Takes somebody's seat away. A computer player of one's own just goes, so that it can
        come back."""
        if self._bots.is_going(identity):
            return
        if self._bots.plays(identity) is None:
            self._try(lambda: self._lobby.remove(identity))
        elif self._lobby.view.stage is Stage.WAITING:
            self._bots.remove(identity)

    def bots(self) -> tuple[str, ...]:
        """Those that can be seated."""
        return self._bots.names

    def seat_bot(self, plays: str, instead_of: bytes | None = None) -> None:
        """One more computer player, or another one in the place of this."""
        if self._lobby.view.stage is not Stage.WAITING:
            return
        self.hold()
        if instead_of is not None:
            self._bots.replace(instead_of, plays)
        elif self.view().can_add:
            self._bots.add(plays)

    async def leave(self) -> None:
        """Closes the table for everybody."""
        await self._lobby.close()

    def _try(self, do: Callable[[], None]) -> None:
        try:
            do()
        except CannotStart as error:
            self._notice.said = explained(error)
            self._on_change()


class GuestPort:
    """A guest's side, once the host has let it in."""

    def __init__(self, lobby: GuestLobby, notice: Notice, former: tuple[Former, ...] = ()) -> None:
        self._former = former
        self._lobby = lobby
        self._notice = notice

    def view(self) -> LobbyView:
        """The lobby now."""
        view = self._lobby.view
        assert view is not None
        return LobbyView(
            _players(view),
            view.seats,
            False,
            False,
            notice=self._notice.text,
            clock=view.settings.clock,
            absences=view.settings.absences,
            awaited=_awaited(self._former, view),
        )

    def hold(self) -> None:
        """Only the host has computer players to choose."""

    def start(self) -> None:
        """Only the host starts."""

    def remove(self, identity: bytes) -> None:
        """Only the host removes."""

    def bots(self) -> tuple[str, ...]:
        """None: only the host seats them."""
        return ()

    def seat_bot(self, plays: str, instead_of: bytes | None = None) -> None:
        """Only the host does."""

    async def leave(self) -> None:
        """The link is closed with the session, and that says it."""


def _awaited(former: tuple[Former, ...], view: NetLobbyView) -> tuple[str, ...]:
    """Those who played the game before and are not here."""
    here = {line.identity for line in view.players}
    return tuple(each.name for each in former if each.identity not in here)


def _players(
    view: NetLobbyView, plays: Mapping[bytes, str | None] = MappingProxyType({})
) -> tuple[LobbyPlayer, ...]:
    names = {line.identity: line.name for line in view.players}
    return tuple(
        LobbyPlayer(
            line.name,
            line.identity,
            is_you=number == view.me,
            is_host=number == 0,
            bot_of=names.get(line.owner, fingerprint(line.owner).hex()) if line.owner else None,
            plays=plays.get(line.identity),
        )
        for number, line in enumerate(view.players)
    )
