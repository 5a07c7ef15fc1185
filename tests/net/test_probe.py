from __future__ import annotations

import asyncio
import socket

import pytest

from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.errors import Version
from protocol.net.frames import Channel, encode_frame
from protocol.net.link_messages import write_version
from protocol.net.probe import Outcome, probe
from protocol.net.timing import Timing
from tests.net.links import HERE, hosting, key, serving

QUICK = Timing(connect=0.5, handshake=0.5)


async def asked(port: int, host: str = HERE) -> tuple[Outcome, Version | None]:
    told = await probe(host, port, QUICK)
    return told.outcome, told.version


async def test_a_table_says_its_version() -> None:
    async with hosting(key(0)) as host:
        version = Version(PROTOCOL_VERSION, "0.1.0")
        assert await asked(host.port) == (Outcome.TABLE, version)
        assert await asked(host.port, "localhost") == (Outcome.TABLE, version)
        assert not host.links, "nobody is let in by asking"


async def test_another_version_is_told_apart() -> None:
    async def newer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode_frame(Channel.LINK, write_version(Version(7, "9.0"))))
        await reader.read()

    async with serving(newer, tls=True) as port:
        assert await asked(port) == (Outcome.OTHER_VERSION, Version(7, "9.0"))


@pytest.mark.parametrize("tls", [True, False])
async def test_another_program_is_told_apart(tls: bool) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail ready\r\n")
        await reader.read()

    async with serving(greet, tls) as port:
        assert await asked(port) == (Outcome.OTHER_PROGRAM, None)


async def test_a_program_that_says_nothing_is_another_program() -> None:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with serving(listen, tls=True) as port:
        assert await asked(port) == (Outcome.OTHER_PROGRAM, None)


async def test_a_port_where_nothing_listens() -> None:
    with socket.socket() as held:
        held.bind((HERE, 0))
        assert await asked(held.getsockname()[1]) == (Outcome.REFUSED, None)


async def test_a_name_that_nobody_has() -> None:
    assert await asked(47210, "no-such-machine.invalid") == (Outcome.NO_NAME, None)
