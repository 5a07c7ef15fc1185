"""A table whose links go through somebody who does what bad networks do, and plays on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from protocol.log.chain import table_id
from protocol.log.transcript import ClosedStep, read_transcript
from protocol.net.listener import Listener
from protocol.net.mesh import Mesh, OnFrame, OnSeat
from protocol.net.session import Session
from protocol.peer.view import LinkEnd, LinkState
from tests.net.faults import FaultProxy, faulty
from tests.net.links import BOUND, FAST, HERE, eventually
from tests.net.tables import OpenWire, Place, Room, run_and_answer

#: Whoever dials while all is stalled tries again soon.
TIMING = replace(FAST, connect=3.0, handshake=3.0)


@dataclass
class Played:
    """Two seats; the second dials the first through ``proxy``."""

    room: Room
    proxy: FaultProxy
    sessions: list[Session]

    @property
    def step(self) -> int:
        """What both have closed."""
        return min(session.view().step for session in self.sessions)

    @property
    def linked(self) -> bool:
        """Whether both see the other."""
        return all(
            session.view().seats[1 - seat].link is LinkState.DIRECT
            for seat, session in enumerate(self.sessions)
        )

    @property
    def ends(self) -> set[LinkEnd | None]:
        """Why the two last lost each other, as they see it."""
        return {
            session.view().seats[1 - seat].link_ended for seat, session in enumerate(self.sessions)
        }

    async def play_on(self, steps: int = 3) -> None:
        wanted = self.step + steps
        await eventually(lambda: self.step >= wanted, BOUND)


@asynccontextmanager
async def table(tmp_path: Path, delay: float = 0.0) -> AsyncIterator[Played]:
    room = Room(tmp_path, seats=2)
    host, guest = room.places
    listener = Listener(host.key, HERE, 0, timing=TIMING)
    await listener.start()
    async with faulty(listener.port) as proxy:
        proxy.delay = delay
        sessions = [
            room.open(host, mesh_of(room, host, listener, None)),
            room.open(guest, mesh_of(room, guest, None, proxy)),
        ]
        running = [asyncio.ensure_future(run_and_answer(session)) for session in sessions]
        try:
            played = Played(room, proxy, sessions)
            await played.play_on(2)
            yield played
        finally:
            proxy.stall(False)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await listener.stop()
    check_agreement(room)


def mesh_of(
    room: Room, place: Place, listener: Listener | None, proxy: FaultProxy | None
) -> OpenWire:
    addresses = {} if proxy is None else {0: ((HERE, proxy.port),)}
    identities = tuple(player.identity for player in room.roster.players)

    def open_mesh(on_frame: OnFrame, on_link: OnSeat) -> Mesh:
        return Mesh(
            place.key,
            table_id(room.roster),
            identities,
            place.seat,
            listener,
            addresses,
            on_frame,
            on_link,
            timing=TIMING,
        )

    return open_mesh


def check_agreement(room: Room) -> None:
    """What both have closed is the same, entry by entry."""
    records = [
        [
            tuple(entry.payload for entry in record.entries)
            for record in read_transcript((place.folder / "transcript").read_bytes())
            if isinstance(record, ClosedStep)
        ]
        for place in room.places
    ]
    shorter = min(len(record) for record in records)
    assert shorter > 4
    assert records[0][:shorter] == records[1][:shorter]


async def test_a_slow_line_only_takes_longer(tmp_path: Path) -> None:
    async with table(tmp_path, delay=0.02) as played:
        await played.play_on()
        assert played.proxy.accepted == 1, "the link was never lost"


async def test_a_stall_that_ends_before_anybody_minds(tmp_path: Path) -> None:
    async with table(tmp_path) as played:
        played.proxy.stall(True)
        await asyncio.sleep(TIMING.ping_every * 2)
        played.proxy.stall(False)
        await played.play_on()


async def test_a_stall_that_lasts_is_a_lost_link_which_is_made_again(tmp_path: Path) -> None:
    async with table(tmp_path) as played:
        played.proxy.stall(True)
        await eventually(lambda: not played.linked, BOUND)
        held_up = played.step
        await eventually(lambda: played.ends == {LinkEnd.SILENT}, BOUND)
        await eventually(lambda: played.proxy.accepted > 2, BOUND)
        assert played.step <= held_up + 1, "at most what was on its way has closed"
        played.proxy.stall(False)
        await played.play_on()
        assert played.linked


def reset(proxy: FaultProxy) -> None:
    proxy.reset()


def half_close_to_guest(proxy: FaultProxy) -> None:
    proxy.half_close(0)


def half_close_to_host(proxy: FaultProxy) -> None:
    proxy.half_close(1)


def flip_a_bit(proxy: FaultProxy) -> None:
    proxy.flip = 1


@pytest.mark.parametrize("harm", [reset, half_close_to_guest, half_close_to_host, flip_a_bit])
async def test_a_link_that_was_harmed_is_made_again(
    tmp_path: Path, harm: Callable[[FaultProxy], None]
) -> None:
    async with table(tmp_path) as played:
        for again in range(3):
            harm(played.proxy)
            await eventually(lambda wanted=again + 2: played.proxy.accepted >= wanted, BOUND)
            await eventually(lambda: played.linked, BOUND)
            await played.play_on(1)
        assert all(not view_faults(session) for session in played.sessions), "nobody is blamed"


def view_faults(session: Session) -> list[str]:
    return [seat.fault for seat in session.view().seats if seat.fault is not None]


async def test_bits_that_flip_never_get_further_than_the_link(tmp_path: Path) -> None:
    async with table(tmp_path) as played:
        played.proxy.flip = 12
        await eventually(lambda: played.proxy.flipped == 12, BOUND)
        await played.play_on()
        assert all(not view_faults(session) for session in played.sessions)
