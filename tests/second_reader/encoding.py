"""The canonical encoding (0.3), the types of fields (0.2) and the digest (0.5)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

Value = int | str | bytes | list[Any]
Type = Callable[[Any], Any]

MOST_BYTES = 65_536
MOST_VALUES = 1_024
MOST_TEXT = 1_024
MOST_DEPTH = 12


class Malformed(Exception):
    """The bytes are no value, or the value has another shape."""


class NotCanonical(Exception):
    """The bytes are a value, and not its only form."""


def encode(value: Value) -> bytes:
    """The only form of a value."""
    if isinstance(value, int):
        return _encode_int(value)
    if isinstance(value, str):
        data = value.encode()
        if len(data) < 32:
            return bytes([0xA0 + len(data)]) + data
        if len(data) < 2**8:
            return b"\xd9" + len(data).to_bytes(1, "big") + data
        return b"\xda" + len(data).to_bytes(2, "big") + data
    if isinstance(value, bytes):
        for tag, size in ((0xC4, 1), (0xC5, 2), (0xC6, 4)):
            if len(value) < 2 ** (8 * size):
                return bytes([tag]) + len(value).to_bytes(size, "big") + value
        raise ValueError("too many bytes")
    head = (
        bytes([0x90 + len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")
    )
    return head + b"".join(encode(one) for one in value)


def _encode_int(value: int) -> bytes:
    if -32 <= value < 128:
        return bytes([value % 256])
    for power, size in enumerate((1, 2, 4, 8)):
        if 0 <= value < 2 ** (8 * size):
            return bytes([0xCC + power]) + value.to_bytes(size, "big")
        if -(2 ** (8 * size - 1)) <= value < 0:
            return bytes([0xD0 + power]) + value.to_bytes(size, "big", signed=True)
    raise ValueError("too large")


def decode(data: bytes, limit: int = MOST_BYTES) -> Value:
    """The value of these bytes; Malformed or NotCanonical."""
    if len(data) > limit:
        raise Malformed("too many bytes")
    value, end = _read(data, 0, 0)
    if end != len(data):
        raise Malformed("something stands behind the value")
    if encode(value) != data:
        raise NotCanonical
    return value


def _read(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    """The value that begins at a place, in any form, and where it ends."""

    def take(start: int, size: int) -> bytes:
        if start + size > len(data):
            raise Malformed("the bytes end within the value")
        return data[start : start + size]

    tag = take(at, 1)[0]
    at += 1
    if tag < 0x80:
        return tag, at
    if tag >= 0xE0:
        return tag - 256, at
    if 0xCC <= tag <= 0xD3:
        size = 1 << (tag & 3)
        return int.from_bytes(take(at, size), "big", signed=tag >= 0xD0), at + size
    if 0xA0 <= tag < 0xC0:
        kind, size, length = "text", 0, tag - 0xA0
    elif 0x90 <= tag < 0xA0:
        kind, size, length = "list", 0, tag - 0x90
    elif tag in (0xC4, 0xC5, 0xC6):
        kind, size, length = "bytes", 1 << (tag - 0xC4), 0
    elif tag in (0xD9, 0xDA, 0xDB):
        kind, size, length = "text", 1 << (tag - 0xD9), 0
    elif tag in (0xDC, 0xDD):
        kind, size, length = "list", 2 << (tag - 0xDC), 0
    else:
        raise Malformed("neither integer, text, bytes nor list")
    if size:
        length = int.from_bytes(take(at, size), "big")
        at += size
    if kind == "bytes":
        return take(at, length), at + length
    if kind == "text":
        if length > MOST_TEXT:
            raise Malformed("a text is too long")
        try:
            return take(at, length).decode(), at + length
        except UnicodeDecodeError:
            raise Malformed("no UTF-8") from None
    if length > MOST_VALUES or depth == MOST_DEPTH:
        raise Malformed("too many values, or lists within each other")
    values = []
    for _ in range(length):
        value, at = _read(data, at, depth + 1)
        values.append(value)
    return values, at


def digest(label: str, *parts: Value) -> bytes:
    """The hash of chapter 0.5."""
    return hashlib.sha256(encode([f"koryo-tui/1 {label}", *parts])).digest()


def integer(low: int, high: int) -> Type:
    """`int low..high`."""

    def check(value: Any) -> int:
        if not isinstance(value, int) or not low <= value <= high:
            raise Malformed("no such integer")
        return value

    return check


def octets(low: int, high: int = 2**32) -> Type:
    """`bytes low..high`."""

    def check(value: Any) -> bytes:
        if not isinstance(value, bytes) or not low <= len(value) <= high:
            raise Malformed("no such bytes")
        return value

    return check


def text(low: int, high: int) -> Type:
    """`text low..high`."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or not low <= len(value) <= high:
            raise Malformed("no such text")
        return value

    return check


def list_of(kind: Type, low: int = 0, high: int = MOST_VALUES) -> Type:
    """`list of kind, low..high`."""

    def check(value: Any) -> list[Any]:
        if not isinstance(value, list) or not low <= len(value) <= high:
            raise Malformed("no such list")
        return [kind(one) for one in value]

    return check


def one_of(*names: str) -> Type:
    """`one of` a table of texts."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise Malformed("not in the table")
        return value

    return check


def anything(value: Any) -> Any:
    """`any`."""
    return value


def struct(**fields: Type) -> Type:
    """A struct: the list of its fields in order. What it was read from stays in `raw`."""

    def check(value: Any) -> SimpleNamespace:
        if not isinstance(value, list) or len(value) != len(fields):
            raise Malformed("a struct has other fields")
        read = {name: kind(one) for (name, kind), one in zip(fields.items(), value, strict=True)}
        return SimpleNamespace(**read, raw=value)

    return check
