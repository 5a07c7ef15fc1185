"""Addresses: how they are shown, and which of this machine's own others may try."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

from protocol.net.interfaces import interfaces

#: A host (IPv4, IPv6 or a name) and a TCP port.
Address = tuple[str, int]

# Documentation addresses (RFC 5737, RFC 3849): connecting a datagram socket to one sends nothing,
# but makes the system choose the interface it would use.
_FAR_AWAY: Final = (
    (socket.AF_INET, ("192.0.2.1", 9)),
    (socket.AF_INET6, ("2001:db8::1", 9)),
)


def plain_host(host: str) -> str:
    """``host`` without the IPv6 dress of an IPv4 address: ``::ffff:10.0.0.7`` is ``10.0.0.7``."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def network_of(host: str) -> str:
    """Whom ``host`` is counted as: an IPv4 address as itself, an IPv6 one as the first of its /64,
    since whoever has one has all of them (RFC 4291, 2.5.4; RFC 6177)."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(ipaddress.IPv6Address(int(address) >> 64 << 64))


def show_address(host: str, port: int) -> str:
    """``host:port``, with brackets around an IPv6 address."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def own_addresses() -> tuple[str, ...]:
    """Addresses of this machine that another one on the LAN may try, the likeliest first.

    First the ones the system would use itself, then those of every interface, then those that
    machines give themselves where no router does (169.254.0.0/16, RFC 3927). Loopback is the last
    resort and the only one without a network.
    """
    found: list[str] = []
    for family, far in _FAR_AWAY:
        host = _source_towards(family, far)
        if host is not None:
            found.append(host)
    try:
        resolved = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        resolved = []
    found += [each.host for each in interfaces()]
    found += [str(entry[4][0]) for entry in resolved]
    usable = [host for host in dict.fromkeys(found) if _is_usable(host)]
    usable.sort(key=lambda host: ipaddress.ip_address(host).is_link_local)
    return (*usable, "127.0.0.1")


def _source_towards(family: socket.AddressFamily, far: Address) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(far)
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _is_usable(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if address.is_loopback or address.is_unspecified:
        return False
    # A link-local IPv6 address means nothing without the name of an interface.
    return address.version == 4 or not address.is_link_local
