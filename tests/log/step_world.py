"""What there is to sign in one step, as the real structs, and the real decision on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from protocol.log.attempts import Agreement, Clash, LeftOutSeats, Outcomes, Target, agreements
from protocol.log.chain import next_head, payload_hash, table_id
from protocol.log.encoding import Struct, encode
from protocol.log.messages import (
    PROTOCOL_VERSION,
    RULES_VERSION,
    Acknowledgement,
    Change,
    Entry,
    LeftOut,
    Player,
    Roster,
    Settings,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.openstep import Candidate, Check, HeldChange, OpenStep
from protocol.log.signing import SigningKey

NONE = -1
BEFORE = bytes([2]) * 32
STEP = 9
KEYS = tuple(SigningKey(bytes([seat + 1]) * 32) for seat in range(4))

Reports = tuple[tuple[int, int], ...]
"""Attempt and head of each acknowledgement that a change reports."""
Resolve = Callable[[Outcomes, Agreement], "list[Target] | Clash"]
Sign = Callable[[int, Thing, Struct], Signed]


class Vote(NamedTuple):
    """A change; ``left`` is the number of one of ``World.lefts``."""

    seat: int
    attempt: int
    left: int
    reports: Reports


class Word(NamedTuple):
    """An entry: a seat's first or, if it is bad, another."""

    seat: int
    number: int


class Ack(NamedTuple):
    """An acknowledgement of the head of this number."""

    seat: int
    attempt: int
    head: int


Statement = Word | Vote | Ack


@dataclass(frozen=True)
class World:
    """The seats, the kind of step, and everything that can be named in it."""

    seats: int
    kind: StepKind = StepKind.SEATS
    speaker: int = NONE
    """The only seat that speaks; ``NONE``: all do."""
    has_bad: bool = True
    """The last seat is bad."""
    entries: int = 2
    """How many different entries the bad seat signs."""
    leaver: int = NONE
    """An honest seat that says goodbye in this step."""
    silent: int = 1
    """So many silent seats may be left out together; more than one breaks the rule."""

    @property
    def bad(self) -> int:
        return self.seats - 1 if self.has_bad else NONE

    @property
    def honest(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat != self.bad)

    @property
    def speakers(self) -> tuple[int, ...]:
        return tuple(range(self.seats)) if self.speaker == NONE else (self.speaker,)

    @property
    def deals(self) -> bool:
        return self.kind is StepKind.KEYS

    @property
    def roster(self) -> Roster:
        players = tuple(Player(key.identity, "seat", bytes(32)) for key in KEYS[: self.seats])
        return Roster(PROTOCOL_VERSION, RULES_VERSION, Settings(), players)

    def lefts(self) -> list[LeftOutSeats]:
        """Every way to leave seats out that a change may name; the first leaves out nobody.

        Evidence of a fault there is only of the bad seat, a goodbye only of the leaver.
        """
        reasons: list[list[Why | None]] = []
        for seat in range(self.seats):
            shown = [Why.FAULT] if seat == self.bad else []
            shown += [Why.GOODBYE] if seat == self.leaver else []
            reasons.append([None, Why.SILENT, *shown])
        found = []
        for whys in product(*reasons):
            left = tuple((seat, why) for seat, why in enumerate(whys) if why is not None)
            silent = sum(why is Why.SILENT for why in whys)
            staying = set(range(self.seats)) - {seat for seat, _why in left}
            enough = len(staying) >= (2 if silent else 1)
            if silent <= self.silent and enough and staying & set(self.honest):
                found.append(left)
        return found

    def heads(self) -> list[tuple[LeftOutSeats, int]]:
        """Every head: whom it makes absent, and which entry of the bad seat counts."""
        found = []
        for left in self.lefts():
            counts = self.bad in self.counting(left)
            found += [(left, number) for number in (range(self.entries) if counts else [NONE])]
        return found

    def counting(self, left: LeftOutSeats) -> list[int]:
        """Whose entries count in a step that closes without these."""
        gone = {seat for seat, _why in left}
        return [] if left and self.deals else [s for s in self.speakers if s not in gone]


def unsigned(_seat: int, thing: Thing, value: Struct) -> Signed:
    """The real structs without the cost of a signature, at which the decision never looks."""
    return Signed(thing, encode(value), bytes(64))


def really_signed(seat: int, thing: Thing, value: Struct) -> Signed:
    """As a seat signs it."""
    return KEYS[seat].sign(thing, value)


