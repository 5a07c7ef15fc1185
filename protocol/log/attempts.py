"""On which head an attempt closes a step: the rule that keeps honest logs from parting.

Attempt 0 closes on the entries of all speakers. A later one has an outcome once every member has
signed a change for it that leaves out the same seats: if an acknowledgement is reported there, the
one of the highest attempt fixes the head; if none is, the step closes without the seats left out.
Two different reports for one attempt show a seat that signed twice; if it is left out, that
attempt is passed over, otherwise nobody acknowledges anything before it is.

The proof that this is enough, and the one case at three seats in which it is not, stand in
docs/protocol.md; ``tests/log/test_step_model.py`` walks through every case of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from protocol.log.chain import next_head
from protocol.log.messages import Acknowledgement, Change, Entry, Why
from protocol.log.openstep import Check, HeldChange, OpenStep
from protocol.log.signing import read

#: The seats an attempt leaves out and why, by rising seat.
LeftOutSeats = tuple[tuple[int, Why], ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """All members of an attempt have signed a change that leaves out the same seats."""

    attempt: int
    left_out: LeftOutSeats
    members: tuple[int, ...]
    changes: tuple[HeldChange, ...]
    """By rising seat of the members."""


@dataclass(frozen=True, slots=True)
class Target:
    """A head on which the step can close, and what it is made of."""

    head: bytes
    made_absent: LeftOutSeats
    entries: tuple[tuple[int, bytes], ...]
    """The payload hash of each entry that counts, by rising seat."""
    changes: tuple[tuple[int, int, bytes], ...] = ()
    """Attempt, seat and payload hash of every change it rests on."""
    witnesses: frozenset[bytes] = frozenset()
    """Payload hashes of all entries and changes that reported acknowledgements rest on, and of the
    entries that an invalid one among the proofs follows."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two reported heads of one attempt: ``seat`` signed two different things."""

    seat: int
    attempt: int


def left_out_seats(change: Change) -> LeftOutSeats:
    """The seats a change leaves out, without the proofs."""
    return tuple((left.seat, left.why) for left in change.left_out)


def members_without(step: OpenStep, left_out: LeftOutSeats) -> tuple[int, ...]:
    """The seated that are not left out."""
    gone = {seat for seat, _why in left_out}
    return tuple(seat for seat in step.members if seat not in gone)


def agreements(step: OpenStep, attempt: int) -> Iterator[Agreement]:
    """Every way in which the held changes of an attempt agree; one, unless a seat signed two."""
    held = step.attempts[attempt].changes if attempt in step.attempts else {}
    wanted = sorted({left_out_seats(c.change) for changes in held.values() for c in changes})
    for left_out in wanted:
        members = members_without(step, left_out)
        fitting = [
            sorted(
                (c for c in held.get(seat, ()) if left_out_seats(c.change) == left_out),
                key=lambda c: c.hash,
            )
            for seat in members
        ]
        for changes in product(*fitting):
            yield Agreement(attempt, left_out, members, changes)


class Outcomes:
    """The outcomes of a step's attempts, given what is held of it now; each is found once."""

    def __init__(self, step: OpenStep) -> None:
        self._step = step
        self._targets: dict[int, list[Target]] = {}

    def targets(self, attempt: int) -> list[Target]:
        """Every head on which the attempt may close the step.

        Empty while something is missing. There is more than one only if a seat signed two entries
        or changes.
        """
        if attempt not in self._targets:
            self._targets[attempt] = self._find(attempt)
        return self._targets[attempt]

    def of(self, agreement: Agreement) -> list[Target] | Clash:
        """What an agreement fixes: one target, the fresh ones, none yet, or a clash."""
        gone = {seat for seat, _why in agreement.left_out}
        signed = tuple((agreement.attempt, c.change.seat, c.hash) for c in agreement.changes)
        reported = _reports(agreement.changes)
        followed = _followed(self._step, agreement.changes)
        passed: list[Target] = []
        for number in sorted(reported, reverse=True):
            possible = {target.head: target for target in reversed(self.targets(number))}
            if not reported[number] <= possible.keys():
                return []
            fixed = [possible[head] for head in sorted(reported[number])]
            if len(fixed) == 1:
                return [_resting(fixed[0], signed, [*passed, fixed[0]], followed)]
            culprit = _signed_twice(fixed[0], fixed[1])
            if culprit is None:
                return []
            if culprit not in gone:
                return Clash(culprit, number)
            passed += fixed
        fresh = _fresh(self._step, agreement.left_out)
        return [_resting(target, signed, passed, followed) for target in fresh]

    def _find(self, attempt: int) -> list[Target]:
        if attempt == 0:
            return list(_fresh(self._step, ()))
        found: list[Target] = []
        for agreement in agreements(self._step, attempt):
            outcome = self.of(agreement)
            if not isinstance(outcome, Clash):
                found += outcome
        return found


