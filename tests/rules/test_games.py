"""What is true throughout random games: two thousand, and ten times as many with ``make fuzz``."""

import os
from itertools import pairwise
from random import Random  # a seed fixes the games of a test

import pytest

from protocol.rules import (
    FAMILIES,
    NOTHING,
    TOKENS,
    Action,
    Card,
    Counts,
    Decline,
    Destroy,
    Discard,
    Done,
    IllegalMove,
    Move,
    Phase,
    Position,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnUp,
    characters,
    events,
    outcome,
)
from tests.rules.helpers import random_game

#: Games of each part; for each number of seats there are ten parts, 2,010 games in all.
GAMES = 670 if "KORYO_FUZZ" in os.environ else 67
#: Seven parts are played by everybody to the end; in three now and then a seat goes missing.
PARTS = [*((part, 0.0) for part in range(7)), *((part, 0.02) for part in range(7, 10))]


def every_move(seats: int) -> list[Move]:
    """All moves of a turn that can be written at a table of so many seats, legal or not."""
    around = range(seats)
    targets = [Destroy(seat, card) for seat in around for card in Card]
    swaps = [
        Swap(seat, card, other, other_card)
        for seat in around
        for other in around
        for card in FAMILIES
        for other_card in FAMILIES
    ]
    by_card = [kind(card) for kind in (TurnUp, RemoveEvent, Decline) for card in Card]
    return [*by_card, TakeToken(), *map(Steal, around), *targets, *swaps, Done(), Discard(())]


def accepted(position: Position, moves: list[Move]) -> set[Move]:
    """Those moves that the position lets be played."""
    legal = set()
    for move in moves:
        try:
            position.played(move)
        except IllegalMove:
            continue
        legal.add(move)
    return legal


def assert_cards_and_tokens_are_those_of_the_box(before: Position, after: Position) -> None:
    """No type has more cards than the box (R1.2); tokens leave the bank one by one and never
    return (R1.3)."""
    after.check()
    assert min(after.pile) >= 0
    assert sum(after.tokens) + after.bank == TOKENS
    assert after.bank in (before.bank, before.bank - 1)
    assert all(a >= b for a, b in zip(after.penalties, before.penalties, strict=True))


def assert_cards_move_as_the_action_says(before: Position, action: Action, after: Position) -> None:
    """Cards enter the fronts by turning up (R5.2); they leave by Barbarians (R5.10), Priests (R5.9)
    and discards (R6.2)."""
    if after.round != before.round or {before.phase, after.phase} & {Phase.ENDING, Phase.OVER}:
        assert all(a <= b for a, b in zip(in_fronts(after), in_fronts(before), strict=True))
        return
    face_down = before.turn.face_down if before.turn else NOTHING
    more = {
        TurnUp: face_down[action.card] if isinstance(action, TurnUp) else 0,
        Destroy: -1,
        RemoveEvent: -1,
    }
    change = sum(map(sum, after.fronts)) - sum(map(sum, before.fronts))
    assert change == more.get(type(action), 0)


def in_fronts(position: Position) -> Counts:
    return tuple(map(sum, zip(*position.fronts, strict=True)))


def assert_somebody_can_decide(position: Position) -> None:
    """A deal or the end is due, an order or its opening is, or there is a legal move."""
    if position.phase in (Phase.DEAL, Phase.OVER):
        assert position.actor is None
        return
    assert position.actor in position.order_of_play()
    if position.phase is Phase.ENDING or position.turn is not None:
        assert position.legal_moves()


def assert_limits_kept(before: Position, after: Position) -> None:
    """After a round: the limit (R6.2), two more with the Senators (R6.3), or nothing but events
    (R6.4)."""
    if after.phase not in (Phase.DEAL, Phase.OVER) or before.phase in (Phase.DEAL, Phase.OVER):
        return
    for seat, front in enumerate(after.fronts):
        over = characters(front) + events(front) - before.limit
        if over > 0 and characters(front):
            assert over <= 2
            assert after.has_power(seat, Card.SENATOR)


@pytest.mark.parametrize(("part", "goes_missing"), PARTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_are_sound_throughout(seats: int, part: int, goes_missing: float) -> None:
    by_default = 0
    for number in range(GAMES):
        game = random_game(seats, Random(f"{seats} {part} {number}"), goes_missing)
        steps = pairwise(game.record.positions())
        for (before, after), action in zip(steps, game.record.actions, strict=True):
            assert_cards_and_tokens_are_those_of_the_box(before, after)
            assert_cards_move_as_the_action_says(before, action, after)
            assert_somebody_can_decide(after)
            assert_limits_kept(before, after)
        ended = outcome(game.position)
        assert tuple(score.total for score in ended.scores) == game.position.influence()
        by_default += ended.by_default
    assert (by_default > 0) == (goes_missing > 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_offered_is_exactly_what_is_accepted(seats: int) -> None:
    moves = every_move(seats)
    seen = 0
    for seed in range(6):
        for position in random_game(seats, Random(seed)).record.positions():
            if position.turn is not None:
                seen += 1
                offered = position.legal_moves()
                assert len(set(offered)) == len(offered)
                assert set(offered) == accepted(position, moves)
    assert seen > 100


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_discard_offered_is_accepted_and_no_smaller_or_larger_one(seats: int) -> None:
    seen = 0
    for seed in range(40):
        for position in random_game(seats, Random(seed)).record.positions():
            if position.phase is Phase.ENDING and position.actor is not None:
                seen += 1
                offered = set(position.legal_moves())
                assert accepted(position, list(offered)) == offered
                sub = {Discard(d.cards[1:]) for d in offered if isinstance(d, Discard)}
                assert accepted(position, list(sub)) == sub & offered
    assert seen > 20
