"""What is played for a seat whose player crashes, is too slow or answers with something illegal."""

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
from protocol.rules import Decision as OneDecision
from protocol.rules import Decline, Discard, Done, IllegalMove, Phase, Reason, TurnMove, TurnUp


def fallback(question: Question) -> Decision:
    """The plainest legal answer: the first order, a turn without events or powers, few discards."""
    match question:
        case OrderQuestion():
            return PlaceOrder(question.legal[0])
        case TurnQuestion():
            return PlayTurn(tuple(_plain_turn(question)))
        case DiscardQuestion():
            return ChooseDiscard(question.legal[0])


def _plain_turn(question: TurnQuestion) -> list[TurnMove]:
    position, moves = question.position, list[TurnMove]()
    while position.turn is not None:
        move = next(m for m in position.legal_moves() if isinstance(m, TurnUp | Decline | Done))
        assert not isinstance(move, Discard)
        moves.append(move)
        position = position.played(move)
    return moves


def check_decision(question: Question, decision: object) -> None:
    """Raises ``IllegalMove``, or ``TypeError`` if it is no answer to this question at all."""
    match question, decision:
        case OrderQuestion(), PlaceOrder():
            question.position.check_order(question.hand, decision.order)
        case TurnQuestion(), PlayTurn():
            position = question.position
            for move in decision.moves:
                if position.turn is None:
                    raise IllegalMove(Reason.NOT_YOUR_TURN)
                position = position.played(move)
            if (
                position.turn is not None
                and position.phase is Phase.ACTION
                and (position.actor == question.seat)
            ):
                raise IllegalMove(Reason.NOT_DONE)
        case DiscardQuestion(), ChooseDiscard():
            question.position.played(decision.discard)
        case _:
            raise TypeError(f"{type(decision).__name__} does not answer {type(question).__name__}")


def one_by_one(decision: Decision) -> tuple[OneDecision, ...]:
    """What a referee is told: the order, the discard, or the moves of a turn."""
    match decision:
        case PlaceOrder():
            return (decision.order,)
        case ChooseDiscard():
            return (decision.discard,)
        case PlayTurn():
            return decision.moves
