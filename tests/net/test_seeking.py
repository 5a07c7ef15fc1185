"""Two who have lost each other hear of each other from a third, over real links."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from protocol.log.chain import table_id
from protocol.log.messages import Roster
from protocol.net.addresses import Address
from protocol.net.listener import Listener
from protocol.net.lobby_messages import hints_of
from protocol.net.mesh import Mesh
from protocol.net.seeking import Seeker, _seen_from_here
from protocol.net.whereabouts import Directory, Seats
from tests.net.links import FAST, HERE, eventually, key
from tests.peer.harness import make_roster

#: Nobody is found by dialling again and again where nobody is.
TIMING = replace(FAST, seek_first=0.05, seek_last=0.4)
#: Nobody listens at these.
NOWHERE: Address = (HERE, 1)


@dataclass
class Seat:
    """One who plays: a mesh, a directory, and a seeker."""

    number: int
    listener: Listener
    mesh: Mesh
    seeker: Seeker
    directory: Directory
    own: list[Address]

    def up(self, other: int) -> bool:
        return self.mesh.state(other).up

    def knows(self, other: Seat) -> bool:
        return (HERE, other.listener.port) in self.mesh.addresses()[other.number]


async def sit(number: int, roster: Roster, known: dict[int, tuple[Address, ...]]) -> Seat:
    who = key(number)
    identities = tuple(player.identity for player in roster.players)
    listener = Listener(who, HERE, 0, timing=TIMING)
    await listener.start()
    own: list[Address] = [(HERE, listener.port)]
    seekers: list[Seeker] = []
    mesh = Mesh(
        who,
        table_id(roster),
        identities,
        number,
        listener,
        known,
        lambda seat, payload: None,
        lambda seat, ended: seekers[0].changed(),
        timing=TIMING,
    )
    seekers.append(Seeker(mesh, who, lambda: tuple(own), timing=TIMING))

    def seats() -> Seats:
        places = {**mesh.addresses(), number: seekers[0].places}
        owners = (b"",) * len(identities)
        return Seats(roster, owners, tuple(hints_of(places[seat]) for seat in sorted(places)))

    directory = Directory(listener, identities, seats, mesh.heard_from, TIMING)
    return Seat(number, listener, mesh, seekers[0], directory, own)


@asynccontextmanager
async def table(count: int) -> AsyncIterator[list[Seat]]:
    """All know where the first is, and of each other where they are no longer."""
    keys = [key(number) for number in range(count)]
    roster = make_roster(keys, [bytes([number]) * 32 for number in range(count)])
    first = await sit(0, roster, {})
    at_first = ((HERE, first.listener.port),)
    others = [
        await sit(number, roster, dict.fromkeys(range(1, count), (NOWHERE,)) | {0: at_first})
        for number in range(1, count)
    ]
    seats = [first, *others]
    for seat in seats:
        seat.mesh.start()
        seat.directory.start()
        seat.seeker.start()
    try:
        yield seats
    finally:
        for seat in seats:
            await seat.seeker.stop()
            await seat.directory.stop()
            await seat.mesh.stop()
            await seat.listener.stop()


def all_linked(seats: list[Seat]) -> bool:
    return all(one.up(other.number) for one in seats for other in seats if one is not other)


async def test_two_that_have_both_moved_are_told_of_each_other_by_the_third() -> None:
    async with table(3) as seats:
        await eventually(lambda: all_linked(seats))
        one, other = seats[1:]
        assert one.knows(other) or other.knows(one), "whoever was told first has dialled"


async def test_three_that_have_all_moved_are_told_by_the_one_who_has_not() -> None:
    async with table(4) as seats:
        await eventually(lambda: all_linked(seats))


async def test_where_this_machine_is_now_is_looked_up_whenever_links_change() -> None:
    async with table(3) as seats:
        await eventually(lambda: all_linked(seats))
        here, moved = seats[1], ("10.1.2.3", 4)
        here.own[:] = [moved]
        seats[2].mesh._neighbours[1].link.abort()  # type: ignore[union-attr]
        await eventually(lambda: here.seeker.places == (moved,))


async def test_one_who_has_nobody_to_ask_asks_nobody() -> None:
    async with table(3) as (first, *others):
        await eventually(lambda: all_linked([first, *others]))
        for seat in others:
            await seat.mesh.stop()
            await seat.listener.stop()
        asked: list[Address] = []

        async def ask(address: Address) -> bool:
            asked.append(address)
            return False

        first.seeker._ask = ask  # type: ignore[method-assign]
        await eventually(lambda: not first.up(1) and not first.up(2))
        await first.seeker._ask_around()
        await asyncio.sleep(0)
        assert asked == []


def test_whoever_is_on_the_machine_of_the_one_who_tells_is_where_that_one_is() -> None:
    told_at = ("192.168.1.7", 47_210)
    heard = (("127.0.0.1", 47_211), ("::1", 47_211), ("192.168.1.9", 5))
    assert _seen_from_here(told_at, heard) == (
        ("192.168.1.7", 47_211),
        ("192.168.1.7", 47_211),
        ("192.168.1.9", 5),
    )
