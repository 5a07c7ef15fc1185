"""``host`` and ``solo``: a table of one's own."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from koryo_tui import __version__
from koryo_tui.announcing import Announcing
from koryo_tui.bots.lobby import LobbyBots
from koryo_tui.bots.owner import OwnedBots
from koryo_tui.company import After, Company, Place, Who
from koryo_tui.exits import WrongUse
from koryo_tui.lobby_ports import HostPort, Notice
from koryo_tui.port import Stage
from koryo_tui.rematch import Former
from koryo_tui.saying import say
from koryo_tui.seat import Table, name_or_account, need_terminal, open_profile
from koryo_tui.showing import show_invite, show_session
from koryo_tui.tables import addresses_of, listen, loopback, make_invites, nearby
from koryo_tui.text import finding, lines
from koryo_tui.text.spoken import spoken
from koryo_tui.text.troubles import explained
from protocol.log.messages import Settings
from protocol.net.disk import Disk, DiskTrouble, write_whole
from protocol.net.invite import Invite, write_invite
from protocol.net.listener import Listener
from protocol.net.lobby import HostLobby
from protocol.net.lobby_host import LobbyHost
from protocol.net.profile import Profile
from protocol.net.seating import News, Seating
from protocol.net.seating import Stage as LobbyStage
from protocol.net.signs import OPEN_SECRET

if TYPE_CHECKING:
    from koryo_tui.look import Look

_LOOK_AFTER_BOTS: Final = 0.5


@dataclass(frozen=True, slots=True)
class HostOptions:
    """``port`` None: the default or the next free one; 0: any. ``bots``: which computer players.
    ``invites``: others may join; ``is_open``: they need no invite. ``qr``: the invite is shown as a
    QR code first. ``clock``: seconds for a decision, 0 for no limit. ``absences``: after so
    many a seat stays out. ``look``: how it is shown, None for lines."""

    profile: str | None
    name: str | None
    bind: str
    port: int | None
    advertise: str | None
    seats: int
    bots: tuple[str, ...]
    invite_file: str | None
    look: Look | None
    log: str | None = None
    invites: bool = True
    is_open: bool = False
    qr: bool = False
    clock: int = 0
    absences: int = Settings().absences


def host(options: HostOptions) -> int:
    """Opens the table and shows it until it is over or left; the exit code."""
    if options.look is not None:
        need_terminal()
    with open_profile(options.profile) as profile:
        return asyncio.run(_host(options, profile))


async def _host(options: HostOptions, profile: Profile) -> int:
    listener = await listen(profile, options.bind, options.port)
    try:
        room = Room(options, profile, listener)
        company = Company(room)
        room.tell_invite()
        try:
            if options.qr:
                await room.show_qr()
            code = await show_session(company.session, options.look)
        finally:
            await company.close()
        if options.invites and not room.has_begun:
            say(lines.CLOSED)
        room.table.say_where()
        return code
    finally:
        await listener.stop()


class Room:
    """The lobby, the computer players and the table of one host, game after game.

    ``table``: the one at which games were played before, the last of them with ``former``.
    """

    def __init__(
        self,
        options: HostOptions,
        profile: Profile,
        listener: Listener,
        table: Table | None = None,
        former: tuple[Former, ...] = (),
    ) -> None:
        self._options = options
        self._profile = profile
        self._listener = listener
        self._minding: asyncio.Task[None] | None = None
        self._clearing: asyncio.Task[None] | None = None
        secret = OPEN_SECRET if options.is_open else None
        self._short, self._long = make_invites(profile, listener, options.advertise, secret)
        self._mark = spoken(self._short.fingerprint)
        self._own_words = finding.OWN_WORDS.format(words=self._mark)
        self._notice = Notice(always=self._own_words if options.is_open else None)
        self._announcing: Announcing | None = None
        if options.invites:
            self._announcing = Announcing(
                profile.key.identity,
                listener,
                advertise=options.advertise,
                is_open=options.is_open,
            )
        self._stage: Stage | None = None
        self._playing = options.bots
        self._is_told = False
        self._has_begun = False
        self.table = table or Table(profile, listener, options.advertise)
        self._who = Who(
            profile,
            listener,
            self.table,
            name_or_account(options.name),
            options.look,
            options.advertise,
            options.log,
        )
        self._open(former)

    @property
    def after(self) -> After:
        """What comes after the game."""
        return self._after

    @property
    def has_begun(self) -> bool:
        """Whether a game has come of the lobby that was opened last."""
        return self._has_begun

    def _open(self, former: tuple[Former, ...]) -> None:
        """Opens a lobby; each has the same invite, which ``former`` do not need."""
        options, profile = self._options, self._profile
        core = LobbyHost(
            profile.key.identity,
            self._who.name,
            options.seats,
            self._short.secret,
            addresses_of(self._listener, options.advertise),
            os.urandom,
            __version__,
            Settings(options.clock, options.absences),
            frozenset(each.identity for each in former),
        )
        self._former = former
        self._has_begun = False
        self._after = After(self._who, self._open_again)
        self._clearing = None
        self._notice.said = None
        self._lobby = HostLobby(core, self._listener, self._on_news)
        if self._announcing is not None:
            self._announcing.lobby(self._lobby.view)
        self._bots = OwnedBots(
            profile.folder / "bots", options.bind, profile.key.identity, options.log
        )
        self._lobby_bots = LobbyBots(self._bots, self._tell)

    def tell_invite(self) -> None:
        """Prints the invite alone on its line, and so the one with all addresses, if there are
        several; that one is written to the file that was asked for, which nobody reads aloud."""
        if not self._options.invites:
            return
        self._is_told = True
        say(lines.LISTENING.format(port=self._listener.port))
        print(write_invite(self._short), flush=True)
        if self._long != self._short:
            say(lines.ALL_ADDRESSES)
            print(write_invite(self._long), flush=True)
        if self._options.is_open:
            say(self._own_words, self._mark)
        if self._options.invite_file is not None:
            _write_invite_file(Path(self._options.invite_file), self._long)

    async def show_qr(self) -> None:
        """The invite as a QR code, until Enter is pressed."""
        is_plain = self._options.look is None
        await show_invite(write_invite(self._short), write_invite(self._long), waits=not is_plain)

    async def play(self, stage: Stage) -> None:
        """The lobby, then the table."""
        self._stage = stage
        shown = (write_invite(self._short), write_invite(self._long))
        # Lines have the invite above them already, where the room was the first.
        is_shown = self._options.invites and not (self._is_told and self._options.look is None)
        invite, long_invite = shown if is_shown else (None, None)
        port = HostPort(
            self._lobby,
            self._notice,
            stage.changed,
            invite,
            long_invite,
            self._lobby_bots,
            self._former,
        )
        stage.show_lobby(port)
        self._bots.start(write_invite(nearby(self._short, self._listener)), self._playing)
        seating = await self._seated()
        self._has_begun = True
        await self._lobby_bots.close()
        # Another game with the same players is one with the same computer players too.
        self._playing = self._bots.plays
        if self._announcing is not None:
            self._announcing.playing(seating)
        self._bots.at_table(
            self._profile.table_folder(seating.table).name, loopback(self._listener)
        )
        self._minding = asyncio.ensure_future(self._bots.mind())
        await self.table.play(seating, stage, self._after.again)

    async def _open_again(self) -> Place:
        """The same room, for the people of the game that is over."""
        await self._clear_table()
        self._open(self.table.game.people)
        return self

    async def close(self) -> None:
        """Ends what is still there."""
        await self._clear_table()
        if self._announcing is not None:
            await self._announcing.close()

    async def _clear_table(self) -> None:
        """Ends the lobby and the computer players of a game, once."""
        if self._clearing is None:
            self._clearing = asyncio.ensure_future(self._clear())
        await asyncio.shield(self._clearing)

    async def _clear(self) -> None:
        await self._lobby.close()
        await self._lobby_bots.close()
        if self._minding is not None:
            self._minding.cancel()
            await asyncio.gather(self._minding, return_exceptions=True)
            self._minding = None
        await self._bots.end(goodbye=self.table.is_left)

    async def _seated(self) -> Seating:
        """Waits for the table to begin, and tells if a computer player cannot come."""
        looking = asyncio.ensure_future(self._look_after_bots())
        try:
            return await self._lobby.seated()
        finally:
            looking.cancel()

    async def _look_after_bots(self) -> None:
        while (failed := self._bots.failed()) is None:
            await asyncio.sleep(_LOOK_AFTER_BOTS)
        self._tell(failed)

    def _tell(self, sentence: str) -> None:
        """Something about a computer player."""
        self._notice.said = sentence
        if self._stage is not None:
            self._stage.changed()

    def _on_news(self, news: tuple[News, ...]) -> None:
        self._notice.heard(news)
        if self._announcing is not None and self._lobby.view.stage is LobbyStage.WAITING:
            self._announcing.lobby(self._lobby.view)
        if self._stage is not None:
            self._stage.changed()


def room_after(who: Who, bots: tuple[str, ...] = ()) -> Room:
    """A room of ``who`` for the people of the game just played, on its settings. ``bots``: which
    computer players come."""
    game = who.table.game
    settings = game.roster.settings
    seats = len(game.roster.players)
    options = HostOptions(
        profile=None,
        name=who.name,
        bind=who.listener.bind,
        port=None,
        advertise=who.advertise,
        seats=seats,
        bots=bots,
        invite_file=None,
        look=who.look,
        log=who.log,
        invites=len(game.bots) < seats - 1,
        clock=settings.clock,
        absences=settings.absences,
    )
    return Room(options, who.profile, who.listener, who.table, game.people)


def _write_invite_file(path: Path, invite: Invite) -> None:
    try:
        write_whole(Disk(), path, write_invite(invite).encode() + b"\n")
    except DiskTrouble as trouble:
        raise WrongUse(lines.CANNOT_WRITE_INVITE.format(why=explained(trouble))) from None
