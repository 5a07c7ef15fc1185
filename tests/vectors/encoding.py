"""Chapter 0.3: how values are written."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.log.encoding import encode
from protocol.log.messages import PROTOCOL_VERSION
from tests.vectors.cases import Case, case, rendered


def written_value(value: object) -> object:
    """A value as JSON: numbers and texts as they are, bytes as an object, lists as lists."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, tuple):
        return [written_value(item) for item in value]
    return value


_GOOD: dict[str, object] = {
    "zero": 0,
    "one byte": 127,
    "two bytes": 128,
    "8 bits": 255,
    "9 bits": 256,
    "16 bits": 2**16 - 1,
    "17 bits": 2**16,
    "32 bits": 2**32 - 1,
    "33 bits": 2**32,
    "64 bits": 2**64 - 1,
    "minus one": -1,
    "minus 32": -32,
    "minus 33": -33,
    "minus 128": -128,
    "minus 129": -129,
    "minus 2^15": -(2**15),
    "minus 2^15 - 1": -(2**15) - 1,
    "minus 2^31": -(2**31),
    "minus 2^31 - 1": -(2**31) - 1,
    "minus 2^63": -(2**63),
    "no text": "",
    "a text of 31": "x" * 31,
    "a text of 32": "x" * 32,
    "a text of 255": "x" * 255,
    "a text of 256": "x" * 256,
    "a text of letters of several bytes": "Koryŏ 고려",
    "no bytes": b"",
    "255 bytes": bytes(255),
    "256 bytes": bytes(256),
    "an empty list": (),
    "15 values": (0,) * 15,
    "16 values": (0,) * 16,
    "1024 values": (0,) * 1024,
    "a mixed list": ("a", 200, -1, b"\x00", (1, 70_000)),
    "12 lists within each other": ((((((((((((),),),),),),),),),),),),
}

_BAD: tuple[tuple[str, str, str, str], ...] = (
    ("5 in 8 bits", "dropped", "cc05", "a shorter form exists"),
    ("200 in 16 bits", "dropped", "cd00c8", "a shorter form exists"),
    ("5 in 32 bits", "dropped", "ce00000005", "a shorter form exists"),
    ("5 in 64 bits", "dropped", "cf0000000000000005", "a shorter form exists"),
    ("5 as a signed number", "dropped", "d005", "a shorter form exists"),
    ("minus 1 in 8 bits", "dropped", "d0ff", "a shorter form exists"),
    ("minus 1 in 64 bits", "dropped", "d3ffffffffffffffff", "a shorter form exists"),
    ("a short text in the form of 8 bits", "dropped", "d90161", "a shorter form exists"),
    ("a short text in the form of 16 bits", "dropped", "da000161", "a shorter form exists"),
    ("a short text in the form of 32 bits", "dropped", "db0000000161", "a shorter form exists"),
    ("one byte in the form of 16 bits", "dropped", "c5000100", "a shorter form exists"),
    ("one byte in the form of 32 bits", "dropped", "c60000000100", "a shorter form exists"),
    ("a list of one in the form of 16 bits", "dropped", "dc000100", "a shorter form exists"),
    ("a list of one in the form of 32 bits", "dropped", "dd0000000100", "a shorter form exists"),
    ("a longer form deep inside", "dropped", "9191cc05", "a shorter form exists"),
    ("nothing", "malformed", "", "no value at all"),
    ("two values", "malformed", "0102", "the bytes must end with the value"),
    ("a value cut off", "malformed", "ce0000", "the bytes end within the value"),
    ("a list cut off", "malformed", "920a", "the bytes end within the value"),
    ("bytes cut off", "malformed", "c40500", "the bytes end within the value"),
    ("nil", "malformed", "c0", "there is no nil"),
    ("false", "malformed", "c2", "there are no booleans"),
    ("true", "malformed", "c3", "there are no booleans"),
    ("a boolean in a list", "malformed", "91c3", "there are no booleans"),
    ("the byte that means nothing", "malformed", "c1", "never used in MessagePack"),
    ("a floating-point number", "malformed", "ca3f800000", "there are none"),
    ("a long floating-point number", "malformed", "cb3ff0000000000000", "there are none"),
    ("an empty map", "malformed", "80", "there are no maps"),
    ("a map", "malformed", "810102", "there are no maps"),
    ("a map with a key twice", "malformed", "8201010102", "there are no maps"),
    ("a map in a list", "malformed", "9180", "there are no maps"),
    ("an extension", "malformed", "d40000", "there are no extension types"),
    ("an empty extension", "malformed", "c70005", "there are no extension types"),
    ("a time", "malformed", "d6ff00000000", "there are no extension types"),
    ("text that is no UTF-8", "malformed", "a1ff", "text is UTF-8"),
    ("half a surrogate pair", "malformed", "a3eda080", "text is UTF-8"),
    ("1025 values", "malformed", "dc0401" + "00" * 1025, "at most 1,024 values in a list"),
    ("a text of 1025", "malformed", "da0401" + "61" * 1025, "at most 1,024 bytes in a text"),
    ("13 lists within each other", "malformed", "91" * 13 + "00", "at most 12 lists"),
    ("a claim of 2^32 - 1 values", "malformed", "ddffffffff", "at most 1,024 values in a list"),
    ("a claim of 2^32 - 1 bytes", "malformed", "c6ffffffff", "the bytes end within the value"),
)


