"""Who learns in the tests of the guided game: from a simple player to one who disturbs most."""

from __future__ import annotations

from collections.abc import Iterator

from koryo_tui.bots.registry import make_bot
from koryo_tui.bots.sight import Bot, Sight, sight_of
from koryo_tui.learn.table import LearnTable
from koryo_tui.text.lessons import Lesson
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    TurnQuestion,
)
from protocol.rules import Discard, Position, TurnMove


def lessons_of(table: LearnTable, mind: Bot) -> Iterator[Lesson]:
    """The lessons in their order, with ``mind`` in the place of the learner."""
    while True:
        if table.lesson is not None:
            yield table.lesson
            table.read()
            continue
        view = table.view()
        if view.outcome is not None:
            return
        assert view.question is not None, "the game must not stand still"
        table.decide(mind.decide(sight_of(view, seconds=1.0)))


def played(table: LearnTable) -> list[str]:
    """Plays to the end as a computer player would; the lessons in their order."""
    return [lesson.id for lesson in lessons_of(table, make_bot("steady", "learner"))]


class First:
    """Takes the first choice there is, whatever that does."""

    def decide(self, sight: Sight) -> Decision:
        match sight.question:
            case OrderQuestion() as question:
                return PlaceOrder(question.legal[0])
            case DiscardQuestion() as question:
                return ChooseDiscard(question.legal[-1])
            case TurnQuestion() as question:
                return PlayTurn(_first_moves(question.position))


def _first_moves(position: Position) -> tuple[TurnMove, ...]:
    moves: list[TurnMove] = []
    while position.turn is not None:
        move = next(move for move in position.legal_moves() if not isinstance(move, Discard))
        moves.append(move)
        position = position.played(move)
    return tuple(moves)


class Eventful(First):
    """Orders events wherever it can, which disturbs the others most."""

    def decide(self, sight: Sight) -> Decision:
        if isinstance(sight.question, OrderQuestion):
            events = [order for order in sight.question.legal if order.cards[0].is_event]
            return PlaceOrder((events or sight.question.legal)[-1])
        return super().decide(sight)
