"""A table goes on without a seat only when all others agree, and takes it back."""

from __future__ import annotations

import pytest

from protocol.log.messages import StepKind, Why
from protocol.peer.steps import DEALS
from protocol.rules import Phase, Standing
from tests.peer.scenes import (
    agrees,
    check_honest,
    closed,
    closing_of,
    falls_silent,
    keeps_its_acknowledgement,
    made_absent,
    others,
    peers,
    reach,
    seated,
    silent_at,
    speakers,
    speaks_again,
    votes_held,
)

K = StepKind


pytestmark = pytest.mark.usefixtures("remembered")


#: Step kind, which of its kind, the place of the silent seat among its speakers.
SILENCES = [
    (K.SEATS, 1, 0),
    (K.KEYS, 1, 0),
    (K.KEYS, 1, 1),
    (K.SHUFFLE, 0, 0),
    (K.SHUFFLE, 0, 1),
    (K.SHUFFLE, 0, -1),
    (K.SHARES, 0, 0),
    (K.SHARES, 1, -1),
    (K.ORDER, 0, 0),
    (K.ORDER, 1, 0),
    (K.TURN, 0, 0),
    (K.TURN, 1, 0),
    (K.DISCARD, 0, 0),
]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("kind", "nth", "place"), SILENCES)
def test_a_silent_seat_is_left_out_only_by_all_others_together(
    seats: int, kind: StepKind, nth: int, place: int
) -> None:
    room, step, silent = silent_at(seats, kind, nth, place)
    rest = others(room, silent)
    for seat in rest:
        assert room.seats[seat].peer.log.open.step == step, "without agreement the table waits"
        assert room.seats[seat].peer.view().can_leave_out == (silent,)
    for seat in rest[:-1]:
        agrees(room, seat, silent)
        room.run()
        assert not any(closed(room, step, *others(room, one)) for one in rest)
    agrees(room, rest[-1], silent)
    room.run(until=lambda: closed(room, step + 2, silent))
    for seat in rest:
        assert made_absent(room, seat) == [(step, silent, Why.SILENT)]
        closing = closing_of(room, step, seat)
        assert closing.members == tuple(rest)
        assert silent not in closing.checked
    check_honest(room)


@pytest.mark.parametrize(("kind", "nth", "place"), [s for s in SILENCES if s[0] in DEALS])
def test_a_deal_that_lost_a_seat_begins_anew_at_its_keys(
    kind: StepKind, nth: int, place: int
) -> None:
    room, step, silent = silent_at(3, kind, nth, place)
    rest = others(room, silent)
    for seat in rest:
        agrees(room, seat, silent)
    room.run(until=lambda: closed(room, step + 3, silent))
    closing = closing_of(room, step, rest[0])
    assert not closing.checked, "no word of a broken deal counts"
    again = [closing_of(room, step + n, rest[0]) for n in (1, 2, 3)]
    assert [c.kind for c in again] == [K.KEYS, K.SHUFFLE, K.SHARES]
    assert [sorted(c.checked) for c in again] == [rest, rest, rest]
    before, after = closing.before.position, again[-1].after.position
    assert before is not None
    assert after is not None
    assert after.round == before.round
    check_honest(room)


def test_at_seats_the_others_words_count_and_the_round_begins() -> None:
    room, step, silent = silent_at(3, K.SEATS, 1, 0)
    rest = others(room, silent)
    for seat in rest:
        agrees(room, seat, silent)
    room.run(until=lambda: closed(room, step + 1, silent))
    assert sorted(closing_of(room, step, rest[0]).checked) == rest
    assert closing_of(room, step + 1, rest[0]).kind is K.KEYS
    check_honest(room)


@pytest.mark.parametrize("kind", [K.ORDER, K.TURN, K.DISCARD])
def test_the_round_goes_on_without_the_word_of_the_silent_seat(kind: StepKind) -> None:
    room, step, silent = silent_at(3, kind, 0, 0)
    rest = others(room, silent)
    dealt = peers(room, silent)[0].log.state.deal
    for seat in rest:
        agrees(room, seat, silent)
    room.run(until=lambda: closed(room, step + 1, silent))
    closing = closing_of(room, step, rest[0])
    assert not closing.checked
    assert closing.after.position is not None
    assert closing.after.position.standing[silent] is Standing.ABSENT
    if kind is not K.DISCARD:
        assert closing.after.deal is not None
        assert closing.after.deal.deck is dealt.deck, "the deal stays as it is"
    check_honest(room)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("kind", [K.SEATS, K.KEYS, K.SHUFFLE, K.SHARES, K.ORDER, K.TURN])
def test_an_acknowledgement_already_given_fixes_the_head_and_the_seat_stays_for_that_step(
    seats: int, kind: StepKind
) -> None:
    room = seated(seats)
    step = reach(room, kind, 1)
    withholding = speakers(room, step)[0]
    keeps_its_acknowledgement(room, withholding, step)
    room.run()
    rest = others(room, withholding)
    for seat in rest:
        peer = room.seats[seat].peer
        assert peer.log.open.step == step
        assert peer.view().can_leave_out == (withholding,)
        agrees(room, seat, withholding)
    room.run(until=lambda: closed(room, step + 1, withholding))
    closing = closing_of(room, step, rest[0])
    assert withholding in closing.checked, "its word was acknowledged, so it counts"
    assert not closing.made_absent
    assert closing.members == tuple(rest)
    assert made_absent(room, rest[0]) == [(step + 1, withholding, Why.SILENT)]
    assert closing_of(room, step + 1, rest[0]).attempt == 1, "nobody is asked a second time"
    check_honest(room)


