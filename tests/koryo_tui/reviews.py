"""A review that is always the same, for screens: real decisions of a game, with made-up worth."""

from __future__ import annotations

from koryo_tui.bots.advice import Costly, Hint, decisions_of
from koryo_tui.bots.reasons import reason_for
from koryo_tui.replay import Game
from koryo_tui.reviewing import Moment, place_of, record_of_game
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.rules import Done


async def same_review(game: Game, seat: int, tell: object = None) -> tuple[Moment, ...]:
    """Each fourth decision of ``seat``, as if each had cost less than the one before."""
    moments = []
    chosen = list(decisions_of(record_of_game(game), seat, work=1))[::4][:5]
    for rank, (at, sight, played) in enumerate(chosen):
        question = sight.question
        instead = another(question, played)
        better = Hint(instead, reason_for(question, instead), 0.5, (), None, 0.0)
        cost = 0.2 / (rank + 1)
        costly = Costly(sight.position.round, at, question, played, better, cost, 1.0)
        moments.append(Moment(costly, place_of(costly, game)))
    return tuple(moments)


def another(question: Question, played: Decision) -> Decision:
    """Something else that is legal, if there is anything."""
    if isinstance(question, OrderQuestion):
        return PlaceOrder(next(o for o in question.legal if PlaceOrder(o) != played))
    if isinstance(question, TurnQuestion):
        position, moves = question.position, []
        while position.turn is not None:
            legal = position.legal_moves()
            moves.append(legal[-1] if Done() not in legal else Done())
            position = position.played(moves[-1])
        return PlayTurn(tuple(moves))  # type: ignore[arg-type]
    return ChooseDiscard(question.legal[-1])
