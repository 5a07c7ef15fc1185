"""A fingerprint as plain words that two people can compare aloud: the same everywhere."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from protocol.net.fingerprint import FINGERPRINT_BYTES, fingerprint

#: There are 2 to the power of this many words.
_BITS: Final = 10


@cache
def spoken_words() -> tuple[str, ...]:
    """The 1024 words, in alphabetical order; their order is part of what both sides must share."""
    path = resources.files("koryo_tui.text").joinpath("fingerprint_words.txt")
    return tuple(path.read_text("ascii").split())


def identity_words(identity: bytes) -> str:
    """The fingerprint of an identity of 32 bytes in words; at most 63 characters."""
    return spoken(fingerprint(identity))


def spoken(mark: bytes) -> str:
    """The 10 bytes of a fingerprint as eight words of 10 bits each, the highest bits first."""
    if len(mark) != FINGERPRINT_BYTES:
        raise ValueError(f"a fingerprint has {FINGERPRINT_BYTES} bytes")
    number = int.from_bytes(mark, "big")
    shifts = range(8 * len(mark) - _BITS, -1, -_BITS)
    return " ".join(spoken_words()[number >> shift & ((1 << _BITS) - 1)] for shift in shifts)
