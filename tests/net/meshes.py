"""Meshes of a few seats on the loopback address, and all that each was told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from protocol.net.addresses import Address
from protocol.net.errors import Reason
from protocol.net.link import Link
from protocol.net.listener import Listener
from protocol.net.mesh import Mesh
from protocol.net.timing import Timing
from tests.net.links import FAST, HERE, TABLE, key

Pair = frozenset[int]
#: Slow enough that nothing is dialled twice and nothing is taken for dead in a test.
PATIENT = replace(FAST, patience=30.0, retry_first=30.0, retry_last=30.0, ping_every=5.0)


class Seat:
    """A mesh of one seat, and all it told."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.mesh: Mesh | None = None
        self.listener: Listener | None = None
        self.heard: list[tuple[int, bytes]] = []
        self.links: list[tuple[int, bool]] = []
        self.judge: Callable[[bytes], None] = lambda payload: None

    def on_frame(self, seat: int, payload: bytes) -> None:
        self.judge(payload)
        self.heard.append((seat, payload))

    def on_link(self, seat: int, ended: Reason | None) -> None:
        self.links.append((seat, ended is None))

    @property
    def net(self) -> Mesh:
        assert self.mesh is not None
        return self.mesh

    def up(self, seat: int) -> bool:
        return self.net.state(seat).up

    def link(self, seat: int) -> Link:
        link = self.net._neighbours[seat].link
        assert link is not None
        return link


@asynccontextmanager
async def table(
    count: int,
    apart: Iterable[Pair] = (),
    silent: Iterable[int] = (),
    timing: Timing = FAST,
    keys: Sequence[int] = (0, 1, 2, 3),
) -> AsyncIterator[list[Seat]]:
    """``count`` seats; pairs that are ``apart`` know no address of each other, seats that are
    ``silent`` do not listen. Nothing is dialled until ``start``."""
    who = [key(number) for number in keys[:count]]
    seats = [Seat(number) for number in range(count)]
    for seat in seats:
        seat.listener = Listener(who[seat.seat], HERE, 0, timing=timing)
        await seat.listener.start()
    addresses: dict[int, tuple[Address, ...]] = {
        seat.seat: ((HERE, seat.listener.port),)
        for seat in seats
        if seat.listener is not None and seat.seat not in set(silent)
    }
    for seat in seats:
        known: Mapping[int, Sequence[Address]] = {
            other: there
            for other, there in addresses.items()
            if frozenset((seat.seat, other)) not in set(apart)
        }
        seat.mesh = Mesh(
            who[seat.seat],
            TABLE,
            tuple(one.identity for one in who),
            seat.seat,
            seat.listener,
            known,
            seat.on_frame,
            seat.on_link,
            timing=timing,
            jitter=lambda: 0.0,
        )
    try:
        yield seats
    finally:
        for seat in seats:
            await seat.net.stop()
            assert seat.listener is not None
            await seat.listener.stop()


def start(seats: Sequence[Seat]) -> None:
    for seat in seats:
        seat.net.start()


def pairs(seats: Sequence[Seat]) -> set[Pair]:
    """The pairs that are linked at both ends."""
    return {
        frozenset((one.seat, other.seat))
        for one in seats
        for other in seats
        if one is not other and one.up(other.seat) and other.up(one.seat)
    }
