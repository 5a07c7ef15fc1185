"""Waits that grow, up to their end."""

from __future__ import annotations

from protocol.net.backoff import Backoff


def test_a_back_off_doubles_up_to_its_end_and_forgets_only_after_a_lasting_link():
    backoff = Backoff(0.5, 10.0, lambda: 0.0)
    assert [backoff.wait() for _ in range(7)] == [0.5, 1, 2, 4, 8, 10, 10]
    backoff.lasted(10.0)
    assert backoff.wait() == 10
    backoff.lasted(10.1)
    assert backoff.wait() == 0.5
    assert Backoff(0.5, 10.0, lambda: 1.0).wait() == 0.75
