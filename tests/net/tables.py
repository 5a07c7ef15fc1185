"""Sessions at one table in one process: real folders, real threads, wires of choice."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path

from protocol.log.errors import Malformed
from protocol.log.journal import write_record
from protocol.log.messages import Roster, Signed
from protocol.log.signing import SigningKey, check_signed
from protocol.log.wire import read_message
from protocol.net.disk import Disk
from protocol.net.errors import Ending, Reason
from protocol.net.folder import Setup, TableFolder
from protocol.net.lifetime import End
from protocol.net.link import Link
from protocol.net.mesh import OnFrame, OnSeat
from protocol.net.session import Session, Wire
from protocol.peer.peer import Peer
from protocol.peer.questions import NotAsked
from tests.peer.harness import Choose, first_choice, make_roster

OpenWire = Callable[[OnFrame, OnSeat], Wire]


class WatchedDisk(Disk):
    """Knows what has been flushed; ``healthy`` False makes flushing fail."""

    def __init__(self) -> None:
        self.durable = bytearray()
        self.healthy = True
        self._pending = bytearray()
        self.flushes = 0

    def write(self, file: FileIO, data: bytes) -> None:
        super().write(file, data)
        self._pending += data

    def sync(self, file: FileIO) -> None:
        if not self.healthy:
            raise OSError(5, "Input/output error")
        super().sync(file)
        self.flushes += 1
        self.durable += self._pending
        self._pending.clear()


class Killed(Exception):
    """The process ends here."""


class MemoryWire:
    """Messages between sessions of one loop, in order; ``sent`` are those of this one.

    ``before_send(message)`` is called first and may raise.
    """

    def __init__(
        self,
        room: Room,
        seat: int,
        on_frame: OnFrame,
        on_link: OnSeat,
    ) -> None:
        self.room = room
        self.seat = seat
        self.on_frame = on_frame
        self.on_link = on_link
        self.sent: list[bytes] = []
        self.refused: list[Malformed] = []
        self.before_send: Callable[[bytes], None] = lambda message: None
        self.stopped_for: Reason | None = None
        self.receives_a_part = False

    def start(self) -> None:
        for other in self.room.others(self.seat):
            other.on_link(self.seat, None)
            self.on_link(other.seat, None)
        self.room.wires[self.seat] = self

    def adopt(self, link: Link) -> None:
        raise AssertionError("there are no links here")

    def send(self, payload: bytes, to: int | None = None) -> None:
        self.before_send(payload)
        self.sent.append(payload)
        for other in self.room.others(self.seat):
            if to in (None, other.seat):
                asyncio.get_running_loop().call_soon(other.take, self.seat, payload)

    def take(self, sender: int, payload: bytes) -> None:
        if self.room.wires.get(self.seat) is self:
            try:
                self.on_frame(sender, payload)
            except Malformed as error:
                self.refused.append(error)

    def is_receiving(self) -> bool:
        return self.receives_a_part

    async def stop(self, reason: Reason = Ending.LEAVING) -> None:
        self.stopped_for = reason
        self.room.wires.pop(self.seat, None)
        for other in self.room.others(self.seat):
            other.on_link(self.seat, reason)


@dataclass
class Place:
    """One seat: its identity, files and disk, which survive a restart of its session."""

    seat: int
    key: SigningKey
    nonce: bytes
    root: Path
    disk: WatchedDisk = field(default_factory=WatchedDisk)
    choose: Choose = first_choice
    session: Session | None = None
    wire: MemoryWire | None = None
    changes: int = 0

    @property
    def folder(self) -> Path:
        return self.root / f"table-{self.seat}"

    @property
    def transcripts(self) -> Path:
        return self.root / f"transcripts-{self.seat}"

    def finished(self) -> bytes:
        """The transcript of a game that is over."""
        assert self.session is not None
        assert self.session.transcript is not None
        return self.session.transcript.read_bytes()


class Room:
    """A table whose seats are sessions over ``MemoryWire``."""

    def __init__(self, root: Path, seats: int = 2) -> None:
        keys = [SigningKey(os.urandom(32)) for _ in range(seats)]
        nonces = [os.urandom(32) for _ in range(seats)]
        self.roster: Roster = make_roster(keys, nonces)
        self.places = [
            Place(seat, key, nonce, root)
            for seat, (key, nonce) in enumerate(zip(keys, nonces, strict=True))
        ]
        self.wires: dict[int, MemoryWire] = {}

    def others(self, seat: int) -> list[MemoryWire]:
        return [wire for other, wire in self.wires.items() if other != seat]

    def open(
        self,
        place: Place,
        open_wire: OpenWire | None = None,
        *,
        linger: float | None = 0.2,
        quiet: float = 0.0,
    ) -> Session:
        """The session of a seat, continued if its folder is there; in memory unless told else."""
        journal: tuple[bytes, ...] = ()
        if place.folder.exists():
            folder, _, journal = TableFolder.reopen(place.folder, place.disk)
            folder.cut_transcript(0)
        else:
            setup = Setup(self.roster, place.seat, place.nonce)
            folder = TableFolder.create(place.folder, setup, place.disk)

        def open_memory(on_frame: OnFrame, on_link: OnSeat) -> MemoryWire:
            place.wire = MemoryWire(self, place.seat, on_frame, on_link)
            return place.wire

        def changed() -> None:
            place.changes += 1

        peer = Peer(place.key, self.roster, place.nonce, os.urandom, journal)
        place.session = Session(
            peer,
            folder,
            place.transcripts,
            open_wire or open_memory,
            changed,
            linger=linger,
            quiet=quiet,
        )
        return place.session

    async def play(self, place: Place) -> End:
        """Runs the session of a seat and answers its questions."""
        assert place.session is not None
        return await run_and_answer(place.session, place.choose)

    def own_message(self, place: Place, message: bytes) -> Signed | None:
        """What ``place`` itself signed, if ``message`` is such a thing."""
        value = read_message(message)
        if not isinstance(value, Signed):
            return None
        try:
            check_signed(value, place.key.identity)
        except ValueError:
            return None
        return value

    def is_durable(self, place: Place, signed: Signed) -> bool:
        return write_record(signed) in place.disk.durable


async def run_and_answer(session: Session, choose: Choose = first_choice) -> End:
    """Plays a session to its end."""
    running = asyncio.ensure_future(session.run())
    try:
        while not running.done():
            question = session.view().question
            if question is not None and session.ended is None:
                # It may have ended since, and not have told yet.
                with suppress(NotAsked):
                    session.decide(choose(question))
            await asyncio.wait((running,), timeout=0.005)
        return running.result()
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
