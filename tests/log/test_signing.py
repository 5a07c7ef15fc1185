"""A signature belongs to one identity, one kind of thing and one payload."""

import pytest

from protocol.log.errors import Dropped
from protocol.log.messages import PROTOCOL_VERSION, Acknowledgement, Entry, Signed, StepKind, Thing
from protocol.log.signing import (
    SMALL_ORDER,
    SigningKey,
    check_bytes,
    check_identity,
    check_signed,
    read,
)

KEY = SigningKey(bytes(range(32)))
ACK = Acknowledgement(PROTOCOL_VERSION, bytes(32), 7, 2, 0, bytes(32))


def test_what_was_signed_is_accepted_and_nothing_else() -> None:
    signed = KEY.sign(Thing.ACKNOWLEDGEMENT, ACK)
    check_signed(signed, KEY.identity)
    for place in range(64):
        broken = bytearray(signed.signature)
        broken[place] ^= 1
        with pytest.raises(Dropped):
            check_signed(Signed(signed.thing, signed.payload, bytes(broken)), KEY.identity)
    with pytest.raises(Dropped):
        check_signed(Signed(signed.thing, signed.payload + b"\x00", signed.signature), KEY.identity)
    with pytest.raises(Dropped):
        check_signed(signed, SigningKey(bytes(32)).identity)


def test_a_signature_cannot_be_moved_to_another_kind_of_thing() -> None:
    signed = KEY.sign(Thing.ACKNOWLEDGEMENT, ACK)
    for thing in set(Thing) - {Thing.ACKNOWLEDGEMENT}:
        with pytest.raises(Dropped):
            check_signed(Signed(thing, signed.payload, signed.signature), KEY.identity)


def test_a_label_and_a_message_cannot_be_shifted_into_each_other() -> None:
    signature = KEY.sign_bytes("ab", b"c")
    check_bytes(KEY.identity, "ab", b"c", signature)
    for label, message in (("a", b"bc"), ("abc", b""), ("ab", b"\x00c")):
        with pytest.raises(Dropped):
            check_bytes(KEY.identity, label, message, signature)


def test_a_payload_of_another_kind_is_dropped() -> None:
    entry = Entry(PROTOCOL_VERSION, bytes(32), 0, 0, StepKind.NONCES, bytes(32), b"", (bytes(32),))
    signed = KEY.sign(Thing.ENTRY, entry)
    assert read(signed, Entry) == entry
    with pytest.raises(Dropped):
        read(signed, Acknowledgement)
    with pytest.raises(Dropped):
        read(Signed(Thing.ENTRY, b"\xc1", signed.signature), Entry)


def test_the_secret_is_never_shown() -> None:
    assert KEY.seed() == bytes(range(32))
    assert KEY.seed().hex() not in repr(KEY) + str(KEY)


# The curve of RFC 8032, far enough to find every encoding of a point of small order.
P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def _add(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    product = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, P) % P
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P) % P
    return x, y


def _small_order_ys() -> set[int]:
    """y of all points whose order divides 8: doubled three times they are the identity."""
    root = pow(2, (P - 1) // 4, P)
    points = {(0, 1), (0, P - 1), (root, 0), (P - root, 0)}
    # Halving (root, 0): x = y or x = -y, with 2 x^2 = root (1 + d x^4) ... solved for y^2.
    for y_squared in _eighth_order_y_squares():
        y = _root(y_squared)
        points |= {(x, s) for s in (y, P - y) for x in _xs(s)}
    for point in points:
        current = point
        for _ in range(3):
            current = _add(current, current)
        assert current == (0, 1)
    assert len(points) == 8
    return {y for _, y in points}


def _eighth_order_y_squares() -> list[int]:
    """Doubling gives y = 0 exactly when x^2 = -y^2: then d y^4 + 2 y^2 - 1 = 0 for a = -1."""
    discriminant = _root((1 + D) % P)
    halves = [(-1 + s * discriminant) * pow(D, -1, P) % P for s in (1, -1)]
    return [half for half in halves if pow(half, (P - 1) // 2, P) == 1]


def _xs(y: int) -> list[int]:
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = _root(square)
    return [x, P - x]


def _root(square: int) -> int:
    candidate = pow(square, (P + 3) // 8, P)
    if candidate * candidate % P != square % P:
        candidate = candidate * pow(2, (P - 1) // 4, P) % P
    assert candidate * candidate % P == square % P
    return candidate


def test_the_list_of_small_orders_is_complete() -> None:
    """Every encoding of every such y below 2^255, canonical or not."""
    encodings = {
        (y + shift).to_bytes(32, "little")
        for y in _small_order_ys()
        for shift in (0, P)
        if y + shift < 2**255
    }
    assert encodings == SMALL_ORDER


def test_an_identity_of_small_order_is_nobody() -> None:
    for encoding in SMALL_ORDER:
        for sign in (0, 0x80):
            identity = encoding[:31] + bytes([encoding[31] | sign])
            with pytest.raises(Dropped):
                check_identity(identity)
    check_identity(KEY.identity)


def test_only_canonical_points_are_identities() -> None:
    refused = 0
    for number in range(2, 60):
        try:
            check_identity(number.to_bytes(32, "little"))
        except Dropped:
            refused += 1
    assert 15 < refused < 45
    for beyond in range(2, 19):
        with pytest.raises(Dropped):
            check_identity((P + beyond).to_bytes(32, "little"))
