"""Another client's checks, written from the text of the protocol: bytes, hashes and formulas.

Nothing here comes from the package but the group. What the package makes must hold here.
"""

import hashlib
from functools import reduce
from operator import add

import pytest

from protocol.deck import make_shares, prove_key, shuffle
from protocol.deck.group import ORDER, Element, base, decode_element, map_to_element
from tests.deck.helpers import CONTEXT, seeded, shuffled, table

CARDS = [1, 2, 2, 11]
AT = table(CARDS)
N = len(CARDS)


def _digest(label: bytes, *parts: bytes) -> bytes:
    written = len(label).to_bytes(2, "big") + label
    for part in parts:
        written += len(part).to_bytes(4, "big") + part
    return hashlib.sha512(written).digest()


def _h(label: bytes, *parts: bytes) -> int:
    return int.from_bytes(_digest(label, *parts), "little") % ORDER


def _split(data: bytes) -> list[bytes]:
    return [data[start : start + 32] for start in range(0, len(data), 32)]


def _points(data: bytes) -> list[Element]:
    return [decode_element(part) for part in _split(data)]


def _numbers(data: bytes) -> list[int]:
    return [int.from_bytes(part, "little") for part in _split(data)]


def _sum(scalars: list[int], points: list[Element]) -> Element:
    return reduce(add, (k * point for k, point in zip(scalars, points, strict=True)))


def _joint() -> Element:
    return reduce(add, (base(secret.reveal()) for secret in AT.secrets))


def _open_deck() -> bytes:
    pairs = b""
    for card in CARDS:
        point = map_to_element(_digest(b"koryo-tui/1 card", card.to_bytes(2, "big")))
        pairs += base(1).encoding + (point + _joint()).encoding
    return pairs


def _deck_digest(deck: bytes) -> bytes:
    return _digest(b"koryo-tui/1 deck", _joint().encoding, deck)[:32]


def test_the_open_deck_and_its_digest_are_the_written_ones() -> None:
    assert AT.deck.encode() == _open_deck()
    assert AT.deck.digest == _deck_digest(_open_deck())


def test_a_key_proof_holds_as_written() -> None:
    body = prove_key(AT.secrets[0], CONTEXT, seeded("written key"))
    c, s = _numbers(body[32:])
    t = base(s) - c * decode_element(body[:32])
    assert _h(b"koryo-tui/1 key challenge", CONTEXT, body[:32], t.encoding) == c


def test_a_shuffle_proof_holds_as_written() -> None:
    made = shuffle(AT.deck, CONTEXT, seeded("written shuffle"))
    sent = made.deck.encode()
    before, after, key = _points(_open_deck()), _points(sent), _joint()
    c_points = _points(made.proof[: 32 * N])
    d_points = _points(made.proof[32 * N : 64 * N])
    c, s1, s2, s3, s4, *rest = _numbers(made.proof[64 * N :])
    y, z = rest[:N], rest[N:]

    hs = [
        map_to_element(_digest(b"koryo-tui/1 shuffle generator", i.to_bytes(2, "big")))
        for i in range(N + 1)
    ]
    statement = _digest(
        b"koryo-tui/1 shuffle statement",
        CONTEXT,
        base(1).encoding,
        key.encoding,
        hs[0].encoding,
        b"".join(point.encoding for point in hs[1:]),
        N.to_bytes(2, "big"),
        _open_deck(),
        sent,
        made.proof[: 32 * N],
    )
    u = [
        _h(b"koryo-tui/1 shuffle weight", statement, j.to_bytes(2, "big")) for j in range(1, N + 1)
    ]
    product = reduce(lambda x, weight: x * weight % ORDER, u)

    t1 = base(s1) - c * (reduce(add, c_points) - reduce(add, hs[1:]))
    t2 = base(s2) - c * (d_points[-1] - product * hs[0])
    t3 = base(s3) + _sum(z, hs[1:]) - c * _sum(u, c_points)
    t_a = base(-s4) + _sum(z, after[0::2]) - c * _sum(u, before[0::2])
    t_b = -s4 * key + _sum(z, after[1::2]) - c * _sum(u, before[1::2])
    chain = [hs[0], *d_points]
    v = [base(y[i]) + z[i] * chain[i] - c * chain[i + 1] for i in range(N)]
    again = _h(
        b"koryo-tui/1 shuffle challenge",
        statement,
        made.proof[32 * N : 64 * N],
        b"".join(point.encoding for point in (t1, t2, t3, t_a, t_b)),
        b"".join(point.encoding for point in v),
    )
    assert again == c


@pytest.mark.parametrize("positions", [[2], [3, 0, 1]])
def test_a_share_proof_holds_as_written(positions: list[int]) -> None:
    deck = shuffled(AT, "written deck")
    sent = deck.deck.encode()
    batch = make_shares(AT.secrets[1], deck, positions, CONTEXT, seeded("written shares"))
    public = base(AT.secrets[1].reveal())
    lefts = [_points(sent)[2 * position] for position in positions]
    rights = [decode_element(share) for share in batch.shares]
    context_string = b"koryo-tui/1 shares " + _digest(
        b"koryo-tui/1 share batch",
        CONTEXT,
        public.encoding,
        _deck_digest(sent),
        b"".join(position.to_bytes(2, "big") for position in positions),
        b"".join(left.encoding for left in lefts),
        b"".join(batch.shares),
    )

    def short(part: bytes) -> bytes:
        return len(part).to_bytes(2, "big") + part

    def to_scalar(message: bytes) -> int:
        tag = b"HashToScalar-" + context_string
        tag += bytes([len(tag)])
        b0 = hashlib.sha512(bytes(128) + message + b"\x00\x40\x00" + tag).digest()
        return int.from_bytes(hashlib.sha512(b0 + b"\x01" + tag).digest(), "little") % ORDER

    seed = hashlib.sha512(short(public.encoding) + short(b"Seed-" + context_string)).digest()
    weights = [
        to_scalar(
            short(seed)
            + k.to_bytes(2, "big")
            + short(left.encoding)
            + short(right.encoding)
            + b"Composite"
        )
        for k, (left, right) in enumerate(zip(lefts, rights, strict=True))
    ]
    m, zz = _sum(weights, lefts), _sum(weights, rights)
    c, s = _numbers(batch.proof)
    p, q = base(s) + c * public, s * m + c * zz
    spoken = b"".join(short(point.encoding) for point in (public, m, zz, p, q))
    assert to_scalar(spoken + b"Challenge") == c
