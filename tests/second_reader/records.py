"""The records of a transcript (8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.second_reader.encoding import (
    Malformed,
    NotCanonical,
    anything,
    decode,
    integer,
    list_of,
    octets,
    one_of,
    struct,
)
from tests.second_reader.signatures import Roster, Signed

MAGIC = b"koryo-transcript"
MOST_RECORD = 1_048_576

ClosedStep = struct(
    step=integer(0, 65_535),
    entries=list_of(Signed),
    attempt=integer(0, 255),
    changes=list_of(Signed),
    witnesses=list_of(Signed),
    signatures=list_of(octets(64, 64)),
)
_Record = struct(tag=one_of("table", "step", "after"), value=anything)
_RECORDS = {"table": Roster, "step": ClosedStep, "after": Signed}


class Cut(Exception):
    """The file ends within a record."""


class Refused(Exception):
    """The record does not hold."""

    def __init__(
        self, why: str, step: int | None = None, seat: int | None = None, reason: str | None = None
    ) -> None:
        super().__init__(why)
        self.why, self.step, self.seat, self.reason = why, step, seat, reason


def records(data: bytes) -> Iterator[tuple[str, Any]]:
    """The records of a file one by one, each a tag and a struct; Malformed or Cut."""
    if data[: len(MAGIC)] != MAGIC:
        raise Malformed("no transcript")
    at = len(MAGIC)
    while at < len(data) or at == len(MAGIC):
        if at == len(data):
            raise Malformed("no table")
        length = int.from_bytes(data[at : at + 4], "big")
        if at + 4 <= len(data) and length > MOST_RECORD:
            raise Malformed("a record over the limit")
        if at + 4 + length > len(data):
            raise Cut
        try:
            record = _Record(decode(data[at + 4 : at + 4 + length], MOST_RECORD))
        except NotCanonical:
            raise Malformed("a record is not canonical") from None
        if at == len(MAGIC) and record.tag != "table":
            raise Malformed("the table is not first")
        yield record.tag, _RECORDS[record.tag](record.value)
        at += 4 + length
