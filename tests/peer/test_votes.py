"""When a seat votes to go on without another, and which attempt it signs."""

from __future__ import annotations

import pytest

from protocol.log.messages import (
    PROTOCOL_VERSION,
    Change,
    Goodbye,
    LeftOut,
    StepKind,
    Thing,
    Why,
)
from protocol.peer.table import Table
from protocol.peer.votes import (
    LAST_ALONE,
    LAST_ATTEMPT,
    Vote,
    next_vote,
    silent_to_leave_out,
)
from tests.peer.harness import Room
from tests.peer.scenes import closed, peers, reach, seated

K = StepKind
NOBODY: frozenset[int] = frozenset()


pytestmark = pytest.mark.usefixtures("remembered")


def _at_an_order(seats: int) -> tuple[Room, Table, int]:
    """A table in an order step that waits for its speaker, as seat 0 holds it."""
    room = seated(seats)
    for nth in range(seats):
        step = reach(room, K.ORDER, nth)
        room.run(until=lambda step=step: closed(room, step - 1) and not room.wire)
        log = room.seats[0].peer.log
        (speaker,) = log.open.speakers
        if speaker != 0:
            return room, log, speaker
    raise AssertionError("seat 0 is not the only one that orders")


def _signs(room: Room, log: Table, seat: int, attempt: int, *gone: int) -> None:
    left_out = tuple(LeftOut(one, Why.SILENT, ()) for one in gone)
    state = log.state
    change = Change(PROTOCOL_VERSION, state.table, state.step, seat, attempt, left_out, ())
    assert log.offer(room.seats[seat].key.sign(Thing.CHANGE, change))


def _leaves_out(*gone: int) -> tuple[LeftOut, ...]:
    return tuple(LeftOut(seat, Why.SILENT, ()) for seat in gone)


def test_without_the_players_word_there_is_no_vote() -> None:
    room, log, silent = _at_an_order(4)
    assert next_vote(log, 0, NOBODY) is None
    for other in range(1, 4):
        if other != silent:
            _signs(room, log, other, 1, silent)
    assert next_vote(log, 0, NOBODY) is None, "whatever the others say"


def test_the_first_vote_opens_attempt_one_and_others_join_it() -> None:
    room, log, silent = _at_an_order(3)
    assert next_vote(log, 0, frozenset({silent})) == Vote(1, _leaves_out(silent))
    _signs(room, log, 0, 1, silent)
    assert next_vote(log, 0, frozenset({silent})) is None, "it has said so"
    (other,) = {1, 2} - {silent}
    assert next_vote(log, other, frozenset({silent})) == Vote(1, _leaves_out(silent))


def test_at_most_one_silent_seat_is_left_out_and_never_by_one_alone() -> None:
    _room, log, _speaker = _at_an_order(4)
    assert next_vote(log, 0, frozenset({1, 2, 3})) == Vote(1, _leaves_out(1))
    _room, log, speaker = _at_an_order(2)
    assert next_vote(log, 0, frozenset({speaker})) is None


def test_nobody_votes_against_itself_or_somebody_who_is_not_seated() -> None:
    _room, log, _speaker = _at_an_order(3)
    assert next_vote(log, 0, frozenset({0, 7})) is None
    assert next_vote(log, 3, frozenset({1})) is None


def test_a_vote_is_taken_back_by_the_next_attempt_and_the_others_follow() -> None:
    room, log, silent = _at_an_order(3)
    (other,) = {1, 2} - {silent}
    _signs(room, log, 0, 1, silent)
    assert next_vote(log, 0, NOBODY) == Vote(2, ())
    _signs(room, log, 0, 2)
    # After a lone seat the next one climbs by one attempt at a time; two can be joined at once.
    assert next_vote(log, other, NOBODY) == Vote(1, ())
    _signs(room, log, other, 1)
    assert next_vote(log, other, NOBODY) == Vote(2, ())
    _signs(room, log, other, 2)
    assert next_vote(log, silent, NOBODY) == Vote(2, ())
    _signs(room, log, silent, 2)
    for seat in (0, other, silent):
        assert next_vote(log, seat, NOBODY) is None


