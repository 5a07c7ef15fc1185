"""Of two links between the same two seats one stays, and nobody else gets one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from protocol.net.errors import AlreadyLinked, Ending, NotSeated
from protocol.net.frames import Channel
from protocol.net.link import Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.mesh import Mesh
from tests.net.links import FAST, HERE, TABLE, eventually, hosting, key
from tests.net.meshes import PATIENT, Seat, pairs, start, table


async def meet(seats: Sequence[Seat], first: int) -> None:
    """Both seats dial at once; ``first`` is the one whose link is taken first at both ends."""
    links = {}
    for seat in seats:
        other = seats[1 - seat.seat]
        there = other.listener
        assert there is not None
        arrived: list[Link] = []
        there.serve(TABLE, lambda purpose, identity: None, arrived.append)
        mine = await dial(
            HERE, there.port, seat.net._key, TABLE, other.net._key.identity, timing=PATIENT
        )
        await eventually(lambda arrived=arrived: len(arrived) == 1)
        links[seat.seat] = {seat.seat: mine, other.seat: arrived[0]}
    for dialler in (first, 1 - first):
        for seat in seats:
            seat.net.adopt(links[dialler][seat.seat])


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("keys", [(0, 1), (1, 0)])
async def test_of_two_links_that_meet_the_one_of_the_lower_identity_stays(
    first: int, keys: tuple[int, int]
):
    async with table(2, timing=PATIENT, keys=keys) as seats:
        await meet(seats, first)
        lower = min((0, 1), key=lambda seat: key(keys[seat]).identity)
        assert seats[lower].link(1 - lower).dialled
        assert not seats[1 - lower].link(lower).dialled
        for seat in seats:
            seat.net.send(b"over the one that stayed")
        await eventually(lambda: all(len(seat.heard) == 1 for seat in seats))
        assert all(seat.links[-1] == (1 - seat.seat, True) for seat in seats)
        ups = [[up for _, up in seat.links] for seat in seats]
        expected = [True] if first == lower else [True, False, True]
        assert ups == [expected, expected]


async def test_two_seats_that_both_dial_at_once_end_with_one_link():
    async with table(2, timing=replace(FAST, patience=0.0, ping_every=5.0)) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        seats[0].net.send(b"one")
        seats[1].net.send(b"two")
        await eventually(
            lambda: seats[0].link(1).closed is None and seats[1].link(0).closed is None
        )
        await eventually(lambda: seats[0].link(1).dialled != seats[1].link(0).dialled)


async def test_a_second_link_of_the_higher_identity_is_refused_while_the_first_is_fresh():
    low, high = sorted((0, 1), key=lambda number: key(number).identity)
    async with table(2, timing=PATIENT, keys=(high, low)) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        assert seats[1].listener is not None
        with pytest.raises(AlreadyLinked):
            await dial(
                HERE, seats[1].listener.port, key(high), TABLE, key(low).identity, timing=PATIENT
            )


async def test_a_link_the_other_side_has_lost_gives_way_to_its_new_dial():
    low, high = sorted((0, 1), key=lambda number: key(number).identity)
    async with table(2, timing=PATIENT, keys=(high, low)) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        old = seats[1].link(0)
        # Up for longer than any dial takes: the other side had it and lost it.
        old.opened -= PATIENT.connect + 2 * PATIENT.handshake + 1
        assert seats[1].listener is not None
        link = await dial(
            HERE, seats[1].listener.port, key(high), TABLE, key(low).identity, timing=PATIENT
        )
        await eventually(lambda: seats[1].link(0) is not old)
        assert old.closed is not None
        assert old.closed.reason is Ending.REPLACED
        link.close()
        await link.wait_closed()


async def test_nobody_else_gets_a_link_at_the_table():
    async with table(2) as seats:
        start(seats)
        assert seats[0].listener is not None
        with pytest.raises(NotSeated):
            await dial(HERE, seats[0].listener.port, key(3), TABLE, key(0).identity, timing=FAST)


async def test_a_lobby_link_is_taken_over_with_what_had_already_arrived():
    async with table(2, timing=PATIENT, silent=[0, 1]) as seats, hosting(key(0)) as lobby:
        guest = await dial(HERE, lobby.port, key(1), LOBBY, key(0).identity, timing=PATIENT)
        host = await lobby.link()
        guest.send(Channel.TABLE, b"early")
        guest.send(Channel.LOBBY, b"a late word of the lobby")
        await eventually(lambda: len(host._inbox) == 2)
        start(seats)
        seats[0].net.adopt(host)
        seats[1].net.adopt(guest)
        seats[1].net.send(b"and on")
        await eventually(lambda: len(seats[0].heard) == 2)
        assert seats[0].heard == [(1, b"early"), (1, b"and on")]
        assert len(pairs(seats)) == 1


async def test_a_link_to_a_stranger_is_not_taken_over():
    async with table(2) as seats, hosting(key(3)) as other:
        link = await dial(HERE, other.port, key(0), LOBBY, key(3).identity, timing=FAST)
        with pytest.raises(ValueError, match="nobody else"):
            seats[0].net.adopt(link)
        link.close()
        await link.wait_closed()


async def test_a_seat_is_only_for_its_identity():
    identities = (key(0).identity, key(1).identity)
    with pytest.raises(ValueError, match="another identity"):
        Mesh(key(2), TABLE, identities, 0, None, {}, lambda *_: None, lambda *_: None)
