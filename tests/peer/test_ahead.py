"""Signatures that are checked ahead are checked once, and decide nothing that they did not show."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace

from protocol.log.errors import Dropped
from protocol.log.messages import Roster, Signed
from protocol.log.transcript import MAGIC, ClosedStep, Record, read_transcript, write_record
from protocol.peer import ahead, table
from protocol.peer.verify import NotVerified, verify
from tests.peer.policies import Stage, remembered_group


@cache
def records() -> tuple[Record, ...]:
    """A whole game of three, as one of them kept it."""
    with remembered_group():
        stage = Stage(3)
        stage.start()
        stage.run(lambda: all(peer.settled for peer in stage.others()))
    return tuple(read_transcript(bytes(stage.seats[0].transcript)))


def written(kept: tuple[Record, ...]) -> bytes:
    return MAGIC + b"".join(write_record(record) for record in kept)


def at_once(task: Callable[[], None]) -> None:
    task()


def count_checks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, Signed]]:
    """Every signature that is really checked while the log is rebuilt, with the identity."""
    done: list[tuple[bytes, Signed]] = []
    check_signed = table.check_signed

    def counted(signed: Signed, identity: bytes) -> None:
        done.append((identity, signed))
        check_signed(signed, identity)

    monkeypatch.setattr(ahead, "check_signed", counted)
    return done


def test_no_signature_of_a_game_is_checked_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    done = count_checks(monkeypatch)
    with remembered_group():
        verified = verify(written(records()), begin=at_once)
    steps = [record for record in records() if isinstance(record, ClosedStep)]
    assert verified.finished
    assert len(done) == len(set(done)) == sum(len(s.entries) + len(s.signatures) for s in steps)


def test_what_is_begun_and_never_done_is_checked_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting: list[Callable[[], None]] = []
    done = count_checks(monkeypatch)
    with remembered_group():
        verified = verify(written(records()), begin=waiting.append)
    assert waiting
    assert verified.finished
    assert len(done) == len(set(done))


def test_a_signature_that_held_holds_for_its_seat_alone() -> None:
    roster = records()[0]
    assert isinstance(roster, Roster)
    known = ahead.Ahead()
    known.begin(roster, verify(written(records()[:1])).table, records(), at_once)
    first = records()[1]
    assert isinstance(first, ClosedStep)
    mine, other = (roster.players[seat].identity for seat in (0, 1))
    known.check(first.entries[0], mine)
    with pytest.raises(Dropped):
        known.check(first.entries[0], other)


@pytest.mark.parametrize("place", ["entry", "acknowledgement"])
@pytest.mark.parametrize("step", [0, 9, -1])
def test_a_wrong_signature_is_refused_where_it_stands(place: str, step: int) -> None:
    steps = [number for number, kept in enumerate(records()) if isinstance(kept, ClosedStep)]
    index = steps[step]
    record = records()[index]
    assert isinstance(record, ClosedStep)
    if place == "entry":
        wrong = replace(record.entries[0], signature=bytes(64))
        forged = replace(record, entries=(wrong, *record.entries[1:]))
    else:
        forged = replace(record, signatures=(bytes(64), *record.signatures[1:]))
    with remembered_group(), pytest.raises(NotVerified) as refused:
        verify(written((*records()[:index], forged, *records()[index + 1 :])), begin=at_once)
    assert refused.value.step == record.step
    assert refused.value.seat is None
