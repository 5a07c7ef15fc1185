"""Lobby messages have one form, and hints and names are taken with care."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.log.encoding import encode
from protocol.log.errors import Malformed
from protocol.log.messages import Settings
from protocol.net.lobby_messages import (
    MAX_LOBBY_BYTES,
    Hint,
    Join,
    Line,
    Lobby,
    Prepare,
    Ready,
    Started,
    addresses_of,
    check_line,
    hints_of,
    read_guest_message,
    read_host_message,
    write_message,
)
from tests.net.rooms import identity_of

JOIN = Join(b"right", "Ada", b"", "1.0", (Hint("10.0.0.7", 47210),))
LINE = Line(identity_of(1), "Ada", b"", "1.0")
LOBBY = Lobby(1, Settings(), 4, (LINE,))


def test_messages_are_read_as_they_were_written() -> None:
    for guest_message in (JOIN, Ready(1, b"c" * 32)):
        assert read_guest_message(write_message(guest_message)) == guest_message
    for host_message in (LOBBY, Prepare(2), Started(b"t" * 32)):
        assert read_host_message(write_message(host_message)) == host_message


def test_a_join_is_an_array_that_begins_with_its_tag() -> None:
    assert msgpack.unpackb(write_message(JOIN)) == [
        "join", b"right", "Ada", b"", "1.0", [["10.0.0.7", 47210]]
    ]  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        ("join", b"four", "Ada", b"", "1.0", ()),
        ("join", b"right", "A" * 25, b"", "1.0", ()),
        ("join", "right", "Ada", b"", "1.0", ()),
        ("join", b"right", "Ada", b"", "1.0", (("10.0.0.7", 0),)),
        ("join", b"right", "Ada", b"", "1.0", (("10.0.0.7", 1),) * 9),
        ("join", b"right", "Ada", b"", "1.0"),
        ("join", b"right", "Ada", b"", "1.0", (), 0),
        ("ready", 0, b"c" * 32),
        ("ready", 1, b"c" * 31),
        ("unknown", 1),
        ("lobby", 1),
        (),
        7,
    ],
)
def test_anything_else_from_a_guest_is_malformed(value: object) -> None:
    with pytest.raises(Malformed):
        read_guest_message(encode(value))


def test_a_value_written_at_length_is_malformed() -> None:
    data = write_message(Ready(1, b"c" * 32))
    assert data[7] == 1
    with pytest.raises(Malformed):
        read_guest_message(data[:7] + b"\xcc\x01" + data[8:])


def test_a_long_message_is_malformed() -> None:
    with pytest.raises(Malformed):
        read_host_message(bytes(MAX_LOBBY_BYTES + 1))


@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_malformed(data: bytes) -> None:
    for read in (read_guest_message, read_host_message):
        try:
            message = read(data)
        except Malformed:
            continue
        assert write_message(message) == data


def test_only_ip_addresses_are_hints() -> None:
    assert hints_of((("study.local", 1), ("10.0.0.7", 2), ("10.0.0.7", 2), ("::1", 3))) == (
        Hint("10.0.0.7", 2),
        Hint("::1", 3),
    )
    hints = (Hint("evil.example", 80), Hint("10.0.0.7", 2), Hint("999.1.1.1", 5), Hint("\n", 6))
    assert addresses_of(hints) == (("10.0.0.7", 2),)


@pytest.mark.parametrize(
    "line",
    [
        Line(LINE.identity, "Ada\x1b[2J", b"", ""),
        Line(LINE.identity, " Ada", b"", ""),
        Line(LINE.identity, "Ada", b"x", ""),
        Line(LINE.identity, "Ada", b"", "1.0\n"),
    ],
)
def test_a_line_not_fit_to_be_shown_is_malformed(line: Line) -> None:
    check_line(LINE)
    with pytest.raises(Malformed):
        check_line(line)


def test_a_name_from_a_later_version_of_unicode_is_no_mistake() -> None:
    check_line(Line(LINE.identity, "Ada \u0378", b"", ""))


def test_no_repr_shows_the_secret() -> None:
    assert "right" not in repr(JOIN)
