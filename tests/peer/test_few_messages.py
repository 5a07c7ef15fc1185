"""What a game costs in messages, bytes and flushes: nobody floods, and nobody asks for nothing."""

from __future__ import annotations

from itertools import groupby

import pytest

from protocol.log.messages import Status, StepKind
from protocol.log.wire import write_message
from protocol.peer.effects import Send, Write
from protocol.peer.sync import FIRST_ASK
from tests.peer.harness import Room
from tests.peer.scenes import all_settled, reach, seated, statuses

K = StepKind

pytestmark = pytest.mark.usefixtures("remembered")


@pytest.mark.parametrize(
    ("seats", "most", "first_round", "whole_game"),
    [(2, 300, 16_000, 100_000), (3, 1_000, 37_000, 200_000), (4, 2_400, 66_000, 300_000)],
)
def test_the_messages_of_a_whole_game_are_few(
    seats: int, most: int, first_round: int, whole_game: int
) -> None:
    room = seated(seats)
    reach(room, K.KEYS, 1)
    assert all(_bytes_sent(room, seat) < first_round for seat in range(seats))
    room.run()
    assert all_settled(room)
    assert all(_bytes_sent(room, seat) < whole_game for seat in range(seats))
    steps = len(room.seats[0].peer.log.closed)
    # An entry and an acknowledgement of each seat in each step to each other seat, at the most.
    assert room.messages <= 2 * steps * seats * (seats - 1) + 4 * seats * seats
    assert room.messages < most
    assert all(count <= 2 * seats for count in statuses(room).values())


def _bytes_sent(room: Room, seat: int) -> int:
    """Of messages, over all its links, so far."""
    links = len(room.seats) - 1
    sent = [effect for effect in room.seats[seat].effects if isinstance(effect, Send)]
    return sum(len(send.message) * (links if send.to is None else 1) for send in sent)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_seat_waits_for_its_disk_once_for_each_entry_and_acknowledgement(seats: int) -> None:
    room = seated(seats)
    step = reach(room, K.ORDER, seats)
    room.deliver_all()
    for number, seat in enumerate(room.seats):
        is_write = [isinstance(effect, Write) for effect in seat.effects]
        flushes = sum(writes for writes, _together in groupby(is_write))
        entries = sum(closing.said_by(number) is not None for closing in seat.peer.log.closed)
        assert len(seat.peer.log.closed) == step
        assert flushes <= step + entries
        assert flushes < sum(is_write), "what stands together is flushed once"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_statuses_do_not_answer_each_other(seats: int) -> None:
    room = seated(seats)
    reach(room, K.ORDER, 0)
    room.deliver_all()
    before, messages = statuses(room), room.messages
    room.now += FIRST_ASK
    for number, seat in enumerate(room.seats):
        room.carry_out(number, seat.peer.tick(room.now))
    room.deliver_all()
    assert set((statuses(room) - before).values()) == {1}
    assert room.messages - messages == seats * (seats - 1)


def test_a_waiting_table_asks_ever_more_slowly() -> None:
    room = seated(3)
    reach(room, K.ORDER, 0)
    room.deliver_all()
    before = statuses(room)
    for _second in range(60):
        room.now += 1.0
        for number, seat in enumerate(room.seats):
            if seat.wake is not None and seat.wake <= room.now:
                room.carry_out(number, seat.peer.tick(room.now))
        room.deliver_all()
    assert all(count <= 12 for count in (statuses(room) - before).values())


def test_whoever_claims_to_be_far_ahead_is_asked_once() -> None:
    room = seated(3)
    reach(room, K.ORDER, 0)
    room.deliver_all()
    peer = room.seats[0].peer
    lie = Status(peer.log.state.table, 60_000, 0, (), 0)
    sent = 0
    for _lie in range(50):
        effects = peer.receive(write_message(lie), 1, room.now)
        sent += sum(hasattr(effect, "message") for effect in effects)
    assert sent <= 1
    room.run()
    assert all_settled(room)
