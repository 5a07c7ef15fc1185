"""What shows that a seat contradicted itself (3.8), and what a change may give as proof (3.6)."""

from __future__ import annotations

from types import SimpleNamespace

from tests.second_reader.signatures import Dropped, Table

#: What may stand in ``proof`` for each reason: the kinds of signed things, in order (3.6).
PROOFS: dict[str, set[tuple[str, ...]]] = {
    "silent": {()},
    "goodbye": {("goodbye",)},
    "fault": {
        ("entry", "entry"),
        ("acknowledgement", "acknowledgement"),
        ("change", "change"),
        ("change", "acknowledgement"),
        ("entry",),
    },
}


def check_proof(table: Table, left: SimpleNamespace) -> None:
    """Dropped if a proof is not what its reason calls for, of the seat it is about (3.6)."""
    kinds = tuple(signed.thing for signed in left.proof)
    if kinds not in PROOFS[left.why]:
        raise Dropped("the proof is not what the reason calls for")
    if any(table.read(signed, any_version=True).seat != left.seat for signed in left.proof):
        raise Dropped("the proof is of another seat")
    if len(left.proof) == 2 and shown_by(table, *left.proof) != left.seat:
        raise Dropped("the proof shows nothing")


def shown_by(table: Table, first: SimpleNamespace, second: SimpleNamespace) -> int | None:
    """The seat that two signed things contradict: the first four kinds of 3.8."""
    try:
        one, two = table.read(first, any_version=True), table.read(second, any_version=True)
    except Dropped:
        return None
    if one.seat != two.seat or one.step != two.step:
        return None
    things = (first.thing, second.thing)
    if things == ("entry", "entry"):
        shown = first.payload != second.payload
    elif things == ("acknowledgement", "acknowledgement"):
        shown = one.attempt == two.attempt and one.head != two.head
    elif things == ("change", "change"):
        shown = one.attempt == two.attempt and first.payload != second.payload
    elif things == ("change", "acknowledgement"):
        reported = [report.payload for report in one.acknowledgements]
        shown = two.attempt < one.attempt and second.payload not in reported
    else:
        return None
    return int(one.seat) if shown else None