def _structs() -> Iterator[Case]:
    """Values that are well formed and are not of the struct that belongs there."""
    table, head = bytes(32), bytes(range(32))
    good = (PROTOCOL_VERSION, table, 7, 2, 0, head)

    def one(name: str, verdict: str, why: str, *value: object) -> Case:
        return case(name, verdict, why, struct="Acknowledgement", bytes=encode(value))

    yield one("an acknowledgement", "canonical", "all fields are right", *good)
    yield one("a field less", "malformed", "a field is never left out", *good[:-1])
    yield one("a field more", "malformed", "every struct has its fields and no more", *good, 0)
    yield one("text for bytes", "malformed", "the type is another", 1, "t" * 32, *good[2:])
    yield one("bytes for an integer", "malformed", "the type is another", 1, table, b"7", *good[3:])
    yield one("an integer as text", "malformed", "the type is another", 1, table, "7", *good[3:])
    yield one("31 bytes for 32", "malformed", "the length is another", 1, table[:-1], *good[2:])
    yield one("33 bytes for 32", "malformed", "the length is another", *good[:-1], bytes(33))
    yield one("version 0", "malformed", "int 1..255", 0, *good[1:])
    yield one("version 256", "malformed", "int 1..255", 256, *good[1:])
    yield one("another version", "canonical", "any version can be read; 3.1 drops it", 7, *good[1:])
    yield one("step 65536", "malformed", "int 0..65535", 1, table, 65_536, *good[3:])
    yield one("a negative step", "malformed", "int 0..65535", 1, table, -1, *good[3:])
    yield one("seat 4", "malformed", "int 0..3", 1, table, 7, 4, 0, head)
    yield one("attempt 256", "malformed", "int 0..255", PROTOCOL_VERSION, table, 7, 2, 256, head)
    longer = encode(good).replace(b"\x07\x02\x00", b"\xcc\x07\x02\x00", 1)
    yield case(
        "a longer form of the step",
        "dropped",
        "a shorter form exists",
        struct="Acknowledgement",
        bytes=longer,
    )


def encoding() -> str:
    cases = [
        case(name, "canonical", "the only form", value=written_value(value), bytes=encode(value))
        for name, value in _GOOD.items()
    ]
    cases += [
        case(name, verdict, why, bytes=bytes.fromhex(text)) for name, verdict, text, why in _BAD
    ]
    cases += _structs()
    return rendered(
        "Chapter 0.3. canonical: the bytes are the only encoding of the value. malformed: the bytes"
        " break 0.3 or the shape. dropped: well formed, and not the only form; inside a signed"
        " thing it is dropped, anywhere else it is malformed. With a struct the shape is that of"
        " its table in chapter 3.",
        cases,
    )
