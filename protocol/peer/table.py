"""A table as anybody sees it who holds signed things: it checks them and closes steps.

The same class follows a live table inside a ``Peer`` and replays a transcript in ``verify``. It
signs nothing, sends nothing and knows no secret.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.deck import BadProof
from protocol.log.chain import next_head, payload_hash
from protocol.log.encoding import shape
from protocol.log.errors import Dropped, Malformed
from protocol.log.evidence import Fault, Kind
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Entry,
    Roster,
    Signed,
    StepKind,
    Thing,
)
from protocol.log.openstep import Candidate, Check, OpenStep
from protocol.log.signing import check_signed, read
from protocol.log.transcript import ClosedStep
from protocol.peer.refused import SENTENCES, Reason, Refused
from protocol.peer.state import GameState, start
from protocol.peer.steps import STEPS, Checked, close


@dataclass(frozen=True, slots=True)
class Closing:
    """A step that has just closed: the states around it and everything signed in it."""

    before: GameState
    after: GameState
    kind: StepKind
    checked: Checked
    entries: tuple[Signed, ...]
    """By rising seat."""
    acknowledgements: tuple[Signed, ...]
    """By rising seat."""

    @property
    def record(self) -> ClosedStep:
        """The step as a transcript keeps it."""
        signatures = tuple(signed.signature for signed in self.acknowledgements)
        return ClosedStep(self.before.step, self.entries, 0, (), signatures)

    def said_by(self, seat: int) -> Signed | None:
        """The entry of ``seat``."""
        spoke = sorted(self.checked)
        return self.entries[spoke.index(seat)] if seat in spoke else None

    def acknowledged_by(self, seat: int) -> Signed | None:
        """The acknowledgement of ``seat``."""
        members = self.before.seated
        return self.acknowledgements[members.index(seat)] if seat in members else None


@dataclass(frozen=True, slots=True)
class CheckJob:
    """A costly check for the world to run; give its result to ``Table.checked``."""

    step: int
    seat: int
    hash: bytes
    run: Callable[[], object]


@dataclass(slots=True)
class Table:
    """Offer it signed things; take ``jobs`` and ``closings`` from it."""

    state: GameState
    open: OpenStep | None
    closed: list[Closing] = field(default_factory=list)
    """Every closed step, by its number."""
    jobs: list[CheckJob] = field(default_factory=list)
    fault: Fault | None = None
    broken: str | None = None
    """Why the log cannot go on although no seat can be named."""
    _next: dict[tuple[int, Thing], list[Signed]] = field(default_factory=dict)

    @classmethod
    def start(cls, roster: Roster) -> Table:
        """A table before its first step."""
        state = start(roster)
        return cls(state, _open(state))

    @property
    def stopped(self) -> bool:
        """Whether no further step can close."""
        return self.open is None or self.fault is not None or self.broken is not None

    def offer(self, signed: Signed) -> bool:
        """Take in an entry or an acknowledgement; True if it was new and belongs here.

        Raises ``Dropped`` for what counts for nothing. A contradiction or an invalid entry becomes
        ``fault``.
        """
        if signed.thing is Thing.ENTRY:
            entry = read(signed, Entry)
            self._belongs(entry.version, entry.table, entry.seat)
            return self._offer_at(entry.step, entry.seat, signed, entry)
        if signed.thing is Thing.ACKNOWLEDGEMENT:
            said = read(signed, Acknowledgement)
            self._belongs(said.version, said.table, said.seat)
            return self._offer_at(said.step, said.seat, signed, said)
        raise Dropped(f"a {signed.thing} is not part of a step")

    def offer_own(self, signed: Signed, known: object, checked: object) -> None:
        """Take in an entry that this very process has just made, without checking it again."""
        assert self.open is not None
        entry = read(signed, Entry)
        candidate = Candidate(
            signed, entry, payload_hash(signed.payload), Check.VALID, known, checked
        )
        self.open.candidates.setdefault(entry.seat, []).append(candidate)
        self._start_checks()
        self._settle()

    def checked(self, job: CheckJob, result: object) -> None:
        """The result of a job, or the exception it raised. Raises what is no refusal."""
        if self.open is None or self.open.step != job.step or self.fault is not None:
            return
        candidate = self.open.by_hash(job.hash)
        assert candidate is not None
        self._finish(candidate, result)

    def _offer_at(
        self, step: int, seat: int, signed: Signed, value: Entry | Acknowledgement
    ) -> bool:
        if step < len(self.closed):
            return self._offer_past(self.closed[step], seat, signed)
        if self.stopped:
            return False
        assert self.open is not None
        if step == self.open.step + 1:
            return self._keep_for_next(seat, signed)
        if step != self.open.step:
            return False
        if isinstance(value, Entry):
            return self._offer_entry(self.open, signed, value)
        return self._offer_acknowledgement(self.open, signed, value)

    def _offer_past(self, closing: Closing, seat: int, signed: Signed) -> bool:
        """What differs from what a closed step holds of the same seat is evidence even now."""
        is_entry = signed.thing is Thing.ENTRY
        held = closing.said_by(seat) if is_entry else closing.acknowledged_by(seat)
        if held is None or held.payload == signed.payload or self.fault is not None:
            return False
        if not is_entry and read(signed, Acknowledgement).attempt != 0:
            return False
        check_signed(signed, self.state.identity(seat))
        kind = Kind.TWO_ENTRIES if is_entry else Kind.TWO_ACKNOWLEDGEMENTS
        self._contradiction(seat, closing.before.step, kind, held, signed)
        return True

    def _keep_for_next(self, seat: int, signed: Signed) -> bool:
        kept = self._next.setdefault((seat, signed.thing), [])
        if len(kept) >= 2 or any(other.payload == signed.payload for other in kept):
            return False
        check_signed(signed, self.state.identity(seat))
        kept.append(signed)
        return True

    def _offer_entry(self, step: OpenStep, signed: Signed, entry: Entry) -> bool:
        held = step.candidates.setdefault(entry.seat, [])
        name = payload_hash(signed.payload)
        if len(held) >= 2 or any(candidate.hash == name for candidate in held):
            return False
        check_signed(signed, self.state.identity(entry.seat))
        candidate = Candidate(signed, entry, name)
        held.append(candidate)
        if len(held) == 2:
            self._contradiction(entry.seat, step.step, Kind.TWO_ENTRIES, held[0].signed, signed)
        elif entry.head != step.head:
            candidate.check = Check.STRAY
        else:
            self._start_checks()
            self._settle()
        return True

    def _offer_acknowledgement(self, step: OpenStep, signed: Signed, said: Acknowledgement) -> bool:
        if said.attempt != 0 or said.seat not in step.members:
            return False
        held = step.acknowledgements.get(said.seat)
        if held is not None and held[0] == said.head:
            return False
        check_signed(signed, self.state.identity(said.seat))
        if held is not None:
            self._contradiction(said.seat, step.step, Kind.TWO_ACKNOWLEDGEMENTS, held[1], signed)
        else:
            step.acknowledgements[said.seat] = (said.head, signed)
            self._settle()
        return True

    def _start_checks(self) -> None:
        """Start the check of every candidate that waits for nothing any more."""
        step = self.open
        assert step is not None
        for seat in (*step.speakers, *(s for s in step.candidates if s not in step.speakers)):
            candidate = step.candidate(seat)
            if candidate is None or candidate.check is not Check.WAITING or self.fault:
                continue
            try:
                self._start_check(step, candidate)
            except Refused as refused:
                self._invalid(candidate, refused)

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
            if previous is None or previous.known is None:
                return
            before = previous.known
        elif entry.follows:
            raise Refused(Reason.WRONG_FOLLOWS)
        try:
            body = shape(entry.body, rule.body)
        except Malformed as error:
            raise Refused(Reason.BAD_BODY, str(error)) from None
        pending = rule.check(self.state, entry, body, before)
        candidate.known = pending.known
        candidate.check = Check.CHECKING
        if rule.costly:
            self.jobs.append(CheckJob(step.step, entry.seat, candidate.hash, pending.job))
        else:
            self._finish(candidate, pending.job())

    def _finish(self, candidate: Candidate, result: object) -> None:
        if isinstance(result, Refused):
            self._invalid(candidate, result)
        elif isinstance(result, BaseException):
            raise result
        else:
            candidate.checked = result
            candidate.check = Check.VALID
            self._settle()

    def _settle(self) -> None:
        """Name the closing head once all entries are valid; close once all acknowledge it."""
        step = self.open
        if step is None or self.stopped:
            return
        valid = step.valid()
        if valid is None:
            return
        if step.closing_head is None:
            hashes = {seat: candidate.hash for seat, candidate in valid.items()}
            step.closing_head = next_head(step.head, step.step, step.kind, step.members, (), hashes)
        if step.certified():
            self._close(step, valid)

    def _close(self, step: OpenStep, valid: dict[int, Candidate]) -> None:
        assert step.closing_head is not None
        checked = {seat: candidate.checked for seat, candidate in sorted(valid.items())}
        try:
            after = close(self.state, checked, step.closing_head)
        except BadProof as error:
            # The keys of all seats together cancel out: chance cannot do it, and no single one.
            self.broken = f"The keys of this deal give no deck ({error})."
            return
        entries = tuple(valid[seat].signed for seat in sorted(valid))
        certificate = tuple(step.acknowledgements[seat][1] for seat in step.members)
        self.closed.append(Closing(self.state, after, step.kind, checked, entries, certificate))
        self.state = after
        self.open = _open(after)
        kept, self._next = self._next, {}
        for signed in (signed for things in kept.values() for signed in things):
            try:
                self.offer(signed)
            except Dropped:
                continue

    def _belongs(self, version: int, table: bytes, seat: int) -> None:
        if version != PROTOCOL_VERSION or table != self.state.table:
            raise Dropped("signed for another table or version")
        if seat not in self.state.seats:
            raise Dropped("signed for a seat that this table does not have")

    def _invalid(self, candidate: Candidate, refused: Refused) -> None:
        entry = candidate.entry
        self._name(
            Fault(
                entry.seat,
                entry.step,
                Kind.INVALID_ENTRY,
                refused.reason,
                str(refused),
                (candidate.signed,),
            )
        )

    def _contradiction(
        self, seat: int, step: int, kind: Kind, first: Signed, second: Signed
    ) -> None:
        self._name(Fault(seat, step, kind, kind, _CONTRADICTIONS[kind], (first, second)))

    def _name(self, fault: Fault) -> None:
        """The first fault that is shown stands; the log stops at it."""
        if self.fault is None:
            self.fault = fault


_CONTRADICTIONS = {
    Kind.TWO_ENTRIES: "the seat signed two different entries for one step",
    Kind.TWO_ACKNOWLEDGEMENTS: "the seat acknowledged two different heads of one step",
}


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
    return OpenStep(state.step, state.due.kind, state.head, state.due.speakers, state.seated)


def reason_sentence(fault: Fault) -> str:
    """The plain sentence of a fault's reason code, without its detail."""
    if fault.kind is Kind.INVALID_ENTRY:
        return SENTENCES[Reason(fault.reason)]
    return _CONTRADICTIONS[fault.kind]
