"""Whoever dials gets a link to the right host, or is told plainly why not."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import pytest

from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.errors import (
    CannotReach,
    LinkClosed,
    NotATable,
    NotProven,
    OwnIdentity,
    Refusal,
    TableFull,
    TooSlow,
    Version,
    VersionMismatch,
    WrongFingerprint,
)
from protocol.net.fingerprint import fingerprint
from protocol.net.frames import Channel, encode_frame
from protocol.net.link import dial
from protocol.net.link_messages import LOBBY, write_version
from tests.net.links import FAST, HERE, eventually, hosting, key, relaying, serving

HOST, GUEST, MALLORY = key(0), key(1), key(2)


async def test_a_fingerprint_is_enough_to_know_the_host():
    async with hosting(HOST) as host:
        expected = fingerprint(HOST.identity)
        link = await dial(HERE, host.port, GUEST, LOBBY, expected, timing=FAST)
        assert link.identity == HOST.identity
        link.close()
        await link.wait_closed()


@pytest.mark.parametrize("expected", [HOST.identity, None])
async def test_a_relay_in_between_is_refused(expected: bytes | None):
    async with hosting(HOST) as host, relaying(host.port) as port:
        with pytest.raises(NotProven):
            await dial(HERE, port, GUEST, LOBBY, expected, timing=FAST)
        assert host.asked == []
        assert host.links == []


async def test_another_identity_than_the_invited_one_is_refused():
    async with hosting(MALLORY) as host:
        with pytest.raises(WrongFingerprint):
            await dial(HERE, host.port, GUEST, LOBBY, HOST.identity, timing=FAST)
        assert host.links == []


async def test_nobody_can_dial_themselves():
    async with hosting(HOST) as host:
        with pytest.raises(OwnIdentity):
            await dial(HERE, host.port, HOST, LOBBY, HOST.identity, timing=FAST)


async def test_a_refusal_reaches_the_one_who_dialled():
    async with hosting(HOST, refusal=Refusal.TABLE_FULL) as host:
        with pytest.raises(TableFull):
            await dial(HERE, host.port, GUEST, LOBBY, HOST.identity, timing=FAST)
        assert host.asked == [(LOBBY, GUEST.identity)]
        assert host.links == []


@pytest.mark.parametrize(
    ("protocol", "advice"),
    [(0, "the other side has to update"), (PROTOCOL_VERSION + 1, "please update this one")],
)
async def test_a_version_mismatch_is_seen_by_the_one_who_dialled(protocol: int, advice: str):
    heard: list[bytes] = []

    async def other_version(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode_frame(Channel.LINK, write_version(Version(protocol, "9.9"))))
        heard.append(await reader.read())

    async with serving(other_version, tls=True) as port:
        with pytest.raises(VersionMismatch, match=advice):
            await dial(HERE, port, GUEST, LOBBY, None, app="0.1.0", timing=FAST)
        await eventually(lambda: len(heard) == 1)
    assert heard == [encode_frame(Channel.LINK, write_version(Version(PROTOCOL_VERSION, "0.1.0")))]


async def test_nobody_at_that_port_is_told_plainly():
    with socket.socket() as taken:
        taken.bind((HERE, 0))
        port = taken.getsockname()[1]
        with pytest.raises(CannotReach, match="no table is open"):
            await dial(HERE, port, GUEST, LOBBY, HOST.identity, timing=FAST)


@pytest.mark.parametrize(
    ("host", "port"), [("no-such-host.invalid", 1), ("a\x00b", 1), ("x" * 70, 1), (HERE, 99_999)]
)
async def test_an_address_that_is_none_is_told_plainly(host: str, port: int):
    with pytest.raises(CannotReach):
        await dial(host, port, GUEST, LOBBY, HOST.identity, timing=FAST)


async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def speak_http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    await reader.read()


async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize("handler", [hang_up, speak_http, say_nothing])
async def test_another_program_at_that_port_is_no_table(handler, tls: bool):
    timing = replace(FAST, handshake=0.3)
    async with serving(handler, tls) as port:
        with pytest.raises(NotATable):
            await dial(HERE, port, GUEST, LOBBY, HOST.identity, timing=timing)


async def test_a_table_that_falls_silent_in_the_handshake_is_too_slow():
    async def greet_only(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode_frame(Channel.LINK, write_version(Version(PROTOCOL_VERSION, "0.1.0"))))
        await reader.read()

    async with serving(greet_only, tls=True) as port:
        with pytest.raises(TooSlow):
            await dial(HERE, port, GUEST, LOBBY, None, timing=replace(FAST, handshake=1.0))


async def test_a_table_that_is_lost_in_the_handshake_is_lost():
    async def greet_and_go(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode_frame(Channel.LINK, write_version(Version(PROTOCOL_VERSION, "0.1.0"))))
        await reader.readexactly(40)
        writer.close()

    async with serving(greet_and_go, tls=True) as port:
        with pytest.raises(LinkClosed):
            await dial(HERE, port, GUEST, LOBBY, None, timing=FAST)
