"""Whether an answer is an answer, and an answer move by move."""

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
from protocol.rules import IllegalMove, Phase, Reason


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
