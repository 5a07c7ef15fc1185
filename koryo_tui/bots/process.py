"""The process of one computer player: joins, hosts or comes back, plays one game, ends.

Whoever runs it writes to its standard input: first the invite, or where the table is for one that
comes back; later, perhaps, ``leave``. The end of that without a word is no goodbye: the seat can be
taken up again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from koryo_tui import __version__
from koryo_tui.bots.following import (
    Change,
    follow_others,
    follow_people,
    wait_for_nobody,
    wants_pause,
)
from koryo_tui.bots.keeping import kept_player, remember
from koryo_tui.bots.players import DEFAULT, LEAVE, SECONDS
from koryo_tui.bots.registry import UnknownBot
from koryo_tui.bots.sight import sight_of
from koryo_tui.bots.watched import Careful, careful_bot
from koryo_tui.exits import Exit
from koryo_tui.returning import find_table, heard_at, listen_again, open_table, seat_at
from koryo_tui.tables import addresses_of, listen, make_invites, nearby, sit, sit_again
from koryo_tui.terminal import signals
from protocol.net.addresses import Address
from protocol.net.disk import Disk, write_whole
from protocol.net.errors import NetError
from protocol.net.invite import Invite, read_address, read_invite, write_invite
from protocol.net.keeping import clear_finished
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby, HostLobby
from protocol.net.lobby_host import LobbyHost
from protocol.net.profile import DEFAULT_PROFILE, Profile, Profiles
from protocol.net.seating import Seating
from protocol.net.session import LINGER, End, Session
from protocol.peer.grace import Grace
from protocol.peer.questions import Decision
from protocol.peer.view import TableView

#: How long a player waits for the file with the invite.
_INVITE_SECONDS: Final = 30.0
_LOOK_EVERY: Final = 0.05
_STDIN: Final = 0
#: Of the time that the clock of the table leaves, this is kept for the way of the answer; less
#: than the second is never given to think.
_FOR_THE_WAY: Final = 2.0
_LEAST_SECONDS: Final = 0.05

_log = logging.getLogger("koryo.bot")


@dataclass(frozen=True, slots=True)
class BotOptions:
    """``plays``: which player of ``koryo_tui.bots.registry``; one that comes back plays as it did.
    ``seats`` None joins, else hosts. ``invite_file`` None: the invite comes on standard input,
    and the end of that is the end of the owner. ``resume``: the table to come back to, by the
    beginning of its id (empty: the latest); ``at``: where to ask for it. ``save`` and ``progress``:
    files for whoever looks on. ``patience``: seconds without a new step after which it leaves.
    ``grace``: seconds after which it agrees by itself to go on without a silent seat."""

    root: Path
    name: str
    bind: str
    owner: bytes
    seed: str | None
    seats: int | None
    invite_file: Path | None
    save: str | None
    progress: Path | None
    patience: float | None
    resume: str | None = None
    at: str | None = None
    grace: float | None = None
    plays: str = DEFAULT

    @property
    def has_owner(self) -> bool:
        """Whether somebody at the other end of standard input runs it."""
        return self.invite_file is None and bool(self.owner)


class GaveUp(NetError):
    """Nothing has happened for too long: ``GaveUp(seconds)``."""

    sentence = "Nothing has happened at the table for {0:.0f} seconds, so this player left."


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
        self._mind: Careful | None = None
        self._session: Session | None = None
        self._round = 0
        self._changed = asyncio.Event()
        self._owners: tuple[bytes, ...] = ()
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
                if self._mind is not None:
                    self._mind.close()
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
            if self._session is None:
                game.cancel()
            elif self._says_goodbye:
                await self._session.leave()
            else:
                await self._session.close()
        await asyncio.gather(game, return_exceptions=True)
        if game.cancelled():
            return Exit.FAILED
        if game.result() is End.DISK and self._session is not None:
            print(self._session.trouble, file=sys.stderr)
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
            return read_invite(await _owner_says(self._leave, self._going.set))
        async with asyncio.timeout(_INVITE_SECONDS):
            while not path.exists():
                await asyncio.sleep(_LOOK_EVERY)
        return read_invite(path.read_text())

    async def _come_back(self, profile: Profile, listener: Listener, name: str) -> End:
        options = self._options
        heard: dict[int, tuple[Address, ...]] = {}
        at = options.at
        if options.has_owner:
            at = await _owner_says(self._leave, self._going.set)
        folder = find_table(profile.folder, name).folder
        kept = await open_table(profile, folder)
        self._begin(kept_player(profile.folder, folder.name) or options.plays)
        roster = kept.setup.roster
        if at and options.has_owner:
            heard = seat_at(roster, options.owner, read_address(at))
        elif at:
            heard = await heard_at(profile, listener, read_address(at), roster)
        session = sit_again(
            profile,
            listener,
            kept,
            self._changed.set,
            heard,
            linger=self._linger,
            quiet=0.0,
            grace=self._grace,
        )
        return await self._at(session, kept.setup.seat, kept.setup.owners)

    def _begin(self, plays: str) -> None:
        """A player of that name; the usual one if there is none of that name any more."""
        try:
            self._mind = careful_bot(plays, self._options.seed)
        except UnknownBot as unknown:
            _log.warning("%s", unknown)
            plays = DEFAULT
            self._mind = careful_bot(plays, self._options.seed)
        _log.info("plays %s", plays)

    async def _at_table(self, profile: Profile, listener: Listener, seating: Seating) -> End:
        table = profile.table_folder(seating.table).name
        await asyncio.to_thread(remember, profile.folder, table, self._options.plays)
        self._begin(self._options.plays)
        session = await sit(
            profile,
            listener,
            seating,
            self._changed.set,
            linger=self._linger,
            quiet=0.0,
            grace=self._grace,
        )
        return await self._at(session, seating.seat, seating.owners)

    @property
    def _linger(self) -> float | None:
        # With an owner it stays until the owner goes, to agree to what people want afterwards.
        return None if self._options.has_owner else LINGER

    @property
    def _grace(self) -> Grace | None:
        seconds = self._options.grace
        return None if seconds is None else Grace(seconds, seconds, seconds, seconds)

    async def _at(self, session: Session, seat: int, owners: tuple[bytes, ...]) -> End:
        self._session, self._owners = session, owners
        minding = [asyncio.ensure_future(self._decide(session))]
        if self._options.patience is not None:
            minding.append(asyncio.ensure_future(self._watch(session, self._options.patience)))
        running = asyncio.ensure_future(session.run())
        await asyncio.wait((running, *minding), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            # Only impatience is a reason to say goodbye; a failure may be mended.
            gave_up = any(task.done() and isinstance(task.exception(), GaveUp) for task in minding)
            await (session.leave() if gave_up else session.close())
        end = await running
        for task in minding:
            task.cancel()
        for result in await asyncio.gather(*minding, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        _log.info("ended: %s", end.value)
        self._save(session, seat)
        return end

    async def _decide(self, session: Session) -> None:
        """Answers every question, thinking in a thread."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            view = session.view()
            if view.question is not None:
                answer = await asyncio.to_thread(self._answer, view)
                # Meanwhile the clock may have decided, or the table ended.
                if session.ended is None and session.view().question == view.question:
                    session.decide(answer)
            self._follow(session, view)
            if view.position is not None:
                self._tell_round(view.position.round)

    def _answer(self, view: TableView) -> Decision:
        """The player's decision, or what replaces it; that is logged."""
        mind = self._mind
        assert mind is not None
        seconds = SECONDS
        if view.deadline is not None:
            left = view.deadline - time.monotonic() - _FOR_THE_WAY
            seconds = max(min(seconds, left), _LEAST_SECONDS)
        before = mind.troubles.copy()
        decision = mind.decide(sight_of(view, seconds))
        for trouble in mind.troubles - before:
            _log.warning("a decision was replaced by the default: %s", trouble.value)
        return decision

    def _follow(self, session: Session, view: TableView) -> None:
        """Agrees to what others want: to end, to open the hands after the game, to go on without
        a seat, to pause."""
        if view.alone:
            session.end_alone()
        if view.opens and view.you not in view.opens:
            session.open_hands()
        change = self._about_the_silent(view)
        for seat in change.agree:
            session.agree(seat)
        for seat in change.disagree:
            session.disagree(seat)
        if self._is_owned(view) and view.outcome is None:
            wanted = wants_pause(view, self._owners)
            if wanted != (view.you in view.wants_pause):
                session.pause(wanted)

    def _is_owned(self, view: TableView) -> bool:
        """Whether a person at the table runs it."""
        return bool(self._owners) and bool(self._owners[view.you])

    def _about_the_silent(self, view: TableView) -> Change:
        if self._options.grace is not None:
            return wait_for_nobody(view)
        if self._is_owned(view):
            return follow_people(view, self._owners)
        return follow_others(view)

    def _tell_round(self, number: int) -> None:
        path = self._options.progress
        if path is not None and number != self._round:
            self._round = number
            unfinished = path.with_suffix(".new")
            unfinished.write_text(str(number))
            unfinished.replace(path)

    async def _watch(self, session: Session, patience: float) -> None:
        """Raises ``GaveUp`` when no step closes for ``patience`` seconds."""
        step = -1
        while session.view().step != step:
            step = session.view().step
            await asyncio.sleep(patience)
        raise GaveUp(patience)

    def _save(self, session: Session, seat: int) -> None:
        if self._options.save is not None and session.transcript is not None:
            path = Path(f"{self._options.save}-seat-{seat + 1}.koryo")
            write_whole(Disk(), path, session.transcript.read_bytes())


async def _owner_says(leave: Callable[[], object], gone: Callable[[], object]) -> str:
    """The first line of standard input. Later, on the loop, ``leave`` is called if the owner says
    so, and ``gone`` when the input ends.

    Read in a daemon thread without Python's own buffer, whose lock would outlive the process.
    """
    loop = asyncio.get_running_loop()
    first: asyncio.Future[str] = loop.create_future()

    def deliver(said: bytes) -> None:
        line = said.decode("ascii", "replace").strip()
        if not first.done():
            first.set_result(line)
        elif line == LEAVE:
            leave()

    def read() -> None:
        rest = b""
        with suppress(OSError, RuntimeError):
            # The loop may have been closed in the meantime.
            while some := os.read(_STDIN, 4096):
                *lines, rest = (rest + some).split(b"\n")
                for line in lines:
                    loop.call_soon_threadsafe(deliver, line)
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(gone)

    threading.Thread(target=read, daemon=True, name="owner").start()
    return await first
