from __future__ import annotations

import pytest

from protocol.net.addresses import own_addresses, plain_host, show_address


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("10.0.0.7", "10.0.0.7"),
        ("fe80::1", "fe80::1"),
        ("ada.local", "ada.local"),
    ],
)
def test_an_ipv4_address_is_shown_as_one(given: str, plain: str):
    assert plain_host(given) == plain


def test_an_ipv6_address_gets_brackets():
    assert show_address("fe80::1", 47210) == "[fe80::1]:47210"
    assert show_address("10.0.0.7", 47210) == "10.0.0.7:47210"


def test_own_addresses_are_distinct_and_end_with_loopback():
    own = own_addresses()
    assert len(set(own)) == len(own)
    assert own[-1] == "127.0.0.1"
    assert not any(host.startswith(("fe80", "0.", "::")) for host in own)
