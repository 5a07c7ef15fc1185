"""On which heads the open step may close here: the rule of ``log.attempts``, for shown reasons.

A seat is left out for a fault or a goodbye only where that is shown; whether the entries of a head
are valid is not looked at here.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import TypeVar

from protocol.log.attempts import Agreement, Clash, Outcomes, Target, agreements
from protocol.log.messages import Why
from protocol.log.openstep import Candidate, HeldChange, OpenStep

_T = TypeVar("_T", Candidate, HeldChange)


@dataclass(frozen=True, slots=True)
class Ready:
    """An attempt whose target is complete and checked: its members may acknowledge it."""

    members: tuple[int, ...]
    target: Target
    agreement: Agreement | None


class Targets:
    """The targets of a step's attempts, given what is held of it now.

    ``is_shown(seat, why)``: whether this reason to leave ``seat`` out holds here.
    """

    def __init__(self, step: OpenStep, is_shown: Callable[[int, Why], bool]) -> None:
        self._step = step
        self._is_shown = is_shown
        self._outcomes = Outcomes(step)

    def of(self, number: int) -> list[tuple[Agreement | None, Target]]:
        """Those of the attempt of this number, each with the agreement that fixes it."""
        if number == 0:
            return [(None, target) for target in self._outcomes.targets(0)]
        found: list[tuple[Agreement | None, Target]] = []
        for agreement in agreements(self._step, number):
            if all(self._is_shown(seat, why) for seat, why in agreement.left_out):
                outcome = self._outcomes.of(agreement)
                if not isinstance(outcome, Clash):
                    found += [(agreement, target) for target in outcome]
        return found

    def rested_on(self, author: int) -> set[bytes]:
        """The entries and changes on which an acknowledgement of another seat than ``author``
        rests."""
        step, found = self._step, set[bytes]()
        for number, attempt in step.attempts.items():
            for _agreement, target in self.of(number):
                if any(attempt.said(seat, target.head) for seat in step.members if seat != author):
                    found |= {name for _seat, name in target.entries} | target.witnesses
                    found |= {name for _attempt, _seat, name in target.changes}
        return found

    def take_place(self, author: int, held: list[_T], new: _T, pinned: Set[bytes]) -> None:
        """One more of a seat that is at fault already: the others may have closed the step on it.
        The first stays, and what somebody's acknowledgement rests on; of the rest the latest.
        Of ``pinned`` payload hashes everything stays."""
        held.append(new)
        rested = self.rested_on(author)
        others = held[1:-1]
        kept = [one for one in others if one.hash in pinned]
        kept += [one for one in others if one.hash in rested and one not in kept]
        held[1:-1] = kept[: max(len(self._step.members), len(pinned))]


def is_wanted(step: OpenStep, target: Target) -> bool:
    """Whether to look at the target's proofs at all: not at those of a second entry of a seat,
    unless a reported acknowledgement rests on it."""
    return all(
        name in target.witnesses or step.candidate(seat) is step.by_hash(name)
        for seat, name in target.entries
    )


def is_certified(step: OpenStep, number: int, ready: Ready) -> bool:
    """Whether every member of the attempt of this number has acknowledged the target."""
    said = step.attempt(number).said
    return all(said(seat, ready.target.head) is not None for seat in ready.members)
