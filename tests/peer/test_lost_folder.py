"""A seat that lost its folder, or got an older one back, signs nothing that it may have signed."""

from __future__ import annotations

import pytest

from protocol.log.errors import Dropped
from protocol.log.journal import read_journal
from protocol.log.messages import Signed, StepKind
from protocol.log.signing import check_signed
from protocol.log.wire import read_message
from protocol.peer.caution import HEARING, LONGEST_HEARING, Memory
from protocol.peer.effects import Send
from protocol.rules import Standing
from tests.peer.harness import Room
from tests.peer.mortal import Slot, slot_of
from tests.peer.scenes import (
    bold_choice,
    check_honest,
    closed,
    made_absent,
    others,
    peers,
    reach,
    seated,
)

K = StepKind


pytestmark = pytest.mark.usefixtures("remembered")


def _newly_signed(room: Room, seat: int, since: int, known: set[bytes]) -> list[Slot]:
    """What ``seat`` signed that it had never signed before, out of its sends since an effect."""
    found = []
    for effect in room.seats[seat].effects[since:]:
        if isinstance(effect, Send):
            signed = read_message(effect.message)
            if isinstance(signed, Signed) and signed.payload not in known:
                slot = slot_of(signed)
                if slot is not None and _author(room, signed) == seat:
                    found.append(slot)
    return found


def _author(room: Room, signed: Signed) -> int:
    for number, seat in enumerate(room.seats):
        try:
            check_signed(signed, seat.key.identity)
        except Dropped:
            continue
        return number
    raise AssertionError("signed by nobody here")


def _all_signed(room: Room, seat: int) -> set[bytes]:
    return read_journal(room.seats[seat].journal).payloads


def _comes_back_forgetful(room: Room, seat: int, journal: list[bytes], memory: Memory) -> None:
    """Started again with less than it signed; it goes on, and what must hold is checked."""
    known = _all_signed(room, seat)
    room.kill(seat)
    since = len(room.seats[seat].effects)
    room.restart(seat, journal=journal, memory=memory)
    log = room.seats[others(room, seat)[0]].peer.log

    def plays_again() -> bool:
        again = log.state.readmitted[seat]
        return again > 0 and closed(room, again + 1)

    room.run(until=plays_again)
    assert plays_again()
    gone = [step for step, who, _why in made_absent(room, others(room, seat)[0]) if who == seat]
    back = log.state.readmitted[seat]
    for what, number, _attempt in _newly_signed(room, seat, since, known):
        if what in ("entry", "acknowledgement", "change"):
            assert back, "it signs in the log only when it is seated again"
            assert number >= back
    assert len(gone) == 1
    assert log.state.position.standing[seat] is Standing.SEATED
    check_honest(room)


def _forgettable(seats: int) -> tuple[Room, int]:
    room = seated(seats)
    reach(room, K.TURN, 1)
    room.deliver_all()
    return room, seats - 1


@pytest.mark.parametrize("lost", [1, 2, 3, 5, 8, 12])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_backup_that_lacks_the_last_signatures_makes_a_seat_sit_out_the_round(
    seats: int, lost: int
) -> None:
    room, seat = _forgettable(seats)
    _comes_back_forgetful(room, seat, room.seats[seat].journal[:-lost], Memory.WHOLE)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("kind", [K.SEATS, K.KEYS, K.SHUFFLE, K.SHARES, K.ORDER, K.TURN])
def test_a_lost_folder_is_a_goodbye_until_the_next_round(seats: int, kind: StepKind) -> None:
    room = seated(seats)
    step = reach(room, kind, 1)
    seat = seats - 1
    _comes_back_forgetful(room, seat, [], Memory.LOST)
    gone = [(number, who) for number, who, _why in made_absent(room, 0)]
    assert [who for _number, who in gone] == [seat]
    assert step <= gone[0][0] <= step + 1
    assert room.seats[0].peer.log.state.readmitted[seat] > step


def test_at_two_seats_a_lost_folder_after_the_shares_leaves_the_other_its_hand() -> None:
    room = seated(2)
    step = reach(room, K.ORDER, 0)
    room.run(until=lambda: all(len(p.log.closed) == step for p in peers(room)))
    other = room.seats[0].peer
    hand = other.view().hand
    room.kill(1)
    room.restart(1, journal=[], memory=Memory.LOST)
    room.run(until=lambda: bool(made_absent(room, 0)))
    assert room.seats[1].peer.view().sits_out
    assert other.view().hand == hand
    assert not other.view().sits_out
    room.run(until=lambda: other.log.open is not None and other.log.open.kind is K.SEATS)
    played = [c.kind for c in other.log.closed if 0 in c.checked and c.before.step > step]
    assert K.TURN in played
    room.run(until=lambda: room.seats[1].peer.log.state.readmitted[1] > step)
    assert not room.seats[1].peer.view().sits_out
    check_honest(room)


def test_a_seat_that_is_shown_what_it_forgot_falls_silent_at_once() -> None:
    """Its own word of the open step is with seat 0 only, which it does not reach at first."""
    room = seated(3)
    room.seats[2].choose = bold_choice
    step = reach(room, K.SHUFFLE, 0)
    seat = 2
    room.run(until=lambda: len(room.seats[seat].peer.log.closed) == step)
    backup = list(room.seats[seat].journal)
    room.run(until=lambda: closed(room, step + 1))
    room.kill(seat)
    since, known = len(room.seats[seat].effects), _all_signed(room, seat)
    room.restart(seat, journal=backup)
    room.run(until=lambda: bool(made_absent(room, 0)))
    ((gone, _seat, _why),) = made_absent(room, 0)
    assert set(_newly_signed(room, seat, since, known)) == {("goodbye", gone, 0)}
    check_honest(room)


def _is_status(message: bytes) -> bool:
    return not isinstance(read_message(message), Signed)


def test_before_its_first_signature_a_restarted_seat_hears_all_it_reaches() -> None:
    room = seated(3)
    step = reach(room, K.ORDER, 0)
    room.run(until=lambda: all(len(p.log.closed) == step for p in peers(room)))
    (asked,) = room.seats[0].peer.log.open.speakers
    room.kill(asked)
    late = others(room, asked)[0]
    room.drop = lambda sender, to, message: (sender, to) == (late, asked) and _is_status(message)
    room.restart(asked)
    peer = room.seats[asked].peer
    room.deliver_all()
    assert len(peer.log.closed) == step
    assert peer.view().question is None, "one of the others has not been heard"
    room.drop = lambda sender, to, message: False
    room.carry_out(late, room.seats[late].peer.tick(room.now + 10))
    room.deliver_all()
    assert peer.view().question is not None


def test_it_does_not_wait_for_ever_for_a_seat_that_says_nothing_or_lies() -> None:
    room = seated(3)
    step = reach(room, K.ORDER, 0)
    room.run(until=lambda: all(len(p.log.closed) == step for p in peers(room)))
    (asked,) = room.seats[0].peer.log.open.speakers
    room.kill(asked)
    mute = others(room, asked)[0]
    room.drop = lambda sender, to, message: (sender, to) == (mute, asked)
    room.restart(asked)
    room.deliver_all()
    peer = room.seats[asked].peer
    assert peer.view().question is None
    wake = room.seats[asked].wake
    assert wake is not None
    assert wake <= room.now + HEARING
    room.now += HEARING
    room.carry_out(asked, peer.tick(room.now))
    assert peer.view().question is not None
    assert HEARING < LONGEST_HEARING
