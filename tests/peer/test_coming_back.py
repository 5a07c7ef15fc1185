"""A seat that was silent comes back: before the others go on, right after it, or rounds later."""

from __future__ import annotations

import pytest

from protocol.log.messages import Entry, Settings, StepKind, Why
from protocol.rules import Standing
from tests.peer.harness import Room
from tests.peer.scenes import (
    agrees,
    check_honest,
    closed,
    closing_of,
    falls_silent,
    made_absent,
    others,
    peers,
    reach,
    seated,
    silent_at,
    speaks_again,
    statement,
)

K = StepKind


pytestmark = pytest.mark.usefixtures("remembered")


@pytest.mark.parametrize("kind", [K.KEYS, K.SHUFFLE, K.ORDER, K.TURN])
@pytest.mark.parametrize(("agreed", "seats"), [(1, 3), (1, 4), (2, 4)])
def test_a_seat_that_comes_back_before_all_agreed_is_waited_for_after_all(
    kind: StepKind, agreed: int, seats: int
) -> None:
    room, step, silent = silent_at(seats, kind, 1, 0)
    rest = others(room, silent)
    for seat in rest[:agreed]:
        agrees(room, seat, silent)
    room.run()
    speaks_again(room, silent)
    room.run(until=lambda: closed(room, step + 2))
    assert closed(room, step + 2)
    closing = closing_of(room, step, rest[0])
    assert silent in closing.checked
    assert closing.attempt == 2, "a vote is taken back by an attempt that leaves nobody out"
    assert not made_absent(room, rest[0])
    check_honest(room)


def test_a_seat_that_comes_back_while_the_votes_are_under_way_ends_in_one_log() -> None:
    room, step, silent = silent_at(3, K.KEYS, 1, 0)
    rest = others(room, silent)
    for seat in rest:
        agrees(room, seat, silent)
    speaks_again(room, silent)
    room.run(until=lambda: closed(room, step + 3))
    assert closed(room, step + 3)
    check_honest(room)


def told_of(room: Room, seat: int) -> list[bool]:
    """By peer, whether it shows that ``seat`` is seated again at the next deal."""
    return [peer.view().seats[seat].returns for peer in peers(room)]


def test_a_seat_that_comes_back_later_is_seated_again_at_the_next_round() -> None:
    room, _step, silent = silent_at(3, K.ORDER, 0, 0)
    rest = others(room, silent)
    for seat in rest:
        agrees(room, seat, silent)
    room.run(until=lambda: closed(room, _step + 1, silent))
    assert not any(peer.view().seats[silent].returns for peer in (room.seats[s].peer for s in rest))
    speaks_again(room, silent)
    room.run(until=lambda: all(told_of(room, silent)))
    assert not any(peer.view().seats[silent].stays_out for peer in peers(room))
    room.run()
    assert not any(told_of(room, silent)), "it is seated"
    assert all(peer.settled for peer in peers(room))
    log = room.seats[silent].peer.log
    seats_again = next(c for c in log.closed if c.kind is K.SEATS and c.before.step > _step)
    assert log.state.readmitted[silent] == seats_again.before.step + 1
    assert log.state.position.standing[silent] is Standing.SEATED
    assert [found.finished for found in check_honest(room)] == [True, True, True]


def test_after_as_many_absences_as_the_table_allows_a_seat_stays_out() -> None:
    room = seated(3, settings=Settings(absences=2))
    silent = 2
    for deal in (1, 3):
        step = reach(room, K.KEYS, deal)
        falls_silent(room, silent, step)
        room.run()
        for seat in (0, 1):
            agrees(room, seat, silent)
        room.run(until=lambda step=step: closed(room, step + 2, silent))
        speaks_again(room, silent)
    room.run()
    state = room.seats[0].peer.log.state
    assert state.absences[silent] == 2
    assert all(peer.view().seats[silent].stays_out for peer in peers(room))
    assert state.position.standing[silent] is Standing.ABSENT
    assert all(peer.settled for peer in peers(room)), "it still follows the game and signs its end"
    check_honest(room)


