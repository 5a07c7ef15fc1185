"""A step that has closed: the states around it and everything signed that closed it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from protocol.log.attempts import Agreement, LeftOutSeats, Target
from protocol.log.messages import Entry, Signed, StepKind
from protocol.log.openstep import OpenStep
from protocol.log.transcript import ClosedStep
from protocol.peer.state import GameState
from protocol.peer.steps import Checked, close
from protocol.peer.targets import Ready


@dataclass(frozen=True)
class Closing:
    """One closed step as this peer saw it close; others may hold another certificate for it."""

    before: GameState
    after: GameState
    kind: StepKind
    checked: Checked
    """What the checks of the entries that count returned, by seat."""
    entries: tuple[Signed, ...]
    attempt: int
    members: tuple[int, ...]
    changes: tuple[Signed, ...]
    witnesses: tuple[Signed, ...]
    acknowledgements: tuple[Signed, ...]
    made_absent: LeftOutSeats

    @property
    def counts(self) -> bool:
        """Whether entries count: not if only silence closed it, or a deal begins anew."""
        return bool(self.checked)

    @cached_property
    def record(self) -> ClosedStep:
        """The step as a transcript keeps it."""
        return ClosedStep(
            self.before.step,
            self.entries,
            self.attempt,
            self.changes,
            self.witnesses,
            tuple(signed.signature for signed in self.acknowledgements),
        )

    @property
    def things(self) -> tuple[Signed, ...]:
        """All that somebody needs to close this step too."""
        return (*self.entries, *self.witnesses, *self.changes, *self.acknowledgements)

    def spoke_unasked(self, entry: Entry) -> bool:
        """Whether ``entry`` is signed on the head before this step by a seat not asked in it."""
        due = self.before.due
        return due is not None and entry.head == self.before.head and entry.seat not in due.speakers

    def said_by(self, seat: int) -> Signed | None:
        """The entry of ``seat`` that counts."""
        spoke = sorted(self.checked)
        return self.entries[spoke.index(seat)] if seat in spoke else None

    def acknowledged_by(self, seat: int) -> Signed | None:
        """The acknowledgement of ``seat`` in the certificate."""
        if seat not in self.members:
            return None
        return self.acknowledgements[self.members.index(seat)]


def closing_of(state: GameState, step: OpenStep, number: int, ready: Ready) -> Closing:
    """The open step as the attempt of this number closes it, once it is certified.

    Raises ``BadProof`` if the keys of a deal add up to the identity.
    """
    target, agreement = ready.target, ready.agreement
    counted = {seat: step.by_hash(name) for seat, name in target.entries}
    entries = {seat: candidate for seat, candidate in counted.items() if candidate}
    checked = {seat: candidate.checked for seat, candidate in entries.items()}
    after = close(state, checked, target.head, target.made_absent)
    said = step.attempt(number).said
    acknowledgements = [said(seat, target.head) for seat in ready.members]
    return Closing(
        before=state,
        after=after,
        kind=step.kind,
        checked=checked,
        entries=tuple(candidate.signed for candidate in entries.values()),
        attempt=number,
        members=ready.members,
        changes=tuple(held.signed for held in agreement.changes) if agreement else (),
        witnesses=_witnesses(step, target, agreement),
        acknowledgements=tuple(signed for signed in acknowledgements if signed is not None),
        made_absent=target.made_absent,
    )


def _witnesses(step: OpenStep, target: Target, agreement: Agreement | None) -> tuple[Signed, ...]:
    """What the reported acknowledgements rest on, and what an invalid entry among the proofs
    follows, unless it is in the record anyway."""
    if agreement is None:
        return ()
    counted = {name for _seat, name in target.entries}
    counted |= {held.hash for held in agreement.changes}
    found: list[Signed] = []
    for name in sorted(target.witnesses - counted):
        candidate, change = step.by_hash(name), step.change_by_hash(name)
        held = candidate or change
        assert held is not None
        found.append(held.signed)
    return tuple(found)
