from __future__ import annotations

import pytest

from protocol.net.interfaces import Interface
from protocol.net.multicast import check_multicast, hosts_to_announce_on, hosts_to_browse_on
from tests.net.links import HERE
from tests.net.multicast import needs_multicast


@needs_multicast
async def test_loopback_hears_itself() -> None:
    await check_multicast(HERE)


async def test_an_address_that_is_not_of_this_machine_cannot_hear() -> None:
    with pytest.raises(OSError, match=r"No such device|assign|[Ii]nvalid"):
        await check_multicast("203.0.113.77", seconds=0.3)


LO = Interface("lo", "127.0.0.1", 8)
WIFI = Interface("wlan0", "192.168.1.7", 24)
WIFI_6 = Interface("wlan0", "fd00::7", 64)
VPN = Interface("tun0", "10.8.0.2", 24)


@pytest.mark.parametrize(
    ("bind", "own", "hosts"),
    [
        ("", (LO, WIFI, WIFI_6, VPN), ("192.168.1.7", "10.8.0.2")),
        ("0.0.0.0", (LO, WIFI), ("192.168.1.7",)),
        ("", (LO, WIFI_6), ("fd00::7",)),
        ("", (LO,), ("127.0.0.1",)),
        ("10.8.0.2", (LO, WIFI, VPN), ("10.8.0.2",)),
        ("127.0.0.1", (LO, WIFI), ("127.0.0.1",)),
    ],
)
def test_where_multicast_is_spoken(
    bind: str, own: tuple[Interface, ...], hosts: tuple[str, ...]
) -> None:
    assert hosts_to_announce_on(bind, own) == hosts


def test_one_browses_beside_oneself_too() -> None:
    assert hosts_to_browse_on((LO, WIFI)) == ("192.168.1.7", "127.0.0.1")
