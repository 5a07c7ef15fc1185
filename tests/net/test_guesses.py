"""Secrets can be tried only so often."""

from __future__ import annotations

from protocol.net.guesses import FROM_ALL, FROM_ONE, WINDOW, GuessLimit


def test_one_address_may_guess_a_few_times() -> None:
    limit = GuessLimit()
    for _ in range(FROM_ONE):
        assert limit.is_open("10.0.0.9", 0.0)
        limit.wrong("10.0.0.9", 0.0)
    assert not limit.is_open("10.0.0.9", 1.0)
    assert limit.is_open("10.0.0.8", 1.0)


def test_all_addresses_of_an_ipv6_network_are_one() -> None:
    limit = GuessLimit()
    for number in range(FROM_ONE):
        limit.wrong(f"2001:db8:0:1::{number:x}", 0.0)
    assert not limit.is_open("2001:db8:0:1:ffff::1", 1.0)
    assert limit.is_open("2001:db8:0:2::1", 1.0)


def test_many_addresses_together_may_guess_a_few_times() -> None:
    limit = GuessLimit()
    for number in range(FROM_ALL):
        limit.wrong(f"10.0.1.{number}", 0.0)
    assert not limit.is_open("10.0.0.8", 1.0)


def test_after_a_while_guesses_are_forgotten() -> None:
    limit = GuessLimit()
    for second in range(FROM_ONE):
        limit.wrong("10.0.0.9", float(second))
    assert not limit.is_open("10.0.0.9", WINDOW - 0.5)
    assert limit.is_open("10.0.0.9", WINDOW)
