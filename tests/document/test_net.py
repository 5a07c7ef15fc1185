"""Fingerprints, announcements, handshake and lobby are the written ones."""

from __future__ import annotations

from hashlib import sha256
from importlib import resources

import pytest

from koryo_tui.text.spoken import spoken, spoken_words
from protocol.log.errors import Malformed
from protocol.net import discovery, lobby_guest
from protocol.net.fingerprint import fingerprint
from protocol.net.handshake import EXPECTED as HANDSHAKE
from protocol.net.invite import SECRET_BYTES
from protocol.net.signs import OPEN_SECRET, Sign, State, read_sign, write_sign
from tests.document.rosters import example_roster
from tests.document.structs import tag_of
from tests.document.tables import DOCUMENT, column, table


def test_a_fingerprint_in_words_is_the_written_one() -> None:
    path = resources.files("koryo_tui.text").joinpath("fingerprint_words.txt")
    assert table("words") == (("SHA-256", sha256(path.read_bytes()).hexdigest()),)
    assert list(spoken_words()) == sorted(set(spoken_words()))
    assert len(spoken_words()) == 2**10
    written = tuple(
        (f"of {player.name}", spoken(fingerprint(player.identity)))
        for player in example_roster().players
    )
    assert table("words examples") == written


def test_an_announced_table_says_the_written_keys() -> None:
    sign = Sign("Ada", bytes(10), 3, 3, State.PLAYING, is_open=True, table=bytes(8))
    said = write_sign(sign)
    assert column("discovery") == tuple(said)
    as_read = {key.encode(): value.encode() for key, value in said.items()}
    assert read_sign(as_read).table == bytes(8)
    for key in said:
        without = {name: value for name, value in as_read.items() if name != key.encode()}
        if key == "table":
            assert read_sign(without).table == b""
        else:
            with pytest.raises(Malformed):
                read_sign(without)
    assert OPEN_SECRET.value == bytes(SECRET_BYTES)
    assert f"`{discovery.SERVICE.removesuffix('.local.')}`" in DOCUMENT.read_text(encoding="utf-8")


def test_the_handshake_expects_what_is_written() -> None:
    assert dict(table("handshake")) == {
        state.value: tag_of(kind) for state, kind in HANDSHAKE.items()
    }


def test_a_guest_of_a_lobby_hears_what_is_written() -> None:
    heard: dict[str, set[str]] = {}
    for phase, message, becomes in table("lobby guest"):
        heard.setdefault(phase, set()).add(message)
        heard.setdefault(becomes, set())
    assert heard == {
        phase.value: {tag_of(kind) for kind in kinds}
        for phase, kinds in lobby_guest.EXPECTED.items()
    }
