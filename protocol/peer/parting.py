"""Who signed both ways, where two records of one table part (docs/protocol.md, 8.3).

An honest seat can stand in both certificates: it acknowledged one head, and another one in a later
attempt once the first was passed over. Only things of one seat that contradict each other name it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import permutations

from protocol.log.errors import Dropped
from protocol.log.evidence import EVIDENCE_THINGS, SHOWING, Evidence, check_pair
from protocol.log.messages import Change, Roster, Signed
from protocol.log.signing import read


def signed_both_ways(roster: Roster, things: Iterable[Signed]) -> tuple[int, ...]:
    """The seats, rising, of which two of ``things``, or of what the changes among them carry, are
    evidence of one of the first four kinds. What shows nothing is passed over."""
    by_seat: dict[int, list[Signed]] = defaultdict(list)
    for seat, signed in _with_what_they_carry(things):
        by_seat[seat].append(signed)
    return tuple(seat for seat in sorted(by_seat) if _contradicts(roster, seat, by_seat[seat]))


def _contradicts(roster: Roster, seat: int, things: list[Signed]) -> bool:
    for pair in permutations(things, 2):
        kind = EVIDENCE_THINGS.get((pair[0].thing, pair[1].thing))
        if kind is not None and _shows(Evidence(kind, seat, roster, b"", pair)):
            return True
    return False


def _shows(evidence: Evidence) -> bool:
    try:
        check_pair(evidence)
    except Dropped:
        return False
    return True


def _with_what_they_carry(things: Iterable[Signed]) -> Iterator[tuple[int, Signed]]:
    """Each statement once, by its seat; those inside changes too: reports, and proofs of faults."""
    met: set[Signed] = set()
    left = list(things)
    while left:
        signed = left.pop()
        kind = SHOWING.get(signed.thing)
        if kind is None or signed in met:
            continue
        met.add(signed)
        try:
            said = read(signed, kind)
        except Dropped:
            continue
        yield said.seat, signed
        if isinstance(said, Change):
            left += said.acknowledgements
            left += (proof for gone in said.left_out for proof in gone.proof)
