"""The worth of a table."""

from random import Random  # a seed fixes the games of a test

import pytest

from koryo_tui.bots.fast import Table
from koryo_tui.bots.values import Values, read_weights, standing_in, write_weights
from protocol.rules import ROUNDS
from tests.rules.helpers import before_deal, random_game


@pytest.mark.parametrize(
    ("mine", "best", "left", "power", "way"),
    [
        (0, 0, 9, False, 0),
        (0, 1, 8, False, 1),
        (0, 3, 6, False, 2),
        (1, 3, 5, False, 3),
        (2, 3, 4, False, 4),
        (2, 2, 5, False, 5),
        (2, 2, 5, True, 6),
        (2, 1, 6, True, 7),
        (3, 1, 5, True, 8),
        (4, 0, 5, True, 9),
        (3, 1, 1, True, 10),
        (4, 1, 2, True, 11),
    ],
)
def test_ways_to_stand_in_a_family(mine: int, best: int, left: int, power: bool, way: int) -> None:
    assert standing_in(mine, best, left, power) == way


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_round_is_worth_its_score(seats: int) -> None:
    values = Values.load(seats).rounds[ROUNDS]
    for seed in range(10):
        position = random_game(seats, Random(seed), 0.01).position
        assert values.of(Table.of(position)) == pytest.approx(list(position.influence()))


def test_at_the_end_the_winner_is_certain_and_a_margin_counts_little() -> None:
    values = Values.load(3).rounds[ROUNDS]
    won, tied = values.chances([9, 4, 7]), values.chances([9, 9, 7])
    assert won[0] > 0.99
    assert won[1] < won[2] < 0.01
    assert tied[0] == pytest.approx(tied[1]) == pytest.approx(0.5)


def test_chances_are_shares_of_one_and_none_for_those_not_ranked() -> None:
    values = Values.load(4).rounds[4]
    chances = values.chances([10, 12, 8, 30], unranked=0b1000)
    assert sum(chances) == pytest.approx(1)
    assert chances[1] > chances[0] > chances[2]
    assert chances[3] == 0


def test_a_lead_is_worth_more_than_a_tie() -> None:
    for seats, fronts in ((2, ("9/9", "99/9")), (4, ("9/9/-/-", "99/9/-/-"))):
        tied, ahead = (Table.of(before_deal(each, round=7)) for each in fronts)
        values = Values.load(seats).rounds[7]
        assert values.of(ahead)[0] > values.of(tied)[0]


def test_weights_are_read_as_they_were_written() -> None:
    weights = {
        seats: tuple(Values.load(seats).rounds[number].weights for number in range(1, ROUNDS))
        for seats in (2, 3, 4)
    }
    assert read_weights(write_weights(weights).splitlines()) == weights


def test_other_lines_are_no_weights() -> None:
    with pytest.raises(ValueError, match="no weights"):
        read_weights(["2 1 5 5 5"])
