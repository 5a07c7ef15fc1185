"""Ed25519 verification (RFC 8032 section 5.1.7) by its equation without cofactor, in plain Python.

A second opinion for tests: slow, and not for secrets.
"""

from __future__ import annotations

from hashlib import sha512

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)

#: (x, y) of an affine point.
Point = tuple[int, int]


def add(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def times(scalar: int, point: Point) -> Point:
    total: Point = (0, 1)
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point = add(point, point)
        scalar >>= 1
    return total


def encode(point: Point) -> bytes:
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(encoding: bytes) -> Point | None:
    """None for what is no point, or is not encoded as ``encode`` does."""
    number = int.from_bytes(encoding, "little")
    y, odd = number & ((1 << 255) - 1), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    if y >= P or x * x % P != square or (x == 0 and odd):
        return None
    return (P - x if x & 1 != odd else x), y


BASE = decode(b"\x58" + b"\x66" * 31)


def holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether S B - k A, encoded, is R, with S below the order and a canonical key."""
    point = decode(key)
    if point is None or BASE is None or len(signature) != 64:
        return False
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= ORDER:
        return False
    challenge = int.from_bytes(sha512(r + key + message).digest(), "little") % ORDER
    x, y = times(challenge, point)
    return encode(add(times(s, BASE), (-x % P, y))) == r
