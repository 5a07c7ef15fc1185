"""Chapters 3.1 and 3.3: signed things, messages of channel TABLE."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.deck.group import ORDER
from protocol.log.chain import table_id
from protocol.log.encoding import Struct, encode
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    AttemptStatus,
    Change,
    DealKey,
    Entry,
    Goodbye,
    Keys,
    LeftOut,
    Open,
    Pause,
    Result,
    Return,
    Signed,
    Status,
    StepKind,
    Talk,
    Thing,
    Why,
)
from protocol.log.wire import write_message
from tests.vectors.cases import (
    Case,
    case,
    key_of,
    rendered,
    roster_of,
    sign,
    signed_fields,
)

ROSTER = roster_of(3)
TABLE = table_id(ROSTER)


def entry_of(seat: int, **changed: object) -> Entry:
    """The entry of a seat for step 0, with parts of it exchanged."""
    right = Entry(PROTOCOL_VERSION, TABLE, 0, seat, StepKind.ROSTER, TABLE, b"", ROSTER)
    return replace(right, **changed)


def _examples() -> dict[Thing, Struct]:
    """One of each signed thing, by seat 0."""
    head = bytes(range(32))
    return {
        Thing.ENTRY: entry_of(0),
        Thing.ACKNOWLEDGEMENT: Acknowledgement(PROTOCOL_VERSION, TABLE, 0, 0, 0, head),
        Thing.CHANGE: Change(PROTOCOL_VERSION, TABLE, 0, 0, 1, (LeftOut(1, Why.SILENT, ()),), ()),
        Thing.GOODBYE: Goodbye(PROTOCOL_VERSION, TABLE, 0, 0),
        Thing.RETURN: Return(PROTOCOL_VERSION, TABLE, 5, 2, 0),
        Thing.RESULT: Result(PROTOCOL_VERSION, TABLE, 0, head, (3, -1, 0)),
        Thing.OPEN: Open(PROTOCOL_VERSION, TABLE, 0, head),
        Thing.KEYS: Keys(PROTOCOL_VERSION, TABLE, 0, head, (DealKey(3, bytes(31) + b"\x01"),)),
        Thing.TALK: Talk(PROTOCOL_VERSION, TABLE, 0, 1, "hello", ""),
        Thing.PAUSE: Pause(PROTOCOL_VERSION, TABLE, 0, 1, 1),
    }


def _entry_of_size(size: int) -> Entry:
    """An entry whose payload has so many bytes."""
    small = entry_of(0, body=bytes(10_000))
    return entry_of(0, body=bytes(10_000 + size - len(encode(small))))


def _reporting(count: int) -> Signed:
    """A change that reports an acknowledgement for each lower attempt."""
    said = tuple(
        sign(
            0,
            Thing.ACKNOWLEDGEMENT,
            Acknowledgement(PROTOCOL_VERSION, TABLE, 0, 0, attempt, bytes(32)),
        )
        for attempt in range(count)
    )
    left = (LeftOut(1, Why.SILENT, ()),)
    return sign(0, Thing.CHANGE, Change(PROTOCOL_VERSION, TABLE, 0, 0, count, left, said))


def signed_things() -> str:
    examples = _examples()

    def one(name: str, verdict: str, why: str, signed: Signed) -> Case:
        return case(name, verdict, why, **signed_fields(signed))

    right = sign(0, Thing.ENTRY, entry_of(0))
    acknowledged = sign(0, Thing.ACKNOWLEDGEMENT, examples[Thing.ACKNOWLEDGEMENT])
    cases = [
        one(f"of kind {thing}", "taken", "3.1", sign(0, thing, value))
        for thing, value in examples.items()
    ]
    cases += [
        one(
            "an entry for the next step",
            "taken",
            "3.4: kept until it opens",
            sign(1, Thing.ENTRY, entry_of(1, step=1, kind=StepKind.NONCES, body=(bytes(32),))),
        ),
        one(
            "an entry on another head",
            "taken",
            "3.4: stray, and no evidence",
            sign(1, Thing.ENTRY, entry_of(1, head=bytes(32))),
        ),
        one(
            "an entry with a body of any shape",
            "taken",
            "3.4: refused there, not dropped",
            sign(1, Thing.ENTRY, entry_of(1, body=7)),
        ),
        *(
            one(
                f"an entry of {size:,} bytes",
                verdict,
                "3.1: at most 12,288",
                sign(0, Thing.ENTRY, _entry_of_size(size)),
            )
            for size, verdict in ((12_288, "taken"), (12_289, "dropped"))
        ),
        *(
            one(f"a change with {count} reports", verdict, "3.6: at most 32", _reporting(count))
            for count, verdict in ((32, "taken"), (33, "dropped"))
        ),
        one(
            "another version",
            "dropped",
            "version 2",
            sign(0, Thing.ENTRY, entry_of(0, version=PROTOCOL_VERSION - 1)),
        ),
        one(
            "another table",
            "dropped",
            "this table",
            sign(0, Thing.ENTRY, entry_of(0, table=bytes(32))),
        ),
        one(
            "a seat that is not there",
            "dropped",
            "a table of three",
            sign(0, Thing.ENTRY, entry_of(3)),
        ),
        one(
            "signed by another seat",
            "dropped",
            "the identity of the seat",
            sign(1, Thing.ENTRY, entry_of(0)),
        ),
        one("signed by nobody", "dropped", "the signature", replace(right, signature=bytes(64))),
        one(
            "a changed signature",
            "dropped",
            "the signature",
            replace(right, signature=bytes([right.signature[0] ^ 1]) + right.signature[1:]),
        ),
        one(
            "S with the order added",
            "dropped",
            "0.6: S below the order",
            replace(right, signature=_malleable(right.signature)),
        ),
        one(
            "a changed payload",
            "dropped",
            "the signature",
            replace(right, payload=encode(entry_of(0, follows=b"\x01"))),
        ),
        one(
            "the label of another kind",
            "dropped",
            "0.6: the label",
            replace(
                acknowledged,
                thing=Thing.ACKNOWLEDGEMENT,
                signature=key_of(0).sign_bytes(Thing.ENTRY, acknowledged.payload),
            ),
        ),
        one(
            "the payload of another kind",
            "dropped",
            "3.1: the struct of the thing",
            Signed(
                Thing.GOODBYE, right.payload, key_of(0).sign_bytes(Thing.GOODBYE, right.payload)
            ),
        ),
    ]
    longer = right.payload.replace(b"\x00\x00\xa6roster", b"\xcc\x00\x00\xa6roster", 1)
    for name, payload in (
        ("a longer form", longer),
        ("no bytes of a value", b"\xc1"),
        ("something behind it", right.payload + b"\x00"),
        ("a map", b"\x80"),
    ):
        assert payload != right.payload
        signature = key_of(0).sign_bytes(Thing.ENTRY, payload)
        cases.append(
            one(name, "dropped", "3.1: canonical", Signed(Thing.ENTRY, payload, signature))
        )
    return rendered(
        "Chapter 3.1, for the table of `roster` whose step 0 is open; each case by itself. taken:"
        " nothing in 3.1 drops it (a change is dropped all the same before the first deal, 3.6).",
        cases,
        roster=encode(ROSTER),
        table=TABLE,
    )


def _malleable(signature: bytes) -> bytes:
    value = int.from_bytes(signature[32:], "little") + ORDER
    return signature[:32] + value.to_bytes(32, "little")


def messages() -> str:
    signed = sign(0, Thing.GOODBYE, Goodbye(PROTOCOL_VERSION, TABLE, 0, 0))
    status = Status(TABLE, 3, 5, (AttemptStatus(0, 0, 7), AttemptStatus(2, 3, 0)), 8)
    cases = [
        case("a signed thing", "read", "3.3", bytes=write_message(signed)),
        case("a status", "read", "3.3", bytes=write_message(status)),
        case("a short status", "read", "3.3", bytes=write_message(Status(TABLE, 0, 0, (), 0))),
        case(
            "a signed thing whose payload is nothing",
            "read",
            "it is dropped, and closes no link",
            bytes=write_message(replace(signed, payload=b"\xc1")),
        ),
    ]
    payload, signature = signed.payload, signed.signature
    bad: tuple[tuple[str, object, str], ...] = (
        ("an unknown thing", ("signed", "gift", payload, signature), "the table of things"),
        ("no payload", ("signed", "entry", b"", signature), "bytes 1..60000"),
        ("a payload of 60,001", ("signed", "entry", bytes(60_001), signature), "bytes 1..60000"),
        ("a short signature", ("signed", "entry", payload, bytes(63)), "bytes[64]"),
        ("a field more", ("signed", "entry", payload, signature, 0), "no more fields"),
        ("an unknown tag", ("gift", 1), "signed or status"),
        ("no tag", (), "signed or status"),
        ("no list", 7, "a list"),
        ("a mask of 16", ("status", TABLE, 3, 16, (), 0), "int 0..15"),
        ("a short table", ("status", TABLE[1:], 3, 0, (), 0), "bytes[32]"),
        ("a negative step", ("status", TABLE, -1, 0, (), 0), "int 0..65535"),
        ("257 attempts", ("status", TABLE, 0, 0, ((1, 0, 0),) * 257, 0), "at most 256"),
    )
    cases += [case(name, "malformed", why, bytes=encode(value)) for name, value, why in bad]
    right = write_message(Status(TABLE, 3, 5, (), 0))
    cases += [
        case("a longer form", "malformed", "not canonical", bytes=right[:-1] + b"\xcc\x00"),
        case("something behind it", "malformed", "must end", bytes=right + b"\x00"),
        case("cut off", "malformed", "ends within", bytes=right[:-1]),
    ]
    return rendered("Chapter 3.3: messages of channel TABLE.", cases)


# Attempts
