"""What all judges of vectors share: how to read what the files hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from protocol.log.errors import Malformed
from protocol.log.messages import (
    Signed,
    Thing,
)

File = Mapping[str, Any]
Judge = Callable[[File, File], str]
"""Of a case and the whole file."""


def bytes_of(text: str) -> bytes:
    return bytes.fromhex(text)


def all_bytes(texts: list[str]) -> tuple[bytes, ...]:
    return tuple(map(bytes_of, texts))


def value_of(value: Any) -> Any:
    """A value as encoding.json writes it."""
    if isinstance(value, dict):
        return bytes_of(value["bytes"])
    if isinstance(value, list):
        return tuple(value_of(item) for item in value)
    return value


def signed_of(fields: list[str]) -> Signed:
    thing, payload, signature = fields
    return Signed(Thing(thing), bytes_of(payload), bytes_of(signature))


def read_or_malformed(reader: Callable[[bytes], object], data: bytes) -> str:
    try:
        reader(data)
    except Malformed:
        return "malformed"
    return "read"
