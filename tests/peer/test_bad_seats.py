"""Seats that break the rules of the log, and what that can and cannot do to the others."""

from __future__ import annotations

import pytest

from protocol.log.encoding import encode
from protocol.log.evidence import check_pair, read_evidence
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    LeftOut,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.wire import write_message
from protocol.peer.bodies import OrderBody
from protocol.peer.votes import LAST_ALONE
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
    signs,
    silent_at,
    speakers,
    speaks_again,
    statement,
    vote,
)

K = StepKind


pytestmark = pytest.mark.usefixtures("remembered")


def _order(room: Room, seat: int, step: int, size: int, seed: int) -> Entry:
    """A word for the order step ``step`` that is open for somebody, sealed with nothing."""
    state = next(p.log.state for p in peers(room) if p.log.state.step == step)
    body = OrderBody(size, bytes([seed]) * 32)
    return Entry(PROTOCOL_VERSION, state.table, state.step, seat, K.ORDER, state.head, b"", body)


def _change(room: Room, seat: int, attempt: int, *gone: int) -> Change:
    return vote(room, seat, attempt, *(LeftOut(one, Why.SILENT, ()) for one in gone))


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
        signs(room, bad, Thing.ENTRY, _order(room, bad, step, 1, seed))
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
        signs(room, bad, Thing.ENTRY, _order(room, bad, step, 1, seed))
    room.run()
    assert not closed(room, step, bad, silent)
    for seat in rest:
        agrees(room, seat, silent)
    room.run(until=lambda: closed(room, step + 1, bad, silent))
    gone = sorted((seat, why) for _step, seat, why in made_absent(room, rest[0]))
    assert gone == sorted([(bad, Why.FAULT), (silent, Why.SILENT)])
    check_honest(room, bad)


def test_a_lone_bad_seat_cannot_run_through_the_attempts_of_a_step() -> None:
    room, step, bad = silent_at(3, K.SHUFFLE, 0, 0)
    one, other = others(room, bad)
    for attempt in range(1, 256):
        gone = (one,) if attempt % 2 else ()
        signs(room, bad, Thing.CHANGE, _change(room, bad, attempt, *gone))
        room.deliver_all()
    for seat in (one, other):
        assert _highest_signed(room, seat) <= LAST_ALONE
    for seat in (one, other):
        agrees(room, seat, bad)
    room.run(until=lambda: closed(room, step, bad))
    assert made_absent(room, one) == [(step, bad, Why.SILENT)]
    check_honest(room, bad)


def test_a_seat_that_says_a_little_now_and_then_costs_one_delay() -> None:
    room, step, bad = silent_at(3, K.SHUFFLE, 0, 0)
    rest = others(room, bad)
    asked = 0
    for attempt in range(1, 10):
        if closed(room, step, bad):
            break
        asked += 1
        signs(room, bad, Thing.CHANGE, _change(room, bad, attempt))
        for seat in rest:
            agrees(room, seat, bad)
        signs(room, bad, Thing.CHANGE, _change(room, bad, attempt + 20))
        room.run(until=lambda: closed(room, step, bad))
    assert asked <= 2
    check_honest(room, bad)


def test_what_is_not_really_signed_by_a_seat_moves_nobody_to_another_attempt() -> None:
    room, step, silent = silent_at(3, K.SHUFFLE, 0, 0)
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
    signs(room, bad, Thing.ENTRY, _order(room, bad, step, 11, 1), late)
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
        signs(room, bad, Thing.ENTRY, _order(room, bad, step, 1, seed), late)
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
        signs(room, bad, Thing.ACKNOWLEDGEMENT, false, 0)
    room.wire.rotate(5)
    room.run(until=lambda: closed(room, step, bad))
    assert closed(room, step, bad)
    check_honest(room, bad)
