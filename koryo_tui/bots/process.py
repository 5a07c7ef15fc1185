"""The process of one computer player: joins, hosts or comes back, plays one game, ends.

Whoever runs it writes to its standard input: first the invite, or where the table is for one that
comes back; later, perhaps, ``leave``. The end of that without a word is no goodbye: the seat can be
taken up again.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Final

from koryo_tui import __version__
from koryo_tui.bots.keeping import kept_player, remember
from koryo_tui.bots.options import BotOptions
from koryo_tui.bots.playing import Playing
from koryo_tui.bots.stdin import owner_says
from koryo_tui.exits import Exit
from koryo_tui.returning import find_table, heard_at, listen_again, open_table, seat_at
from koryo_tui.tables import addresses_of, listen, make_invites, nearby, sit, sit_again
from koryo_tui.terminal import signals
from protocol.net.addresses import Address
from protocol.net.disk import Disk, write_whole
from protocol.net.errors import NetError
from protocol.net.invite import Invite, read_address, read_invite, write_invite
from protocol.net.keeping import clear_finished
from protocol.net.lifetime import End
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby, HostLobby
from protocol.net.lobby_host import LobbyHost
from protocol.net.profile import DEFAULT_PROFILE, Profile, Profiles
from protocol.net.seating import Seating

#: How long a player waits for the file with the invite.
_INVITE_SECONDS: Final = 30.0
_LOOK_EVERY: Final = 0.05


def run_bot(options: BotOptions) -> int:
    """Plays one game; the exit code tells how it ended."""
    try:
        return asyncio.run(_Bot(options).run())
    except NetError as error:
        print(error, file=sys.stderr)
        return Exit.FAILED


class _Bot:
    def __init__(self, options: BotOptions) -> None:
        self._options = options
        self._playing = Playing(options)
        self._says_goodbye = False
        self._going = asyncio.Event()

    async def run(self) -> int:
        with signals(lambda _code: self._going.set()):
            profile = Profiles(self._options.root, os.urandom).open(DEFAULT_PROFILE)
            try:
                await asyncio.to_thread(clear_finished, profile.folder)
                listener = await self._listen(profile)
                try:
                    return await self._play(profile, listener)
                finally:
                    await listener.stop()
            finally:
                self._playing.close()
                profile.close()

    async def _listen(self, profile: Profile) -> Listener:
        options = self._options
        if options.resume is not None:
            table = find_table(profile.folder, options.resume)
            return await listen_again(profile, table.folder, options.bind)
        return await listen(profile, options.bind, None if options.invite_file is None else 0)

    def _leave(self) -> None:
        self._says_goodbye = True
        self._going.set()

    async def _play(self, profile: Profile, listener: Listener) -> int:
        """The game, unless it is to be left before it began."""
        game = asyncio.ensure_future(self._game(profile, listener))
        going = asyncio.ensure_future(self._going.wait())
        await asyncio.wait((game, going), return_when=asyncio.FIRST_COMPLETED)
        going.cancel()
        if not game.done():
            session = self._playing.session
            if session is None:
                game.cancel()
            elif self._says_goodbye:
                await session.leave()
            else:
                await session.close()
        await asyncio.gather(game, return_exceptions=True)
        if game.cancelled():
            return Exit.FAILED
        if game.result() is End.DISK and self._playing.session is not None:
            print(self._playing.session.trouble, file=sys.stderr)
        return Exit.OK if game.result() is End.FINISHED else Exit.FAILED

    async def _game(self, profile: Profile, listener: Listener) -> End:
        if self._options.resume is not None:
            return await self._come_back(profile, listener, self._options.resume)
        if self._options.seats is not None:
            return await self._host(profile, listener, self._options.seats)
        lobby = GuestLobby(
            profile.key,
            await self._invite(),
            self._options.name,
            addresses_of(listener),
            os.urandom,
            lambda news: None,
            app=__version__,
            owner=self._options.owner,
        )
        return await self._at_table(profile, listener, await lobby.seated())

    async def _host(self, profile: Profile, listener: Listener, seats: int) -> End:
        assert self._options.invite_file is not None
        short, _ = make_invites(profile, listener, None)
        core = LobbyHost(
            profile.key.identity,
            self._options.name,
            seats,
            short.secret,
            addresses_of(listener),
            os.urandom,
            __version__,
        )
        lobby = HostLobby(core, listener, lambda news: None)
        try:
            text = write_invite(nearby(short, listener)).encode()
            write_whole(Disk(), self._options.invite_file, text)
            return await self._at_table(profile, listener, await lobby.seated())
        finally:
            await lobby.close()

    async def _invite(self) -> Invite:
        """The invite, from the file if there is to be one, else from standard input."""
        path = self._options.invite_file
        if path is None:
            return read_invite(await owner_says(self._leave, self._going.set))
        async with asyncio.timeout(_INVITE_SECONDS):
            while not path.exists():
                await asyncio.sleep(_LOOK_EVERY)
        return read_invite(path.read_text())

    async def _come_back(self, profile: Profile, listener: Listener, name: str) -> End:
        options = self._options
        heard: dict[int, tuple[Address, ...]] = {}
        at = options.at
        if options.has_owner:
            at = await owner_says(self._leave, self._going.set)
        folder = find_table(profile.folder, name).folder
        kept = await open_table(profile, folder)
        self._playing.begin(kept_player(profile.folder, folder.name) or options.plays)
        roster = kept.setup.roster
        if at and options.has_owner:
            heard = seat_at(roster, options.owner, read_address(at))
        elif at:
            heard = await heard_at(profile, listener, read_address(at), roster)
        session = sit_again(
            profile,
            listener,
            kept,
            self._playing.changed.set,
            heard,
            linger=self._playing.linger,
            quiet=0.0,
            grace=self._playing.grace,
        )
        return await self._playing.play(session, kept.setup.seat, kept.setup.owners)

    async def _at_table(self, profile: Profile, listener: Listener, seating: Seating) -> End:
        table = profile.table_folder(seating.table).name
        await asyncio.to_thread(remember, profile.folder, table, self._options.plays)
        self._playing.begin(self._options.plays)
        session = await sit(
            profile,
            listener,
            seating,
            self._playing.changed.set,
            linger=self._playing.linger,
            quiet=0.0,
            grace=self._playing.grace,
        )
        return await self._playing.play(session, seating.seat, seating.owners)
