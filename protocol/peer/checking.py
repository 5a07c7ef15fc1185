"""When an entry of the open step is checked: once what it follows is here; costly checks are jobs.

What is checked in each kind of step stands in ``checks``; here it is begun, and its end noted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from protocol.log.attempts import Target
from protocol.log.encoding import encode, shape
from protocol.log.errors import Malformed
from protocol.log.messages import Entry
from protocol.log.openstep import Candidate, Check, OpenStep
from protocol.peer.faults import Faults, invalid
from protocol.peer.refused import Reason, Refused
from protocol.peer.state import GameState
from protocol.peer.steps import STEPS


@dataclass(frozen=True, slots=True)
class CheckJob:
    """A costly check for the world to run; give its result to ``Table.checked``."""

    step: int
    hash: bytes
    run: Callable[[], object]


class Checking:
    """Checks the candidates of a step; a seat whose entry is invalid is named in ``faults``."""

    def __init__(self, faults: Faults) -> None:
        self.jobs: Final[list[CheckJob]] = []
        """Costly checks that were begun; whoever runs them takes them out."""
        self._faults = faults

    def begin(self, state: GameState, step: OpenStep, candidate: Candidate) -> None:
        """Start the check of an entry, if what it follows is here."""
        if candidate.check is not Check.WAITING:
            return
        try:
            self._begin(state, step, candidate)
        except Refused as refused:
            self.finish(step, candidate, refused)

    def finish(self, step: OpenStep, candidate: Candidate, result: object) -> None:
        """A check gave ``result``, or raised it. Raises what is no refusal."""
        if isinstance(result, Refused):
            candidate.check = Check.INVALID
            self._faults.name(invalid(candidate, result), step)
        elif isinstance(result, BaseException):
            raise result
        else:
            candidate.checked = result
            candidate.check = Check.VALID

    def is_valid(self, state: GameState, step: OpenStep, target: Target) -> bool:
        """Whether every entry of the target is checked; starts the checks that are not."""
        candidates = [step.by_hash(name) for _seat, name in target.entries]
        for candidate in candidates:
            assert candidate is not None
            self.begin(state, step, candidate)
        return all(c is not None and c.check is Check.VALID for c in candidates)

    def _begin(self, state: GameState, step: OpenStep, candidate: Candidate) -> None:
        entry = candidate.entry
        rule = STEPS[step.kind]
        if entry.seat not in step.speakers:
            raise Refused(Reason.NOT_A_SPEAKER)
        if entry.kind is not step.kind:
            raise Refused(Reason.WRONG_KIND)
        before = None
        if rule.in_turn and entry.seat != step.speakers[0]:
            previous = _followed(step, entry)
            if previous is None:
                return
            self.begin(state, step, previous)
            if previous.known is None or previous.check is Check.INVALID:
                return
            before = previous.known
        elif entry.follows:
            raise Refused(Reason.WRONG_FOLLOWS)
        try:
            body = shape(entry.body, rule.body)
        except Malformed as error:
            raise Refused(Reason.BAD_BODY, str(error)) from None
        if encode(body) != encode(entry.body):
            raise Refused(Reason.BAD_BODY)
        pending = rule.check(state, entry, body, before)
        candidate.known = pending.known
        candidate.check = Check.CHECKING
        if rule.costly:
            self.jobs.append(CheckJob(step.step, candidate.hash, pending.job))
        else:
            self.finish(step, candidate, pending.job())


def _followed(step: OpenStep, entry: Entry) -> Candidate | None:
    """The entry that ``entry`` names before it, once it is here. Raises ``Refused``."""
    if len(entry.follows) != 32:
        raise Refused(Reason.WRONG_FOLLOWS)
    previous = step.by_hash(entry.follows)
    expected = step.speakers[step.speakers.index(entry.seat) - 1]
    if previous is not None and previous.entry.seat != expected:
        raise Refused(Reason.WRONG_FOLLOWS)
    return previous
