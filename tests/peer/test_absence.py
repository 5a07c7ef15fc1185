"""A table goes on without a seat only when all others agree, and takes it back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from protocol.log.encoding import Struct, encode
from protocol.log.evidence import check_pair, read_evidence
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    LeftOut,
    Settings,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.wire import write_message
from protocol.peer.bodies import OrderBody
from protocol.peer.steps import DEALS
from protocol.peer.votes import LAST_ALONE
from protocol.rules import Phase, Standing
from tests.peer.harness import Room
from tests.peer.remembered import remembered_checks
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
    speakers,
    speaks_again,
    statement,
)

K = StepKind


@pytest.fixture(autouse=True, scope="module")
def _remembered() -> Iterator[None]:
    with remembered_checks():
        yield


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


def _silent_at(seats: int, kind: StepKind, nth: int, place: int) -> tuple[Room, int, int]:
    room = seated(seats)
    step = reach(room, kind, nth)
    silent = speakers(room, step)[place]
    falls_silent(room, silent, step)
    room.run()
    return room, step, silent


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("kind", "nth", "place"), SILENCES)
def test_a_silent_seat_is_left_out_only_by_all_others_together(
    seats: int, kind: StepKind, nth: int, place: int
) -> None:
    room, step, silent = _silent_at(seats, kind, nth, place)
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
    room, step, silent = _silent_at(3, kind, nth, place)
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
    room, step, silent = _silent_at(3, K.SEATS, 1, 0)
    rest = others(room, silent)
    for seat in rest:
        agrees(room, seat, silent)
    room.run(until=lambda: closed(room, step + 1, silent))
    assert sorted(closing_of(room, step, rest[0]).checked) == rest
    assert closing_of(room, step + 1, rest[0]).kind is K.KEYS
    check_honest(room)


@pytest.mark.parametrize("kind", [K.ORDER, K.TURN, K.DISCARD])
def test_the_round_goes_on_without_the_word_of_the_silent_seat(kind: StepKind) -> None:
    room, step, silent = _silent_at(3, kind, 0, 0)
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


@pytest.mark.parametrize("kind", [K.KEYS, K.SHUFFLE, K.ORDER, K.TURN])
@pytest.mark.parametrize(("agreed", "seats"), [(1, 3), (1, 4), (2, 4)])
def test_a_seat_that_comes_back_before_all_agreed_is_waited_for_after_all(
    kind: StepKind, agreed: int, seats: int
) -> None:
    room, step, silent = _silent_at(seats, kind, 1, 0)
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
    room, step, silent = _silent_at(3, K.KEYS, 1, 0)
    rest = others(room, silent)
    for seat in rest:
        agrees(room, seat, silent)
    speaks_again(room, silent)
    room.run(until=lambda: closed(room, step + 3))
    assert closed(room, step + 3)
    check_honest(room)


def test_a_player_may_take_its_agreement_back() -> None:
    room, step, silent = _silent_at(3, K.KEYS, 1, 0)
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


def test_a_seat_that_comes_back_later_is_seated_again_at_the_next_round() -> None:
    room, _step, silent = _silent_at(3, K.ORDER, 0, 0)
    rest = others(room, silent)
    for seat in rest:
        agrees(room, seat, silent)
    room.run(until=lambda: closed(room, _step + 1, silent))
    speaks_again(room, silent)
    room.run()
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
    assert state.position.standing[silent] is Standing.ABSENT
    assert all(peer.settled for peer in peers(room)), "it still follows the game and signs its end"
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
    room, step, silent = _silent_at(2, K.ORDER, 0, 0)
    waiting = room.seats[1 - silent].peer
    assert waiting.view().can_leave_out == ()
    agrees(room, 1 - silent, silent)
    room.run()
    assert not waiting.log.open.attempts or not waiting.log.open.all_changes()
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
        assert not peer.log.open.all_changes()
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
    room, step, _silent = _silent_at(4, K.SHUFFLE, 0, 0)
    for _hour in range(20):
        room.now += 3_600
        for number, seat in enumerate(room.seats):
            room.carry_out(number, seat.peer.tick(room.now))
        room.deliver_all()
    for peer in peers(room):
        assert peer.log.open.step == step
        assert not peer.log.open.all_changes()
    check_honest(room)


def test_a_game_without_its_third_seat_is_played_to_its_end() -> None:
    room, _step, silent = _silent_at(3, K.SHARES, 0, 1)
    for seat in others(room, silent):
        agrees(room, seat, silent)
    room.run()
    finished = [verified.finished for verified in check_honest(room)]
    assert finished == [True, True, True], "the silent one hears on"
    assert room.seats[0].peer.log.state.absences[silent] == 1


# Seats that break the rules of the log, and what that can and cannot do to the others


def _as_bad(room: Room, seat: int, thing: Thing, value: Struct, *to: int) -> None:
    """What ``seat`` signs without its peer; it comes to the others, or to some of them."""
    message = write_message(room.seats[seat].key.sign(thing, value))
    for other in to or others(room, seat):
        room.wire.append((seat, other, message))


def _order(room: Room, seat: int, step: int, size: int, seed: int) -> Entry:
    """A word for the order step ``step`` that is open for somebody, sealed with nothing."""
    state = next(p.log.state for p in peers(room) if p.log.state.step == step)
    body = OrderBody(size, bytes([seed]) * 32)
    return Entry(PROTOCOL_VERSION, state.table, state.step, seat, K.ORDER, state.head, b"", body)


def _change(room: Room, seat: int, attempt: int, *gone: int) -> Change:
    state = room.seats[others(room, seat)[0]].peer.log.state
    left_out = tuple(LeftOut(one, Why.SILENT, ()) for one in gone)
    return Change(PROTOCOL_VERSION, state.table, state.step, seat, attempt, left_out, ())


def _highest_signed(room: Room, seat: int) -> int:
    attempts = room.seats[seat].peer.log.open.attempts
    return max((n for n, attempt in attempts.items() if seat in attempt.changes), default=0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_fault_leaves_its_seat_out_at_once_with_the_evidence_and_for_good(seats: int) -> None:
    room = seated(seats)
    step = reach(room, K.ORDER, 0)
    (bad,) = speakers(room, step)
    falls_silent(room, bad, step)
    room.run(until=lambda: not room.wire)
    room.drop = lambda _sender, _to, _message: False
    for seed in (1, 2):
        _as_bad(room, bad, Thing.ENTRY, _order(room, bad, step, 1, seed))
    rest = others(room, bad)
    # A head that was acknowledged with the first of its words still counts, and it with it.
    room.run(until=lambda: closed(room, step + 1, bad))
    for seat in rest:
        ((gone, *who),) = made_absent(room, seat)
        assert who == [bad, Why.FAULT]
        assert gone in (step, step + 1)
        ((accused, evidence),) = room.seats[seat].evidence
        assert accused == bad
        check_pair(read_evidence(evidence))
    if seats == 2:
        return
    room.run()
    log = room.seats[rest[0]].peer.log
    assert log.state.position.standing[bad] is Standing.FAULT
    assert log.state.readmitted[bad] == 0
    check_honest(room, bad)


def test_a_fault_and_a_silent_seat_are_left_out_together() -> None:
    room = seated(4)
    step = reach(room, K.ORDER, 0)
    (bad,) = speakers(room, step)
    silent, *rest = others(room, bad)
    falls_silent(room, silent, step)
    for seed in (1, 2):
        _as_bad(room, bad, Thing.ENTRY, _order(room, bad, step, 1, seed))
    room.run()
    assert not closed(room, step, bad, silent)
    for seat in rest:
        agrees(room, seat, silent)
    room.run(until=lambda: closed(room, step + 1, bad, silent))
    gone = sorted((seat, why) for _step, seat, why in made_absent(room, rest[0]))
    assert gone == sorted([(bad, Why.FAULT), (silent, Why.SILENT)])
    check_honest(room, bad)


def test_a_lone_bad_seat_cannot_run_through_the_attempts_of_a_step() -> None:
    room, step, bad = _silent_at(3, K.SHUFFLE, 0, 0)
    one, other = others(room, bad)
    for attempt in range(1, 256):
        gone = (one,) if attempt % 2 else ()
        _as_bad(room, bad, Thing.CHANGE, _change(room, bad, attempt, *gone))
        room.deliver_all()
    for seat in (one, other):
        assert _highest_signed(room, seat) <= LAST_ALONE
    for seat in (one, other):
        agrees(room, seat, bad)
    room.run(until=lambda: closed(room, step, bad))
    assert made_absent(room, one) == [(step, bad, Why.SILENT)]
    check_honest(room, bad)


def test_a_seat_that_says_a_little_now_and_then_costs_one_delay() -> None:
    room, step, bad = _silent_at(3, K.SHUFFLE, 0, 0)
    rest = others(room, bad)
    asked = 0
    for attempt in range(1, 10):
        if closed(room, step, bad):
            break
        asked += 1
        _as_bad(room, bad, Thing.CHANGE, _change(room, bad, attempt))
        for seat in rest:
            agrees(room, seat, bad)
        _as_bad(room, bad, Thing.CHANGE, _change(room, bad, attempt + 20))
        room.run(until=lambda: closed(room, step, bad))
    assert asked <= 2
    check_honest(room, bad)


def test_what_is_not_really_signed_by_a_seat_moves_nobody_to_another_attempt() -> None:
    room, step, silent = _silent_at(3, K.SHUFFLE, 0, 0)
    one, other = others(room, silent)
    state = room.seats[one].peer.log.state
    for victim in (one, other):
        for thing, value in (
            (Thing.CHANGE, _change(room, victim, 200)),
            (
                Thing.ACKNOWLEDGEMENT,
                Acknowledgement(PROTOCOL_VERSION, state.table, step, victim, 200, state.head),
            ),
        ):
            forged = Signed(thing, encode(value), bytes(64))
            for to in (one, other):
                room.wire.append((silent, to, write_message(forged)))
    room.deliver_all()
    assert room.seats[one].peer.log.open.attempts.keys() <= {0}
    speaks_again(room, silent)
    room.run(until=lambda: closed(room, step))
    assert closing_of(room, step, one).attempt == 0
    check_honest(room)


def _closed_here_open_there(room: Room) -> tuple[int, int, int, int]:
    """Two agreed to go on without ``bad``; for ``late`` the step is still open."""
    step = reach(room, K.ORDER, 0)
    (bad,) = speakers(room, step)
    early, late = others(room, bad)
    falls_silent(room, bad, step)
    room.run()
    muted = room.drop
    room.drop = lambda sender, to, message: (
        muted(sender, to, message)
        or ((sender, to) == (early, late) and isinstance(statement(message), Acknowledgement))
    )
    agrees(room, late, bad)
    agrees(room, early, bad)
    room.deliver_all()
    assert closed(room, step, bad, late)
    assert not closed(room, step, bad, early)
    room.drop = lambda _sender, _to, _message: False
    return step, bad, early, late


def test_what_only_one_could_judge_in_time_does_not_part_the_honest() -> None:
    """An order of too many cards comes to one seat when the other has closed the step."""
    room = seated(3)
    step, bad, early, late = _closed_here_open_there(room)
    _as_bad(room, bad, Thing.ENTRY, _order(room, bad, step, 11, 1), late)
    room.deliver_all()
    assert room.seats[late].peer.log.faults.keys() == {bad}
    room.run()
    assert all(room.seats[seat].peer.over for seat in (early, late))
    assert made_absent(room, late)[0] == (step, bad, Why.SILENT)
    check_honest(room, bad)


def test_a_contradiction_of_a_closed_step_is_shown_by_the_vote_itself() -> None:
    room = seated(3)
    step, bad, early, late = _closed_here_open_there(room)
    for seed in (1, 2):
        _as_bad(room, bad, Thing.ENTRY, _order(room, bad, step, 1, seed), late)
    room.deliver_all()
    assert room.seats[late].peer.log.faults.keys() == {bad}
    room.run()
    assert all(room.seats[seat].peer.over for seat in (early, late))
    assert made_absent(room, early) == made_absent(room, late)
    assert [who[1:] for who in made_absent(room, early)] == [(bad, Why.SILENT), (bad, Why.FAULT)]
    assert set(room.seats[early].peer.log.faults) <= {bad}
    check_honest(room, bad)


def test_a_certificate_counts_although_its_seat_also_acknowledged_another_head() -> None:
    """The bad seat gives one honest seat many false acknowledgements first."""
    room = seated(3)
    step = reach(room, K.KEYS, 0)
    bad = 2
    state = next(p.log.state for p in peers(room) if len(p.log.closed) == step)
    for seed in range(5):
        false = Acknowledgement(PROTOCOL_VERSION, state.table, step, bad, 0, bytes([seed]) * 32)
        _as_bad(room, bad, Thing.ACKNOWLEDGEMENT, false, 0)
    room.wire.rotate(5)
    room.run(until=lambda: closed(room, step, bad))
    assert closed(room, step, bad)
    check_honest(room, bad)
