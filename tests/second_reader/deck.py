"""The deck (chapter 4): keys, shuffles, shares, opening. Only checks, nothing is made here.

An element is its 32 bytes and a scalar an integer modulo Q. Elements are decoded once, when they
come in; what is computed is always a valid encoding, the identity included.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache

import rbcl

Q = 2**252 + 27742317777372353535851937790883648493
IDENTITY = bytes(32)
Pair = tuple[bytes, bytes]
Deck = tuple[Pair, ...]


class BadProof(Exception):
    """What is wrong with a field: a code of 4.11."""

    @property
    def code(self) -> str:
        return str(self.args[0])


# The group; arithmetic is total.


def add(left: bytes, right: bytes) -> bytes:
    """The sum of two elements."""
    return bytes(rbcl.crypto_core_ristretto255_add(left, right))


def subtract(left: bytes, right: bytes) -> bytes:
    """The difference of two elements."""
    return bytes(rbcl.crypto_core_ristretto255_sub(left, right))


def times(factor: int, point: bytes) -> bytes:
    """A multiple of an element."""
    factor %= Q
    if factor == 0 or point == IDENTITY:
        return IDENTITY
    return bytes(rbcl.crypto_scalarmult_ristretto255(factor.to_bytes(32, "little"), point))


def times_generator(factor: int) -> bytes:
    """A multiple of G."""
    factor %= Q
    if factor == 0:
        return IDENTITY
    return bytes(rbcl.crypto_scalarmult_ristretto255_base(factor.to_bytes(32, "little")))


def total(points: Iterable[bytes]) -> bytes:
    """The sum of elements."""
    result = IDENTITY
    for point in points:
        result = add(result, point)
    return result


def weighted(factors: Iterable[int], points: Iterable[bytes]) -> bytes:
    """The sum of multiples of elements."""
    return total(times(factor, point) for factor, point in zip(factors, points, strict=True))


G = times_generator(1)


def element(data: bytes) -> bytes:
    """An element that came from somebody; never the identity."""
    if len(data) != 32:
        raise BadProof("bad-length")
    if data == IDENTITY:
        raise BadProof("identity")
    if not rbcl.crypto_core_ristretto255_is_valid_point(data):
        raise BadProof("bad-encoding")
    return data


def scalar(data: bytes) -> int:
    """A scalar that came from somebody."""
    if len(data) != 32:
        raise BadProof("bad-length")
    value = int.from_bytes(data, "little")
    if value >= Q:
        raise BadProof("scalar-range")
    return value


# Hashes (4.2).


def number(value: int) -> bytes:
    """An index, count, position or type, in hashes."""
    return value.to_bytes(2, "big")


def deck_hash(label: str, *parts: bytes) -> bytes:
    """The hash of 4.2."""
    name = label.encode()
    state = hashlib.sha512(len(name).to_bytes(2, "big") + name)
    for part in parts:
        state.update(len(part).to_bytes(4, "big") + part)
    return state.digest()


def hashed_scalar(label: str, *parts: bytes) -> int:
    """A hash as a scalar."""
    return int.from_bytes(deck_hash(label, *parts), "little") % Q


@cache
def hashed_element(label: str, *parts: bytes) -> bytes:
    """A hash as an element."""
    return bytes(rbcl.crypto_core_ristretto255_from_hash(deck_hash(label, *parts)))


def generator(index: int) -> bytes:
    """H (index 0) and H_i."""
    return hashed_element("koryo-tui/1 shuffle generator", number(index))


def card_point(card: int) -> bytes:
    """M of a card type."""
    return hashed_element("koryo-tui/1 card", number(card))


# Keys and decks (4.4, 4.5).


@cache
def check_key(context: bytes, body: bytes) -> bytes:
    """The X of a key that is proved in a context."""
    if len(body) != 96:
        raise BadProof("bad-length")
    X = element(body[:32])
    c, s = scalar(body[32:64]), scalar(body[64:])
    T = subtract(times_generator(s), times(c, X))
    if hashed_scalar("koryo-tui/1 key challenge", context, X, T) != c:
        raise BadProof("proof-fails")
    return X


def joint_key(keys: Sequence[bytes]) -> bytes:
    """K of a deal."""
    K = total(keys)
    if K == IDENTITY:
        raise BadProof("identity")
    return K


def open_deck(K: bytes, cards: Sequence[int]) -> Deck:
    """The deck of which everybody knows every card."""
    return tuple((G, add(card_point(card), K)) for card in cards)


def deck_bytes(deck: Deck) -> bytes:
    """The encoding of a deck."""
    return b"".join(A + B for A, B in deck)


def deck_digest(K: bytes, deck: Deck) -> bytes:
    """The 32 bytes that name a deck."""
    return deck_hash("koryo-tui/1 deck", K, deck_bytes(deck))[:32]


@cache
def decode_deck(data: bytes, size: int) -> Deck:
    """A deck of so many cards that came from somebody."""
    if len(data) != 64 * size:
        raise BadProof("bad-length")
    points = [element(data[at : at + 32]) for at in range(0, len(data), 32)]
    return tuple(zip(points[::2], points[1::2], strict=True))


# Shuffles (4.6).


@cache
def check_shuffle(context: bytes, K: bytes, old: Deck, new: Deck, proof: bytes) -> None:
    """Whether the new deck is proved to be the old one, permuted and masked anew."""
    N = len(old)
    if len(proof) != 128 * N + 160:
        raise BadProof("bad-length")
    fields = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    c, s1, s2, s3, s4, *answers = [scalar(field) for field in fields[2 * N :]]
    y, z = answers[:N], answers[N:]
    C, D = [element(one) for one in fields[:N]], [element(one) for one in fields[N : 2 * N]]
    H = [generator(index) for index in range(N + 1)]
    sd = deck_hash(
        "koryo-tui/1 shuffle statement",
        context,
        G,
        K,
        H[0],
        b"".join(H[1:]),
        number(N),
        deck_bytes(old),
        deck_bytes(new),
        b"".join(C),
    )
    u = [hashed_scalar("koryo-tui/1 shuffle weight", sd, number(j)) for j in range(1, N + 1)]
    U = 1
    for weight in u:
        U = U * weight % Q
    before = [H[0], *D[:-1]]
    T1 = subtract(times_generator(s1), times(c, subtract(total(C), total(H[1:]))))
    T2 = subtract(times_generator(s2), times(c, subtract(D[-1], times(U, H[0]))))
    T3 = subtract(add(times_generator(s3), weighted(z, H[1:])), times(c, weighted(u, C)))
    TA = subtract(
        add(times_generator(-s4), weighted(z, (A for A, _ in new))),
        times(c, weighted(u, (A for A, _ in old))),
    )
    TB = subtract(
        add(times(-s4, K), weighted(z, (B for _, B in new))),
        times(c, weighted(u, (B for _, B in old))),
    )
    V = [
        subtract(add(times_generator(y[i]), times(z[i], before[i])), times(c, D[i]))
        for i in range(N)
    ]
    again = hashed_scalar(
        "koryo-tui/1 shuffle challenge", sd, b"".join(D), T1 + T2 + T3 + TA + TB, b"".join(V)
    )
    if again != c:
        raise BadProof("proof-fails")


# Shares and opening (4.8, 4.9).


def _short(data: bytes) -> bytes:
    return number(len(data)) + data


def _to_scalar(message: bytes, context_string: bytes) -> int:
    """expand_message_xmd with SHA-512 to 64 bytes, as a scalar."""
    tag = b"HashToScalar-" + context_string
    tag += bytes([len(tag)])
    first = hashlib.sha512(bytes(128) + message + number(64) + b"\0" + tag).digest()
    return int.from_bytes(hashlib.sha512(first + b"\1" + tag).digest(), "little") % Q


@cache
def check_shares(
    context: bytes,
    X: bytes,
    digest: bytes,
    positions: tuple[int, ...],
    A: tuple[bytes, ...],
    shares: tuple[bytes, ...],
    proof: bytes,
) -> None:
    """Whether the shares are those of key X for the pairs at these positions."""
    if len(shares) != len(positions) or len(proof) != 64:
        raise BadProof("bad-length")
    S = [element(share) for share in shares]
    c, s = scalar(proof[:32]), scalar(proof[32:])
    batch = deck_hash(
        "koryo-tui/1 share batch",
        context,
        X,
        digest,
        b"".join(number(position) for position in positions),
        b"".join(A),
        b"".join(S),
    )
    string = b"koryo-tui/1 shares " + batch
    seed = hashlib.sha512(_short(X) + _short(b"Seed-" + string)).digest()
    d = [
        _to_scalar(_short(seed) + number(k) + _short(A[k]) + _short(S[k]) + b"Composite", string)
        for k in range(len(S))
    ]
    M, Z = weighted(d, A), weighted(d, S)
    P = add(times_generator(s), times(c, X))
    again = _to_scalar(
        b"".join(_short(one) for one in (X, M, Z, P, add(times(s, M), times(c, Z)))) + b"Challenge",
        string,
    )
    if again != c:
        raise BadProof("proof-fails")


def open_card(B: bytes, shares: Iterable[bytes]) -> int:
    """The type of a card of which all shares are there."""
    M = subtract(B, total(shares))
    for card in range(1, 12):
        if card_point(card) == M:
            return card
    raise BadProof("not-a-card")
