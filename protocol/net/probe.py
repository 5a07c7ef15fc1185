"""Asks whether a koryo-tui answers at an address: TCP, TLS and the version hello, no more.

No identity is proved and none is told: who answers is found out by ``protocol.net.link.dial``.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from protocol.log.errors import Malformed
from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.errors import Version
from protocol.net.frames import CAP_BEFORE, Channel, FrameDecoder
from protocol.net.link_messages import read_version
from protocol.net.timing import Timing
from protocol.net.tls import client_context


class Outcome(Enum):
    """What came of it."""

    TABLE = "table"
    """A koryo-tui of this protocol answers."""
    OTHER_VERSION = "other version"
    """A koryo-tui of another protocol answers."""
    OTHER_PROGRAM = "other program"
    """Something answers that is no koryo-tui, or is too busy."""
    REFUSED = "refused"
    """The machine is there, nothing listens at the port."""
    SILENT = "silent"
    """Nothing comes back at all."""
    NOBODY = "nobody"
    """No machine of this network says that it has the address."""
    NO_WAY = "no way"
    """This machine knows no way there."""
    FORBIDDEN = "forbidden"
    """This system does not let the program connect."""
    NO_NAME = "no name"
    """The name is not known."""
    FAILED = "failed"
    """None of the above."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of asking at ``host``; ``version`` is what a koryo-tui said of itself, ``error``
    the number (errno) the system gave, if any."""

    host: str
    port: int
    outcome: Outcome
    version: Version | None = None
    error: int | None = None


async def resolve(host: str, port: int, timing: Timing | None = None) -> tuple[str, ...]:
    """The IP addresses of ``host``; empty if the name is not known."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout((timing or Timing()).connect):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, TimeoutError, ValueError, OverflowError):
        return ()
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


async def probe(host: str, port: int, timing: Timing | None = None) -> Probe:
    """Asks at ``host``, an IP address or a name, and ``port``; raises nothing.

    Takes at most the time of a dial: ``Timing.connect`` and ``Timing.handshake`` seconds.
    """
    timing = timing or Timing()
    if not await resolve(host, port, timing):
        return Probe(host, port, Outcome.NO_NAME)
    try:
        async with asyncio.timeout(timing.connect + timing.handshake):
            return await _ask(host, port, timing)
    except TimeoutError:
        return Probe(host, port, Outcome.OTHER_PROGRAM)


async def _ask(host: str, port: int, timing: Timing) -> Probe:
    try:
        async with asyncio.timeout(timing.connect):
            reader, writer = await asyncio.open_connection(host, port)
    except TimeoutError:
        return Probe(host, port, Outcome.SILENT)
    except OSError as error:
        number = _number(error)
        return Probe(host, port, _OUTCOMES.get(number, Outcome.FAILED), error=number)
    try:
        await writer.start_tls(
            client_context(), server_hostname="", ssl_handshake_timeout=timing.handshake
        )
        version = await _version(reader)
    except (ssl.SSLError, OSError, Malformed):
        return Probe(host, port, Outcome.OTHER_PROGRAM)
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()
    same = version.protocol == PROTOCOL_VERSION
    return Probe(host, port, Outcome.TABLE if same else Outcome.OTHER_VERSION, version)


async def _version(reader: asyncio.StreamReader) -> Version:
    decoder = FrameDecoder()
    while (frame := decoder.next()) is None:
        data = await reader.read(CAP_BEFORE)
        if not data:
            raise Malformed("the connection ended before the version hello")
        decoder.feed(data)
    if frame.channel is not Channel.LINK:
        raise Malformed("the version hello belongs on channel LINK")
    return read_version(frame.payload)


def _number(error: OSError) -> int:
    """The errno of a failed connection; of several tries at one name the last that tells it."""
    if error.errno is not None:
        return error.errno
    # A name with several addresses: the loop puts the texts of all errors into one.
    told = [number for number in _OUTCOMES if f"[Errno {number}]" in str(error)]
    return told[0] if told else 0


_OUTCOMES: Final[Mapping[int, Outcome]] = MappingProxyType(
    {
        errno.ECONNREFUSED: Outcome.REFUSED,
        errno.ETIMEDOUT: Outcome.SILENT,
        errno.EHOSTUNREACH: Outcome.NOBODY,
        errno.EHOSTDOWN: Outcome.NOBODY,
        errno.ENETUNREACH: Outcome.NO_WAY,
        errno.EACCES: Outcome.FORBIDDEN,
        errno.EPERM: Outcome.FORBIDDEN,
    }
)
