"""A seat at a table: peer, links and files put together, for the first time or again."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from protocol.log.signing import SigningKey
from protocol.net.addresses import Address
from protocol.net.errors import Ending, Reason
from protocol.net.folder import TableFolder
from protocol.net.keeping import Kept
from protocol.net.lifetime import LINGER
from protocol.net.link import Link
from protocol.net.listener import Listener
from protocol.net.lobby_messages import hints_of
from protocol.net.meeting import MAX_PLACES, Meeting, Place
from protocol.net.mesh import Mesh, OnFrame, OnSeat
from protocol.net.seating import Seating
from protocol.net.seeking import Seeker
from protocol.net.session import FOR_EYES, Session
from protocol.net.timing import Timing
from protocol.net.whereabouts import Directory, Seats
from protocol.peer.caution import Memory
from protocol.peer.grace import Grace
from protocol.peer.peer import Peer
from protocol.peer.table import Table


def _nowhere() -> tuple[Address, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a seat is played.

    ``own()`` is where others may dial this peer now; it may take a while. ``linger`` and ``quiet``
    as in ``Session``.
    """

    transcripts: Path
    listener: Listener | None
    on_change: Callable[[], None]
    own: Callable[[], tuple[Address, ...]] = _nowhere
    app: str = ""
    timing: Timing | None = None
    linger: float | None = LINGER
    quiet: float = FOR_EYES
    grace: Grace | None = None


@dataclass(frozen=True, slots=True)
class _Past:
    """What a seat brings from an earlier life."""

    journal: Sequence[bytes] = ()
    memory: Memory = Memory.NEW
    log: Table | None = None


def meeting_at(seating: Seating, own: tuple[Address, ...], listener: Listener | None) -> Meeting:
    """Where the seats of a table that begins are."""
    places = {**seating.addresses, seating.seat: own}
    return _meeting(seating, places, listener)


def _meeting(
    seating: Seating, places: Mapping[int, Sequence[Address]], listener: Listener | None
) -> Meeting:
    return Meeting(
        seating.roster,
        seating.owners,
        tuple(
            tuple(Place(*address) for address in places.get(seat, ()))[:MAX_PLACES]
            for seat in range(len(seating.roster.players))
        ),
        "" if listener is None else listener.bind,
        0 if listener is None else listener.port,
    )


def sit_down(key: SigningKey, seating: Seating, folder: TableFolder, how: Sitting) -> Session:
    """The session of ``key`` at a table that begins."""
    return _sit(key, seating, folder, how, _Past())


def sit_again(
    key: SigningKey, kept: Kept, how: Sitting, heard: Mapping[int, tuple[Address, ...]]
) -> Session:
    """The session of ``key`` at a table begun earlier, over a mesh that dials everybody at once.

    ``heard``: by seat where it is said to be now; tried before where it was.
    """
    return _sit(
        key,
        seating_of(kept, heard),
        kept.folder,
        how,
        _Past(kept.journal, kept.memory, kept.log),
    )


def seating_of(kept: Kept, heard: Mapping[int, tuple[Address, ...]]) -> Seating:
    """The seating of a table begun earlier."""
    setup = kept.setup
    places = () if kept.meeting is None else kept.meeting.places
    known = {
        seat: tuple((place.host, place.port) for place in each) for seat, each in enumerate(places)
    }
    addresses = {
        seat: tuple(dict.fromkeys((*heard.get(seat, ()), *known.get(seat, ()))))
        for seat in range(len(setup.roster.players))
        if seat != setup.seat
    }
    return Seating(setup.roster, setup.seat, setup.nonce, addresses, owners=setup.owners)


def _sit(
    key: SigningKey, seating: Seating, folder: TableFolder, how: Sitting, past: _Past
) -> Session:
    peer = Peer(
        key,
        seating.roster,
        seating.nonce,
        os.urandom,
        past.journal,
        past.memory,
        log=past.log,
        grace=how.grace,
    )
    meshes: list[_Wire] = []

    def open_wire(on_frame: OnFrame, on_link: OnSeat) -> _Wire:
        def on_seat(seat: int, ended: Reason | None) -> None:
            meshes[0].changed()
            on_link(seat, ended)

        mesh = Mesh(
            key,
            seating.table,
            seating.identities,
            seating.seat,
            how.listener,
            seating.addresses,
            on_frame,
            on_seat,
            app=how.app,
            timing=how.timing,
            eager=past.memory is not Memory.NEW,
        )
        meshes.append(_Wire(mesh, key, seating, how))
        return meshes[0]

    return Session(
        peer,
        folder,
        how.transcripts,
        open_wire,
        how.on_change,
        links=seating.links.values(),
        linger=how.linger,
        quiet=how.quiet,
        meeting=lambda: meshes[0].meeting(),
    )


class _Wire:
    """A mesh that also answers who asks where the seats are, and asks for those it has lost."""

    def __init__(self, mesh: Mesh, key: SigningKey, seating: Seating, how: Sitting) -> None:
        self._mesh = mesh
        self._seeker = Seeker(mesh, key, how.own, app=how.app, timing=how.timing)
        self._seating = seating
        self._how = how
        self._directory: Directory | None = None
        if how.listener is not None:
            self._directory = Directory(
                how.listener, seating.identities, self._seats, mesh.heard_from, how.timing
            )

    def start(self) -> None:
        """As ``Mesh.start``."""
        self._mesh.start()
        if self._directory is not None:
            self._directory.start()
        self._seeker.start()

    def changed(self) -> None:
        """A link has come up or gone down."""
        self._seeker.changed()

    def adopt(self, link: Link) -> None:
        """As ``Mesh.adopt``."""
        self._mesh.adopt(link)

    def send(self, payload: bytes, to: int | None = None) -> None:
        """As ``Mesh.send``."""
        self._mesh.send(payload, to)

    def is_receiving(self) -> bool:
        """As ``Mesh.is_receiving``."""
        return self._mesh.is_receiving()

    def heard_of(self, seat: int, addresses: Sequence[Address]) -> None:
        """As ``Mesh.heard_of``."""
        self._mesh.heard_of(seat, addresses)

    async def stop(self, reason: Reason = Ending.LEAVING) -> None:
        """As ``Mesh.stop``."""
        await self._seeker.stop()
        if self._directory is not None:
            await self._directory.stop()
        await self._mesh.stop(reason)

    def meeting(self) -> Meeting:
        """Where everybody is, to be kept."""
        return _meeting(self._seating, self._places(), self._how.listener)

    def _seats(self) -> Seats:
        places = self._places()
        hints = tuple(hints_of(places[seat]) for seat in sorted(places))
        return Seats(self._seating.roster, self._seating.owners, hints)

    def _places(self) -> dict[int, tuple[Address, ...]]:
        return {**self._mesh.addresses(), self._seating.seat: self._seeker.places}
