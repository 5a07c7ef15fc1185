from __future__ import annotations

import pytest

from protocol.log.errors import Malformed
from protocol.net.errors import Ending, LinkClosed, NoSuchTable
from protocol.net.frames import CAP_AFTER, Channel, encode_frame
from protocol.net.link import dial
from protocol.net.mesh import SeatState
from tests.net.links import FAST, HERE, TABLE, eventually, key, raw
from tests.net.meshes import PATIENT, pairs, start, table


async def test_four_seats_link_every_pair_and_everybody_hears_everybody():
    async with table(4) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 6)
        for seat in seats:
            seat.net.send(f"from {seat.seat}".encode())
        await eventually(lambda: all(len(seat.heard) == 3 for seat in seats))
        for seat in seats:
            others = {other.seat for other in seats if other is not seat}
            assert set(seat.heard) == {(other, f"from {other}".encode()) for other in others}
            assert sorted(seat.links) == [(other, True) for other in sorted(others)]


async def test_a_message_to_one_seat_reaches_that_seat_alone_and_whole():
    async with table(3) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 3)
        long = bytes(CAP_AFTER)
        seats[0].net.send(long, to=2)
        seats[0].net.send(b"end")
        await eventually(lambda: bool(seats[1].heard) and len(seats[2].heard) == 2)
        assert seats[1].heard == [(0, b"end")]
        assert seats[2].heard == [(0, long), (0, b"end")]


async def test_that_a_long_message_is_arriving_is_known_before_it_is_there():
    async with table(3, timing=PATIENT) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 3)
        assert not any(seat.net.is_receiving() for seat in seats)
        frame = encode_frame(Channel.TABLE, b"long")
        raw(seats[1].link(0)).write(frame[:-1])
        await eventually(seats[0].net.is_receiving)
        assert not seats[2].net.is_receiving()
        raw(seats[1].link(0)).write(frame[-1:])
        await eventually(lambda: seats[0].heard == [(1, b"long")])
        assert not seats[0].net.is_receiving()


async def test_one_pair_that_cannot_link_leaves_all_others_linked():
    missing = frozenset((1, 2))
    async with table(4, apart=[missing]) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 5)
        assert missing not in pairs(seats)
        assert seats[1].net.state(2) == SeatState(False, None)
        seats[1].net.send(b"to whom it may reach")
        await eventually(lambda: len(seats[0].heard) == len(seats[3].heard) == 1)
        seats[1].net.send(b"nowhere", to=2)
        assert seats[2].heard == []


async def test_a_link_that_was_cut_is_made_again_and_both_are_told():
    async with table(2) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        old = seats[0].link(1)
        old.abort()
        await eventually(lambda: all(len(seat.links) == 3 for seat in seats))
        assert seats[0].links == [(1, True), (1, False), (1, True)]
        assert seats[1].links == [(0, True), (0, False), (0, True)]
        await eventually(lambda: len(pairs(seats)) == 1)
        assert seats[0].link(1) is not old
        seats[0].net.send(b"again")
        await eventually(lambda: seats[1].heard == [(0, b"again")])


async def test_the_round_trip_of_a_link_is_known_after_a_ping():
    async with table(2) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        await eventually(lambda: seats[0].net.state(1).rtt is not None)


async def test_a_message_that_is_malformed_closes_its_link_and_no_other():
    def judge(payload: bytes) -> None:
        if payload == b"junk":
            raise Malformed("junk")

    async with table(3, timing=PATIENT) as seats:
        seats[0].judge = judge
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 3)
        bad = seats[1].link(0)
        seats[1].net.send(b"junk", to=0)
        await eventually(lambda: bad.closed is not None)
        assert bad.closed is not None
        assert (bad.closed.reason, bad.closed.said_goodbye) == (Ending.MALFORMED, True)
        await eventually(lambda: seats[0].links[-1] == (1, False))
        seats[2].net.send(b"fine", to=0)
        await eventually(lambda: seats[0].heard == [(2, b"fine")])


async def test_words_of_the_lobby_do_not_belong_on_a_link_of_the_table():
    async with table(2, timing=PATIENT) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        link = seats[1].link(0)
        link.send(Channel.LOBBY, b"?")
        await eventually(lambda: link.closed is not None)
        assert link.closed is not None
        assert link.closed.reason is Ending.MALFORMED


async def test_who_stops_says_why_and_nothing_is_told_afterwards():
    async with table(2, timing=PATIENT) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        there = seats[0].link(1)
        await seats[1].net.stop(Ending.LEAVING)
        await eventually(lambda: there.closed is not None)
        assert isinstance(there.closed, LinkClosed)
        assert (there.closed.reason, there.closed.said_goodbye) == (Ending.LEAVING, True)
        assert seats[1].links == [(0, True)]
        await eventually(lambda: seats[0].links == [(1, True), (1, False)])


async def test_a_table_that_was_stopped_is_there_no_more():
    async with table(2) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        await seats[0].net.stop()
        assert seats[0].listener is not None
        with pytest.raises(NoSuchTable):
            await dial(HERE, seats[0].listener.port, key(1), TABLE, key(0).identity, timing=FAST)
