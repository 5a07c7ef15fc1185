"""A table as anybody sees it who holds signed things: it checks them and closes steps.

The same class follows a live table inside a ``Peer`` and replays a transcript in ``verify``. It
signs nothing, sends nothing and knows no secret.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from protocol.deck import BadProof
from protocol.log.attempts import Agreement, Clash, Outcomes, Target, agreements
from protocol.log.chain import payload_hash
from protocol.log.encoding import encode, shape
from protocol.log.errors import Dropped, Malformed
from protocol.log.evidence import Evidence, Fault, Kind, kind_of
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
from protocol.peer.changes import check_change, hidden, proofs_in
from protocol.peer.closing import Closing, witnesses_of
from protocol.peer.faults import Faults, contradiction, invalid
from protocol.peer.refused import Reason, Refused
from protocol.peer.state import GameState, start
from protocol.peer.steps import DEALS, STEPS, close

Statement = Entry | Acknowledgement | Change | Goodbye
T = TypeVar("T", Candidate, HeldChange)

_KINDS: dict[Thing, type[Statement]] = {
    Thing.ENTRY: Entry,
    Thing.ACKNOWLEDGEMENT: Acknowledgement,
    Thing.CHANGE: Change,
    Thing.GOODBYE: Goodbye,
}


@dataclass(frozen=True, slots=True)
class CheckJob:
    """A costly check for the world to run; give its result to ``Table.checked``."""

    step: int
    hash: bytes
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Ready:
    """An attempt whose target is complete and checked: its members may acknowledge it."""

    members: tuple[int, ...]
    target: Target
    agreement: Agreement | None


@dataclass(slots=True)
class Table:
    """Offer it signed things; take ``jobs`` and ``closed`` steps from it."""

    state: GameState
    open: OpenStep | None
    closed: list[Closing] = field(default_factory=list)
    """Every closed step, by its number."""
    jobs: list[CheckJob] = field(default_factory=list)
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
    _next: dict[tuple[int, Thing], list[Signed]] = field(default_factory=dict)
    _inside: list[Signed] = field(default_factory=list)
    """What came inside something else and is still to be taken in."""
    _changed: bool = False
    """Something was taken in since the last look at what it leads to."""

    @classmethod
    def start(cls, roster: Roster) -> Table:
        """A table before its first step."""
        state = start(roster)
        return cls(state, _open(state))

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
        if self.open is None or self.open.step != job.step:
            return
        candidate = self.open.by_hash(job.hash)
        if candidate is None:
            # Another entry of a seat that signed several has taken its place.
            return
        self._finish(candidate, result)
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
        """What contradicts something in a closed step is evidence even now."""
        match value:
            case Entry() if closing.spoke_unasked(value):
                return self._offer_unasked(signed, value)
            case Entry():
                held, kind = closing.said_by(value.seat), Kind.TWO_ENTRIES
            case Acknowledgement() if value.attempt == closing.attempt:
                held, kind = closing.acknowledged_by(value.seat), Kind.TWO_ACKNOWLEDGEMENTS
            case _:
                return False
        if held is None or held.payload == signed.payload or self._faults.is_named(value.seat):
            return False
        self.check(signed, self.state.identity(value.seat))
        self._contradiction(value.seat, value.step, kind, held, signed)
        self._changed = True
        return True

    def _offer_unasked(self, signed: Signed, entry: Entry) -> bool:
        """Who was asked in a closed step is plain for ever, unlike what was valid in it."""
        if self._faults.is_named(entry.seat):
            return False
        self.check(signed, self.state.identity(entry.seat))
        candidate = Candidate(signed, entry, payload_hash(signed.payload))
        self._name(invalid(candidate, Refused(Reason.NOT_A_SPEAKER)))
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
            self._take_place(step, entry.seat, held, candidate)
            return False
        held.append(candidate)
        if len(held) == 2:
            self._contradiction(entry.seat, step.step, Kind.TWO_ENTRIES, held[0].signed, signed)
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
            self._contradiction(said.seat, step.step, Kind.TWO_ACKNOWLEDGEMENTS, held[1], signed)
            attempt.others[said.seat] = (said.head, signed)
        else:
            attempt.acknowledgements[said.seat] = (said.head, signed)
            self._look_for_hidden(step, said.seat, said.attempt)
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
        check_change(step, change, self.state.roster, self._shown(), self.check)
        self.check(signed, self.state.identity(change.seat))
        held = step.attempt(change.attempt).changes.setdefault(change.seat, [])
        if len(held) >= 2:
            self._take_place(step, change.seat, held, HeldChange(signed, change, name))
            return False
        held.append(HeldChange(signed, change, name))
        if len(held) == 2:
            self._contradiction(change.seat, step.step, Kind.TWO_CHANGES, held[0].signed, signed)
        self._look_for_hidden(step, change.seat, change.attempt)
        # A report or proof is worth what it is worth by itself.
        self._inside += (*change.acknowledgements, *proofs_in(change))
        for left in change.left_out:
            self._take_pair(left)
        self._changed = True
        return True

    def _take_place(self, step: OpenStep, author: int, held: list[T], new: T) -> None:
        """One more of a seat that is at fault already: the others may have closed the step on it.
        The first stays, and what somebody's acknowledgement rests on; of the rest the latest."""
        held.append(new)
        rested = self._rested_on(step, author)
        others = held[1:-1]
        kept = [one for one in others if one.hash in self.pinned]
        kept += [one for one in others if one.hash in rested and one not in kept]
        held[1:-1] = kept[: max(len(step.members), len(self.pinned))]
        self._changed = True

    def _shown(self) -> set[LeftOut]:
        """Reasons to leave a seat out that were seen to hold."""
        faults = {LeftOut(seat, Why.FAULT, fault.things) for seat, fault in self.faults.items()}
        goodbyes = self.goodbyes.items()
        return faults | {LeftOut(seat, Why.GOODBYE, (said,)) for seat, (_goodbye, said) in goodbyes}

    def _rested_on(self, step: OpenStep, author: int) -> set[bytes]:
        """The entries and changes on which an acknowledgement of another seat than ``author``
        rests."""
        outcomes, found = Outcomes(step), set[bytes]()
        for number, attempt in step.attempts.items():
            for _agreement, target in self._targets(step, outcomes, number):
                if any(attempt.said(seat, target.head) for seat in step.members if seat != author):
                    found |= {name for _seat, name in target.entries} | target.witnesses
                    found |= {name for _attempt, _seat, name in target.changes}
        return found

    def _take_inside(self) -> None:
        while self._inside:
            try:
                self._take(self._inside.pop(0))
            except Dropped:
                continue

    def _take_pair(self, left: LeftOut) -> None:
        """Two signed things that contradict each other show a fault, whichever step they are of.
        That they do was seen before the change was taken in."""
        is_pair = left.why is Why.FAULT and len(left.proof) == 2
        if is_pair and not self._faults.is_named(left.seat):
            self._contradiction(left.seat, self.state.step, kind_of(left.proof), *left.proof)

    def _look_for_hidden(self, step: OpenStep, seat: int, new: int) -> None:
        if not self._faults.is_named(seat):
            for change, said in hidden(step, seat, new):
                self._contradiction(seat, step.step, Kind.UNREPORTED_ACKNOWLEDGEMENT, change, said)

    # Checking entries

    def _check_waiting(self, step: OpenStep, candidate: Candidate) -> None:
        """Start the check of an entry, if what it follows is here."""
        if candidate.check is not Check.WAITING:
            return
        try:
            self._start_check(step, candidate)
        except Refused as refused:
            self._finish(candidate, refused)

    def _start_check(self, step: OpenStep, candidate: Candidate) -> None:
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
            self._check_waiting(step, previous)
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
        pending = rule.check(self.state, entry, body, before)
        candidate.known = pending.known
        candidate.check = Check.CHECKING
        if rule.costly:
            self.jobs.append(CheckJob(step.step, candidate.hash, pending.job))
        else:
            self._finish(candidate, pending.job())

    def _finish(self, candidate: Candidate, result: object) -> None:
        if isinstance(result, Refused):
            candidate.check = Check.INVALID
            self._name(invalid(candidate, result))
        elif isinstance(result, BaseException):
            raise result
        else:
            candidate.checked = result
            candidate.check = Check.VALID

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
                self._check_waiting(step, first)
        outcomes = Outcomes(step)
        self.ready.clear()
        for number in sorted({0, *step.attempts}):
            for agreement, target in self._targets(step, outcomes, number):
                members = step.members if agreement is None else agreement.members
                ready = Ready(members, target, agreement)
                certified = _certified(step, number, ready)
                if not certified and not _is_wanted(step, target):
                    continue
                if self._is_valid(step, target):
                    self.ready.setdefault(number, ready)
                    if certified:
                        self._close(step, number, ready)
                        return

    def _targets(
        self, step: OpenStep, outcomes: Outcomes, number: int
    ) -> list[tuple[Agreement | None, Target]]:
        if number == 0:
            return [(None, target) for target in outcomes.targets(0)]
        found: list[tuple[Agreement | None, Target]] = []
        for agreement in agreements(step, number):
            if all(self._justified(seat, why) for seat, why in agreement.left_out):
                outcome = outcomes.of(agreement)
                if not isinstance(outcome, Clash):
                    found += [(agreement, target) for target in outcome]
        return found

    def _justified(self, seat: int, why: Why) -> bool:
        """Whether the reason to leave ``seat`` out is shown here."""
        match why:
            case Why.SILENT:
                return True
            case Why.GOODBYE:
                return self.has_left(seat)
            case Why.FAULT:
                return seat in self.faults

    def _is_valid(self, step: OpenStep, target: Target) -> bool:
        """Whether every entry of the target is checked; starts the checks that are not."""
        candidates = [step.by_hash(name) for _seat, name in target.entries]
        for candidate in candidates:
            assert candidate is not None
            self._check_waiting(step, candidate)
        return all(c is not None and c.check is Check.VALID for c in candidates)

    def _close(self, step: OpenStep, number: int, ready: Ready) -> None:
        target, agreement = ready.target, ready.agreement
        counted = {seat: step.by_hash(name) for seat, name in target.entries}
        entries = {seat: candidate for seat, candidate in counted.items() if candidate}
        checked = {seat: candidate.checked for seat, candidate in entries.items()}
        try:
            after = close(self.state, checked, target.head, target.made_absent)
        except BadProof as error:
            # The keys of all seats together cancel out: chance cannot do it, and no single one.
            self.broken = f"The keys of this deal give no deck ({error})."
            return
        said = step.attempt(number).said
        acknowledgements = [said(seat, target.head) for seat in ready.members]
        closing = Closing(
            before=self.state,
            after=after,
            kind=step.kind,
            checked=checked,
            entries=tuple(candidate.signed for candidate in entries.values()),
            attempt=number,
            members=ready.members,
            changes=tuple(held.signed for held in agreement.changes) if agreement else (),
            witnesses=witnesses_of(step, target, agreement),
            acknowledgements=tuple(signed for signed in acknowledgements if signed is not None),
            made_absent=target.made_absent,
        )
        self.closed.append(closing)
        self.state = after
        self.open = _open(after)
        self.ready.clear()
        self._faults.forget_without_effect(closing)
        self._changed = True
        kept, self._next = self._next, {}
        self._inside += (signed for things in kept.values() for signed in things)

    def _contradiction(
        self, seat: int, step: int, kind: Kind, first: Signed, second: Signed
    ) -> None:
        self._name(contradiction(seat, step, kind, first, second))

    def _name(self, fault: Fault) -> None:
        self._faults.name(fault, self.open)


