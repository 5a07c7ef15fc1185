from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from protocol.log.errors import Malformed
from protocol.net.addresses import Address
from protocol.net.errors import AlreadyLinked, Ending, LinkClosed, NoSuchTable, NotSeated
from protocol.net.frames import CAP_AFTER, Channel
from protocol.net.link import Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.listener import Listener
from protocol.net.mesh import MOST_TOLD, Backoff, Mesh, SeatState
from protocol.net.timing import Timing
from tests.net.links import FAST, HERE, TABLE, eventually, hosting, key, serving

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

    def on_link(self, seat: int, up: bool) -> None:
        self.links.append((seat, up))

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


async def test_a_seat_that_comes_later_is_dialled_until_it_is_there():
    async with table(2) as seats:
        seats[1].net.start()
        await eventually(lambda: len(seats[1].net._tasks) == 1)
        seats[0].net.start()
        await eventually(lambda: len(pairs(seats)) == 1)


async def test_the_round_trip_of_a_link_is_known_after_a_ping():
    async with table(2) as seats:
        start(seats)
        await eventually(lambda: len(pairs(seats)) == 1)
        await eventually(lambda: seats[0].net.state(1).rtt is not None)


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


def test_a_back_off_doubles_up_to_its_end_and_forgets_only_after_a_lasting_link():
    backoff = Backoff(0.5, 10.0, lambda: 0.0)
    assert [backoff.wait() for _ in range(7)] == [0.5, 1, 2, 4, 8, 10, 10]
    backoff.lasted(10.0)
    assert backoff.wait() == 10
    backoff.lasted(10.1)
    assert backoff.wait() == 0.5
    assert Backoff(0.5, 10.0, lambda: 1.0).wait() == 0.75


async def test_stopping_in_the_middle_of_dialling_leaves_nothing_behind():
    async with table(4) as seats:
        start(seats)
        await asyncio.sleep(0)
        for seat in seats:
            await seat.net.stop()
        assert all(not seat.net._tasks for seat in seats)


async def test_a_seat_is_only_for_its_identity():
    identities = (key(0).identity, key(1).identity)
    with pytest.raises(ValueError, match="another identity"):
        Mesh(key(2), TABLE, identities, 0, None, {}, lambda *_: None, lambda *_: None)


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
