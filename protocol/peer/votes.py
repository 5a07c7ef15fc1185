"""When this seat votes to close a step without somebody, or to go on together after all.

Pure: from what is held of the step and whom the player agrees to leave out to the next change to
sign, if any. Loss is never blame: a silent seat is left out only when a player says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.log.attempts import LeftOutSeats, left_out_seats
from protocol.log.messages import LeftOut, Why
from protocol.log.openstep import OpenStep
from protocol.peer.table import Table

LAST_ATTEMPT: Final = 255
#: A seat that took back its vote, or voted again, is some attempts ahead of everybody else. The
#: others climb after it, but only so far: a lone bad seat cannot use up the attempts of a step.
LAST_ALONE: Final = 16


@dataclass(frozen=True, slots=True)
class Vote:
    """A change that this seat is to sign."""

    attempt: int
    left_out: tuple[LeftOut, ...]


def next_vote(table: Table, seat: int, agreed: frozenset[int]) -> Vote | None:
    """The change to sign now. ``agreed``: the silent seats the player agrees to leave out."""
    step = table.open
    if step is None or not table.state.dealt or seat not in step.members:
        return None
    wanted = _wanted(table, step, seat, agreed)
    names = tuple((left.seat, left.why) for left in wanted)
    current, current_names = _signed_last(step, seat)
    limit = _highest_to_join(step, seat)
    # A lone seat may have signed all the attempts there are; those out of reach are not looked at.
    within_reach = range(current + 1, max(limit, LAST_ALONE) + 1)
    same = [number for number in within_reach if _others_want(step, number, seat, names)]
    fitting = [number for number in same if number <= limit]
    if names != current_names:
        attempt = max(fitting) if fitting else max(current + 1, limit)
        return Vote(attempt, wanted) if attempt <= LAST_ATTEMPT else None
    # The same vote, but others are further: go there with them.
    if not names and not _anybody_left_out(step):
        return None
    if fitting:
        return Vote(max(fitting), wanted)
    climbing = any(limit < number <= LAST_ALONE for number in same)
    return Vote(limit, wanted) if climbing else None


def _others_want(step: OpenStep, number: int, seat: int, names: LeftOutSeats) -> bool:
    """Whether another than ``seat`` has signed attempt ``number`` without exactly these."""
    attempt = step.attempts.get(number)
    return attempt is not None and any(
        left_out_seats(held.change) == names
        for other, changes in attempt.changes.items()
        if other != seat
        for held in changes
    )


def silent_in_vote(step: OpenStep, seat: int) -> set[int]:
    """The silent seats that the last change of ``seat`` leaves out."""
    _attempt, names = _signed_last(step, seat)
    return {other for other, why in names if why is Why.SILENT}


def silent_to_leave_out(table: Table, seat: int) -> tuple[int, ...]:
    """The seats on which the open step waits and which could be left out as silent."""
    step = table.open
    if step is None or not table.state.dealt or len(step.members) < 3:
        return ()
    last = max(step.attempts, default=0)
    waiting = [s for s in step.speakers if step.candidate(s) is None and not step.deals]
    if step.deals:
        waiting = [s for s in step.speakers if step.candidate(s) is None][:1]
    if not waiting:
        said = step.attempt(last).acknowledgements
        waiting = [s for s in step.members if s not in said]
    return tuple(s for s in waiting if s != seat)


def _wanted(table: Table, step: OpenStep, seat: int, agreed: frozenset[int]) -> tuple[LeftOut, ...]:
    """Who is to be left out, by what is shown and by what the player says."""
    found: dict[int, LeftOut] = {}
    for other in step.members:
        if other == seat:
            continue
        if other in table.faults:
            found[other] = LeftOut(other, Why.FAULT, table.faults[other].things)
        elif table.has_left(other):
            found[other] = LeftOut(other, Why.GOODBYE, (table.goodbyes[other][1],))
    silent = [s for s in step.members if s in agreed and s != seat and s not in found]
    if silent and len(step.members) - len(found) - 1 >= 2:
        found[silent[0]] = LeftOut(silent[0], Why.SILENT, ())
    return tuple(found[s] for s in sorted(found))


def _signed_last(step: OpenStep, seat: int) -> tuple[int, LeftOutSeats]:
    mine = {n: a.changes[seat][0].change for n, a in step.attempts.items() if a.changes.get(seat)}
    if not mine:
        return 0, ()
    last = max(mine)
    return last, left_out_seats(mine[last])


def _highest_to_join(step: OpenStep, seat: int) -> int:
    """One above the highest attempt that this seat, or two others, have signed: a lone bad seat
    cannot run through the 255 attempts of a step."""
    signed = [
        number
        for number, attempt in step.attempts.items()
        if seat in attempt.changes or len(attempt.changes) >= 2
    ]
    return max(signed, default=0) + 1


def _anybody_left_out(step: OpenStep) -> bool:
    return any(
        held.change.left_out
        for attempt in step.attempts.values()
        for changes in attempt.changes.values()
        for held in changes
    )