def _is_wanted(step: OpenStep, target: Target) -> bool:
    """Whether to look at the target's proofs at all: not at those of a second entry of a seat,
    unless a reported acknowledgement rests on it."""
    return all(
        name in target.witnesses or step.candidate(seat) is step.by_hash(name)
        for seat, name in target.entries
    )


def _certified(step: OpenStep, number: int, ready: Ready) -> bool:
    said = step.attempt(number).said
    return all(said(seat, ready.target.head) is not None for seat in ready.members)


def _followed(step: OpenStep, entry: Entry) -> Candidate | None:
    """The entry that ``entry`` names before it, once it is here. Raises ``Refused``."""
    if len(entry.follows) != 32:
        raise Refused(Reason.WRONG_FOLLOWS)
    previous = step.by_hash(entry.follows)
    expected = step.speakers[step.speakers.index(entry.seat) - 1]
    if previous is not None and previous.entry.seat != expected:
        raise Refused(Reason.WRONG_FOLLOWS)
    return previous


def _open(state: GameState) -> OpenStep | None:
    if state.due is None:
        return None
    kind = state.due.kind
    return OpenStep(
        step=state.step,
        kind=kind,
        head=state.head,
        speakers=state.due.speakers,
        members=state.seated,
        deals=kind in DEALS,
        in_turn=STEPS[kind].in_turn,
    )
