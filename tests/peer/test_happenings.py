"""What people are told of a game is the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from protocol.log.messages import StepKind, Why
from protocol.peer.view import (
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    RoundEnded,
    SeatLeftOut,
    SeatReturned,
)
from protocol.rules import Discard, Done, Phase
from tests.peer.harness import Room
from tests.peer.remembered import remembered_checks
from tests.peer.scenes import agrees, closed, falls_silent, peers, reach, seated, speaks_again

K = StepKind


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    with remembered_checks():
        room = seated(3)
        room.run()
        yield room


def test_everybody_is_told_the_same(room: Room) -> None:
    told = [peer.view().happenings for peer in peers(room)]
    assert told[0] == told[1] == told[2]


def test_each_round_is_dealt_played_and_ended(room: Room) -> None:
    told = room.seats[0].peer.view().happenings
    count = Counter((type(one), getattr(one, "round", 0)) for one in told)
    for number in range(1, 9):
        assert count[RoundDealt, number] == 1
        assert count[RoundEnded, number] == 1
        assert count[OrderPlaced, number] == 3
        assert count[OrderOpened, number] == 3
    assert isinstance(told[0], RoundDealt)
    assert isinstance(told[-1], RoundEnded)
    assert told[-1].position.phase is Phase.OVER


def test_moves_lead_from_one_position_to_the_next(room: Room) -> None:
    told = [h for h in room.seats[0].peer.view().happenings if isinstance(h, MovePlayed)]
    for move in told:
        assert move.before.played(move.move) == move.position
        assert move.seat == move.before.actor
    assert sum(isinstance(move.move, Done) for move in told) == 24
    assert any(isinstance(move.move, Discard) for move in told)


def test_an_order_is_told_by_its_size_first_and_opened_later(room: Room) -> None:
    told = room.seats[0].peer.view().happenings
    for opened in (h for h in told if isinstance(h, OrderOpened)):
        (placed,) = [
            h
            for h in told
            if isinstance(h, OrderPlaced) and (h.round, h.seat) == (opened.round, opened.seat)
        ]
        assert placed.size == len(opened.order.cards)
        assert told.index(placed) < told.index(opened)


def test_who_was_left_out_by_whom_and_who_returned_is_told() -> None:
    room = seated(3)
    step = reach(room, K.ORDER, 0)
    falls_silent(room, 2, step)
    room.run()
    for seat in (0, 1):
        agrees(room, seat, 2)
    room.run(until=lambda: closed(room, step + 2, 2))
    speaks_again(room, 2)

    def is_back() -> bool:
        return room.seats[0].peer.log.state.readmitted[2] > 0

    room.run(until=is_back)
    assert is_back()
    told = room.seats[0].peer.view().happenings
    (left,) = [h for h in told if isinstance(h, SeatLeftOut)]
    assert (left.round, left.seat, left.why, left.by) == (1, 2, Why.SILENT, (0, 1))
    (returned,) = [h for h in told if isinstance(h, SeatReturned)]
    assert (returned.round, returned.seat) == (2, 2)


def test_what_is_told_only_grows(room: Room) -> None:
    other = seated(2)
    before: tuple[object, ...] = ()
    for step in range(0, 30, 3):
        other.run(until=lambda step=step: closed(other, step))
        now = other.seats[0].peer.view().happenings
        assert now[: len(before)] == before
        before = now
