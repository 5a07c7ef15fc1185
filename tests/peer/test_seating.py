"""Seating and first player: uniform, and out of everybody's nonces."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice, permutations

import pytest

from protocol.log.encoding import digest
from protocol.peer.seating import _below, seating

TABLE = bytes(32)


def _nonces(seats: int, game: int) -> dict[int, bytes]:
    return {seat: digest("test", game, seat) for seat in range(seats)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_order_with_every_first_player_is_as_likely_as_any_other(seats: int) -> None:
    orders = list(permutations(range(seats)))
    draws = 100 * seats * len(orders)
    found = Counter(seating(TABLE, _nonces(seats, game)) for game in range(draws))
    assert set(found) == {(order, first) for order in orders for first in range(seats)}
    chi_square = sum((count - 100) ** 2 / 100 for count in found.values())
    freedom = len(found) - 1
    # Five standard deviations above its mean; the draws are always the same.
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_other_nonce_of_any_seat_gives_another_draw(seats: int) -> None:
    for seat in range(seats):
        found = set()
        for other in range(64):
            nonces = _nonces(seats, 0) | {seat: digest("other", other)}
            found.add(seating(TABLE, nonces))
        assert len(found) == len(list(permutations(range(seats)))) * seats or len(found) > 32


def test_the_table_and_not_only_the_nonces_decide() -> None:
    tables = [digest("table", number) for number in range(64)]
    assert len({seating(table, _nonces(4, 0)) for table in tables}) > 32


def test_the_order_in_which_nonces_came_in_does_not_matter() -> None:
    nonces = _nonces(4, 3)
    backwards = dict(reversed(nonces.items()))
    assert seating(TABLE, nonces) == seating(TABLE, backwards)


def test_a_seating_once_worked_out_by_hand_stays_what_it_is() -> None:
    joint = digest("seating", TABLE, (bytes([1]) * 32, bytes([2]) * 32))
    words = sha256(joint + bytes(4)).digest()
    # At two seats no byte is passed over: the first swaps or not, the second names who begins.
    clockwise = (1, 0) if words[0] % 2 == 0 else (0, 1)
    first = clockwise[words[1] % 2]
    assert seating(TABLE, {0: bytes([1]) * 32, 1: bytes([2]) * 32}) == (clockwise, first)


def test_bytes_that_would_favour_somebody_are_passed_over() -> None:
    assert _below(3, iter([255, 4])) == 1
    assert _below(4, iter([255])) == 3
    for bound in (1, 2, 3, 4):
        taken = Counter(_below(bound, iter([word, 0])) for word in range(256 - 256 % bound))
        assert len(set(taken.values())) == 1
        assert list(islice(taken, 5)) == list(range(bound))
