"""Games of computer players on the referee, decision by decision, and sights by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random  # a seed fixes the games of a test

from koryo_tui.bots.answers import one_by_one
from koryo_tui.bots.sight import Bot, Sight, question_at, seen_by
from protocol.peer.questions import Decision
from protocol.rules import (
    NOTHING,
    Counts,
    Order,
    Phase,
    Position,
    Record,
    Referee,
    Shuffle,
    read_cards,
)
from tests.rules.helpers import shuffler

#: Imagined rounds that are few, and enough for what is plain.
LITTLE = 40


@dataclass(frozen=True)
class Moment:
    """A decision that was due: the referee before it, what its seat saw, what it decided."""

    game: Referee
    sight: Sight
    decision: Decision


def play(bots: Sequence[Bot], seed: int, work: int = LITTLE) -> Iterator[Moment]:
    """A game of these players, one for each seat."""
    game = Referee.start(tuple(range(len(bots))), 0, shuffler(Random(seed)))
    dealt, hands = game.position, game.hands
    while game.position.phase is not Phase.OVER:
        if game.position.phase is Phase.ORDER and not any(game.position.orders):
            dealt, hands = game.position, game.hands
        sight = seen_in(game, dealt, hands, work)
        decision = bots[sight.seat].decide(sight)
        yield Moment(game, sight, decision)
        for each in one_by_one(decision):
            game = game.play(each)


def played_out(bots: Sequence[Bot], seed: int, work: int = LITTLE) -> Record:
    """The record of such a game."""
    *_, last = play(bots, seed, work)
    game = last.game
    for each in one_by_one(last.decision):
        game = game.play(each)
    return game.record


def seen_in(game: Referee, dealt: Position, hands: tuple[Counts, ...], work: int = LITTLE) -> Sight:
    """What the seat that is to decide sees, as the arena shows it."""
    seat = game.position.actor
    assert seat is not None
    return Sight(
        question_at(game.position, game.hand(seat), game.order(seat)),
        hands[seat],
        game.order(seat),
        dealt,
        seen_by(seat, game.record.actions),
        seconds=1.0,
        work=work,
    )


def sight_at(
    position: Position,
    hand: str = "-",
    order: Order | None = None,
    dealt: Position | None = None,
    work: int = LITTLE,
) -> Sight:
    """A sight of a position out of nowhere, without a history."""
    cards = read_cards(hand)
    question = question_at(position, cards, order)
    return Sight(question, cards, order, dealt or position, (), 1.0, work)


def no_hands(seats: int) -> tuple[Counts, ...]:
    """Nobody has been dealt anything."""
    return (NOTHING,) * seats


def fixed(pile_seed: int) -> Shuffle:
    """A shuffle of its own."""
    return shuffler(Random(pile_seed))
