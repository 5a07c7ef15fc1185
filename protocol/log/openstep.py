"""The step that is open: the entries, changes and acknowledgements held for it so far.

Knows nothing of what an entry means. Of each seat at most two different payloads are kept for a
step, and for an attempt of it: the second shows that the seat signed twice. A later one takes its
place unless somebody else's acknowledgement rests on it, for others may have closed the step on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from protocol.log.messages import AttemptStatus, Change, Entry, Signed, StepKind


class Check(Enum):
    """How far the check of a candidate has come."""

    WAITING = "waiting"
    """For the entry it follows, or because nothing rests on it yet."""
    CHECKING = "checking"
    VALID = "valid"
    INVALID = "invalid"
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


@dataclass(frozen=True, slots=True)
class HeldChange:
    """A change that carries its seat's signature."""

    signed: Signed
    change: Change
    hash: bytes


@dataclass(slots=True)
class Attempt:
    """What is held for one attempt to close the step."""

    changes: dict[int, list[HeldChange]] = field(default_factory=dict)
    acknowledgements: dict[int, tuple[bytes, Signed]] = field(default_factory=dict)
    """By seat: the head it names and the signed thing."""
    others: dict[int, tuple[bytes, Signed]] = field(default_factory=dict)
    """Of a seat that acknowledged several heads, the latest after the first: a certificate that
    others hold may rest on it."""

    def said(self, seat: int, head: bytes) -> Signed | None:
        """The acknowledgement of ``head`` by ``seat``, if it is held."""
        for held in (self.acknowledgements.get(seat), self.others.get(seat)):
            if held is not None and held[0] == head:
                return held[1]
        return None


@dataclass(slots=True)
class OpenStep:
    """What one peer holds of the step that is open for it."""

    step: int
    kind: StepKind
    head: bytes
    """The head before the step."""
    speakers: tuple[int, ...]
    members: tuple[int, ...]
    """All that are seated."""
    deals: bool
    """A deal is being made: when somebody is left out, no entry counts and it begins anew."""
    candidates: dict[int, list[Candidate]] = field(default_factory=dict)
    attempts: dict[int, Attempt] = field(default_factory=dict)
    in_turn: bool = False
    """Each speaker's entry names the one before it; together they count only as such a chain."""

    def attempt(self, number: int) -> Attempt:
        """What is held for an attempt; made empty if it is the first thing heard of it."""
        return self.attempts.setdefault(number, Attempt())

    def candidate(self, seat: int) -> Candidate | None:
        """The first entry of ``seat`` that may count, if one is held."""
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

    def followed_by(self, entry: Entry) -> list[Candidate]:
        """The held candidates that ``entry`` follows, one after the other, first to last."""
        found: list[Candidate] = []
        before = entry.follows
        while (held := self.by_hash(before)) is not None:
            found.insert(0, held)
            before = held.entry.follows
        return found

    def change_by_hash(self, payload_hash: bytes) -> HeldChange | None:
        """The held change with this payload hash."""
        for attempt in self.attempts.values():
            for changes in attempt.changes.values():
                for held in changes:
                    if held.hash == payload_hash:
                        return held
        return None

    def entries(self, without: int = 0) -> list[Signed]:
        """Every entry held, except those of the seats in the bit mask ``without``."""
        return [
            candidate.signed
            for seat, candidates in sorted(self.candidates.items())
            if not without >> seat & 1
            for candidate in candidates
        ]

    def entries_mask(self) -> int:
        """Bit mask of the seats of which an entry is held, without those of which another one is
        wanted because an entry that is held follows it."""
        wanted = {
            self.speakers[self.speakers.index(seat) - 1]
            for seat, candidates in self.candidates.items()
            for candidate in candidates
            if candidate.check is Check.WAITING and self._follows_unknown(candidate.entry)
        }
        return sum(
            1 << seat for seat in self.candidates if self.candidate(seat) and seat not in wanted
        )

    def _follows_unknown(self, entry: Entry) -> bool:
        return (
            bool(entry.follows)
            and entry.seat in self.speakers
            and self.by_hash(entry.follows) is None
        )

    def attempt_status(self) -> tuple[AttemptStatus, ...]:
        """What is held of each attempt."""
        return tuple(
            AttemptStatus(
                number,
                sum(1 << seat for seat in attempt.changes),
                sum(1 << seat for seat in attempt.acknowledgements),
            )
            for number, attempt in sorted(self.attempts.items())
        )