class Decisions:
    """Asks the real code what an agreement fixes, for a holder of given things."""

    def __init__(self, world: World, resolve: Resolve = Outcomes.of, sign: Sign = unsigned) -> None:
        self.world = world
        self.lefts = world.lefts()
        self.heads = world.heads()
        self.asked = 0
        self._resolve = resolve
        self._sign = sign
        self._table = table_id(world.roster)
        self._answers: dict[object, dict[int, frozenset[Statement]] | None] = {}
        self._changes: dict[Vote, HeldChange] = {}
        self._names: dict[bytes, Statement] = {}
        self._entries = {
            Word(seat, number): self._entry(Word(seat, number))
            for seat in world.speakers
            for number in range(world.entries if seat == world.bad else 1)
        }
        self._numbers = {self.head(number): number for number in range(len(self.heads))}

    def head(self, number: int) -> bytes:
        """The real head of this number."""
        left, entry = self.heads[number]
        gone = {seat for seat, _why in left}
        members = tuple(seat for seat in range(self.world.seats) if seat not in gone)
        entries = {
            seat: self._entries[Word(seat, entry if seat == self.world.bad else 0)].hash
            for seat in self.world.counting(left)
        }
        return next_head(BEFORE, STEP, self.world.kind, members, left, entries)

    def outcome(
        self, entries: tuple[int, ...], held: tuple[Vote, ...], attempt: int, left: int
    ) -> dict[int, frozenset[Statement]] | None:
        """The heads an agreement fixes, each with what its record shows signed by the bad seat.

        ``held`` holds one change of each member for ``attempt``, ``entries`` are those of the bad
        seat. None: two reports clash.
        """
        key = (entries, held, attempt, left)
        if key not in self._answers:
            step = self.open_step(entries, held)
            (agreement,) = agreements(step, attempt)
            assert agreement.left_out == self.lefts[left]
            self.asked += 1
            self._answers[key] = self.resolved(step, agreement)
        return self._answers[key]

    def resolved(
        self, step: OpenStep, agreement: Agreement
    ) -> dict[int, frozenset[Statement]] | None:
        """The decision of the real code, in the numbers of the model."""
        outcome = self._resolve(Outcomes(step), agreement)
        if isinstance(outcome, Clash):
            assert outcome.seat == self.world.bad, "an honest seat was blamed"
            return None
        return {self._numbers[target.head]: self._by_bad(target) for target in outcome}

    def open_step(self, entries: tuple[int, ...], held: tuple[Vote, ...]) -> OpenStep:
        """The real step in the eyes of who holds these changes and entries of the bad seat."""
        world = self.world
        seats = tuple(range(world.seats))
        step = OpenStep(STEP, world.kind, BEFORE, world.speakers, seats, world.deals)
        for word, candidate in self._entries.items():
            if word.seat != world.bad or word.number in entries:
                step.candidates.setdefault(word.seat, []).append(candidate)
        for vote in held:
            changes = step.attempt(vote.attempt).changes
            changes.setdefault(vote.seat, []).append(self._change(vote))
        return step

    def signed(self, statement: Statement) -> Signed:
        """The real signed thing."""
        match statement:
            case Word():
                return self._entries[statement].signed
            case Vote():
                return self._change(statement).signed
            case Ack(seat, attempt, head):
                # A head without a number is one that nobody can find.
                name = self.head(head) if head < len(self.heads) else bytes(32)
                value = Acknowledgement(PROTOCOL_VERSION, self._table, STEP, seat, attempt, name)
                return self._sign(seat, Thing.ACKNOWLEDGEMENT, value)

    def _change(self, vote: Vote) -> HeldChange:
        if vote not in self._changes:
            change = Change(
                PROTOCOL_VERSION,
                self._table,
                STEP,
                vote.seat,
                vote.attempt,
                tuple(LeftOut(seat, why, ()) for seat, why in self.lefts[vote.left]),
                tuple(self.signed(Ack(vote.seat, *report)) for report in vote.reports),
            )
            signed = self._sign(vote.seat, Thing.CHANGE, change)
            name = payload_hash(signed.payload)
            self._changes[vote] = HeldChange(signed, change, name)
            self._names[name] = vote
        return self._changes[vote]

    def _entry(self, word: Word) -> Candidate:
        kind, table = self.world.kind, self._table
        body = (word.number,)
        entry = Entry(PROTOCOL_VERSION, table, STEP, word.seat, kind, BEFORE, b"", body)
        signed = self._sign(word.seat, Thing.ENTRY, entry)
        name = payload_hash(signed.payload)
        self._names[name] = word
        return Candidate(signed, entry, name, Check.VALID)

    def _by_bad(self, target: Target) -> frozenset[Statement]:
        """What the bad seat signed among the entries, changes and witnesses of a record."""
        names = {name for _seat, name in target.entries} | target.witnesses
        names |= {name for _attempt, _seat, name in target.changes}
        statements = {self._names[name] for name in names}
        return frozenset(s for s in statements if s.seat == self.world.bad)
