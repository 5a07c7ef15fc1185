"""The player in docs/bots.md is a player."""

from __future__ import annotations

import re
from pathlib import Path

from koryo_tui.bots.greedy import Greedy
from koryo_tui.bots.sight import Sight
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
from protocol.rules import NOTHING, Phase, Referee

DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"


def question_of(game: Referee, seat: int) -> Question:
    position = game.position
    if position.phase is Phase.ORDER:
        hand = game.hand(seat)
        return OrderQuestion(seat, position, hand, position.legal_orders(hand))
    if position.phase is Phase.ENDING:
        return DiscardQuestion(seat, position, game.legal())  # type: ignore[arg-type]
    order = game.order(seat)
    assert order is not None
    return TurnQuestion(seat, position, order)


def played(game: Referee, decision: Decision) -> Referee:
    match decision:
        case PlaceOrder(order):
            return game.play(order)
        case ChooseDiscard(discard):
            return game.play(discard)
        case PlayTurn(moves):
            for move in moves:
                game = game.play(move)
    return game


def test_the_example_plays_a_whole_game() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 30
    names: dict[str, type] = {}
    exec(code, names)
    example, other = names["Collector"](1), Greedy(1)
    game = Referee.start((0, 1), 0, lambda pile: pile[::-1])
    while game.position.phase is not Phase.OVER:
        seat = game.position.actor
        assert seat is not None
        question = question_of(game, seat)
        if seat == 0:
            sight = Sight(question, game.hand(seat) or NOTHING, None, game.position, (), 1.0)
            decision = example.decide(sight)
        else:
            decision = other.decide(question)
        game = played(game, decision)
    assert game.position.round == 8
