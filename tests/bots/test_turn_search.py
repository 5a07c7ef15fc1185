"""A turn is searched to all its ends."""

import pytest

from koryo_tui.bots.fast import Table
from koryo_tui.bots.fast_turn import TurnState, as_move, turn_of
from koryo_tui.bots.turn_search import ways_to_end
from protocol.rules import Done, Position, write_move
from tests.rules.helpers import in_turn

TURNS = [
    ("6/77/9", "66"),
    ("26/77/9", "7B"),
    ("4B/778/99", "BL"),
    ("24L/57/9", "BB"),
    ("1/7/22", "L"),
]


def ends_by_the_rules(position: Position) -> set[tuple[object, ...]]:
    """Fronts, tokens and bank of every way this turn can end."""
    found, seen, todo = set(), {position}, [position]
    while todo:
        here = todo.pop()
        for move in here.legal_moves():
            if move == Done():
                found.add((tuple(Table.of(here).cards), here.tokens, here.bank))
            else:
                after = here.played(move)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
    return found


def no_value(state: TurnState) -> float:
    """Nothing may be left out, so nothing is to be compared."""
    raise AssertionError("a layer was cut")


@pytest.mark.parametrize(("fronts", "order"), TURNS)
def test_no_end_is_left_out(fronts: str, order: str) -> None:
    position = in_turn(fronts, order, tokens="011")
    ends = ways_to_end(turn_of(position), 0, 3, no_value, width=100_000)
    assert {end[:3] for end in ends} == ends_by_the_rules(position)


@pytest.mark.parametrize(("fronts", "order"), TURNS)
def test_the_moves_lead_where_they_say(fronts: str, order: str) -> None:
    position = in_turn(fronts, order, tokens="011")
    for end, moves in ways_to_end(turn_of(position), 0, 3, no_value, width=100_000).items():
        here = position
        for move in moves[:-1]:
            here = here.played(as_move(move))
        assert (tuple(Table.of(here).cards), here.tokens, here.bank) == end[:3]
        assert write_move(as_move(moves[-1])) == "."


def test_wide_layers_keep_the_best() -> None:
    position = in_turn("1456789/23456789/3456789", "LL", tokens="000")

    def richest(state: TurnState) -> float:
        return float(state[0][9] & 15)

    ends = ways_to_end(turn_of(position), 0, 3, richest, width=30)
    assert 0 < len(ends) <= 61
    assert max(end[0][9] & 15 for end in ends) == 3
