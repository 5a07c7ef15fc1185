from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.log.errors import Malformed
from protocol.net.errors import Version
from protocol.net.signs import OPEN_SECRET, Sign, State, read_sign, write_sign

MARK = bytes(range(10))
LOBBY = Sign("Ada", MARK, seats=4, taken=2, version=Version(1, "0.1.0"))
PLAYING = replace(LOBBY, state=State.PLAYING, table=b"\x07" * 8)


def as_heard(values: dict[str, str]) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in values.items()}


@pytest.mark.parametrize("sign", [LOBBY, PLAYING, replace(LOBBY, is_open=True)])
def test_what_is_written_is_read(sign: Sign) -> None:
    assert read_sign(as_heard(write_sign(sign))) == sign


def test_no_seat_is_free_at_a_table_under_way() -> None:
    assert (LOBBY.free, PLAYING.free) == (2, 0)


def test_keys_of_a_newer_version_are_passed_over() -> None:
    heard = as_heard(write_sign(LOBBY)) | {b"colour": b"red", b"flag": None}
    assert read_sign(heard) == LOBBY


def test_what_is_shown_is_cleaned() -> None:
    heard = as_heard(write_sign(LOBBY))
    heard[b"name"] = b"\x1b[31mEve\r\n\xff" + "\u202e".encode() + b"x" * 60
    heard[b"app"] = b"\x1b]0;owned\x07" + b"9" * 50
    sign = read_sign(heard)
    assert sign.name == "[31mEve xxxx"
    assert sign.version.app.isprintable()
    assert len(sign.version.app) <= 32


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("txtvers", b"2"),
        ("protocol", b"0"),
        ("protocol", b"123456"),
        ("protocol", "²".encode()),
        ("id", b"00"),
        ("id", b"zz" * 10),
        ("seats", b"5"),
        ("seats", b"4 "),
        ("taken", b"0"),
        ("state", b"over"),
        ("open", b"yes"),
        ("table", b"ab"),
        ("name", b"x" * 200),
        ("seats", None),
    ],
)
def test_anything_else_is_malformed(key: str, value: bytes | None) -> None:
    with pytest.raises(Malformed):
        read_sign(as_heard(write_sign(PLAYING)) | {key.encode(): value})


@pytest.mark.parametrize("key", ["txtvers", "protocol", "app", "name", "id", "seats", "state"])
def test_a_key_that_is_missing_is_malformed(key: str) -> None:
    heard = as_heard(write_sign(LOBBY))
    del heard[key.encode()]
    with pytest.raises(Malformed):
        read_sign(heard)


def test_more_taken_than_there_are_is_malformed() -> None:
    with pytest.raises(Malformed):
        read_sign(as_heard(write_sign(replace(LOBBY, seats=2, taken=3))))


def test_a_record_fits_into_one_packet() -> None:
    longest = replace(PLAYING, name="\u00fc" * 12, version=Version(65_535, "9" * 90))
    assert sum(len(key) + len(value) + 2 for key, value in write_sign(longest).items()) < 300


def test_the_secret_of_an_open_table_is_known_to_all() -> None:
    assert OPEN_SECRET.value == bytes(5)