def test_a_player_may_take_its_agreement_back() -> None:
    room, step, silent = silent_at(3, K.KEYS, 1, 0)
    one, other = others(room, silent)
    agrees(room, one, silent)
    room.run()
    room.carry_out(one, room.seats[one].peer.disagree(silent, room.now))
    agrees(room, other, silent)
    room.run()
    assert not closed(room, step, silent)
    agrees(room, one, silent)
    room.run(until=lambda: closed(room, step, silent))
    assert made_absent(room, one) == [(step, silent, Why.SILENT)]
    check_honest(room)


@pytest.mark.parametrize("kind", [K.SEATS, K.KEYS, K.SHUFFLE, K.SHARES, K.ORDER, K.TURN])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_says_goodbye_is_left_out_at_once_and_nobody_is_asked(
    kind: StepKind, seats: int
) -> None:
    room = seated(seats)
    step = reach(room, kind, 1)
    leaving = speakers(room, step)[0]
    falls_silent(room, leaving, step)
    room.drop = lambda _sender, _to, _message: False
    room.carry_out(leaving, room.seats[leaving].peer.leave(room.now))
    rest = others(room, leaving)
    room.run(until=lambda: bool(made_absent(room, rest[0])))
    ((_step, gone, why),) = made_absent(room, rest[0])
    assert (gone, why) == (leaving, Why.GOODBYE)
    assert room.seats[rest[0]].peer.log.state.position.standing[leaving] is Standing.LEFT
    room.run(until=lambda: closed(room, _step, leaving))
    check_honest(room)


def test_at_two_of_four_silent_nobody_can_close_and_one_that_returns_is_enough() -> None:
    room = seated(4)
    step = reach(room, K.ORDER, 0)
    (asked,) = speakers(room, step)
    also = others(room, asked)[0]
    rest = others(room, asked, also)
    for seat in (asked, also):
        falls_silent(room, seat, step)
    room.run()
    for seat in rest:
        for silent in (asked, also):
            agrees(room, seat, silent)
    room.run()
    assert not any(len(peer.log.closed) > step for peer in peers(room))
    for seat in (asked, also):
        room.unplug(seat)
    room.drop = lambda _sender, _to, _message: False
    for other in others(room, asked, also):
        room.link(also, other, up=True)
    room.run()
    agrees(room, also, asked)
    room.run(until=lambda: closed(room, step, asked))
    assert made_absent(room, also) == [(step, asked, Why.SILENT)]
    check_honest(room)


def test_one_of_two_silent_cannot_be_left_out_and_the_table_waits() -> None:
    room, step, silent = silent_at(2, K.ORDER, 0, 0)
    waiting = room.seats[1 - silent].peer
    assert waiting.view().can_leave_out == ()
    agrees(room, 1 - silent, silent)
    room.run()
    assert not waiting.log.open.attempts or not votes_held(waiting)
    assert waiting.log.open.step == step
    speaks_again(room, silent)
    room.run()
    assert all(peer.settled for peer in peers(room))
    check_honest(room)


@pytest.mark.parametrize("kind", [K.ROSTER, K.NONCES, K.SEATS, K.KEYS])
def test_before_the_first_keys_close_nobody_can_be_left_out(kind: StepKind) -> None:
    room = seated(3)
    step = reach(room, kind, 0)
    silent = speakers(room, step)[0]
    falls_silent(room, silent, step)
    room.run()
    for seat in others(room, silent):
        agrees(room, seat, silent)
    room.run()
    for peer in peers(room):
        assert peer.log.open.step == step
        assert peer.view().can_leave_out == ()
        assert not votes_held(peer)
    check_honest(room)


def test_one_seat_left_may_end_the_game_by_default() -> None:
    room = seated(2)
    reach(room, K.TURN, 0)
    room.carry_out(1, room.seats[1].peer.leave(room.now))
    room.run()
    room.carry_out(0, room.seats[0].peer.end_alone(room.now))
    room.run()
    position = room.seats[0].peer.log.state.position
    assert position.phase is Phase.OVER
    assert position.standing[1] is Standing.LEFT
    assert all(found.finished for found in check_honest(room))


def test_silence_alone_never_makes_a_vote() -> None:
    room, step, _silent = silent_at(4, K.SHUFFLE, 0, 0)
    for _hour in range(20):
        room.now += 3_600
        for number, seat in enumerate(room.seats):
            room.carry_out(number, seat.peer.tick(room.now))
        room.deliver_all()
    for peer in peers(room):
        assert peer.log.open.step == step
        assert not votes_held(peer)
    check_honest(room)


def test_a_game_without_its_third_seat_is_played_to_its_end() -> None:
    room, _step, silent = silent_at(3, K.SHARES, 0, 1)
    for seat in others(room, silent):
        agrees(room, seat, silent)
    room.run()
    finished = [verified.finished for verified in check_honest(room)]
    assert finished == [True, True, True], "the silent one hears on"
    assert room.seats[0].peer.log.state.absences[silent] == 1
