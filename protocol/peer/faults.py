"""How a fault is named: the seat, the step, the reason, and the signed things that prove it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from protocol.log.evidence import Fault, Kind
from protocol.log.messages import Signed
from protocol.log.openstep import Candidate
from protocol.peer.refused import Refused

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
