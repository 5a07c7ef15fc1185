"""Evidence files (8.4)."""

from __future__ import annotations

from tests.second_reader.encoding import (
    Malformed,
    NotCanonical,
    decode,
    integer,
    list_of,
    octets,
    one_of,
    struct,
)
from tests.second_reader.faults import shown_by
from tests.second_reader.signatures import Roster, Signed, Table, can_play
from tests.second_reader.transcript import verify

MAGIC = b"koryo-evidence\0\0"
MOST_BYTES = 64 * 2**20
THINGS = {
    "two-entries": ["entry", "entry"],
    "two-acknowledgements": ["acknowledgement", "acknowledgement"],
    "two-changes": ["change", "change"],
    "unreported-acknowledgement": ["change", "acknowledgement"],
    "invalid-entry": ["entry"],
}
Evidence = struct(
    kind=one_of(*THINGS),
    seat=integer(0, 3),
    roster=Roster,
    record=octets(0),
    things=list_of(Signed),
    basis=list_of(Signed),
)


def judge(data: bytes) -> str:
    """`shows`, `refused` or `malformed`."""
    try:
        if data[: len(MAGIC)] != MAGIC:
            raise Malformed("no evidence")
        evidence = Evidence(decode(data[len(MAGIC) :], MOST_BYTES))
    except (Malformed, NotCanonical):
        return "malformed"
    things = [signed.thing for signed in evidence.things]
    if not can_play(evidence.roster) or things != THINGS[evidence.kind]:
        return "refused"
    if evidence.kind != "invalid-entry":
        shown = shown_by(Table(evidence.roster), *evidence.things) == evidence.seat
        return "shows" if shown else "refused"
    reader = verify(evidence.record).reader
    if reader is None or reader.table.roster.raw != evidence.roster.raw:
        return "refused"
    shown = reader.shows_invalid(evidence.seat, evidence.basis, evidence.things[0])
    return "shows" if shown else "refused"
