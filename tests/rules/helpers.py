"""Positions built from short text, and games played at random from a seed."""

from __future__ import annotations

import random  # a seed fixes the games of a test
from collections.abc import Callable, Sequence

import pytest

from protocol.rules import (
    NOTHING,
    TOKENS,
    Card,
    Counts,
    Done,
    IllegalMove,
    Phase,
    Placed,
    Position,
    Reason,
    Referee,
    Standing,
    Turn,
    read_cards,
    read_move,
    write_move,
)

#: A standing for each sign, as the notation of positions has it.
STANDINGS = {standing.value[0]: standing for standing in Standing}


def fronts_of(text: str) -> tuple[Counts, ...]:
    """``"77/-/9B"``: the fronts of three seats."""
    return tuple(read_cards(front) for front in text.split("/"))


def before_deal(
    fronts: str, *, round: int = 1, first: int = 0, standing: str = "", tokens: str = ""
) -> Position:
    """Before the deal of ``round``, the seats clockwise by number."""
    cards = fronts_of(fronts)
    seats = len(cards)
    held = tuple(map(int, tokens)) if tokens else (0,) * seats
    position = Position(
        clockwise=tuple(range(seats)),
        round=round,
        first=first,
        phase=Phase.DEAL,
        actor=None,
        fronts=cards,
        tokens=held,
        bank=TOKENS - sum(held),
        standing=tuple(STANDINGS[sign] for sign in standing or "s" * seats),
        penalties=(0,) * seats,
        orders=(None,) * seats,
        turn=None,
        hands=(0,) * seats,
    )
    position.check()
    return position


def in_turn(
    fronts: str,
    order: str = "-",
    *,
    actor: int = 0,
    pair: bool = True,
    tokens: str = "",
    round: int = 8,
    first: int | None = None,
    standing: str = "",
) -> Position:
    """The turn of ``actor``, the last one of the round, ``order`` opened and still face down.

    Without an order everything has been turned up already.
    """
    seats = len(fronts.split("/"))
    before = before_deal(fronts, first=actor, tokens=tokens, standing=standing)
    face_down = read_cards(order)
    size = max(1, sum(face_down))
    hands = tuple(
        0 if before.standing[seat].is_missing else size if seat == actor else 1
        for seat in range(seats)
    )
    position = Position(
        clockwise=before.clockwise,
        round=round,
        first=(actor + 1) % seats if first is None else first,
        phase=Phase.ACTION,
        actor=actor,
        fronts=before.fronts,
        tokens=before.tokens,
        bank=before.bank,
        standing=before.standing,
        penalties=before.penalties,
        orders=tuple(Placed(size, pair) if seat == actor else None for seat in range(seats)),
        turn=Turn(face_down),
        hands=hands,
    )
    position.check()
    return position


def at_ending(
    fronts: str, *, round: int, first: int = 0, tokens: str = "", standing: str = ""
) -> Position:
    """What follows the last turn of ``round``, the first player being ``first``."""
    seats = len(fronts.split("/"))
    circle = [(first + step) % seats for step in range(seats)]
    last = [seat for seat in circle if (standing or "s" * seats)[seat] == "s"][-1]
    turn = in_turn(fronts, actor=last, round=round, first=first, tokens=tokens, standing=standing)
    return turn.played(Done())


def after(position: Position, moves: str) -> Position:
    """The position after some moves, written with a space between."""
    for text in moves.split():
        position = position.played(read_move(text))
    return position


def legal(position: Position) -> set[str]:
    """The legal moves as the notation writes them."""
    return {write_move(move) for move in position.legal_moves()}


def waiting(position: Position) -> Counts:
    """The events that wait in the turn under way."""
    return NOTHING if position.turn is None else position.turn.waiting


def assert_refused(reason: Reason, decide: Callable[[], object]) -> None:
    """``decide`` is illegal, and for this reason."""
    with pytest.raises(IllegalMove) as refused:
        decide()
    assert refused.value.reason is reason


def assert_illegal(position: Position, move: str, reason: Reason) -> None:
    """``move`` is neither offered nor accepted."""
    assert move not in legal(position)
    assert_refused(reason, lambda: position.played(read_move(move)))


def shuffler(dice: random.Random) -> Callable[[tuple[Card, ...]], Sequence[Card]]:
    """A shuffle that a seed fixes."""
    return lambda pile: dice.sample(pile, len(pile))


def random_game(seats: int, dice: random.Random, goes_missing: float = 0.0) -> Referee:
    """A game of random legal decisions; now and then a seat goes missing or comes back."""
    clockwise = tuple(dice.sample(range(seats), seats))
    game = Referee.start(clockwise, dice.randrange(seats), shuffler(dice))
    while game.position.phase is not Phase.OVER:
        if dice.random() < goes_missing:
            game = _seat_changes(game, dice)
        else:
            game = game.play(dice.choice(game.legal()))
    return game


def _seat_changes(game: Referee, dice: random.Random) -> Referee:
    seat = dice.randrange(game.position.seats)
    if game.position.standing[seat] in (Standing.ABSENT, Standing.LEFT) and dice.random() < 0.7:
        return game.again(seat)
    return game.without(seat, dice.choice([Standing.ABSENT, Standing.LEFT, Standing.FAULT]))
