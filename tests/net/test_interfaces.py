from __future__ import annotations

import pytest

from protocol.net.interfaces import Interface, interfaces


def test_this_machine_has_loopback() -> None:
    assert any(each.is_loopback and each.host == "127.0.0.1" for each in interfaces())


def test_no_link_local_ipv6_address_is_told() -> None:
    assert not any(each.host.startswith("fe80") for each in interfaces())


@pytest.mark.parametrize(
    ("interface", "host", "reached"),
    [
        (Interface("eth0", "192.168.1.7", 24), "192.168.1.200", True),
        (Interface("eth0", "192.168.1.7", 24), "192.168.2.1", False),
        (Interface("eth0", "fd00::2", 64), "fd00::9", True),
        (Interface("eth0", "fd00::2", 64), "192.168.1.7", False),
        (Interface("eth0", "192.168.1.7", 24), "ada.local", False),
    ],
)
def test_what_lies_in_the_same_network(interface: Interface, host: str, reached: bool) -> None:
    assert interface.reaches(host) is reached
