"""When this seat votes to close a step without somebody, or to go on together after all.

Pure: from what is held of the step and whom the player agrees to leave out to the next change to
sign, if any. Loss is never blame: a silent seat is left out only when a player says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.log.attempts import LeftOutSeats, Outcomes, left_out_seats, members_without
from protocol.log.messages import Acknowledgement, LeftOut, Why
from protocol.log.openstep import Attempt, Check, OpenStep
from protocol.log.signing import read
from protocol.peer.table import Table

LAST_ATTEMPT: Final = 255
#: A seat that took back its vote, or voted again, is some attempts ahead of everybody else. The
#: others climb after it, but only so many attempts from where they last changed their own minds: a
#: lone bad seat cannot use up the attempts of a step. Further they follow two.
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
    last_alone = _list_since(step, seat) + LAST_ALONE
    within_reach = range(current + 1, max(limit, last_alone) + 1)
    wanted_by = {number: _others_want(step, number, seat, names) for number in within_reach}
    same = [number for number, others in wanted_by.items() if others]
    fitting = [number for number in same if number <= limit]
    if names != current_names:
        attempt = max(fitting) if fitting else max(current + 1, limit)
        return Vote(attempt, wanted) if attempt <= LAST_ATTEMPT else None
    # The same vote, but others are further: go there with them.
    if not names and not _anybody_left_out(step):
        return None
    enough = min(2, len(step.members) - 1)
    fitting = [number for number in fitting if number <= last_alone or wanted_by[number] >= enough]
    if fitting:
        return Vote(max(fitting), wanted)
    climbing = any(limit < number <= last_alone for number in same)
    return Vote(limit, wanted) if climbing else None


def _others_want(step: OpenStep, number: int, seat: int, names: LeftOutSeats) -> int:
    """How many others than ``seat`` have signed attempt ``number`` without exactly these."""
    attempt = step.attempts.get(number)
    changes = attempt.changes if attempt else {}
    return sum(
        any(left_out_seats(held.change) == names for held in changes[other])
        for other in changes
        if other != seat
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
    waiting = unspoken(step)[:1] if step.deals else unspoken(step)
    if not waiting:
        waiting = tuple(sorted({*unsaid(table, seat), *silent_in_vote(step, seat)}))
    return tuple(s for s in waiting if s != seat)


def unspoken(step: OpenStep) -> tuple[int, ...]:
    """The speakers whose entry is missing. In a step in turn it is one at a time, and an entry that
    follows nothing known is none; after an invalid one nobody is waited for."""
    if not step.in_turn:
        return tuple(seat for seat in step.speakers if step.candidate(seat) is None)
    for seat in step.speakers:
        candidate = step.candidate(seat)
        if candidate is None or candidate.check is Check.WAITING:
            return (seat,)
        if candidate.check is Check.INVALID:
            break
    return ()


def unsaid(table: Table, seat: int) -> tuple[int, ...]:
    """Whose vote is missing for the latest attempt that ``seat`` has signed; once all have voted,
    and in attempt 0, whose acknowledgement.

    Where the votes lead to no head, no acknowledgement can be one of it: then it is those whose
    votes report a head that nothing here leads to, or else everybody.
    """
    step = table.open
    assert step is not None
    number, names = _signed_last(step, seat)
    members = members_without(step, names)
    if number:
        voted = step.attempts[number].changes
        missing = tuple(s for s in members if s not in voted)
        if missing or number not in table.ready:
            return missing or _reporting_nothing(step, number, members) or members
    said = acknowledged(table, seat)
    return tuple(s for s in members if s not in said)


def _reporting_nothing(step: OpenStep, number: int, members: tuple[int, ...]) -> tuple[int, ...]:
    """The members whose change for this attempt reports a head on which nothing that is held here
    closes the step."""
    outcomes = Outcomes(step)
    return tuple(
        seat
        for seat in members
        for held in step.attempts[number].changes[seat][:1]
        if any(
            said.head not in {target.head for target in outcomes.targets(said.attempt)}
            for said in (read(signed, Acknowledgement) for signed in held.change.acknowledgements)
        )
    )


def acknowledged(table: Table, seat: int) -> frozenset[int]:
    """Who acknowledged in the latest attempt that ``seat`` has signed: the head that is ready
    there, or any while none is."""
    step = table.open
    assert step is not None
    number, _names = _signed_last(step, seat)
    attempt, ready = step.attempts.get(number, Attempt()), table.ready.get(number)
    return frozenset(
        s for s in attempt.acknowledgements if ready is None or attempt.said(s, ready.target.head)
    )


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


def _lists_of(step: OpenStep, seat: int) -> list[tuple[int, LeftOutSeats]]:
    """The attempts for which ``seat`` has signed a change, rising, and whom each leaves out."""
    return [
        (number, left_out_seats(attempt.changes[seat][0].change))
        for number, attempt in sorted(step.attempts.items())
        if attempt.changes.get(seat)
    ]


def _signed_last(step: OpenStep, seat: int) -> tuple[int, LeftOutSeats]:
    return (_lists_of(step, seat) or [(0, ())])[-1]


def _list_since(step: OpenStep, seat: int) -> int:
    """The attempt since which the changes of ``seat`` leave out the same seats; 0: it has always
    wanted to leave out nobody."""
    since, names = 0, LeftOutSeats()
    for number, wanted in _lists_of(step, seat):
        if wanted != names:
            since, names = number, wanted
    return since


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
