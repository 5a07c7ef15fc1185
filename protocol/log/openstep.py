"""The step that is open: the entries and acknowledgements held for it so far.

Knows nothing of what an entry means. Of each seat at most two different payloads are kept for a
step: the second is there to show that the seat signed twice, and is never checked further.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from protocol.log.messages import Entry, Signed, StepKind


class Check(Enum):
    """How far the check of a candidate has come."""

    WAITING = "waiting"
    """For the entry it follows, or for its turn to be checked."""
    CHECKING = "checking"
    VALID = "valid"
    STRAY = "stray"
    """Signed on another head than ours: it counts for nothing and is evidence of nothing."""


@dataclass(slots=True)
class Candidate:
    """An entry that carries its seat's signature.

    ``known`` is what others may build on before its check is finished; ``checked`` is what the
    finished check returned.
    """

    signed: Signed
    entry: Entry
    hash: bytes
    check: Check = Check.WAITING
    known: object = None
    checked: object = None


@dataclass(slots=True)
class OpenStep:
    """What one peer holds of the step that is open for it."""

    step: int
    kind: StepKind
    head: bytes
    """The head before the step."""
    speakers: tuple[int, ...]
    members: tuple[int, ...]
    candidates: dict[int, list[Candidate]] = field(default_factory=dict)
    acknowledgements: dict[int, tuple[bytes, Signed]] = field(default_factory=dict)
    """By seat: the head it names and the signed thing; only the first of attempt 0."""
    closing_head: bytes | None = None
    """The head after the step, once every entry is in and valid here."""

    def candidate(self, seat: int) -> Candidate | None:
        """The entry of ``seat`` that may count, if one is held."""
        for candidate in self.candidates.get(seat, ()):
            if candidate.check is not Check.STRAY:
                return candidate
        return None

    def by_hash(self, payload_hash: bytes) -> Candidate | None:
        """The held candidate with this payload hash."""
        for candidates in self.candidates.values():
            for candidate in candidates:
                if candidate.hash == payload_hash:
                    return candidate
        return None

    def valid(self) -> dict[int, Candidate] | None:
        """The valid entries by seat if every speaker's is here, else None."""
        found: dict[int, Candidate] = {}
        for seat in self.speakers:
            candidate = self.candidate(seat)
            if candidate is None or candidate.check is not Check.VALID:
                return None
            found[seat] = candidate
        return found

    def certified(self) -> bool:
        """Whether all members acknowledge the closing head."""
        return self.closing_head is not None and all(
            seat in self.acknowledgements and self.acknowledgements[seat][0] == self.closing_head
            for seat in self.members
        )

    def contradicted_by(self, head: bytes) -> bool:
        """Whether somebody acknowledges another head than the entries here give."""
        return self.closing_head is not None and head != self.closing_head

    def held(self, without: int = 0) -> list[Signed]:
        """Every entry held, except those of the seats in the bit mask ``without``."""
        return [
            candidate.signed
            for seat, candidates in sorted(self.candidates.items())
            if not without >> seat & 1
            for candidate in candidates
        ]

    def entries_mask(self) -> int:
        """Bit mask of the seats whose entry is held."""
        return sum(1 << seat for seat in self.candidates if self.candidate(seat))

    def acknowledgements_mask(self) -> int:
        """Bit mask of the seats whose acknowledgement is held."""
        return sum(1 << seat for seat in self.acknowledgements)
