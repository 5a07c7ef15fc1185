"""Seating and first player out of everybody's nonces: nobody alone can steer them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from protocol.log.encoding import digest


def seating(table: bytes, nonces: Mapping[int, bytes]) -> tuple[tuple[int, ...], int]:
    """The seats in clockwise order and the first player of round 1, both uniform.

    ``nonces`` maps every seat to its opened 32 bytes. The joint value is
    H("seating", table, nonces by rising seat). A Fisher-Yates shuffle of the rising seats, swapping
    place i = n-1 .. 1 with a uniform place 0..i, gives the clockwise order; one more draw of a
    place 0..n-1 in it gives the first player.
    """
    joint = digest("seating", table, tuple(nonces[seat] for seat in sorted(nonces)))
    words = _words(joint)
    clockwise = sorted(nonces)
    for last in range(len(clockwise) - 1, 0, -1):
        other = _below(last + 1, words)
        clockwise[last], clockwise[other] = clockwise[other], clockwise[last]
    return tuple(clockwise), clockwise[_below(len(clockwise), words)]


def _words(joint: bytes) -> Iterator[int]:
    """Uniform bytes: SHA-256(joint, counter as 4 bytes big-endian) for counter 0, 1, 2, ..."""
    counter = 0
    while True:
        yield from sha256(joint + counter.to_bytes(4, "big")).digest()
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform number below ``bound`` by rejection: a byte at or over the largest multiple of
    ``bound`` is passed over."""
    limit = 256 - 256 % bound
    return next(word for word in words if word < limit) % bound
