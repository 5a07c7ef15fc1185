"""On which interfaces of this machine multicast is spoken, and whether it works there.

That is, as far as one machine can tell.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Iterable
from typing import Final

from protocol.net.interfaces import LOOPBACK, Interface, interfaces

#: The group and the port of multicast DNS (RFC 6762, section 3): a firewall may let through
#: another one.
_GROUP: Final = "224.0.0.251"
_GROUP_6: Final = "ff02::fb"
PORT: Final = 5353
_TOKEN_BYTES: Final = 16
_TRIES: Final = 3
#: The longest message of multicast DNS (RFC 6762, section 17).
_MOST_BYTES: Final = 9000
#: One question and nothing else (RFC 1035, section 4.1.1).
_HEADER: Final = struct.pack(">6H", 0, 0, 1, 0, 0, 0)
#: The text (16) of a name in the Internet (1).
_TYPE_AND_CLASS: Final = struct.pack(">2H", 16, 1)


class NotHeard(OSError):
    """What was sent did not come back in time."""


def hosts_to_announce_on(bind: str, own: Iterable[Interface] | None = None) -> tuple[str, ...]:
    """The addresses whose interfaces speak multicast for a listener bound to ``bind``.

    All IPv4 ones where the listener has all; IPv6 only where there is no IPv4; loopback only where
    there is nothing else.
    """
    if bind not in ("", "0.0.0.0", "::"):  # noqa: S104
        return (bind,)
    outside = [each for each in (interfaces() if own is None else own) if not each.is_loopback]
    ipv4 = [each.host for each in outside if each.is_ipv4]
    return tuple(ipv4 or [each.host for each in outside] or [LOOPBACK])


def hosts_to_browse_on(own: Iterable[Interface] | None = None) -> tuple[str, ...]:
    """As ``hosts_to_announce_on``, and loopback: for the window beside this one."""
    return tuple(dict.fromkeys((*hosts_to_announce_on("", own), LOOPBACK)))


async def check_multicast(host: str, index: int = 0, seconds: float = 1.0) -> None:
    """Sends a question to the group and the port of multicast DNS on the interface that has the
    address ``host``, and waits until it is heard there; ``index`` is the interface's number for
    IPv6. It asks for a name that nobody has, so nobody answers.

    It says nothing about whether the network passes multicast on to others. Raises ``NotHeard``,
    or the ``OSError`` of the system.
    """
    token = _question(os.urandom(_TOKEN_BYTES).hex())
    loop = asyncio.get_running_loop()
    with _hearing(host, index) as hearing, _sending(host, index) as sending:
        hearing.setblocking(False)
        group = _GROUP_6 if ":" in host else _GROUP
        for _ in range(_TRIES):
            sending.sendto(token, (group, PORT))
            try:
                async with asyncio.timeout(seconds / _TRIES):
                    while await loop.sock_recv(hearing, _MOST_BYTES) != token:
                        continue
                return
            except TimeoutError:
                continue
    raise NotHeard(0, "what was sent was not heard again")


def _question(label: str) -> bytes:
    """Asks for the name ``label`` under ``local``."""
    parts = (label.encode(), b"local", b"")
    return _HEADER + b"".join(bytes((len(part),)) + part for part in parts) + _TYPE_AND_CLASS


def _hearing(host: str, index: int) -> socket.socket:
    hearing = socket.socket(_family(host), socket.SOCK_DGRAM)
    try:
        # Beside those who answer for multicast DNS here; BSD and macOS want the second for that.
        hearing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            hearing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        hearing.bind(("", PORT))
        if ":" in host:
            group = socket.inet_pton(socket.AF_INET6, _GROUP_6)
            joined = group + struct.pack("@I", index)
            hearing.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, joined)
        else:
            joined = socket.inet_aton(_GROUP) + socket.inet_aton(host)
            hearing.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, joined)
    except BaseException:
        hearing.close()
        raise
    return hearing


def _sending(host: str, index: int) -> socket.socket:
    sending = socket.socket(_family(host), socket.SOCK_DGRAM)
    try:
        if ":" in host:
            sending.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
        else:
            sending.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host))
    except BaseException:
        sending.close()
        raise
    return sending


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
