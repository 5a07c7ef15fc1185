"""The transcript file: a table's record, step by step, with nothing unsigned in it.

Layout: 16 bytes of magic, then records, each a 32-bit big-endian length and that many bytes of a
canonical array: ["table", roster] first, then ["step", closed step] for each closed step in order,
then ["after", signed] for each result, agreement to open the hands, and set of published keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
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


#: What the record of a step begins with: a list of two, the first of which is its tag.
_STEP = b"\x92" + encode(_TAGS[ClosedStep])


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
    return map(_read_record, _frames(data))


def steps_in(data: bytes) -> int:
    """How many records of steps stand in a transcript, as far as it is framed like one; what is in
    them is not looked at."""
    number = 0
    with suppress(Malformed, Truncated):
        for frame in _frames(data):
            number += frame.startswith(_STEP)
    return number


def _frames(data: bytes) -> Iterator[bytes]:
    """The bytes of each record. Raises as ``read_transcript`` does for what stands around them."""
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
        yield data[place : place + length]
        place += length


def _read_record(data: bytes) -> Record:
    value: Any = unpack(data, MAX_RECORD)
    if not isinstance(value, tuple) or len(value) != 2 or value[0] not in _KINDS:
        raise Malformed("neither a table, a step nor what comes after")
    record = shape(value[1], _KINDS[value[0]])
    if write_record(record)[4:] != data:
        raise Malformed("not the canonical encoding of its value")
    return record
