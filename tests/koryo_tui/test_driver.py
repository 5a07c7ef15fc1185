"""What comes from a terminal: text in any encoding, however it is cut, and no end of the app."""

from __future__ import annotations

import pytest

from koryo_tui.driver import Decoder, Parser


def decoded(encoding: str | None, sent: bytes, at_once: int) -> str:
    decoder = Decoder(encoding)
    parts = [sent[at : at + at_once] for at in range(0, len(sent), at_once)]
    return "".join(map(decoder.decode, parts))


@pytest.mark.parametrize("at_once", [1, 2, 100])
@pytest.mark.parametrize(
    ("encoding", "sent", "text"),
    [
        ("utf-8", "їжак 国".encode(), "їжак 国"),
        (None, "їжак".encode(), "їжак"),
        ("ANSI_X3.4-1968", "їжак".encode(), "їжак"),
        ("koi8-u", "їжак".encode("koi8-u"), "їжак"),
        ("gb18030", "国".encode("gb18030"), "国"),
        ("utf-8", b"\xe9\x1b[A", "\ufffd\x1b[A"),
        ("utf-8", b"a\x1b[M \xa1!b", "a\x1b[M!!!b"),
        # A column and a row that together would be one character.
        ("utf-8", b"\x1b[M \xc3\xa9b", "\x1b[M!!!b"),
        ("koi8-u", b"\x1b\x1b[M \xcd\xcdb", "\x1b\x1b[M!!!b"),
        ("utf-8", b"\x1b[<0;9;9M", "\x1b[<0;9;9M"),
    ],
)
def test_bytes_are_text_in_the_encoding_of_the_terminal(
    encoding: str | None, sent: bytes, text: str, at_once: int
) -> None:
    assert decoded(encoding, sent, at_once) == text


def keys(sent: str) -> list[str]:
    return [getattr(message, "key", repr(message)) for message in Parser().feed(sent)]


def test_an_old_click_is_no_key() -> None:
    assert keys(decoded("utf-8", b"\x1b[M \xa1!b", 100)) == ["b"]


@pytest.mark.parametrize("number", [0x110000, 10**20])
def test_a_character_there_is_not_is_no_key(number: int) -> None:
    assert keys(f"\x1b[{number}ub") == ["b"]
