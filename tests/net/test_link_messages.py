from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.log.errors import Malformed
from protocol.net.errors import Version
from protocol.net.link_messages import (
    LOBBY,
    Answer,
    Bye,
    Hello,
    LinkMessage,
    Ping,
    Pong,
    Proof,
    Welcome,
    read_link_message,
    read_version,
    write_link_message,
    write_version,
)

EVERY: tuple[LinkMessage, ...] = (
    Hello(bytes(32), bytes(32), LOBBY),
    Answer(bytes(32), bytes(32), bytes(64)),
    Proof(bytes(64)),
    Welcome(),
    Ping(0),
    Pong(0xFFFF_FFFF),
    Bye(40),
)


@pytest.mark.parametrize("message", EVERY, ids=lambda message: type(message).__name__)
def test_every_message_round_trips(message: LinkMessage):
    assert read_link_message(write_link_message(message)) == message


@pytest.mark.parametrize(
    "value",
    [
        ["nothing"],
        ["ping"],
        ["ping", -1],
        ["ping", 2**32],
        ["ping", True],
        ["ping", 1.0],
        ["ping", "1"],
        ["ping", 1, 2],
        ["bye", 0],
        ["bye", 256],
        ["hello", bytes(31), bytes(32), LOBBY],
        ["hello", bytes(32), bytes(33), LOBBY],
        ["hello", bytes(32), bytes(32), b""],
        ["hello", bytes(32), bytes(32), bytes(33)],
        ["hello", "x" * 32, bytes(32), LOBBY],
        ["proof", bytes(63)],
        {"ping": 1},
        7,
        [],
    ],
)
def test_what_has_another_shape_is_malformed(value: object):
    with pytest.raises(Malformed):
        read_link_message(msgpack.packb(value))


def test_a_message_written_in_a_longer_way_is_malformed():
    assert read_link_message(b"\x92\xa4ping\x07") == Ping(7)
    with pytest.raises(Malformed, match="canonical"):
        read_link_message(b"\x92\xa4ping\xcc\x07")


@given(st.binary(max_size=200))
def test_any_bytes_give_a_message_or_malformed(payload: bytes):
    try:
        message = read_link_message(payload)
    except Malformed:
        return
    assert write_link_message(message) == payload


def test_the_version_hello_has_its_form_for_ever():
    assert write_version(Version(258, "1.2.3")) == b"koryo-tui\x00\x01\x021.2.3"
    assert read_version(b"koryo-tui\x00\x01\x021.2.3") == Version(258, "1.2.3")


@pytest.mark.parametrize(
    "payload", [b"", b"koryo-tui", b"koryo-tui\x00\x01", b"SSH-2.0-\x00\x00\x01"]
)
def test_other_greetings_are_malformed(payload: bytes):
    with pytest.raises(Malformed):
        read_version(payload)


def test_a_program_version_from_outside_is_cleaned_and_cut():
    dressed = "9\x1b[31m\u202e" + "x" * 200
    shown = read_version(b"koryo-tui\x00\x00\x01" + dressed.encode()).app
    assert shown.startswith("9[31mxxx")
    assert len(shown) <= 64
