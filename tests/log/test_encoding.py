"""One value has one encoding, and nothing else is read."""

import msgpack
import pytest

from protocol.log.encoding import MAX_BYTES, decode, digest, encode, unpack
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import PROTOCOL_VERSION, Acknowledgement, Player

ACK = Acknowledgement(PROTOCOL_VERSION, bytes(32), 7, 2, 0, bytes([1]) * 32)


def test_a_struct_is_an_array_of_its_fields() -> None:
    assert msgpack.unpackb(encode(ACK)) == [PROTOCOL_VERSION, bytes(32), 7, 2, 0, bytes([1]) * 32]
    assert decode(encode(ACK), Acknowledgement) == ACK


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([1, bytes(32), 7, 2, 0], "a field is missing"),
        ([1, bytes(32), 7, 2, 0, bytes(32), 0], "a field too many"),
        ([1, bytes(31), 7, 2, 0, bytes(32)], "a hash of 31 bytes"),
        ([1, bytes(32), True, 2, 0, bytes(32)], "a boolean is no number"),
        ([1, bytes(32), 7.0, 2, 0, bytes(32)], "a float is no number"),
        ([1, bytes(32), "7", 2, 0, bytes(32)], "text is no number"),
        ([1, bytes(32), -1, 2, 0, bytes(32)], "a step below zero"),
        ([1, bytes(32), 65_536, 2, 0, bytes(32)], "a step over its limit"),
        ([1, bytes(32), 7, 4, 0, bytes(32)], "a fifth seat"),
        ([1, "0" * 32, 7, 2, 0, bytes(32)], "text is no hash"),
        ([0, bytes(32), 7, 2, 0, bytes(32)], "there is no version 0"),
        ({"version": 1}, "a map"),
        (None, "nothing"),
        (7, "a bare number"),
    ],
)
def test_another_shape_is_malformed(value: object, why: str) -> None:
    with pytest.raises(Malformed):
        decode(msgpack.packb(value), Acknowledgement)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x80",
        b"\x81\xa1a\x01",
        b"\xc0",
        b"\xc3",
        b"\xcb" + bytes(8),
        msgpack.packb(msgpack.ExtType(5, b"x")),
        msgpack.packb(msgpack.Timestamp(1)),
        b"\xc7\x00\x05",
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x91" * 40 + b"\x01",
        b"\x91" * 2_000 + b"\x01",
        b"\xa2\xff\xfe",
        encode((1, 2)) + b"\x00",
        encode((1, 2))[:-1],
        b"\x93" + b"\x80" * 3,
        bytes(MAX_BYTES + 1),
        msgpack.packb([0] * 1_025),
    ],
    ids=range(20),
)
def test_bombs_and_foreign_types_are_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        unpack(data)


def test_a_longer_form_of_a_number_is_dropped_not_blamed() -> None:
    data = encode(ACK)
    longer = data.replace(b"\x07\x02\x00", b"\xcc\x07\x02\x00", 1)
    assert longer != data
    assert msgpack.unpackb(longer) == msgpack.unpackb(data)
    with pytest.raises(Dropped):
        decode(longer, Acknowledgement)


def test_a_longer_form_of_an_array_header_is_dropped() -> None:
    data = encode(ACK)
    with pytest.raises(Dropped):
        decode(b"\xdc\x00\x06" + data[1:], Acknowledgement)


def test_every_cut_and_every_extra_byte_is_refused() -> None:
    data = encode(Player(bytes(32), "Ada", bytes(32)))
    for length in range(len(data)):
        with pytest.raises(Malformed):
            decode(data[:length], Player)
    for extra in (b"\x00", b"\xc0", data):
        with pytest.raises(Malformed):
            decode(data + extra, Player)


def test_a_digest_keeps_its_parts_apart() -> None:
    assert len(digest("x", b"ab", b"c")) == 32
    different = {
        digest("x", b"ab", b"c"),
        digest("x", b"a", b"bc"),
        digest("x", b"abc"),
        digest("x", "ab", b"c"),
        digest("y", b"ab", b"c"),
        digest("x", (b"ab", b"c")),
    }
    assert len(different) == 6
