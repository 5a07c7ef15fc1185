"""One bad seat with keys of its own cannot stop the others, hide from them, or fill their links."""

from __future__ import annotations

import pytest

from protocol.log.encoding import encode
from protocol.log.evidence import Kind, read_evidence
from protocol.log.journal import read_journal
from protocol.log.messages import (
    LARGEST,
    PROTOCOL_VERSION,
    Acknowledgement,
    Entry,
    LeftOut,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.wire import write_message
from protocol.peer.sync import BYTES_OF_VOTES, missing_from, status_of
from protocol.peer.votes import LAST_ALONE
from tests.peer.harness import Room
from tests.peer.scenes import (
    agrees,
    check_honest,
    closed,
    falls_silent,
    keeps_its_acknowledgement,
    made_absent,
    others,
    reach,
    seated,
    signs,
    silent_at,
    speakers,
    vote,
    votes_held,
)

K = StepKind


def wait_long(room: Room, *bad: int) -> None:
    """So long that whoever is waited for is called silent."""
    for _ in range(12):
        room.now += 10
        for seat in others(room, *bad):
            room.carry_out(seat, room.seats[seat].peer.tick(room.now))
        room.deliver_all()


def offered(room: Room, *bad: int) -> set[tuple[int, ...]]:
    """Whom the honest could leave out now as silent."""
    return {room.seats[seat].peer.view().can_leave_out for seat in others(room, *bad)}


@pytest.mark.parametrize("seats", [3, 4])
def test_it_cannot_run_the_others_through_the_attempts_of_a_step(seats: int) -> None:
    room, step, bad = silent_at(seats, K.SHUFFLE, 0, 0)
    rest = others(room, bad)
    for attempt in range(1, 256):
        gone = (LeftOut(rest[0], Why.SILENT, ()),) if attempt == 1 else ()
        signs(room, bad, Thing.CHANGE, vote(room, bad, attempt, *gone))
        room.deliver_all()
    for seat in rest:
        step_open = room.seats[seat].peer.log.open
        assert step_open is not None
        signed = [number for number, held in step_open.attempts.items() if seat in held.changes]
        assert max(signed, default=0) <= LAST_ALONE
    for seat in rest:
        agrees(room, seat, bad)
    room.run(until=lambda: closed(room, step, bad))
    assert made_absent(room, rest[0]) == [(step, bad, Why.SILENT)]
    check_honest(room, bad)


@pytest.mark.parametrize("attempt", [0, 200])
@pytest.mark.parametrize("seats", [3, 4])
def test_an_acknowledgement_of_nothing_does_not_hide_the_one_that_is_missing(
    seats: int, attempt: int
) -> None:
    room = seated(seats)
    step = reach(room, K.SHUFFLE)
    bad = seats - 1
    keeps_its_acknowledgement(room, bad, step)
    room.run(until=lambda: not room.wire)
    table = room.seats[0].peer.log.state.table
    said = Acknowledgement(PROTOCOL_VERSION, table, step, bad, attempt, bytes(32))
    signs(room, bad, Thing.ACKNOWLEDGEMENT, said)
    room.deliver_all()
    wait_long(room, bad)
    assert offered(room, bad) == {(bad,)}


def test_a_shuffle_that_follows_nothing_does_not_count_as_one() -> None:
    room = seated(4)
    step = reach(room, K.SHUFFLE)
    first, bad, *_later = speakers(room, step)
    falls_silent(room, bad, step)
    room.run(until=lambda: not room.wire)
    state = room.seats[first].peer.log.state
    entry = Entry(
        PROTOCOL_VERSION, state.table, step, bad, K.SHUFFLE, state.head, bytes([7]) * 32, (b"", b"")
    )
    signs(room, bad, Thing.ENTRY, entry)
    room.deliver_all()
    wait_long(room, bad)
    assert offered(room, bad) == {(bad,)}
    assert not room.seats[first].peer.log.faults


@pytest.mark.parametrize("count", [1, 2])
def test_an_entry_too_long_is_dropped_and_breaks_nothing(count: int) -> None:
    room, step, bad = silent_at(4, K.SHUFFLE, 0, 0)
    lost, room.drop = room.drop, lambda _sender, _to, _message: False
    rest = others(room, bad)
    state = room.seats[rest[0]].peer.log.state
    for number in range(count):
        body = (bytes([number]) * LARGEST[Thing.ENTRY],)
        entry = Entry(PROTOCOL_VERSION, state.table, step, bad, K.SHUFFLE, state.head, b"", body)
        signs(room, bad, Thing.ENTRY, entry)
    room.deliver_all()
    room.drop = lost
    for seat in rest:
        assert not room.seats[seat].peer.log.faults
        read_journal(room.seats[seat].journal)
        agrees(room, seat, bad)
    room.run(until=lambda: closed(room, step, bad))
    assert closed(room, step, bad)


def test_the_longest_invalid_entries_still_fit_into_a_change() -> None:
    room, step, bad = silent_at(4, K.SHUFFLE, 0, 0)
    room.drop = lambda _sender, _to, _message: False
    rest = others(room, bad)
    state = room.seats[rest[0]].peer.log.state
    for number in (1, 2):
        body = (bytes([number]) * (LARGEST[Thing.ENTRY] - 200),)
        entry = Entry(PROTOCOL_VERSION, state.table, step, bad, K.SHUFFLE, state.head, b"", body)
        signs(room, bad, Thing.ENTRY, entry)
    room.run(until=lambda: closed(room, step, bad))
    assert made_absent(room, rest[0]) == [(step, bad, Why.FAULT)]
    for seat in rest:
        read_journal(room.seats[seat].journal)
    check_honest(room, bad)


def test_a_change_full_of_what_it_made_up_is_dropped() -> None:
    room, step, bad = silent_at(4, K.SHUFFLE, 0, 0)
    room.drop = lambda _sender, _to, _message: False
    one, _, accused = others(room, bad)
    peer = room.seats[one].peer
    state = peer.log.state
    entry = Entry(PROTOCOL_VERSION, state.table, step, accused, K.SHUFFLE, state.head, b"", ())
    unsigned = Signed(Thing.ENTRY, encode(entry), bytes(64))
    elsewhere = room.seats[accused].key.sign(
        Thing.ENTRY,
        Entry(PROTOCOL_VERSION, bytes(32), step, accused, K.SHUFFLE, bytes(32), b"", ()),
    )
    word = room.seats[accused].peer.log.closed[-1].said_by(accused)
    assert word is not None
    for number, proof in enumerate(((unsigned,), (elsewhere,), (word, word)), 1):
        left = LeftOut(accused, Why.FAULT, proof)
        signs(room, bad, Thing.CHANGE, vote(room, bad, number, left), one)
    room.deliver_all()
    assert peer.log.open is not None
    assert not any(bad in attempt.changes for attempt in peer.log.open.attempts.values())
    assert not peer.log.faults


def test_what_it_stuffs_a_step_with_does_not_fill_the_links_between_others() -> None:
    room, _step, bad = silent_at(4, K.SHUFFLE, 0, 0)
    one, other, accused = others(room, bad)
    word = room.seats[accused].peer.log.closed[-1].said_by(accused)
    assert word is not None
    room.drop = lambda sender, _to, _message: sender != bad
    for number in range(1, 255):
        left = LeftOut(accused, Why.FAULT, (word,))
        signs(room, bad, Thing.CHANGE, vote(room, bad, number, left), one)
    room.deliver_all()
    log = room.seats[one].peer.log
    assert log.open is not None
    assert len(votes_held(room.seats[one].peer)) >= 254
    answer = missing_from(status_of(room.seats[other].peer.log, 0), log, one)
    votes = [signed for signed in answer if signed.thing is Thing.CHANGE]
    assert votes
    assert sum(len(signed.payload) for signed in votes) <= BYTES_OF_VOTES


def test_evidence_that_lasts_is_kept_and_told_beside_what_did_not() -> None:
    room = seated(4)
    step = reach(room, K.ORDER)
    (bad,) = speakers(room, step)
    one = others(room, bad)[0]
    room.silent = set(range(4))
    room.run()
    room.drop = lambda _sender, _to, _message: True
    state = room.seats[one].peer.log.state
    for number in (1, 2):
        entry = Entry(PROTOCOL_VERSION, state.table, step, bad, K.ORDER, state.head, b"", (number,))
        message = write_message(room.seats[bad].key.sign(Thing.ENTRY, entry))
        room.carry_out(one, room.seats[one].peer.receive(message, bad, room.now))
    kinds = [read_evidence(data).kind for seat, data in room.seats[one].evidence if seat == bad]
    assert kinds == [Kind.INVALID_ENTRY, Kind.TWO_ENTRIES]
