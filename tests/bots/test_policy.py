"""Rounds played in imagination come out as they do at the table."""

from random import Random  # a seed fixes the games of a test

import pytest

from koryo_tui.bots.answers import one_by_one
from koryo_tui.bots.fast import FaceDown, Table
from koryo_tui.bots.fast_turn import face_down_of
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.steady import Steady
from koryo_tui.bots.styles import EVEN, values_for
from protocol.rules import Phase, Referee, Standing, counts_of
from tests.bots.helpers import seen_in
from tests.rules.helpers import shuffler


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_rest_of_a_round_is_what_steady_players_make_of_it(seats: int) -> None:
    policy, bot, compared = Policy(values_for(seats, EVEN)), Steady(0), 0
    for seed in range(12):
        dice = Random(seed)
        game = Referee.start(tuple(range(seats)), seed % seats, shuffler(dice))
        while game.position.phase is not Phase.OVER:
            while game.position.phase is Phase.ORDER:
                game = game.play(dice.choice(game.legal()))
            if seats > 2 and seed % 4 == 3 and game.position.round == 3:
                game = game.without(seed % seats, Standing.ABSENT)
            imagined = _imagined(game, policy)
            game = _round_by(bot, game)
            table = Table.of(game.position)
            assert (imagined.cards, imagined.tokens) == (table.cards, table.tokens)
            compared += 1
    assert compared == 12 * 8


def _imagined(game: Referee, policy: Policy) -> Table:
    position = game.position
    table = Table.of(position)
    orders: dict[int, FaceDown] = {
        seat: face_down_of(counts_of(order.cards))
        for seat, order in enumerate(game.orders)
        if order is not None
    }
    policy.rest_of_round(table, orders, tuple(s for s in position.order_of_play() if s in orders))
    return table


def _round_by(bot: Steady, game: Referee) -> Referee:
    number = game.position.round
    while game.position.round == number and game.position.phase is not Phase.OVER:
        decision = bot.decide(seen_in(game, game.position, game.hands))
        for each in one_by_one(decision):
            game = game.play(each)
    return game
