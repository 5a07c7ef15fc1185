"""Checking the signatures of a transcript on cores that would idle, before the log asks for them.

What is expected of the file here decides nothing. A signature that held is remembered with exactly
what it signs and who signed; any other is checked when the log comes to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from protocol.log.encoding import encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Roster,
    Signed,
    Thing,
)
from protocol.log.signing import check_signed, read
from protocol.log.transcript import ClosedStep, Record

#: Begins a task on another core and does not wait for it.
Begin = Callable[[Callable[[], None]], None]

#: Steps whose signatures are one task: some fifty of them, 5 ms.
_STEPS: Final = 8


class Ahead:
    """Remembers which signatures held."""

    def __init__(self) -> None:
        self._held: set[tuple[bytes, Signed]] = set()

    def check(self, signed: Signed, identity: bytes) -> None:
        """Raises ``Dropped`` unless ``identity`` signed this, as ``check_signed`` does."""
        if (identity, signed) not in self._held:
            check_signed(signed, identity)

    def begin(self, roster: Roster, table: bytes, records: Sequence[Record], begin: Begin) -> None:
        """Hand out the signatures of the steps among ``records``."""
        steps = [record for record in records if isinstance(record, ClosedStep)]
        for start in range(0, len(steps), _STEPS):
            part = steps[start : start + _STEPS + 1]
            begin(lambda part=part: self._look(roster, table, part))  # type: ignore[misc]

    def _look(self, roster: Roster, table: bytes, steps: Sequence[ClosedStep]) -> None:
        for seat, signed in _signed_in(roster, table, steps):
            try:
                identity = roster.players[seat].identity
                check_signed(signed, identity)
            except (Dropped, IndexError):
                continue
            self._held.add((identity, signed))


def _signed_in(
    roster: Roster, table: bytes, steps: Sequence[ClosedStep]
) -> Iterator[tuple[int, Signed]]:
    """Seat and signed thing, of all these steps but the last: what its acknowledgements sign, the
    step after it shows."""
    seats = range(len(roster.players))
    for record, following in pairwise(steps):
        for signed in (*record.entries, *record.witnesses, *record.changes):
            if (author := _author(signed)) is not None:
                yield author.seat, signed
        after = _author(following.entries[0]) if following.entries else None
        if isinstance(after, Entry) and len(record.signatures) == len(seats):
            for seat, signature in zip(seats, record.signatures, strict=True):
                said = Acknowledgement(
                    PROTOCOL_VERSION, table, record.step, seat, record.attempt, after.head
                )
                yield seat, Signed(Thing.ACKNOWLEDGEMENT, encode(said), signature)


def _author(signed: Signed) -> Entry | Change | None:
    try:
        match signed.thing:
            case Thing.ENTRY:
                return read(signed, Entry)
            case Thing.CHANGE:
                return read(signed, Change)
    except (Dropped, Malformed):
        pass
    return None
