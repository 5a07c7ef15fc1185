"""A guest at somebody's table: the call at its host, the lobby, and the game that comes of it."""

from __future__ import annotations

import asyncio
import os

from koryo_tui import __version__
from koryo_tui.announcing import Announcing
from koryo_tui.company import After, Place, Who
from koryo_tui.lobby_ports import GuestPort, Notice
from koryo_tui.port import Stage
from koryo_tui.rematch import Former
from koryo_tui.tables import addresses_of
from protocol.net.invite import Invite
from protocol.net.lobby import GuestLobby
from protocol.net.seating import News, Seating


class Guest:
    """``who`` calls at the host of ``invite``; needs a running loop. ``former``: the people of the
    game before, if there was one."""

    def __init__(self, who: Who, invite: Invite, former: tuple[Former, ...] = ()) -> None:
        self._who = who
        self._former = former
        self._stage: Stage | None = None
        self._notice = Notice()
        self._inside = asyncio.Event()
        self._lobby = GuestLobby(
            who.profile.key,
            invite,
            who.name,
            addresses_of(who.listener, who.advertise),
            os.urandom,
            self._on_news,
            app=__version__,
        )
        self._seated: asyncio.Task[Seating] = asyncio.ensure_future(self._lobby.seated())
        self._announcing: Announcing | None = None
        self._after = After(who, self._open, invite)

    @property
    def after(self) -> After:
        """What comes after the game."""
        return self._after

    async def let_in(self) -> None:
        """Returns when the host has given a seat. Raises ``NetError`` if it does not."""
        inside = asyncio.ensure_future(self._inside.wait())
        try:
            await asyncio.wait((inside, self._seated), return_when=asyncio.FIRST_COMPLETED)
        finally:
            inside.cancel()
        if self._seated.done():
            self._seated.result()

    async def play(self, stage: Stage) -> None:
        """The lobby, once the host has let this guest in; then the table."""
        self._stage = stage
        stage.show_lobby(GuestPort(self._lobby, self._notice, self._former))
        seating = await self._seated
        who = self._who
        self._announcing = Announcing(
            who.profile.key.identity, who.listener, advertise=who.advertise
        )
        self._announcing.playing(seating)
        await who.table.play(seating, stage, self._after.again)

    async def close(self) -> None:
        """Leaves the lobby, if the table has not begun."""
        self._seated.cancel()
        await asyncio.gather(self._seated, return_exceptions=True)
        announcing, self._announcing = self._announcing, None
        if announcing is not None:
            await announcing.close()

    async def _open(self) -> Place:
        """A table of one's own, where the host of this one is gone."""
        from koryo_tui.hosting import room_after

        await self.close()
        return room_after(self._who)

    def _on_news(self, news: tuple[News, ...]) -> None:
        self._notice.heard(news)
        if self._lobby.view is not None:
            self._inside.set()
        if self._stage is not None:
            self._stage.changed()
