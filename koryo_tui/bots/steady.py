"""The steady player: looks one step ahead, at the worth of the table when the round ends."""

from __future__ import annotations

from random import Random
from typing import Final

from koryo_tui.bots.fast import FastMove, Table
from koryo_tui.bots.fast_turn import as_move, face_down_of, turn_of
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.sight import Sight
from koryo_tui.bots.styles import EVEN, Style, values_for
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    TurnQuestion,
)
from protocol.rules import Card, Discard, counts_of

#: Orders so close to the best, in points, are as good.
_CLOSE: Final = 0.05


class Steady:
    """Plays the one-step policy; chance decides between orders that are as good."""

    def __init__(self, seed: int | str | None = None, style: Style = EVEN) -> None:
        self._dice = Random(seed)
        self._style = style

    def decide(self, sight: Sight) -> Decision:
        """What is best if nobody else played in this round."""
        policy = Policy(values_for(sight.position.seats, self._style))
        table, seat = Table.of(sight.position), sight.seat
        match sight.question:
            case OrderQuestion() as question:
                orders = {face_down_of(counts_of(each.cards)): each for each in question.legal}
                outlook = policy.outlook(table, seat)
                most = max(map(outlook.worth, orders))
                close = [each for each in orders if outlook.worth(each) > most - _CLOSE]
                return PlaceOrder(orders[self._dice.choice(close)])
            case TurnQuestion():
                moves: list[FastMove] = []
                policy.turn(table, seat, turn_of(sight.position)[3], moves)
                return PlayTurn(tuple(as_move(move) for move in moves))
            case DiscardQuestion():
                gone = policy.ending(table, seat)
                return ChooseDiscard(Discard(tuple(Card(card) for card in gone)))
