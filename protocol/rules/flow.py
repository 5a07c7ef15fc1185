"""What follows when a decision is made: the next seat, the next phase, the next round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from protocol.rules import ending
from protocol.rules.cards import ROUNDS
from protocol.rules.seating import around, seated_from, with_item
from protocol.rules.state import Phase

if TYPE_CHECKING:
    from protocol.rules.position import Position


def after_order(position: Position) -> Position:
    """On to the next seat that has not placed its order (R4.4), or to the action phase."""
    for seat in position.order_of_play():
        if position.orders[seat] is None:
            return replace(position, actor=seat)
    return next_turn(replace(position, phase=Phase.ACTION, actor=None))


def after_turn(position: Position) -> Position:
    """The actor's turn is over: on to the next order not played yet, or to the ending phase."""
    assert position.actor is not None
    orders = with_item(position.orders, position.actor, None)
    return next_turn(replace(position, orders=orders, turn=None, actor=None))


def next_turn(position: Position) -> Position:
    """On to the next seat whose order has not been played (R5.1), or to the ending phase."""
    for seat in position.order_of_play():
        if position.orders[seat] is not None:
            return replace(position, actor=seat)
    started = replace(position, phase=Phase.ENDING)
    return ending_from(started, started.first)


def ending_from(position: Position, seat: int) -> Position:
    """The ending phase from ``seat`` on, up to the next real choice or the end of the round.

    Each seat in turn (R6.1) finds the fronts as those before it have left them (R6.6); a single
    legal discard is made without asking (R6.7).
    """
    circle = around(position.clockwise, position.first)
    for each in circle[circle.index(seat) :]:
        if position.standing[each].is_missing:
            only = ending.fixed_discard(position, each)
        else:
            discards = ending.legal_discards(position, each)
            if len(discards) > 1:
                return replace(position, actor=each)
            only = discards[0]
        position = ending.discarded(position, each, only)
    return after_round(position)


def after_discard(position: Position) -> Position:
    """On with the ending phase behind the seat that has just discarded."""
    circle = around(position.clockwise, position.first)
    assert position.actor is not None
    behind = circle[circle.index(position.actor) + 1 :]
    position = replace(position, actor=None)
    return ending_from(position, behind[0]) if behind else after_round(position)


def after_round(position: Position) -> Position:
    """The next round, before its deal, or the end of the game after the last discard (R7.5)."""
    if position.round == ROUNDS:
        return replace(position, phase=Phase.OVER, actor=None)
    return replace(
        position,
        round=position.round + 1,
        first=_next_first(position),
        phase=Phase.DEAL,
        actor=None,
        hands=(0,) * position.seats,
    )


def _next_first(position: Position) -> int:
    """Who is first in the next round: the next seat clockwise that plays (R1.7, R8.4)."""
    following = around(position.clockwise, position.first)[1:]
    seated = [seat for seat in following if not position.standing[seat].is_missing]
    return seated[0] if seated else position.first


def first_seated(position: Position) -> int:
    """Who is first in a round not yet dealt, should its first player be missing (R8.4)."""
    seated = seated_from(position.clockwise, position.first, position.standing)
    return seated[0] if seated else position.first
