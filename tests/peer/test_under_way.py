"""On a slow line what is long is not given again while it may still be on its way."""

from __future__ import annotations

import pytest

from protocol.log.messages import Signed, Status, StepKind
from protocol.log.wire import read_message, write_message
from protocol.peer.effects import Send
from protocol.peer.sync import SECONDS_UNDER_WAY, is_long
from tests.peer.harness import Room
from tests.peer.scenes import agrees, peers, reach, seated, speakers

K = StepKind

pytestmark = pytest.mark.usefixtures("remembered")


def _shuffled(seats: int) -> tuple[Room, int, tuple[int, ...]]:
    """The first seat has shuffled, and everybody has it: the step, and its speakers."""
    room = seated(seats)
    step = reach(room, K.SHUFFLE)
    order = speakers(room, step)
    room.run(until=lambda: all(p.log.open and p.log.open.entries_mask() for p in peers(room)))
    return room, step, order


def _long_answers(room: Room, asked: int, asks: int, status: Status, now: float) -> int:
    """How many long things ``asked`` sends to the seat that ``asks`` with ``status``."""
    effects = room.seats[asked].peer.receive(write_message(status), asks, now)
    sent = [e for e in effects if isinstance(e, Send) and e.to == asks]
    values = [read_message(send.message) for send in sent]
    return sum(isinstance(value, Signed) and is_long(value) for value in values)


def test_what_is_long_is_not_given_again_while_it_may_be_on_its_way() -> None:
    room, step, (author, asks, _third) = _shuffled(3)
    lacks = Status(room.seats[author].peer.log.state.table, step, 0, (), 0)
    now = room.now
    assert _long_answers(room, author, asks, lacks, now) == 0
    room.seats[author].peer.linked(asks, True, now)
    assert _long_answers(room, author, asks, lacks, now) == 1, "what was on the old link is lost"
    assert _long_answers(room, author, asks, lacks, now) == 0
    now += SECONDS_UNDER_WAY
    assert _long_answers(room, author, asks, lacks, now) == 1
    assert _long_answers(room, author, asks, lacks, now) == 0


def test_what_is_long_is_left_to_its_author_at_first_if_it_has_a_link() -> None:
    room, step, (author, asks, carries) = _shuffled(3)
    table = room.seats[carries].peer.log.state.table
    lacks, cut_off = (Status(table, step, 0, (), unlinked) for unlinked in (0, 1 << author))
    assert _long_answers(room, carries, asks, lacks, room.now) == 0
    assert _long_answers(room, carries, asks, cut_off, room.now) == 1
    room, step, (author, asks, carries) = _shuffled(3)
    assert _long_answers(room, carries, asks, lacks, room.now + SECONDS_UNDER_WAY) == 1


def test_once_there_are_votes_every_entry_is_given_at_once() -> None:
    room, step, (author, asks, silent) = _shuffled(3)
    lacks = Status(room.seats[author].peer.log.state.table, step, 0, (), 0)
    room.unplug(silent)
    agrees(room, author, silent)
    assert 1 in room.seats[author].peer.log.open.attempts
    assert [_long_answers(room, author, asks, lacks, room.now) for _ in range(2)] == [1, 1]


def test_who_is_far_behind_is_given_what_it_could_not_take_in() -> None:
    room, step, (author, asks, _third) = _shuffled(3)
    table = room.seats[author].peer.log.state.table
    early, now = Status(table, step - 2, 0, (), 0), room.now
    _long_answers(room, author, asks, early, now)
    assert _long_answers(room, author, asks, Status(table, step, 0, (), 0), now) == 1


def test_of_the_step_that_just_closed_long_entries_that_are_held_are_given_when_asked_twice() -> (
    None
):
    room = seated(3)
    step = reach(room, K.SHARES)
    room.deliver_all()
    log, later = room.seats[0].peer.log, room.now + SECONDS_UNDER_WAY
    has_all = Status(log.state.table, step - 1, 0b111, (), 0)
    assert _long_answers(room, 0, 1, has_all, later) == 0
    assert _long_answers(room, 0, 1, has_all, later) == 3, (
        "it may hold others than those that count"
    )
    room = seated(3)
    reach(room, K.SHARES)
    room.deliver_all()
    lacks_one = Status(log.state.table, step - 1, 0b110, (), 0)
    assert _long_answers(room, 0, 1, lacks_one, later) == 1
