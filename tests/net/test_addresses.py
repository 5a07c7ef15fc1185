from __future__ import annotations

import pytest

from protocol.net.addresses import network_of, own_addresses, plain_host, show_address


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


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::"),
        ("ada.local", "ada.local"),
    ],
)
def test_who_has_one_ipv6_address_has_all_of_its_network(host: str, network: str):
    assert network_of(host) == network


def test_own_addresses_are_distinct_and_end_with_loopback():
    own = own_addresses()
    assert len(set(own)) == len(own)
    assert own[-1] == "127.0.0.1"
    assert not any(host.startswith(("fe80", "0.", "::")) for host in own)
