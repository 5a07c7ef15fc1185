"""Faults: the seat, the step, the reason, the signed things that prove it; which are held."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from protocol.log.evidence import Evidence, Fault, Kind
from protocol.log.messages import Entry, Roster, Signed, Why
from protocol.log.openstep import Candidate, OpenStep
from protocol.log.signing import read
from protocol.log.transcript import start_transcript, write_record
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
