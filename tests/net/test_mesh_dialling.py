"""Where and how often a seat that is not linked is dialled."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace

from protocol.net.link import dial
from protocol.net.mesh import MOST_TOLD, Mesh
from tests.net.links import FAST, HERE, TABLE, eventually, hosting, key, serving
from tests.net.meshes import PATIENT, Pair, Seat, pairs, start, table


async def test_the_later_seat_dials_the_earlier_one():
    async with table(3, timing=PATIENT) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 3)
        for later in range(1, 3):
            for earlier in range(later):
                assert seats[later].link(earlier).dialled
                assert not seats[earlier].link(later).dialled


async def test_the_earlier_seat_dials_when_the_later_one_cannot():
    async with table(2, silent=[0]) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        assert seats[0].link(1).dialled


async def test_a_seat_that_comes_later_is_dialled_until_it_is_there():
    async with table(2) as seats:
        seats[1].net.start()
        await eventually(lambda: len(seats[1].net._tasks) == 1)
        seats[0].net.start()
        await eventually(lambda: len(pairs(seats)) == 1)


async def test_once_there_is_a_link_no_further_address_is_tried():
    silent: list[asyncio.StreamReader] = []

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        silent.append(reader)
        await reader.read()

    timing = replace(PATIENT, handshake=0.3)
    who = (key(0), key(1))
    async with hosting(who[0]) as other, hosting(who[0]) as host, serving(say_nothing, False) as no:
        addresses = {0: ((HERE, no), (HERE, host.port))}
        identities = (who[0].identity, who[1].identity)
        seat = Seat(1)
        mesh = Mesh(
            who[1],
            TABLE,
            identities,
            1,
            None,
            addresses,
            seat.on_frame,
            seat.on_link,
            timing=timing,
        )
        mesh.start()
        await eventually(lambda: len(silent) == 1)
        mesh.adopt(await dial(HERE, other.port, who[1], TABLE, who[0].identity, timing=FAST))
        await eventually(lambda: silent[0].at_eof())
        await dial(HERE, host.port, key(2), TABLE, who[0].identity, timing=FAST)
        assert host.asked == [(TABLE, key(2).identity)]
        assert seat.links == [(0, True)]
        await mesh.stop()


async def test_where_a_seat_says_it_is_now_comes_before_where_else_it_was():
    silent: list[asyncio.StreamReader] = []

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        silent.append(reader)
        await reader.read()

    async with (
        table(2, apart=[Pair((0, 1))], timing=replace(PATIENT, handshake=2.0)) as seats,
        serving(say_nothing, False) as one,
        serving(say_nothing, False) as other,
    ):
        late = seats[1].net
        late._neighbours[0].addresses = ((HERE, one), (HERE, other))
        late.start()
        seats[0].net.start()
        await eventually(lambda: len(silent) == 1)
        assert seats[0].listener is not None
        late.heard_from(0, ((HERE, seats[0].listener.port),))
        await eventually(lambda: len(pairs(seats)) == 1)
        assert len(silent) == 1, "the second of the old addresses was not tried"


async def test_stopping_in_the_middle_of_dialling_leaves_nothing_behind():
    async with table(4) as seats:
        start(seats)
        await asyncio.sleep(0)
        for seat in seats:
            await seat.net.stop()
        assert all(not seat.net._tasks for seat in seats)


async def test_a_seat_that_is_heard_of_is_dialled_at_once():
    """Neither knows the other, and nobody would dial again for a long time."""
    async with table(2, apart=[Pair((0, 1))], timing=PATIENT) as seats:
        start(seats)
        there = seats[0].listener
        assert there is not None
        seats[1].net.heard_of(0, ((HERE, there.port),))
        await eventually(lambda: len(pairs(seats)) == 1)
        assert seats[1].net.addresses() == {0: ((HERE, there.port),)}


async def test_what_is_heard_twice_is_no_news():
    async with table(2, apart=[Pair((0, 1))], timing=PATIENT) as seats:
        net = seats[1].net
        neighbour = net._neighbours[0]
        for hear in (net.heard_of, net.heard_from):
            hear(0, ((f"192.0.2.{len(hear.__name__)}", 1),))
            assert neighbour.is_news
            neighbour.is_news = False
            hear(0, ((f"192.0.2.{len(hear.__name__)}", 1),))
            assert not neighbour.is_news


async def test_whatever_others_tell_of_a_seat_it_is_still_looked_for_where_it_was():
    """One of the players would like two others not to find each other."""
    async with table(2, timing=replace(PATIENT, retry_first=0.01, retry_last=0.01)) as seats:
        late = seats[1].net
        known = late.addresses()
        for lie in range(50):
            late.heard_of(0, tuple((HERE, 1 + lie % 3 + number) for number in range(20)))
        assert late.addresses() == known, "and nobody else is told it"
        assert len(late._neighbours[0].told) == MOST_TOLD
        start(seats)

        async def lie_on() -> None:
            for port in itertools.cycle((1, 2, 3, 4, 5)):
                late.heard_of(0, ((HERE, port),))
                await asyncio.sleep(0)

        lying = asyncio.ensure_future(lie_on())
        await eventually(lambda: len(pairs(seats)) == 1)
        lying.cancel()


async def test_where_a_seat_was_reached_comes_first():
    async with table(2, timing=PATIENT) as seats:
        there = seats[0].listener
        assert there is not None
        reached = (HERE, there.port)
        seats[1].net._neighbours[0].addresses = (("127.0.0.9", 1), reached, ("127.0.0.8", 2))
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        assert seats[1].net.addresses()[0][0] == reached
        # The other side was seen at an address, and is known to listen at a port.
        own = seats[1].listener
        assert own is not None
        assert seats[0].net.addresses()[1][0] == (HERE, own.port)


async def test_one_who_comes_back_dials_everybody_at_once():
    async with table(3, timing=PATIENT) as seats:
        seats[0].net._eager = True
        start(seats[:1])
        for other in seats[1:]:
            # These have stopped to dial; they only answer.
            assert other.listener is not None
            other.listener.serve(TABLE, other.net._accept, other.net._on_incoming)
        await eventually(lambda: pairs(seats) == {Pair((0, 1)), Pair((0, 2))})
