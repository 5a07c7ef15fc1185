"""Heads (3.4), contexts and sealed orders (5), and who sits where (6.4)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tests.second_reader.encoding import digest, encode
from tests.second_reader.signatures import PROTOCOL


def head_after(
    head: bytes,
    step: int,
    kind: str,
    members: Sequence[int],
    left_out: Sequence[tuple[int, str]],
    entries: Sequence[tuple[int, bytes]],
) -> bytes:
    """The head after a step (3.4)."""
    return digest(
        "head",
        head,
        step,
        kind,
        list(members),
        [list(one) for one in left_out],
        [list(one) for one in entries],
    )


def context(
    table: bytes, head: bytes, step: int, kind: str, seat: int, recipient: int | None = None
) -> bytes:
    """The context of a proof (5.1)."""
    last = [] if recipient is None else [recipient]
    return encode(["koryo-tui/1 context", PROTOCOL, table, head, step, kind, seat, *last])


def commitment(
    table: bytes, head: bytes, seat: int, positions: list[int], cards: list[int], salt: bytes
) -> bytes:
    """What seals an order (5.2)."""
    return digest("order", table, head, seat, positions, cards, salt)


def seating(table: bytes, nonces: list[bytes]) -> tuple[list[int], int]:
    """The seats clockwise and the first player (6.4)."""
    joint = digest("seating", table, nonces)
    stream = (
        byte
        for counter in range(2**32)
        for byte in hashlib.sha256(joint + counter.to_bytes(4, "big")).digest()
    )

    def below(k: int) -> int:
        return next(byte for byte in stream if byte < 256 - 256 % k) % k

    seats = list(range(len(nonces)))
    for i in range(len(seats) - 1, 0, -1):
        j = below(i + 1)
        seats[i], seats[j] = seats[j], seats[i]
    return seats, seats[below(len(seats))]
