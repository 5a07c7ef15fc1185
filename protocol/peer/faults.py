"""Faults: the seat, the step, the reason, the signed things that prove it; which are held."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from protocol.log.chain import payload_hash
from protocol.log.evidence import Evidence, Fault, Kind, kind_of
from protocol.log.messages import Acknowledgement, Change, Entry, LeftOut, Roster, Signed, Why
from protocol.log.openstep import Candidate, OpenStep
from protocol.log.signing import read
from protocol.log.transcript import start_transcript, write_record
from protocol.peer.changes import hidden
from protocol.peer.closing import Closing
from protocol.peer.refused import Reason, Refused

CONTRADICTIONS: Final = MappingProxyType(
    {
        Kind.TWO_ENTRIES: "the seat signed two different entries for one step",
        Kind.TWO_ACKNOWLEDGEMENTS: "the seat acknowledged two different heads of one step",
        Kind.TWO_CHANGES: "the seat signed two different changes for one attempt",
        Kind.UNREPORTED_ACKNOWLEDGEMENT: "the seat hid an acknowledgement from its change",
    }
)


def contradiction(seat: int, step: int, kind: Kind, first: Signed, second: Signed) -> Fault:
    """Two signed things of one seat that cannot both be."""
    return Fault(seat, step, kind, kind, CONTRADICTIONS[kind], (first, second))


def invalid(candidate: Candidate, refused: Refused) -> Fault:
    """An entry that is invalid on the head it signs."""
    entry = candidate.entry
    return Fault(
        entry.seat,
        entry.step,
        Kind.INVALID_ENTRY,
        refused.reason,
        str(refused),
        (candidate.signed,),
    )


def shown_late(
    closing: Closing, signed: Signed, value: Entry | Acknowledgement | Change
) -> Fault | None:
    """What contradicts something in a closed step is evidence even now. Who was asked in it is
    plain for ever, unlike what was valid in it."""
    match value:
        case Entry() if closing.spoke_unasked(value):
            candidate = Candidate(signed, value, payload_hash(signed.payload))
            return invalid(candidate, Refused(Reason.NOT_A_SPEAKER))
        case Entry():
            held, kind = closing.said_by(value.seat), Kind.TWO_ENTRIES
        case Acknowledgement() if value.attempt == closing.attempt:
            held, kind = closing.acknowledged_by(value.seat), Kind.TWO_ACKNOWLEDGEMENTS
        case _:
            return None
    if held is None or held.payload == signed.payload:
        return None
    return contradiction(value.seat, value.step, kind, held, signed)


def is_fleeting(fault: Fault) -> bool:
    """Whether the fault can be judged only by who holds its step open."""
    return fault.kind is Kind.INVALID_ENTRY and fault.reason != Reason.NOT_A_SPEAKER


class Faults:
    """Which seats were shown to be at fault, and what shows it."""

    def __init__(self) -> None:
        self.held: Final[dict[int, Fault]] = {}
        """By seat: the first that was shown, or the first that lasts."""
        self._basis: dict[int, tuple[Signed, ...]] = {}
        """By seat: what its invalid entry follows, kept from when it was shown."""

    def name(self, fault: Fault, step: OpenStep | None) -> None:
        """The first fault that is shown of a seat stands; what lasts replaces what does not.
        ``step`` is the one that is open now."""
        held = self.held.get(fault.seat)
        if held is None or (is_fleeting(held) and not is_fleeting(fault)):
            self.held[fault.seat] = fault
            self._basis[fault.seat] = _followed_by(fault, step)

    def contradicts(self, step: OpenStep, seat: int, kind: Kind, *pair: Signed) -> None:
        """A pair of signed things of ``seat`` that cannot both be was shown in ``step``."""
        first, second = pair
        self.name(contradiction(seat, step.step, kind, first, second), step)

    def take_pair(self, step: OpenStep, left: LeftOut) -> None:
        """Two signed things that contradict each other show a fault, whichever step they are of.
        That they do was seen before the change was taken in."""
        is_pair = left.why is Why.FAULT and len(left.proof) == 2
        if is_pair and not self.is_named(left.seat):
            self.contradicts(step, left.seat, kind_of(left.proof), *left.proof)

    def look_for_hidden(self, step: OpenStep, seat: int, new: int) -> None:
        """Something of ``seat`` was taken in for the ``new`` attempt: does a change of it hide an
        acknowledgement?"""
        if not self.is_named(seat):
            for change, said in hidden(step, seat, new):
                self.contradicts(step, seat, Kind.UNREPORTED_ACKNOWLEDGEMENT, change, said)

    def reasons(self) -> set[LeftOut]:
        """Every fault as a reason to leave its seat out."""
        return {LeftOut(seat, Why.FAULT, fault.things) for seat, fault in self.held.items()}

    def is_named(self, seat: int) -> bool:
        """Whether a fault of ``seat`` is held that lasts beyond the open step."""
        held = self.held.get(seat)
        return held is not None and not is_fleeting(held)

    def forget_without_effect(self, closing: Closing) -> None:
        """An invalid entry can be judged only while its step is open, except by who spoke. If its
        seat was not left out for it, others may never see the fault, and so this peer forgets it:
        honest peers must not part over what only one of them can check."""
        gone = {seat for seat, why in closing.made_absent if why is Why.FAULT}
        for seat, fault in tuple(self.held.items()):
            if is_fleeting(fault) and fault.step == closing.before.step and seat not in gone:
                del self.held[seat]

    def evidence(self, seat: int, roster: Roster, closed: Sequence[Closing]) -> Evidence:
        """What shows the fault of ``seat`` to anybody; an invalid entry with what it rests on:
        the steps that have ``closed`` before it."""
        fault = self.held[seat]
        if fault.kind is not Kind.INVALID_ENTRY:
            return Evidence(fault.kind, seat, roster, b"", fault.things)
        steps = (write_record(closing.record) for closing in closed[: fault.step])
        record = start_transcript(roster) + b"".join(steps)
        return Evidence(fault.kind, seat, roster, record, fault.things, self._basis[seat])


def _followed_by(fault: Fault, step: OpenStep | None) -> tuple[Signed, ...]:
    """The entries of its own step that an invalid entry follows, first to last."""
    if fault.kind is not Kind.INVALID_ENTRY or step is None:
        return ()
    entry = read(fault.things[0], Entry)
    return tuple(candidate.signed for candidate in step.followed_by(entry))
