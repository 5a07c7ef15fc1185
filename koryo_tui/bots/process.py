"""The process of one computer player: joins or hosts, plays one game, ends."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from koryo_tui import __version__
from koryo_tui.bots.greedy import Greedy
from koryo_tui.exits import Exit
from koryo_tui.tables import addresses_of, listen, make_invites, nearby, sit
from koryo_tui.terminal import signals
from protocol.net.disk import Disk, write_whole
from protocol.net.errors import NetError
from protocol.net.invite import Invite, read_invite, write_invite
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby, HostLobby
from protocol.net.lobby_host import LobbyHost
from protocol.net.profile import DEFAULT_PROFILE, Profile, Profiles
from protocol.net.seating import Seating
from protocol.net.session import LINGER, End, Session
from protocol.peer.view import LinkState, TableView

#: How long a player waits for the file with the invite.
_INVITE_SECONDS: Final = 30.0
_LOOK_EVERY: Final = 0.05
_STDIN: Final = 0

_log = logging.getLogger("koryo.bot")


@dataclass(frozen=True, slots=True)
class BotOptions:
    """``seats`` None joins, else hosts. ``invite_file`` None: the invite comes on standard input,
    and the end of that is the end of the owner. ``save`` and ``progress``: files for whoever looks
    on. ``patience``: seconds without a new step after which it leaves."""

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
        self._mind = Greedy(options.seed)
        self._session: Session | None = None
        self._round = 0
        self._changed = asyncio.Event()
        self._leaving = asyncio.Event()

    async def run(self) -> int:
        with signals(lambda _code: self._leaving.set()):
            profile = Profiles(self._options.root, os.urandom).open(DEFAULT_PROFILE)
            port = None if self._options.invite_file is None else 0
            listener = await listen(profile, self._options.bind, port)
            try:
                return await self._play(profile, listener)
            finally:
                await listener.stop()
                profile.close()

    async def _play(self, profile: Profile, listener: Listener) -> int:
        """The game, unless it is to be left before it began."""
        game = asyncio.ensure_future(self._game(profile, listener))
        leaving = asyncio.ensure_future(self._leaving.wait())
        await asyncio.wait((game, leaving), return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if not game.done():
            if self._session is None:
                game.cancel()
            else:
                await self._session.leave()
        await asyncio.gather(game, return_exceptions=True)
        if game.cancelled():
            return Exit.FAILED
        return Exit.OK if game.result() is End.FINISHED else Exit.FAILED

    async def _game(self, profile: Profile, listener: Listener) -> End:
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
            return read_invite(await _owner_says(self._leaving.set))
        async with asyncio.timeout(_INVITE_SECONDS):
            while not path.exists():
                await asyncio.sleep(_LOOK_EVERY)
        return read_invite(path.read_text())

    async def _at_table(self, profile: Profile, listener: Listener, seating: Seating) -> End:
        # With an owner it stays until the owner goes, to agree to what people want afterwards.
        linger = None if self._options.invite_file is None else LINGER
        session = await sit(profile, listener, seating, self._changed.set, linger=linger, quiet=0.0)
        self._session = session
        minding = [asyncio.ensure_future(self._decide(session))]
        if self._options.patience is not None:
            minding.append(asyncio.ensure_future(self._watch(session, self._options.patience)))
        running = asyncio.ensure_future(session.run())
        await asyncio.wait((running, *minding), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            await session.leave()
        end = await running
        for task in minding:
            task.cancel()
        for result in await asyncio.gather(*minding, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        _log.info("ended: %s", end.value)
        self._save(session, seating.seat)
        return end

    async def _decide(self, session: Session) -> None:
        """Answers every question, thinking in a thread."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            view = session.view()
            if view.question is not None:
                decision = await asyncio.to_thread(self._mind.decide, view.question)
                session.decide(decision)
            _follow(session, view)
            if view.position is not None:
                self._tell_round(view.position.round)

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


def _follow(session: Session, view: TableView) -> None:
    """Agrees to what others want: to end, to open the hands after the game, or to go on without a
    seat, if that cannot be reached from here either."""
    if view.alone:
        session.end_alone()
    if view.opens and view.you not in view.opens:
        session.open_hands()
    for seat in {seat for vote in view.votes for seat in vote.left_out}:
        lost = view.seats[seat].link is LinkState.LOST
        if lost and seat in view.can_leave_out and seat not in view.agreed:
            session.agree(seat)


async def _owner_says(gone: Callable[[], object]) -> str:
    """The first line of standard input; ``gone`` is called on the loop when the input ends.

    Read in a daemon thread without Python's own buffer, whose lock would outlive the process.
    """
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str] = loop.create_future()

    def deliver(said: bytes) -> None:
        if not line.done():
            line.set_result(said.decode("ascii", "replace"))

    def read() -> None:
        said = b""
        with suppress(OSError):
            while b"\n" not in said and (some := os.read(_STDIN, 4096)):
                said += some
            loop.call_soon_threadsafe(deliver, said)
            while os.read(_STDIN, 4096):
                continue
        with suppress(RuntimeError):
            # The loop may have been closed in the meantime.
            loop.call_soon_threadsafe(gone)

    threading.Thread(target=read, daemon=True, name="owner").start()
    return await line