def _reports(changes: tuple[HeldChange, ...]) -> dict[int, set[bytes]]:
    """The heads reported for each lower attempt."""
    found: dict[int, set[bytes]] = {}
    for held in changes:
        for signed in held.change.acknowledgements:
            said = read(signed, Acknowledgement)
            found.setdefault(said.attempt, set()).add(said.head)
    return found


def _fresh(step: OpenStep, left_out: LeftOutSeats) -> Iterator[Target]:
    """The heads that close the step with what the seats not left out have said."""
    gone = {seat for seat, _why in left_out}
    counting = () if left_out and step.deals else step.speakers
    seats = sorted(seat for seat in counting if seat not in gone)
    held = [
        sorted(
            (c.hash for c in step.candidates.get(seat, ()) if _may_count(c.check)),
        )
        for seat in seats
    ]
    members = members_without(step, left_out)
    for hashes in product(*held):
        entries = dict(zip(seats, hashes, strict=True))
        if step.in_turn and not _is_chain(step, entries):
            continue
        head = next_head(step.head, step.step, step.kind, members, left_out, entries)
        yield Target(head, left_out, tuple(entries.items()))


def _is_chain(step: OpenStep, entries: dict[int, bytes]) -> bool:
    """Whether each entry names the one of the speaker before it, the first none."""
    before = b""
    for seat in (speaker for speaker in step.speakers if speaker in entries):
        candidate = step.by_hash(entries[seat])
        if candidate is None or candidate.entry.follows != before:
            return False
        before = entries[seat]
    return True


def _may_count(check: Check) -> bool:
    return check not in (Check.STRAY, Check.INVALID)


def _followed(step: OpenStep, changes: tuple[HeldChange, ...]) -> set[bytes]:
    """In a step in turn, the entries that an invalid one among the proofs follows: without them
    nobody can see what is wrong with it."""
    found: set[bytes] = set()
    for left in (left for held in changes for left in held.change.left_out):
        if step.in_turn and left.why is Why.FAULT and len(left.proof) == 1:
            found |= {candidate.hash for candidate in step.followed_by(read(left.proof[0], Entry))}
    return found


def _resting(
    target: Target,
    signed: tuple[tuple[int, int, bytes], ...],
    reported: list[Target],
    followed: set[bytes],
) -> Target:
    """The target as the outcome of an agreement, with everything it rests on."""
    witnesses = set(followed)
    for other in reported:
        witnesses |= {name for _seat, name in other.entries}
        witnesses |= {name for _attempt, _seat, name in other.changes}
        witnesses |= other.witnesses
    changes = tuple(sorted({*target.changes, *signed}))
    return Target(target.head, target.made_absent, target.entries, changes, frozenset(witnesses))


def _signed_twice(first: Target, second: Target) -> int | None:
    """The seat whose two different signed things lead to two heads.

    None when two lone seats each left the other out: nobody signed twice there.
    """
    entries = dict(first.entries)
    for seat, name in second.entries:
        if entries.get(seat, name) != name:
            return seat
    changes = {(attempt, seat): name for attempt, seat, name in first.changes}
    for attempt, seat, name in second.changes:
        if changes.get((attempt, seat), name) != name:
            return seat
    return None
