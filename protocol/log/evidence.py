"""Evidence: signed things that show, to anybody, that a seat broke the rules of the log.

Five kinds and nothing else. Silence, lateness, a lost link, an entry on an unknown head or bytes
that are not canonical are evidence of nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from protocol.log.chain import payload_hash, table_id
from protocol.log.encoding import Seat, Struct, decode, encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import Acknowledgement, Change, Entry, Roster, Signed, Thing
from protocol.log.signing import check_signed, read

S = TypeVar("S", bound=Struct)


class Kind(StrEnum):
    """What the signed things show together."""

    TWO_ENTRIES = "two-entries"
    TWO_ACKNOWLEDGEMENTS = "two-acknowledgements"
    TWO_CHANGES = "two-changes"
    UNREPORTED_ACKNOWLEDGEMENT = "unreported-acknowledgement"
    INVALID_ENTRY = "invalid-entry"


#: The first bytes of an evidence file.
MAGIC = b"koryo-evidence\x00\x00"
#: No evidence file is longer than this many bytes.
MAX_EVIDENCE = 64 * 1024 * 1024


class Evidence(Struct, frozen=True):
    """An evidence file: who, what kind, the roster and the signed things.

    For an invalid entry also ``record``, the transcript up to the head that it signs, and
    ``basis``, the entries of the same step that it follows; otherwise both are empty.
    """

    kind: Kind
    seat: Seat
    roster: Roster
    record: bytes
    things: tuple[Signed, ...]
    basis: tuple[Signed, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """A seat that is at fault, with the plain reason and what proves it."""

    seat: int
    step: int
    kind: Kind
    reason: str
    """A code of ``protocol.peer.checks.Reason`` for an invalid entry, else the evidence kind."""
    detail: str
    """The reason as one plain sentence."""
    things: tuple[Signed, ...]


def write_evidence(evidence: Evidence) -> bytes:
    """The bytes of an evidence file."""
    return MAGIC + encode(evidence)


def read_evidence(data: bytes) -> Evidence:
    """Raises ``Malformed`` or ``Dropped`` for bytes that are no evidence file."""
    if not data.startswith(MAGIC):
        raise Malformed("this is no evidence of Koryo")
    return decode(data[len(MAGIC) :], Evidence, limit=MAX_EVIDENCE)


def check_pair(evidence: Evidence) -> None:
    """Raises ``Dropped`` unless the signed things alone show what ``kind`` says (kinds 1-4).

    Needs nothing but the roster: an invalid entry is checked against the record instead, by
    ``protocol.peer.verify``.
    """
    if evidence.kind not in _PAIRS:
        raise Dropped("this kind of evidence is checked against the record")
    if evidence.seat >= len(evidence.roster.players):
        raise Dropped("the evidence names a seat that its table does not have")
    identity = evidence.roster.players[evidence.seat].identity
    for signed in evidence.things:
        check_signed(signed, identity)
    if len(evidence.things) != 2:
        raise Dropped("evidence of this kind is two signed things")
    _PAIRS[evidence.kind](evidence, *evidence.things)


def _two_entries(evidence: Evidence, first: Signed, second: Signed) -> None:
    a, b = _both(evidence, first, second, Thing.ENTRY, Entry)
    if a.step != b.step or payload_hash(first.payload) == payload_hash(second.payload):
        raise Dropped("not two different entries for one step")


def _two_acknowledgements(evidence: Evidence, first: Signed, second: Signed) -> None:
    a, b = _both(evidence, first, second, Thing.ACKNOWLEDGEMENT, Acknowledgement)
    if (a.step, a.attempt) != (b.step, b.attempt) or a.head == b.head:
        raise Dropped("not two acknowledgements of different heads for one step and attempt")


def _two_changes(evidence: Evidence, first: Signed, second: Signed) -> None:
    a, b = _both(evidence, first, second, Thing.CHANGE, Change)
    if (a.step, a.attempt) != (b.step, b.attempt) or first.payload == second.payload:
        raise Dropped("not two different changes for one step and attempt")


def _unreported(evidence: Evidence, first: Signed, second: Signed) -> None:
    if first.thing is not Thing.CHANGE or second.thing is not Thing.ACKNOWLEDGEMENT:
        raise Dropped("not a change and an acknowledgement")
    change = read(first, Change)
    said = read(second, Acknowledgement)
    for value in (change, said):
        _belongs(evidence, value.table, value.seat)
    reported = {signed.payload for signed in change.acknowledgements}
    if said.step != change.step or said.attempt >= change.attempt or second.payload in reported:
        raise Dropped("the change reports this acknowledgement, or need not")


def kind_of(things: tuple[Signed, ...]) -> Kind:
    """Which kind of evidence these signed things can be. Raises ``Dropped`` for none."""
    kind = EVIDENCE_THINGS.get(tuple(signed.thing for signed in things))
    if kind is None:
        raise Dropped("evidence of no kind")
    return kind


_PAIRS = {
    Kind.TWO_ENTRIES: _two_entries,
    Kind.TWO_ACKNOWLEDGEMENTS: _two_acknowledgements,
    Kind.TWO_CHANGES: _two_changes,
    Kind.UNREPORTED_ACKNOWLEDGEMENT: _unreported,
}


#: What the signed things that evidence is made of are.
SHOWING: Final[MappingProxyType[Thing, type[Entry | Acknowledgement | Change]]] = MappingProxyType(
    {Thing.ENTRY: Entry, Thing.ACKNOWLEDGEMENT: Acknowledgement, Thing.CHANGE: Change}
)

#: Which kinds of signed things, in this order, can be which evidence.
EVIDENCE_THINGS = {
    (Thing.ENTRY, Thing.ENTRY): Kind.TWO_ENTRIES,
    (Thing.ACKNOWLEDGEMENT, Thing.ACKNOWLEDGEMENT): Kind.TWO_ACKNOWLEDGEMENTS,
    (Thing.CHANGE, Thing.CHANGE): Kind.TWO_CHANGES,
    (Thing.CHANGE, Thing.ACKNOWLEDGEMENT): Kind.UNREPORTED_ACKNOWLEDGEMENT,
    (Thing.ENTRY,): Kind.INVALID_ENTRY,
}


def _both(
    evidence: Evidence, first: Signed, second: Signed, thing: Thing, kind: type[S]
) -> tuple[S, S]:
    if first.thing is not thing or second.thing is not thing:
        raise Dropped(f"not two things of kind {thing}")
    a, b = read(first, kind), read(second, kind)
    for value in (a, b):
        _belongs(evidence, getattr(value, "table", b""), getattr(value, "seat", -1))
    return a, b


def _belongs(evidence: Evidence, table: bytes, seat: int) -> None:
    if table != table_id(evidence.roster) or seat != evidence.seat:
        raise Dropped("signed for another table or another seat")