def test_whoever_voted_twice_is_joined_where_it_is() -> None:
    room, log, silent = _at_an_order(3)
    (other,) = {1, 2} - {silent}
    _signs(room, log, 0, 1, silent)
    _signs(room, log, 0, 2)
    _signs(room, log, 0, 3, silent)
    agreed = frozenset({silent})
    for attempt in (1, 2, 3):
        assert next_vote(log, other, agreed) == Vote(attempt, _leaves_out(silent))
        _signs(room, log, other, attempt, silent)
    assert next_vote(log, other, agreed) is None


def test_nobody_follows_a_seat_that_runs_ahead_alone() -> None:
    room, log, bad = _at_an_order(4)
    _signs(room, log, bad, 1, 0)
    _signs(room, log, bad, LAST_ALONE + 1)
    (one, other) = {1, 2, 3} - {bad}
    assert next_vote(log, one, NOBODY) is None
    _signs(room, log, other, LAST_ALONE)
    _signs(room, log, bad, LAST_ALONE)
    assert next_vote(log, one, NOBODY) == Vote(LAST_ALONE, ()), "no further than all together"
    _signs(room, log, other, LAST_ALONE + 1)
    assert next_vote(log, one, NOBODY) == Vote(LAST_ALONE + 1, ()), "two are no lone seat"


def test_after_the_last_attempt_there_is_no_vote() -> None:
    room, log, silent = _at_an_order(3)
    _signs(room, log, 0, LAST_ATTEMPT)
    assert next_vote(log, 0, frozenset({silent})) is None


def test_a_goodbye_is_a_reason_by_itself_and_goes_with_one_silent_seat() -> None:
    room, log, silent = _at_an_order(4)
    leaving = next(seat for seat in (1, 2, 3) if seat != silent)
    state = log.state
    goodbye = Goodbye(PROTOCOL_VERSION, state.table, state.step, leaving)
    signed = room.seats[leaving].key.sign(Thing.GOODBYE, goodbye)
    assert log.offer(signed)
    gone = LeftOut(leaving, Why.GOODBYE, (signed,))
    assert next_vote(log, 0, NOBODY) == Vote(1, (gone,))
    both = tuple(sorted((gone, LeftOut(silent, Why.SILENT, ())), key=lambda left: left.seat))
    assert next_vote(log, 0, frozenset({silent})) == Vote(1, both)
    assert next_vote(log, 0, frozenset({leaving})) == Vote(1, (gone,))


def test_a_goodbye_to_the_last_other_seat_needs_nobody_else() -> None:
    room, log, speaker = _at_an_order(2)
    state = log.state
    goodbye = Goodbye(PROTOCOL_VERSION, state.table, state.step, speaker)
    signed = room.seats[speaker].key.sign(Thing.GOODBYE, goodbye)
    assert log.offer(signed)
    assert next_vote(log, 0, NOBODY) == Vote(1, (LeftOut(speaker, Why.GOODBYE, (signed,)),))


def test_a_faulty_seat_is_named_with_what_shows_it() -> None:
    room, log, bad = _at_an_order(3)
    _signs(room, log, bad, 1)
    _signs(room, log, bad, 1, 0)
    fault = log.faults[bad]
    assert next_vote(log, 0, NOBODY) == Vote(1, (LeftOut(bad, Why.FAULT, fault.things),))


def test_a_step_waits_for_its_speaker_and_then_for_acknowledgements() -> None:
    room, log, speaker = _at_an_order(3)
    assert silent_to_leave_out(log, 0) == (speaker,)
    assert silent_to_leave_out(log, speaker) == (), "not for oneself"
    room.drop = lambda sender, _to, _message: sender == 2
    room.answer()
    room.deliver_all()
    if speaker != 2:
        assert silent_to_leave_out(log, 0) == (2,)


def test_in_a_deal_of_turns_only_the_next_shuffler_is_waited_for() -> None:
    room = seated(4)
    step = reach(room, K.SHUFFLE, 0)
    log = next(p.log for p in peers(room) if len(p.log.closed) == step)
    first = log.open.speakers[0]
    asking = next(seat for seat in range(4) if seat != first)
    if log.open.candidate(first) is None:
        assert silent_to_leave_out(log, asking) == (first,)
    else:
        assert silent_to_leave_out(log, first) == (log.open.speakers[1],)
