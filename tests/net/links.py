"""Identities, hosts and meshes for the tests of links, all on the loopback address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from protocol.log.encoding import digest
from protocol.log.signing import SigningKey
from protocol.net.errors import LinkClosed, Refusal
from protocol.net.link import Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.listener import Listener
from protocol.net.timing import Timing
from protocol.net.tls import client_context, make_server_tls

HERE = "127.0.0.1"
TABLE = digest("test", "table")
#: Seconds after which a test gives up waiting; a machine may be busy with other things.
BOUND = 60.0

#: Quick turns of the clock, so that a test of silence takes part of a second; but patience with
#: what a busy machine takes its time for.
FAST = Timing(
    connect=20.0,
    handshake=20.0,
    ping_every=0.05,
    missed=6,
    close=0.5,
    patience=0.1,
    retry_first=0.02,
    retry_last=0.2,
)


def key(number: int) -> SigningKey:
    """The identity of player ``number``, the same in every test."""
    return SigningKey(digest("test", "key", number))


async def eventually(state: Callable[[], bool], bound: float = BOUND) -> None:
    """Wait until ``state()`` holds; fail after ``bound`` seconds."""
    async with asyncio.timeout(bound):
        while not state():
            await asyncio.sleep(0.005)


class Host:
    """A listener that keeps the links it gets."""

    def __init__(self, who: SigningKey, refusal: Refusal | None = None, timing: Timing = FAST):
        self.key = who
        self.refusal = refusal
        self.asked: list[tuple[bytes, bytes]] = []
        self.links: list[Link] = []
        self.listener = Listener(
            who, HERE, 0, self._accept, self.links.append, app="0.1.0", timing=timing
        )

    def _accept(self, purpose: bytes, identity: bytes) -> Refusal | None:
        self.asked.append((purpose, identity))
        return self.refusal

    @property
    def port(self) -> int:
        return self.listener.port

    async def link(self, number: int = 0) -> Link:
        """Link ``number`` in the order of arrival, once it is there."""
        await eventually(lambda: len(self.links) > number)
        return self.links[number]


@asynccontextmanager
async def hosting(
    who: SigningKey, refusal: Refusal | None = None, timing: Timing = FAST
) -> AsyncIterator[Host]:
    host = Host(who, refusal, timing)
    await host.listener.start()
    try:
        yield host
    finally:
        await host.listener.stop()
        for link in host.links:
            link.close()
        for link in host.links:
            await link.wait_closed()


@asynccontextmanager
async def linked(timing: Timing = FAST) -> AsyncIterator[tuple[Link, Link]]:
    """An open link between player 1, who dialled, and player 0: both ends."""
    async with hosting(key(0), timing=timing) as host:
        link = await dial(HERE, host.port, key(1), LOBBY, key(0).identity, timing=timing)
        try:
            yield link, await host.link()
        finally:
            link.close()
            await link.wait_closed()


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy one direction of a connection until it ends."""
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def serving(
    handler: Callable[[asyncio.StreamReader, asyncio.StreamWriter], object], tls: bool
) -> AsyncIterator[int]:
    """The port of a server that is not ours; its connections end with it."""
    writers: list[asyncio.StreamWriter] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await handler(reader, writer)  # type: ignore[misc]

    context = make_server_tls().context if tls else None
    server = await asyncio.start_server(handle, HERE, 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for writer in writers:
            writer.transport.abort()
        await eventually(lambda: all(writer.transport.is_closing() for writer in writers))
        await asyncio.sleep(0)


@asynccontextmanager
async def relaying(port: int) -> AsyncIterator[int]:
    """The port of somebody in between: ends TLS with a key of its own and passes all bytes on."""

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(HERE, port, ssl=client_context())
        try:
            await asyncio.gather(carry(reader, up_writer), carry(up_reader, writer))
        finally:
            up_writer.transport.abort()

    async with serving(relay, tls=True) as relay_port:
        yield relay_port


def raw(link: Link) -> asyncio.Transport:
    """The TLS transport under a link, to misbehave on."""
    transport = link._wire._transport
    assert transport is not None
    return transport


async def ended(link: Link) -> LinkClosed:
    """How a link ended, once all that came before was received."""
    async with asyncio.timeout(BOUND):
        while True:
            try:
                await link.receive()
            except LinkClosed as end:
                return end
