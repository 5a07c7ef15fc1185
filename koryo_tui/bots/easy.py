"""The easy player: looks at the influence of this moment, often enough at something else."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from types import MappingProxyType
from typing import Final, TypeVar

from koryo_tui.bots.sight import Sight
from koryo_tui.bots.styles import BUILDER, COLLECTOR, EVEN, RAIDER, Style
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    TurnQuestion,
)
from protocol.rules import (
    ROUNDS,
    Card,
    Decline,
    Destroy,
    Discard,
    Done,
    Order,
    Position,
    Swap,
    TurnMove,
    counts_of,
    influence,
    preview_order,
)
from protocol.rules.seating import with_item

_T = TypeVar("_T")

#: Points that make e-fold odds between two orders.
_WARMTH: Final = 1.2
#: What the easy player of each style finds a card worth beside its influence, at the beginning of
#: the game; less and less until the end.
_FONDNESS: Final = MappingProxyType(
    {
        EVEN: {Card.SHIP_OWNER: 4.0, Card.SENATOR: 3.0, Card.BANKER: 2.0, Card.SPY: 3.0},
        BUILDER: {Card.SHIP_OWNER: 6.0, Card.SENATOR: 5.0, Card.BANKER: 4.0, Card.SPY: 5.0},
        COLLECTOR: {Card.GUARDIAN: 1.5, Card.BROADCASTER: 1.5, Card.MERCHANT: 1.5},
        RAIDER: {Card.BARBARIANS: 4.0, Card.LOBBYING: 4.0, Card.PRIEST: 3.0},
    }
)


class Easy:
    """Takes what it sees, keeps its high cards, aims its events at whoever leads."""

    def __init__(self, seed: int | str | None = None, style: Style = EVEN) -> None:
        self._dice = Random(seed)
        self._fondness = _FONDNESS[style]

    def decide(self, sight: Sight) -> Decision:
        """A choice a beginner could make."""
        match sight.question:
            case OrderQuestion() as question:
                return PlaceOrder(self._softly(question.legal, lambda o: self._liked(sight, o)))
            case TurnQuestion() as question:
                return PlayTurn(tuple(self._turn(question.position, question.seat)))
            case DiscardQuestion() as question:
                return ChooseDiscard(max(question.legal, key=lambda d: _kept(sight, d)))

    def _liked(self, sight: Sight, order: Order) -> float:
        seat = sight.seat
        before = _ahead(sight.position.influence(), seat)
        after = _ahead(preview_order(sight.position, seat, order), seat)
        crowd = sum(sight.position.fronts[seat]) + len(order.cards) - sight.position.limit
        young = 1 - sight.position.round / ROUNDS
        fond = young * max(self._fondness.get(card, 0.0) for card in order.cards)
        return after - before + fond - max(0, crowd) * 0.5

    def _softly(self, choices: Sequence[_T], worth: Callable[[_T], float]) -> _T:
        worths = [worth(each) for each in choices]
        most = max(worths)
        return self._dice.choices(choices, [math.exp((w - most) / _WARMTH) for w in worths])[0]

    def _turn(self, position: Position, seat: int) -> list[TurnMove]:
        moves: list[TurnMove] = []
        while position.turn is not None:
            legal = [move for move in position.legal_moves() if not isinstance(move, Discard)]
            move = self._move(position, seat, legal)
            moves.append(move)
            position = position.played(move)
        return moves

    def _move(self, position: Position, seat: int, legal: list[TurnMove]) -> TurnMove:
        events = [m for m in legal if isinstance(m, Destroy | Swap | Decline)]
        if events:
            return max(
                events,
                key=lambda m: (_ahead(position.played(m).influence(), seat), self._dice.random()),
            )
        others = [move for move in legal if not isinstance(move, Done)]
        return self._dice.choice(others) if others else Done()


def _ahead(points: tuple[int, ...], seat: int) -> float:
    """Own points, less half of the mean of the others."""
    others = sum(points) - points[seat]
    return points[seat] - others / (2 * (len(points) - 1))


def _kept(sight: Sight, discard: Discard) -> tuple[int, int]:
    """Own influence once these cards are gone, then how low the cards are."""
    position, seat = sight.position, sight.seat
    gone = counts_of(discard.cards)
    front = tuple(map(int.__sub__, position.fronts[seat], gone))
    fronts = with_item(position.fronts, seat, front)
    return influence(fronts, position.tokens, position.penalties)[seat], -sum(discard.cards)