def test_one_seat_left_waits_at_seats_and_deals_again_with_whoever_returns() -> None:
    room = seated(2)
    reach(room, K.TURN, 0)
    leaving = 1
    room.carry_out(leaving, room.seats[leaving].peer.leave(room.now))
    room.run()
    alone = room.seats[0].peer
    assert alone.view().alone
    assert alone.log.open.kind is K.SEATS
    room.kill(leaving)
    room.restart(leaving)
    room.run()
    assert all(peer.settled for peer in peers(room))
    assert alone.log.state.position.standing[leaving] is Standing.SEATED
    check_honest(room)


def left_at_an_order(seats: int) -> tuple[Room, int]:
    """Seat 1 says goodbye while an order is asked for, and its process ends."""
    room = seated(seats)
    reach(room, StepKind.ORDER)
    room.silent = {0, 1}
    room.carry_out(1, room.seats[1].peer.leave(room.now))
    room.deliver_all()
    room.kill(1)
    room.run()
    return room, 1


def test_whoever_comes_back_and_leaves_again_is_not_waited_for() -> None:
    room, gone = left_at_an_order(2)
    room.restart(gone)
    room.run()
    log = room.seats[0].peer.log
    room.carry_out(gone, room.seats[gone].peer.leave(room.now))
    room.deliver_all()
    room.kill(gone)
    room.silent = {gone}
    room.run(until=lambda: log.open is not None and log.state.seated == (0,))
    room.run()
    assert log.open is not None
    assert log.open.kind is StepKind.SEATS
    assert log.state.returned[gone] == 0, "its return was taken back"
    room.carry_out(0, room.seats[0].peer.end_alone(room.now))
    room.run()
    assert room.seats[0].peer.over


def test_a_return_seats_a_seat_once() -> None:
    room, back = left_at_an_order(2)
    room.restart(back)
    room.run()
    log = room.seats[0].peer.log
    room.silent = {back}

    def is_its_key(sender: int, _to: int, message: bytes) -> bool:
        said = statement(message)
        return sender == back and isinstance(said, Entry) and said.kind is StepKind.KEYS

    room.drop = is_its_key

    def deals_with_it_again() -> bool:
        at_keys = log.open is not None and log.open.kind is StepKind.KEYS
        return at_keys and log.state.readmitted[back] > 0

    room.run(until=deals_with_it_again)
    room.carry_out(back, room.seats[back].peer.leave(room.now))
    room.run()
    room.kill(back)
    assert [why for _step, _seat, why in made_absent(room, 0)] == [Why.GOODBYE, Why.GOODBYE]
    assert log.open.kind is StepKind.SEATS
    assert log.state.seated == (0,)


def test_a_round_that_begins_anew_takes_back_who_had_asked_for_the_next_one() -> None:
    """Of three one is silent in a deal; before it is made another one leaves."""
    room = seated(3)
    step = reach(room, StepKind.KEYS, 1)
    falls_silent(room, 2, step)
    room.run(until=lambda: not room.wire)
    for seat in (0, 1):
        agrees(room, seat, 2)
    room.run(until=lambda: closed(room, step, 2))
    room.drop = lambda sender, to, _message: {sender, to} == {0, 1}
    room.wire.clear()
    room.unplug(2)
    room.unplug(2, up=True)
    room.deliver_all()
    room.drop = lambda _sender, _to, _message: False
    room.carry_out(1, room.seats[1].peer.leave(room.now))
    room.deliver_all()
    room.unplug(1)
    log = room.seats[0].peer.log
    room.run(until=lambda: log.state.seated == (0, 2) and log.state.dealt)
    assert log.state.position is not None
    assert log.state.position.round == 2


def test_whoever_comes_back_to_a_game_that_was_ended_meanwhile_hears_of_its_end() -> None:
    room, gone = left_at_an_order(2)
    room.silent = set()
    room.run()
    room.carry_out(0, room.seats[0].peer.end_alone(room.now))
    room.run()
    assert room.seats[0].peer.over
    room.restart(gone)
    room.run()
    ended = room.seats[gone].peer.view().outcome
    assert ended is not None
    assert ended == room.seats[0].peer.view().outcome
