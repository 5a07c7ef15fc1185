"""A seat whose process dies at any moment comes back, and never signs two things for one slot."""

from __future__ import annotations

import os

import pytest

from protocol.log.messages import StepKind, Why
from protocol.peer.peer import Peer
from tests.peer.harness import Room, seeded_dice
from tests.peer.mortal import MortalRoom, Slot, check_order
from tests.peer.scenes import (
    agrees,
    bold_choice,
    check_honest,
    closed,
    closing_of,
    made_absent,
    others,
    peers,
    reach,
    seated,
)

K = StepKind
#: KORYO_LONG=1 kills at every point of the whole game.
LONG = bool(os.environ.get("KORYO_LONG"))


pytestmark = pytest.mark.usefixtures("remembered")


def _mortal(seats: int, mortal: int) -> MortalRoom:
    room = MortalRoom(seats, dice=seeded_dice(7))
    for seat in room.seats:
        seat.choose = bold_choice
    room.watch(mortal)
    return room


class EveryPoint:
    """Dies at each point once: all of them up to a step, every ``stride``-th after it."""

    def __init__(self, all_before: int, stride: int) -> None:
        self.seen: set[tuple[str, str, Slot]] = set()
        self.hit: set[tuple[str, str, str]] = set()
        self.all_before = all_before
        self.stride = stride

    def __call__(self, point: tuple[str, str, Slot]) -> bool:
        if point in self.seen:
            return False
        self.seen.add(point)
        effect, place, (what, step, _attempt) = point
        if step >= self.all_before and len(self.seen) % self.stride:
            return False
        self.hit.add((effect, place, what))
        return True


@pytest.mark.parametrize("mortal", [0, 1])
def test_killed_at_every_effect_of_a_game_a_seat_sends_the_same_bytes_and_finishes(
    mortal: int,
) -> None:
    room = _mortal(2, mortal)
    points = EveryPoint(all_before=2**16 if LONG else 14, stride=17)
    room.dies = points
    room.start()
    room.live()
    assert all(peer.settled for peer in peers(room))
    assert all(found.finished for found in check_honest(room))
    assert not any(closing.attempt for closing in room.seats[0].peer.log.closed)
    assert room.deaths > 100
    for effect, place in (("Write", "before"), ("Write", "after"), ("Send", "before")):
        for what in ("entry", "acknowledgement"):
            assert (effect, place, what) in points.hit
    assert ("Write", "after", "secret") in points.hit


def test_killed_between_its_votes_a_seat_votes_the_same_way_again() -> None:
    room = _mortal(3, 0)
    room.start()
    room.live(until=lambda: any(_opens(peer, K.SHUFFLE) for peer in peers(room)))
    step = max(len(peer.log.closed) for peer in peers(room))
    silent, other = 1, 2
    room.unplug(silent)
    room.live(dead=False)
    points = EveryPoint(all_before=2**16, stride=1)
    room.dies = lambda point: point[2][1] >= step and points(point)
    agrees(room, other, silent)

    def done() -> bool:
        view = room.seats[0].peer.view()
        if silent in view.can_leave_out and silent not in view.agreed:
            # Each time its player sees the question again, and answers as before.
            agrees(room, 0, silent)
        return closed(room, step + 2, silent)

    room.live(until=done, reaches=(other,))
    assert closed(room, step + 2, silent)
    for place in (("Write", "before"), ("Write", "after"), ("Send", "before"), ("Send", "after")):
        assert (*place, "change") in points.hit
    assert made_absent(room, 0) == [(step, silent, Why.SILENT)]
    check_honest(room)


def _opens(peer: Peer, kind: StepKind) -> bool:
    return peer.log.open is not None and peer.log.open.kind is kind


def test_what_an_acknowledgement_rests_on_outlives_its_author() -> None:
    """A word came to one seat only, which acknowledged it and died; its author is gone."""
    room = seated(3)
    step = reach(room, K.ORDER, 0)
    room.run(until=lambda: closed(room, step - 1) and not room.wire)
    ((asked,), log) = room.seats[0].peer.log.open.speakers, room.seats[0].peer.log
    one, other = others(room, asked)
    room.drop = lambda sender, to, message: (sender, to) in ((asked, other), (one, other))
    room.answer()
    room.deliver_all()
    assert one in room.seats[one].peer.log.open.attempt(0).acknowledgements
    assert log.state.step == step
    room.kill(asked)
    room.kill(one)
    room.drop = lambda sender, to, message: False
    room.restart(one, up=False)
    room.link(one, other, up=True)
    room.run()
    for seat in (one, other):
        agrees(room, seat, asked)
    room.run(until=lambda: closed(room, step, asked))
    assert closed(room, step, asked)
    assert asked in closing_of(room, step, other).checked
    check_honest(room)


@pytest.mark.parametrize("kind", [K.ORDER, K.TURN, K.DISCARD])
def test_started_again_a_seat_knows_its_hand_and_its_sealed_order(kind: StepKind) -> None:
    room = seated(3)
    step = reach(room, kind, 2 if kind is not K.DISCARD else 0)
    room.run(until=lambda: all(len(p.log.closed) == step for p in peers(room)))
    for number, seat in enumerate(room.seats):
        before = seat.peer.view()
        room.kill(number)
        room.restart(number)
        room.run(until=lambda seat=seat: not room.wire and len(seat.peer.log.closed) >= step)
        after = seat.peer.view()
        assert (after.hand, after.order, after.position) == (
            before.hand,
            before.order,
            before.position,
        )
        assert (after.question is None) == (before.question is None)
    room.run()
    assert all(found.finished for found in check_honest(room))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_when_all_are_killed_the_game_goes_on_once_they_are_back(seats: int) -> None:
    room = seated(seats)
    step = reach(room, K.TURN, 0)
    for number in range(seats):
        room.kill(number)
    for number in range(seats):
        room.restart(number, up=False)
    for one in range(seats):
        for other in range(one):
            room.link(one, other, up=True)
    begun = room.now
    room.run(until=lambda: closed(room, step))
    assert closed(room, step)
    assert room.now == begun, "nobody had to wait for a second question"
    check_honest(room)


def test_in_every_list_of_effects_the_writes_stand_before_the_sends() -> None:
    class Strict(Room):
        def carry_out(self, number: int, effects: tuple[object, ...]) -> None:
            check_order(effects)
            super().carry_out(number, effects)

    room = Strict(4, dice=seeded_dice(1))
    room.start()
    step = reach(room, K.SHARES, 0)
    room.unplug(3)
    room.run()
    for seat in (0, 1, 2):
        room.carry_out(seat, room.seats[seat].peer.agree(3, room.now))
    room.run(until=lambda: closed(room, step + 4, 3))
    room.carry_out(2, room.seats[2].peer.leave(room.now))
    room.run(until=lambda: closed(room, step + 8, 2, 3))
    check_honest(room)
