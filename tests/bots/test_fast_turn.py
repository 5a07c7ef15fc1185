"""The fast path plays as the rules do: in three hundred games, in thousands with ``make fuzz``."""

import os
from random import Random  # a seed fixes the games of a test

import pytest

from koryo_tui.bots.fast import Table
from koryo_tui.bots.fast_turn import as_move, turn_after, turn_moves, turn_of
from protocol.rules import Done, Phase, Referee
from tests.rules.helpers import _seat_changes, shuffler

#: Games of each number of seats.
GAMES = 1_500 if "KORYO_FUZZ" in os.environ else 100


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_have_the_same_moves_and_tables(seats: int) -> None:
    dice = Random(seats)
    moves = 0
    for number in range(GAMES):
        game = Referee.start(tuple(range(seats)), number % seats, shuffler(dice))
        while game.position.phase is not Phase.OVER:
            position = game.position
            if number % 10 == 0 and dice.random() < 0.02:
                game = _seat_changes(game, dice)
                continue
            if position.turn is None:
                assert Table.of(position).influence() == list(position.influence())
                game = game.play(dice.choice(game.legal()))
                continue
            state, seat = turn_of(position), position.actor
            assert seat is not None
            fast = turn_moves(state, seat, seats)
            legal = position.legal_moves()
            assert tuple(map(as_move, fast)) == legal
            chosen = dice.randrange(len(legal))
            game = game.play(legal[chosen])
            after = turn_after(state, fast[chosen], seat, seats)
            moves += 1
            if legal[chosen] != Done():
                assert after == turn_of(game.position)
    assert moves > 20 * GAMES
