"""What an invite says of the machine that it comes from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from koryo_tui import tables
from protocol.net.profile import Profiles

LAN, VPN, IPV6, HERE = "192.168.1.7", "10.8.0.2", "fd00::7", "127.0.0.1"


@pytest.mark.parametrize(
    ("own", "advertise", "short", "long"),
    [
        ((LAN, VPN, IPV6, HERE), None, LAN, (LAN, VPN, IPV6)),
        ((IPV6, VPN, HERE), None, VPN, (IPV6, VPN)),
        ((LAN, HERE), None, LAN, (LAN,)),
        ((IPV6, HERE), None, IPV6, (IPV6,)),
        ((HERE,), None, HERE, (HERE,)),
        ((LAN, VPN, HERE), "203.0.113.9", "203.0.113.9", ("203.0.113.9",)),
    ],
)
async def test_the_short_invite_has_one_address_and_the_long_one_all_that_lead_here(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    own: tuple[str, ...],
    advertise: str | None,
    short: str,
    long: tuple[str, ...],
) -> None:
    monkeypatch.setattr(tables, "own_addresses", lambda: own)
    with Profiles(tmp_path, os.urandom).open("ada") as profile:
        listener = await tables.listen(profile, "", 0)
        try:
            to_read, to_copy = tables.make_invites(profile, listener, advertise)
        finally:
            await listener.stop()
    assert to_read.addresses == ((short, listener.port),)
    assert to_copy.addresses == tuple((host, listener.port) for host in long)
    assert to_read.at((HERE, 1)) == to_copy.at((HERE, 1)), "the rest is the same"
