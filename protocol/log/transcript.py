"""The transcript file: a table's record, step by step, with nothing unsigned in it.

Layout: 16 bytes of magic, then records, each a 32-bit big-endian length and that many bytes of a
canonical array: ["table", roster] first, then ["step", closed step] for each closed step in order,
then ["after", signed] for each result, agreement to open the hands, and set of published keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from protocol.log.encoding import MAX_BYTES, Attempt, Signature, Step, Struct, encode, shape, unpack
from protocol.log.errors import Malformed
from protocol.log.messages import Roster, Signed

MAGIC = b"koryo-transcript"
#: Changes with all their proofs, and what they rest on, are the largest step; no record comes near
#: this many bytes.
MAX_RECORD = 16 * MAX_BYTES


class ClosedStep(Struct, frozen=True):
    """A step and its certificate; what belongs to seats stands by rising seat.

    ``entries`` are those that count, ``signatures`` those of the members' acknowledgements. The
    acknowledgements themselves are not stored: each is determined by table, step, seat, attempt
    and head. A step closed by an attempt after the ordinary one also has ``changes``, one of each
    member, and ``witnesses``: the other entries and changes on which the acknowledgements reported
    there rest, and the entries that an invalid one among the proofs follows, by rising payload
    hash. For attempt 0 both are empty.
    """

    step: Step
    entries: tuple[Signed, ...]
    attempt: Attempt
    changes: tuple[Signed, ...]
    witnesses: tuple[Signed, ...]
    signatures: tuple[Signature, ...]


class Truncated(ValueError):
    """The file ends inside a record: it was cut, or not written to its end."""


Record = Roster | ClosedStep | Signed

_TAGS: dict[type[Struct], str] = {Roster: "table", ClosedStep: "step", Signed: "after"}
_KINDS: dict[str, type[Roster] | type[ClosedStep] | type[Signed]] = {
    "table": Roster,
    "step": ClosedStep,
    "after": Signed,
}


def write_record(record: Record) -> bytes:
    """The bytes of one record, ready to be appended."""
    data = encode((_TAGS[type(record)], record))
    return len(data).to_bytes(4, "big") + data


def start_transcript(roster: Roster) -> bytes:
    """The bytes a transcript begins with."""
    return MAGIC + write_record(roster)


def read_transcript(data: bytes) -> Iterator[Record]:
    """The records one after another.

    Raises ``Malformed`` if the bytes are no transcript or a record has another shape or another
    encoding than its own, ``Truncated`` where the file ends inside a record.
    """
    if not data.startswith(MAGIC):
        raise Malformed("this is no Koryo transcript")
    place = len(MAGIC)
    while place < len(data):
        if len(data) - place < 4:
            raise Truncated("the file ends inside a record")
        length = int.from_bytes(data[place : place + 4], "big")
        if length > MAX_RECORD:
            raise Malformed("a record is longer than any step can be")
        place += 4
        if len(data) - place < length:
            raise Truncated("the file ends inside a record")
        yield _read_record(data[place : place + length])
        place += length


def _read_record(data: bytes) -> Record:
    value: Any = unpack(data, MAX_RECORD)
    if not isinstance(value, tuple) or len(value) != 2 or value[0] not in _KINDS:
        raise Malformed("neither a table, a step nor what comes after")
    record = shape(value[1], _KINDS[value[0]])
    if write_record(record)[4:] != data:
        raise Malformed("not the canonical encoding of its value")
    return record
