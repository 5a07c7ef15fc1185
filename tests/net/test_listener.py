from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import pytest

from protocol.log.messages import PROTOCOL_VERSION
from protocol.net import listener as listener_module
from protocol.net.errors import CannotListen, NoSuchTable, PortInUse, Refusal, Version
from protocol.net.frames import CAP_BEFORE, Channel, encode_frame
from protocol.net.link import Link, dial
from protocol.net.link_messages import (
    LOBBY,
    Answer,
    Bye,
    Hello,
    Proof,
    read_link_message,
    write_link_message,
    write_version,
)
from protocol.net.listener import PENDING_PER_ADDRESS, Listener
from protocol.net.tls import client_context
from tests.net.links import BOUND, FAST, HERE, TABLE, Host, eventually, hosting, key

HOST, GUEST = key(0), key(1)

VERSION = encode_frame(Channel.LINK, write_version(Version(PROTOCOL_VERSION, "0.1.0")))
HELLO = encode_frame(Channel.LINK, write_link_message(Hello(GUEST.identity, bytes(32), LOBBY)))


class Stranger:
    """A TCP connection to a host, with TLS or without, that says what a test wants."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def at(cls, host: Host, tls: bool = True) -> Stranger:
        context = client_context() if tls else None
        return cls(*await asyncio.open_connection(HERE, host.port, ssl=context))

    async def frame(self) -> tuple[int, bytes]:
        header = await self.reader.readexactly(5)
        length = int.from_bytes(header[:4], "big")
        return header[4], await self.reader.readexactly(length)

    async def rest(self) -> bytes:
        """All that still comes until the host hangs up."""
        async with asyncio.timeout(BOUND):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""

    async def leave(self) -> None:
        self.writer.transport.abort()
        await asyncio.sleep(0)


async def serves(host: Host) -> None:
    """The host still does what it is there for."""
    before = len(host.links)
    link = await dial(HERE, host.port, key(3), LOBBY, HOST.identity, timing=FAST)
    await host.link(before)
    link.close()
    await link.wait_closed()


@pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01"])
async def test_who_speaks_no_tls_is_cut_off(first: bytes):
    async with hosting(HOST, timing=replace(FAST, handshake=1.5)) as host:
        stranger = await Stranger.at(host, tls=False)
        stranger.writer.write(first)
        await stranger.rest()
        await eventually(lambda: host.listener.pending == 0)
        await stranger.leave()
        await serves(host)


async def test_who_says_nothing_inside_tls_is_cut_off():
    async with hosting(HOST, timing=replace(FAST, handshake=1.0)) as host:
        stranger = await Stranger.at(host)
        assert await stranger.rest() == VERSION
        await stranger.leave()


async def test_who_stops_in_the_middle_is_told_that_it_was_too_slow():
    async with hosting(HOST, timing=replace(FAST, handshake=1.0)) as host:
        stranger = await Stranger.at(host)
        stranger.writer.write(VERSION + HELLO)
        await stranger.frame()
        assert isinstance(read_link_message((await stranger.frame())[1]), Answer)
        bye = read_link_message((await stranger.frame())[1])
        assert bye == Bye(Refusal.TOO_SLOW)
        await stranger.leave()


async def test_another_version_hears_ours_and_nothing_more():
    async with hosting(HOST) as host:
        stranger = await Stranger.at(host)
        stranger.writer.write(
            encode_frame(Channel.LINK, write_version(Version(PROTOCOL_VERSION + 1, "9.9")))
        )
        assert await stranger.rest() == VERSION
        await stranger.leave()
        await serves(host)


UNREADABLE = {
    "over the cap": (CAP_BEFORE + 1).to_bytes(4, "big"),
    "unknown channel": b"\x00\x00\x00\x01\x09x",
    "closed channel": encode_frame(Channel.LOBBY, b"hello"),
    "no message": encode_frame(Channel.LINK, b"\xc1"),
}


@pytest.mark.parametrize("junk", UNREADABLE.values(), ids=UNREADABLE)
async def test_what_cannot_be_read_is_refused_before_anything_is_proved(junk: bytes):
    async with hosting(HOST) as host:
        stranger = await Stranger.at(host)
        stranger.writer.write(VERSION + junk)
        await stranger.frame()
        assert read_link_message((await stranger.frame())[1]) == Bye(Refusal.MALFORMED)
        await stranger.rest()
        await stranger.leave()
        await serves(host)


async def test_a_wrong_proof_is_refused_and_nobody_is_asked():
    async with hosting(HOST) as host:
        stranger = await Stranger.at(host)
        proof = encode_frame(Channel.LINK, write_link_message(Proof(bytes(64))))
        stranger.writer.write(VERSION + HELLO + proof)
        await stranger.frame()
        await stranger.frame()
        assert read_link_message((await stranger.frame())[1]) == Bye(Refusal.NOT_PROVEN)
        assert host.asked == []
        await stranger.leave()


async def test_one_address_cannot_hold_all_places():
    async with hosting(HOST, timing=replace(FAST, handshake=20.0)) as host:
        held = [await Stranger.at(host, tls=False) for _ in range(PENDING_PER_ADDRESS)]
        await eventually(lambda: host.listener.pending == PENDING_PER_ADDRESS)
        late = await Stranger.at(host, tls=False)
        assert await late.rest() == b""
        assert host.listener.pending == PENDING_PER_ADDRESS
        for stranger in (*held, late):
            await stranger.leave()
        await eventually(lambda: host.listener.pending == 0)
        await serves(host)


async def test_all_addresses_together_cannot_hold_more_than_the_host_bears(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(listener_module, "PENDING", 2)
    async with hosting(HOST, timing=replace(FAST, handshake=20.0)) as host:
        held = [await Stranger.at(host, tls=False) for _ in range(2)]
        await eventually(lambda: host.listener.pending == 2)
        late = await Stranger.at(host, tls=False)
        assert await late.rest() == b""
        for stranger in (*held, late):
            await stranger.leave()


async def test_purposes_are_answered_by_whoever_serves_them():
    listener = Listener(HOST, HERE, 0, timing=FAST)
    await listener.start()
    seated: list[Link] = []
    listener.serve(TABLE, lambda purpose, identity: None, seated.append)
    try:
        with pytest.raises(NoSuchTable):
            await dial(HERE, listener.port, GUEST, LOBBY, HOST.identity, timing=FAST)
        link = await dial(HERE, listener.port, GUEST, TABLE, HOST.identity, timing=FAST)
        await eventually(lambda: len(seated) == 1)
        listener.unserve(TABLE)
        with pytest.raises(NoSuchTable):
            await dial(HERE, listener.port, GUEST, TABLE, HOST.identity, timing=FAST)
        link.close()
        await link.wait_closed()
        await seated[0].wait_closed()
    finally:
        await listener.stop()


async def test_open_links_outlive_the_listener_and_its_port_is_free_again():
    async with hosting(HOST) as host:
        link = await dial(HERE, host.port, GUEST, LOBBY, HOST.identity, timing=FAST)
        there = await host.link()
        pending = await Stranger.at(host, tls=False)
        await host.listener.stop()
        assert await pending.rest() == b""
        again = Listener(HOST, HERE, host.port, timing=FAST)
        await again.start()
        await again.stop()
        link.send(Channel.TABLE, b"still here")
        assert await there.receive() == (Channel.TABLE, b"still here")
        link.close()
        await pending.leave()


async def test_without_a_wish_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch):
    first, second = Listener(HOST, HERE, timing=FAST), Listener(GUEST, HERE, timing=FAST)
    await first.start()
    await second.start()
    try:
        assert second.port > first.port
        monkeypatch.setattr(listener_module, "DEFAULT_PORT", first.port)
        monkeypatch.setattr(listener_module, "PORTS_TRIED", 1)
        with pytest.raises(PortInUse, match=str(first.port)):
            await Listener(key(2), HERE, timing=FAST).start()
    finally:
        await first.stop()
        await second.stop()


async def test_a_port_that_was_asked_for_and_is_taken_is_told_plainly():
    async with hosting(HOST) as host:
        for bind in (HERE, ""):
            with pytest.raises(PortInUse, match=str(host.port)):
                await Listener(GUEST, bind, host.port, timing=FAST).start()


@pytest.mark.parametrize(
    ("bind", "port"), [("203.0.113.9", 0), ("no-such-host.invalid", 0), (HERE, 99_999)]
)
async def test_an_address_that_is_not_ours_is_told_plainly(bind: str, port: int):
    with pytest.raises(CannotListen):
        await Listener(HOST, bind, port, timing=FAST).start()


async def test_all_addresses_of_the_machine_answer_on_one_port():
    links: list[Link] = []
    listener = Listener(HOST, "", 0, lambda purpose, identity: None, links.append, timing=FAST)
    await listener.start()
    try:
        link = await dial(HERE, listener.port, GUEST, LOBBY, HOST.identity, timing=FAST)
        await eventually(lambda: len(links) == 1)
        assert links[0].remote[0] == HERE
        link.close()
        await links[0].wait_closed()
        if socket.has_dualstack_ipv6():
            link = await dial("::1", listener.port, GUEST, LOBBY, HOST.identity, timing=FAST)
            await eventually(lambda: len(links) == 2)
            assert links[1].remote[0] == "::1"
            link.close()
            await links[1].wait_closed()
    finally:
        await listener.stop()


async def test_an_error_nobody_expected_is_reported_once_and_the_host_goes_on():
    loop = asyncio.get_running_loop()
    reported: list[object] = []
    loop.set_exception_handler(lambda _, context: reported.append(context["exception"]))

    def broken(link: Link) -> None:
        link.close()
        raise RuntimeError("a bug")

    listener = Listener(HOST, HERE, 0, lambda purpose, identity: None, broken, timing=FAST)
    await listener.start()
    try:
        for _ in range(2):
            link = await dial(HERE, listener.port, GUEST, LOBBY, HOST.identity, timing=FAST)
            await link.wait_closed()
    finally:
        await listener.stop()
    assert [str(error) for error in reported] == ["a bug", "a bug"]
