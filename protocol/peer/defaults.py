"""What a seat's own client decides when the table's clock runs out: fixed, and by no hidden card
faster or slower."""

from __future__ import annotations

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
from protocol.rules import Decline, Discard, Done, Order, Position, TurnMove, TurnUp, cards_of


def default_decision(question: Question) -> Decision:
    """Order: the first card of the hand in the box's order. Turn: turn up everything, decline
    everything. Discard: the lowest families first, no more than must be."""
    match question:
        case OrderQuestion(hand=hand):
            return PlaceOrder(Order(cards_of(hand)[:1]))
        case TurnQuestion(position=position):
            return PlayTurn(_passive_turn(position))
        case DiscardQuestion(legal=legal):
            return ChooseDiscard(_lowest(legal))


def _passive_turn(position: Position) -> tuple[TurnMove, ...]:
    moves: list[TurnMove] = []
    while position.turn is not None:
        move = _passive_move(position)
        moves.append(move)
        position = position.played(move)
    return tuple(moves)


def _passive_move(position: Position) -> TurnMove:
    """Something to decline, else something to turn up, else the end; one of them is legal."""
    legal = position.legal_moves()
    for kind in (Decline, TurnUp, Done):
        for move in legal:
            if isinstance(move, kind):
                return move
    raise AssertionError("a turn can always go on or end")


def _lowest(legal: tuple[Discard, ...]) -> Discard:
    """Families first to go: the lowest; of two discards that begin alike, the shorter keeps more
    cards and is as legal."""
    fewest = min(len(discard.cards) for discard in legal)
    return min(discard for discard in legal if len(discard.cards) == fewest)
