"""What is imagined could be so."""

from random import Random  # a seed fixes the games of a test

import pytest

from koryo_tui.bots.policy import Policy
from koryo_tui.bots.sampling import Imagination, opened_orders
from koryo_tui.bots.steady import Steady
from koryo_tui.bots.styles import EVEN, values_for
from protocol.rules import BOX, Phase
from tests.bots.helpers import play


@pytest.mark.parametrize("seats", [2, 4])
def test_orders_fit_what_is_public_and_the_own_hand(seats: int) -> None:
    policy, imagined = Policy(values_for(seats, EVEN)), 0
    for moment in play([Steady(seat) for seat in range(seats)], seed=3):
        sight, position = moment.sight, moment.sight.position
        imagination = Imagination(sight, policy, Random(1))
        for _ in range(3):
            orders = imagination.orders()
            assert set(orders) == set(imagination.unknown)
            used = list(sight.hand)
            for front in sight.dealt.fronts:
                used = list(map(int.__add__, used, front))
            for seat, order in orders.items():
                placed = position.orders[seat]
                size = sum(number for _, number in order)
                assert 0 < size <= sight.dealt.hands[seat]
                assert placed is None or placed.size == size
                assert len(order) == 1 or (len(order), size) == (2, 2)
                for card, number in order:
                    used[card] += number
                imagined += 1
            assert all(many <= box for many, box in zip(used, BOX, strict=True))
    assert imagined > 60


def test_nothing_is_unknown_when_everything_is_open() -> None:
    policy = Policy(values_for(4, EVEN))
    for moment in play([Steady(seat) for seat in range(4)], seed=4):
        if moment.sight.position.phase is Phase.ENDING:
            assert Imagination(moment.sight, policy, Random(1)).unknown == ()
            break
    else:
        pytest.fail("nobody had to discard")


def test_opened_orders_of_this_round_are_remembered() -> None:
    for moment in play([Steady(seat) for seat in range(3)], seed=5):
        position = moment.sight.position
        if position.phase is Phase.ACTION:
            played = position.order_of_play().index(moment.sight.seat)
            assert len(opened_orders(moment.sight)) == played
        if position.phase is Phase.ORDER:
            assert opened_orders(moment.sight) == []
