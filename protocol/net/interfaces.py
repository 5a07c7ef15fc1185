"""The addresses of this machine, by network interface."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final

import ifaddr

#: Every machine has it, and it leads nowhere else.
LOOPBACK: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Interface:
    """One address: ``name`` of the interface, ``host`` (IPv4 or IPv6), ``prefix`` in bits."""

    name: str
    host: str
    prefix: int

    @property
    def is_loopback(self) -> bool:
        """Whether it leads nowhere but to this machine."""
        return ipaddress.ip_address(self.host).is_loopback

    @property
    def is_ipv4(self) -> bool:
        """Whether it is an IPv4 address."""
        return ":" not in self.host

    def reaches(self, host: str) -> bool:
        """Whether the IP address ``host`` lies in the network of this one."""
        try:
            network = ipaddress.ip_interface(f"{self.host}/{self.prefix}").network
            return ipaddress.ip_address(host) in network
        except ValueError:
            return False


def interfaces() -> tuple[Interface, ...]:
    """All addresses of this machine, IPv4 before IPv6 for each interface.

    Link-local IPv6 addresses are left out: they mean nothing without the name of an interface.
    Empty if the system does not tell.
    """
    try:
        adapters = tuple(ifaddr.get_adapters())
    except OSError:
        return ()
    found: list[Interface] = []
    for adapter in adapters:
        own = [
            Interface(
                str(adapter.nice_name),
                ip.ip if isinstance(ip.ip, str) else ip.ip[0],
                ip.network_prefix,
            )
            for ip in adapter.ips
        ]
        own.sort(key=lambda each: not each.is_ipv4)
        found += (each for each in own if not _is_useless(each.host))
    return tuple(dict.fromkeys(found))


def is_own(host: str) -> bool:
    """Whether this machine has the IP address ``host`` now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))
    except OSError:
        return False
    return True


def _is_useless(host: str) -> bool:
    address = ipaddress.ip_address(host)
    return address.is_unspecified or (address.version == 6 and address.is_link_local)
