"""A computer player that looks one move ahead.

It takes what is worth most at once: powers whenever they are held, events only for a swing of
three points or more. Chance breaks ties and nothing else; a seed makes a game's choices repeatable
as far as the cards are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final, TypeVar

from koryo_tui.bots.worth import swing, worth
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.rules import (
    EVENTS,
    NOTHING,
    Card,
    Counts,
    Decline,
    Destroy,
    Discard,
    Done,
    IllegalMove,
    Order,
    Position,
    Swap,
    TurnMove,
    TurnUp,
    add,
    cards_of,
)
from protocol.rules.state import Phase, Turn

_T = TypeVar("_T")

#: An event is used, and ordered, only if it moves this many points.
WORTH_AN_EVENT: Final = 3
#: With more ways to discard than this, cards are given up one by one instead of compared.
_DISCARDS_COMPARED: Final = 200


class Greedy:
    """Decides one question at a time; ``seed`` None takes a new one from the system."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._chance = Random(seed)

    def decide(self, question: Question) -> Decision:
        """A legal answer, within some hundredths of a second."""
        match question:
            case OrderQuestion():
                return PlaceOrder(self._order(question))
            case TurnQuestion():
                return PlayTurn(self._turn(question))
            case DiscardQuestion():
                return ChooseDiscard(self._discard(question))

    def _best(self, choices: Sequence[_T], value: Callable[[_T], float]) -> _T:
        values = [value(choice) for choice in choices]
        most = max(values)
        return self._chance.choice(
            [c for c, v in zip(choices, values, strict=True) if v > most - 1e-9]
        )

    # Orders

    def _order(self, question: OrderQuestion) -> Order:
        position, seat = question.position, question.seat
        gains = {event: self._event_gain(position, seat, event) for event in EVENTS}
        return self._best(
            question.legal, lambda order: self._order_worth(position, seat, order, gains)
        )

    def _order_worth(
        self, position: Position, seat: int, order: Order, gains: dict[Card, float]
    ) -> float:
        """The table as if this order were turned up now, its events used as well as they can."""
        front, used = position.fronts[seat], 0.0
        for card in order.cards:
            front = add(front, card)
            if card.is_event:
                used += gains[card]
                gains = {**gains, card: 0.0}
        return self._after_ending(_with_front(position, seat, front), seat) + used

    def _event_gain(self, position: Position, seat: int, event: Card) -> float:
        """Points that resolving ``event`` now would bring, 0 if it is not worth it."""
        waiting = add(NOTHING, event)
        front = add(position.fronts[seat], event)
        trial = _with_turn(_with_front(position, seat, front), seat, Turn(NOTHING, waiting))
        gains = [
            swing(trial, trial.played(move), seat)
            for move in trial.legal_moves()
            if isinstance(move, Destroy | Swap)
        ]
        best = max(gains, default=0)
        return float(best) if best >= WORTH_AN_EVENT else 0.0

    def _after_ending(self, position: Position, seat: int) -> float:
        """The worth of the table once ``seat`` has given up what is over the limit."""
        front = position.fronts[seat]
        while sum(front) > position.limit and any(front[card] for card in range(1, 10)):
            front = self._without_least(position, seat, front)
        return worth(_with_front(position, seat, front), seat)

    def _without_least(self, position: Position, seat: int, front: Counts) -> Counts:
        fewer = [add(front, Card(card), -1) for card in range(1, 10) if front[card]]
        return max(fewer, key=lambda each: worth(_with_front(position, seat, each), seat))

    # Turns

    def _turn(self, question: TurnQuestion) -> tuple[TurnMove, ...]:
        position, seat = question.position, question.seat
        moves: list[TurnMove] = []
        while position.turn is not None:
            legal = [move for move in position.legal_moves() if not isinstance(move, Discard)]
            move = self._move(position, seat, legal)
            moves.append(move)
            position = position.played(move)
        return tuple(moves)

    def _move(self, position: Position, seat: int, legal: list[TurnMove]) -> TurnMove:
        """Powers as soon as they are held, then events, then cards; ``Done`` when all is done."""
        powers = [m for m in legal if not isinstance(m, _NOT_A_POWER)]
        if powers:
            return self._best(powers, lambda move: worth(position.played(move), seat))
        uses = [m for m in legal if isinstance(m, Destroy | Swap)]
        declines: list[TurnMove] = [m for m in legal if isinstance(m, Decline)]
        if declines:
            useful: list[TurnMove] = [
                m for m in uses if swing(position, position.played(m), seat) >= WORTH_AN_EVENT
            ]
            return self._best(useful or declines, lambda move: worth(position.played(move), seat))
        cards: list[TurnMove] = [m for m in legal if isinstance(m, TurnUp)]
        return self._best(
            cards or [Done()], lambda move: worth(position.played(move), seat) if cards else 0.0
        )

    # Discards

    def _discard(self, question: DiscardQuestion) -> Discard:
        if len(question.legal) <= _DISCARDS_COMPARED:
            return self._best(
                question.legal,
                lambda discard: worth(question.position.played(discard), question.seat),
            )
        return self._one_by_one(question)

    def _one_by_one(self, question: DiscardQuestion) -> Discard:
        position, seat = question.position, question.seat
        front = position.fronts[seat]
        while sum(front) > position.limit:
            front = self._without_least(position, seat, front)
        given = Discard(cards_of(tuple(map(int.__sub__, position.fronts[seat], front))))
        try:
            position.played(given)
        except IllegalMove:
            return self._best(question.legal, lambda discard: -len(discard.cards))
        return given


_NOT_A_POWER: Final = (TurnUp, Done, Destroy, Swap, Decline)


def _with_front(position: Position, seat: int, front: Counts) -> Position:
    fronts = tuple(front if other == seat else f for other, f in enumerate(position.fronts))
    return replace(position, fronts=fronts)


def _with_turn(position: Position, seat: int, turn: Turn) -> Position:
    return replace(position, phase=Phase.ACTION, actor=seat, turn=turn)
