"""A bad seat at a table of three clashes with itself, is left out, and then completes the closing
that was passed over: a second record of the step, in which an honest seat stands too.

An honest seat rightly acknowledges one head in attempt 1 and, when the clash is passed over,
another one in a later attempt. Only what contradicts itself names a seat.
"""

from __future__ import annotations

from pathlib import Path

from koryo_tui.exits import Exit
from koryo_tui.verifying import Report, compare, report
from protocol.log.messages import LeftOut, Why
from protocol.log.transcript import ClosedStep, write_record
from tests.attacks.bad_seats import BadSeats
from tests.peer.harness import NAMES
from tests.peer.remembered import remembered_checks
from tests.peer.scenes import agrees, check_honest, closed, closing_of


def calls_silent(seat: int) -> tuple[LeftOut, ...]:
    return (LeftOut(seat, Why.SILENT, ()),)


def completed(bad: BadSeats, seat: int, other: int) -> ClosedStep:
    """The closing of attempt 1 with ``seat`` and without ``other``."""
    held = bad.held(seat, 1)
    head, theirs = held.acknowledgements[seat]
    votes = {
        seat: held.changes[seat][0].signed,
        bad.speaker: bad.vote(bad.speaker, 1, calls_silent(other)),
    }
    said = {seat: theirs, bad.speaker: bad.acknowledges(bad.speaker, 1, head)}
    return ClosedStep(
        bad.step,
        (bad.word(),),
        1,
        tuple(votes[each] for each in sorted(votes)),
        (),
        tuple(said[each].signature for each in sorted(said)),
    )


def test_who_acknowledged_in_a_closing_that_was_passed_over_is_not_named(tmp_path: Path) -> None:
    with remembered_checks():
        bad = BadSeats(3, 1)
        room, step = bad.room, bad.step
        one, other = bad.honest
        room.link(one, other, False)
        for me, away in ((one, other), (other, one)):
            agrees(room, me, away)
            bad.says(me, bad.vote(bad.speaker, 1, calls_silent(away)), bad.word())
        before = bytes(room.seats[one].transcript)
        closing = completed(bad, one, other)
        room.link(one, other, True)
        room.run(until=lambda: closed(room, step, bad.speaker))
        check_honest(room, bad.speaker)

        assert one in closing_of(room, step, one).members
        theirs = report_of(tmp_path / "theirs.koryo", bytes(room.seats[one].transcript))
        own = report_of(tmp_path / "own.koryo", before + write_record(closing))
    assert (theirs.exit, own.exit) == (Exit.UNFINISHED, Exit.UNFINISHED), "both hold"
    assert theirs.story is not None
    assert own.story is not None
    for stories in ((theirs.story, own.story), (own.story, theirs.story)):
        said, code = compare(*stories)
        assert code is Exit.FAILED
        assert said.startswith(f"they part at step {step} (order)")
        assert said.endswith(f"signed both ways: {NAMES[bad.speaker]}.")


def report_of(path: Path, transcript: bytes) -> Report:
    path.write_bytes(transcript)
    return report(path)
