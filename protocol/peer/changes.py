"""Which changes an honest seat can have signed, and what a change must not hide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set

from protocol.log.errors import Dropped
from protocol.log.evidence import EVIDENCE_THINGS, Evidence, check_pair, kind_of
from protocol.log.messages import (
    STATEMENTS,
    Acknowledgement,
    Change,
    LeftOut,
    Roster,
    Signed,
    Thing,
    Why,
)
from protocol.log.openstep import HeldChange, OpenStep
from protocol.log.signing import read


def check_change(
    step: OpenStep,
    change: Change,
    roster: Roster,
    shown: Set[LeftOut],
    check: Callable[[Signed, bytes], None],
) -> None:
    """Raises ``Dropped`` for a change of an open step that no honest seat signs.

    ``shown`` are reasons that were seen to hold before; ``check`` raises ``Dropped`` unless an
    identity signed what it is given.
    """
    seats = [left.seat for left in change.left_out]
    if seats != sorted(set(seats)) or not set(seats) <= set(step.members) - {change.seat}:
        raise Dropped("a change leaves out other seats that are seated, in rising order")
    if change.seat not in step.members:
        raise Dropped("a seat that is not seated changes nothing")
    silent = sum(left.why is Why.SILENT for left in change.left_out)
    if silent > 1 or (silent and len(step.members) - len(seats) < 2):
        raise Dropped("at most one silent seat is left out, and by two or more")
    for left in change.left_out:
        if left not in shown:
            _check_proof(left, roster, change.table, check)
    attempts: list[int] = []
    for signed in change.acknowledgements:
        said = read(signed, Acknowledgement)
        place = (said.version, said.table, said.step, said.seat)
        same = place == (change.version, change.table, change.step, change.seat)
        if signed.thing is not Thing.ACKNOWLEDGEMENT or not same:
            raise Dropped("a change reports what is no acknowledgement of its seat")
        if not _holds(step, said, signed):
            check(signed, roster.players[change.seat].identity)
        attempts.append(said.attempt)
    if attempts != sorted(set(attempts)) or (attempts and attempts[-1] >= change.attempt):
        raise Dropped("a change reports lower attempts, once each, in rising order")


def proofs_in(change: Change) -> tuple[Signed, ...]:
    """What a change carries to show why seats are left out."""
    return tuple(signed for left in change.left_out for signed in left.proof)


def hidden(step: OpenStep, seat: int, new: int) -> Iterator[tuple[Signed, Signed]]:
    """Each change of ``seat`` with an acknowledgement that it should report and does not.

    A change must report every acknowledgement its seat signed for a lower attempt. Only what
    concerns the ``new`` attempt can have become wrong.
    """
    for number, held in _changes_of(step, seat):
        for lower in (new,) if number != new else tuple(step.attempts):
            said = step.attempts[lower].acknowledgements.get(seat)
            if lower < number and said is not None and not _reports(held.change, said[1]):
                yield held.signed, said[1]


def _check_proof(
    left: LeftOut, roster: Roster, table: bytes, check: Callable[[Signed, bytes], None]
) -> None:
    """Raises ``Dropped`` unless the proof is what the reason calls for, signed by that seat.

    Nothing else may ride in a change, or its author could slip in what others have yet to say, or
    fill their memories. Whether an entry is invalid is for the log to find.
    """
    things = tuple(signed.thing for signed in left.proof)
    match left.why:
        case Why.SILENT:
            fits = not things
        case Why.GOODBYE:
            fits = things == (Thing.GOODBYE,)
        case Why.FAULT:
            fits = things in EVIDENCE_THINGS
    if not fits or any(read(s, STATEMENTS[s.thing]).seat != left.seat for s in left.proof):
        raise Dropped("the proof is not what the reason calls for")
    if len(left.proof) == 2:
        check_pair(Evidence(kind_of(left.proof), left.seat, roster, b"", left.proof))
        return
    for signed in left.proof:
        if read(signed, STATEMENTS[signed.thing]).table != table:
            raise Dropped("the proof is of another table")
        check(signed, roster.players[left.seat].identity)


def _holds(step: OpenStep, said: Acknowledgement, signed: Signed) -> bool:
    """Whether this very acknowledgement, signature and all, was checked before."""
    attempt = step.attempts.get(said.attempt)
    held = attempt.acknowledgements.get(said.seat) if attempt else None
    return held is not None and held[1] == signed


def _changes_of(step: OpenStep, seat: int) -> list[tuple[int, HeldChange]]:
    return [
        (number, held)
        for number, attempt in step.attempts.items()
        for held in attempt.changes.get(seat, ())
    ]


def _reports(change: Change, said: Signed) -> bool:
    return any(signed.payload == said.payload for signed in change.acknowledgements)
