"""A table as anybody sees it who holds signed things: it checks them and closes steps.

The same class follows a live table inside a ``Peer`` and replays a transcript in ``verify``. It
signs nothing, sends nothing and knows no secret.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.deck import BadProof
from protocol.log.chain import payload_hash
from protocol.log.errors import Dropped
from protocol.log.evidence import Evidence, Fault, Kind
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    LeftOut,
    Roster,
    Signed,
    Thing,
    Why,
)
from protocol.log.openstep import Candidate, Check, HeldChange, OpenStep
from protocol.log.signing import check_signed, read
from protocol.peer.changes import check_change, proofs_in
from protocol.peer.checking import Checking, CheckJob
from protocol.peer.closing import Closing, closing_of
from protocol.peer.faults import Faults, shown_late
from protocol.peer.state import GameState, start
from protocol.peer.steps import open_step
from protocol.peer.targets import Ready, Targets, is_certified, is_wanted

Statement = Entry | Acknowledgement | Change | Goodbye

_KINDS: dict[Thing, type[Statement]] = {
    Thing.ENTRY: Entry,
    Thing.ACKNOWLEDGEMENT: Acknowledgement,
    Thing.CHANGE: Change,
    Thing.GOODBYE: Goodbye,
}


@dataclass(slots=True)
class Table:
    """Offer it signed things; take ``jobs`` and ``closed`` steps from it."""

    state: GameState
    open: OpenStep | None
    closed: list[Closing] = field(default_factory=list)
    """Every closed step, by its number."""
    ready: dict[int, Ready] = field(default_factory=dict)
    """By attempt of the open step."""
    goodbyes: dict[int, tuple[Goodbye, Signed]] = field(default_factory=dict)
    """By seat: the latest."""
    broken: str | None = None
    """Why the log cannot go on although no seat can be named."""
    check: Callable[[Signed, bytes], None] = check_signed
    """Raises ``Dropped`` unless the identity signed it."""
    pinned: frozenset[bytes] = frozenset()
    """Payload hashes of entries and changes that keep their places, whatever comes."""
    _faults: Faults = field(default_factory=Faults)
    _checking: Checking = field(init=False)
    _next: dict[tuple[int, Thing], list[Signed]] = field(default_factory=dict)
    _inside: list[Signed] = field(default_factory=list)
    """What came inside something else and is still to be taken in."""
    _changed: bool = False
    """Something was taken in since the last look at what it leads to."""

    def __post_init__(self) -> None:
        self._checking = Checking(self._faults)

    @classmethod
    def start(cls, roster: Roster) -> Table:
        """A table before its first step."""
        state = start(roster)
        return cls(state, open_step(state))

    @property
    def jobs(self) -> list[CheckJob]:
        """Costly checks to be run: take them out, and give what comes of each to ``checked``."""
        return self._checking.jobs

    @property
    def faults(self) -> dict[int, Fault]:
        """By seat: the fault that was shown; to be read, not changed."""
        return self._faults.held

    def has_left(self, seat: int) -> bool:
        """Whether ``seat`` said goodbye and was not seated again since."""
        held = self.goodbyes.get(seat)
        return held is not None and held[0].step >= self.state.returned[seat]

    def offer(self, signed: Signed) -> bool:
        """Take in an entry, acknowledgement, change or goodbye; True if it is new and belongs here.

        Raises ``Dropped`` for what counts for nothing. A contradiction or an invalid entry becomes
        a fault.
        """
        new = self._take(signed)
        self._take_inside()
        if self._changed:
            self._settle()
        return new

    def _take(self, signed: Signed) -> bool:
        kind = _KINDS.get(signed.thing)
        if kind is None:
            raise Dropped(f"a {signed.thing} is not part of a step")
        value = read(signed, kind)
        if value.version != PROTOCOL_VERSION or value.table != self.state.table:
            raise Dropped("damaged, changed, or signed for another table or version")
        if value.seat not in self.state.seats:
            raise Dropped("signed for a seat that this table does not have")
        if isinstance(value, Goodbye):
            return self._offer_goodbye(signed, value)
        if value.step < len(self.closed):
            return self._offer_past(self.closed[value.step], signed, value)
        step = self.open
        if step is None or self.broken is not None:
            return False
        if value.step == step.step + 1:
            return self._keep_for_next(value.seat, signed)
        if value.step != step.step:
            return False
        match value:
            case Entry():
                return self._offer_entry(step, signed, value)
            case Acknowledgement():
                return self._offer_acknowledgement(step, signed, value)
            case Change():
                return self._offer_change(step, signed, value)

    def evidence(self, seat: int) -> Evidence:
        """What shows the fault of ``seat`` to anybody; an invalid entry with what it rests on."""
        return self._faults.evidence(seat, self.state.roster, self.closed)

    def offer_own(self, signed: Signed, known: object, checked: object) -> None:
        """Take in an entry that this very process has just made, without checking it again."""
        assert self.open is not None
        entry = read(signed, Entry)
        candidate = Candidate(
            signed, entry, payload_hash(signed.payload), Check.VALID, known, checked
        )
        self.open.candidates.setdefault(entry.seat, []).append(candidate)
        self._settle()

    def checked(self, job: CheckJob, result: object) -> None:
        """The result of a job, or the exception it raised. Raises what is no refusal."""
        step = self.open
        if step is None or step.step != job.step:
            return
        candidate = step.by_hash(job.hash)
        if candidate is None:
            # Another entry of a seat that signed several has taken its place.
            return
        self._checking.finish(step, candidate, result)
        self._settle()

    # Taking in

    def _offer_goodbye(self, signed: Signed, goodbye: Goodbye) -> bool:
        held = self.goodbyes.get(goodbye.seat)
        if held is not None and held[0].step >= goodbye.step:
            return False
        if goodbye.step > len(self.closed) + 1:
            # Of two honest seats neither is more than one step ahead; it will be asked for again.
            return False
        self.check(signed, self.state.identity(goodbye.seat))
        self.goodbyes[goodbye.seat] = (goodbye, signed)
        self._changed = True
        return True

    def _offer_past(
        self, closing: Closing, signed: Signed, value: Entry | Acknowledgement | Change
    ) -> bool:
        if self._faults.is_named(value.seat):
            return False
        fault = shown_late(closing, signed, value)
        if fault is None:
            return False
        self.check(signed, self.state.identity(value.seat))
        self._faults.name(fault, self.open)
        self._changed = True
        return True

    def _keep_for_next(self, seat: int, signed: Signed) -> bool:
        kept = self._next.setdefault((seat, signed.thing), [])
        if len(kept) >= 2 or any(other.payload == signed.payload for other in kept):
            return False
        self.check(signed, self.state.identity(seat))
        kept.append(signed)
        return True

    def _offer_entry(self, step: OpenStep, signed: Signed, entry: Entry) -> bool:
        name = payload_hash(signed.payload)
        known = step.candidates.get(entry.seat, [])
        if any(candidate.hash == name for candidate in known):
            return False
        self.check(signed, self.state.identity(entry.seat))
        stray = entry.head != step.head
        candidate = Candidate(signed, entry, name, Check.STRAY if stray else Check.WAITING)
        held = step.candidates.setdefault(entry.seat, [])
        if len(held) >= 2:
            self._targets(step).take_place(entry.seat, held, candidate, self.pinned)
            self._changed = True
            return False
        held.append(candidate)
        if len(held) == 2:
            self._faults.contradicts(step, entry.seat, Kind.TWO_ENTRIES, held[0].signed, signed)
        self._changed = True
        return True

    def _offer_acknowledgement(self, step: OpenStep, signed: Signed, said: Acknowledgement) -> bool:
        known = step.attempts.get(said.attempt)
        held = known.acknowledgements.get(said.seat) if known else None
        if said.seat not in step.members or (held is not None and held[0] == said.head):
            return False
        self.check(signed, self.state.identity(said.seat))
        attempt = step.attempt(said.attempt)
        new = said.seat not in attempt.others
        if held is not None:
            kind = Kind.TWO_ACKNOWLEDGEMENTS
            self._faults.contradicts(step, said.seat, kind, held[1], signed)
            attempt.others[said.seat] = (said.head, signed)
        else:
            attempt.acknowledgements[said.seat] = (said.head, signed)
            self._faults.look_for_hidden(step, said.seat, said.attempt)
        self._changed = True
        return new

    def _offer_change(self, step: OpenStep, signed: Signed, change: Change) -> bool:
        attempt = step.attempts.get(change.attempt)
        known = attempt.changes.get(change.seat, []) if attempt else []
        name = payload_hash(signed.payload)
        if any(other.hash == name for other in known):
            return False
        if not self.state.dealt:
            raise Dropped("before the first keys nobody can be left out")
        check_change(step, change, self.state.roster, self._reasons(), self.check)
        self.check(signed, self.state.identity(change.seat))
        held = step.attempt(change.attempt).changes.setdefault(change.seat, [])
        if len(held) >= 2:
            another = HeldChange(signed, change, name)
            self._targets(step).take_place(change.seat, held, another, self.pinned)
            self._changed = True
            return False
        held.append(HeldChange(signed, change, name))
        if len(held) == 2:
            self._faults.contradicts(step, change.seat, Kind.TWO_CHANGES, held[0].signed, signed)
        self._faults.look_for_hidden(step, change.seat, change.attempt)
        # A report or proof is worth what it is worth by itself.
        self._inside += (*change.acknowledgements, *proofs_in(change))
        for left in change.left_out:
            self._faults.take_pair(step, left)
        self._changed = True
        return True

    def _reasons(self) -> set[LeftOut]:
        """Reasons to leave a seat out that were seen to hold."""
        goodbyes = self.goodbyes.items()
        left = {LeftOut(seat, Why.GOODBYE, (said,)) for seat, (_goodbye, said) in goodbyes}
        return self._faults.reasons() | left

    def _take_inside(self) -> None:
        while self._inside:
            try:
                self._take(self._inside.pop(0))
            except Dropped:
                continue

    # Closing

    def _settle(self) -> None:
        """Go on until nothing changes any more."""
        self._changed = True
        while self._changed:
            self._changed = False
            self._look()
            self._take_inside()

    def _look(self) -> None:
        """Check what waits, find what each attempt closes on, close what is certified."""
        step = self.open
        if step is None or self.broken is not None:
            return
        for seat in sorted(step.candidates):
            first = step.candidate(seat)
            if first is not None:
                self._checking.begin(self.state, step, first)
        targets = self._targets(step)
        self.ready.clear()
        for number in sorted({0, *step.attempts}):
            for agreement, target in targets.of(number):
                members = step.members if agreement is None else agreement.members
                ready = Ready(members, target, agreement)
                certified = is_certified(step, number, ready)
                if not certified and not is_wanted(step, target):
                    continue
                if self._checking.is_valid(self.state, step, target):
                    self.ready.setdefault(number, ready)
                    if certified:
                        self._close(step, number, ready)
                        return

    def _targets(self, step: OpenStep) -> Targets:
        return Targets(step, self._is_shown)

    def _is_shown(self, seat: int, why: Why) -> bool:
        """Whether the reason to leave ``seat`` out is shown here."""
        match why:
            case Why.SILENT:
                return True
            case Why.GOODBYE:
                return self.has_left(seat)
            case Why.FAULT:
                return seat in self.faults

    def _close(self, step: OpenStep, number: int, ready: Ready) -> None:
        try:
            closing = closing_of(self.state, step, number, ready)
        except BadProof as error:
            # The keys of all seats together cancel out: chance cannot do it, and no single one.
            self.broken = f"The keys of this deal give no deck ({error})."
            return
        self.closed.append(closing)
        self.state = closing.after
        self.open = open_step(closing.after)
        self.ready.clear()
        self._faults.forget_without_effect(closing)
        self._changed = True
        kept, self._next = self._next, {}
        self._inside += (signed for things in kept.values() for signed in things)
