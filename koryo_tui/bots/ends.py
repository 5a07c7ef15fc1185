"""Choices played out to the end of the round, once the orders of the others are imagined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from koryo_tui.bots.fast import FaceDown, FastMove, Table
from koryo_tui.bots.fast_turn import (
    TurnState,
    as_move,
    face_down_of,
    turn_after,
    turn_moves,
    turn_of,
)
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.sight import Sight
from protocol.peer.questions import ChooseDiscard, Decision, PlaceOrder, PlayTurn
from protocol.rules import Phase, TurnMove, counts_of


def turns_to_come(sight: Sight) -> tuple[int, ...]:
    """The seats whose turns are still to be played, in turn; the own one if it is to come."""
    position = sight.position
    play = position.order_of_play()
    if position.phase is Phase.ORDER:
        return play
    if position.phase is Phase.ACTION:
        return play[play.index(sight.seat) + 1 :]
    return ()


def start_of(sight: Sight, decision: Decision) -> tuple[Table, FaceDown | None]:
    """The table once the decision is made, and the own order if it still has to be played."""
    table = Table.of(sight.position)
    match decision:
        case PlaceOrder(order):
            return table, face_down_of(counts_of(order.cards))
        case PlayTurn(moves):
            end, _ = replayed(turn_of(sight.position), moves, sight.seat, table.seats)
            table.take_over(*end[:3])
        case ChooseDiscard(discard):
            table.discard(sight.seat, discard.cards)
    return table, None


def round_ended(
    policy: Policy,
    sight: Sight,
    start: Table,
    orders: Mapping[int, FaceDown],
    turns: tuple[int, ...],
) -> Table:
    """The table at the end of the round: ``turns`` and all discards to come are made."""
    table = start.copy()
    for seat in turns:
        policy.turn(table, seat, orders[seat])
    circle = table.circle
    if sight.position.phase is Phase.ENDING:
        circle = circle[circle.index(sight.seat) + 1 :]
    for seat in circle:
        policy.ending(table, seat)
    return table


def replayed(
    start: TurnState, moves: Iterable[TurnMove], seat: int, seats: int
) -> tuple[TurnState, tuple[FastMove, ...]]:
    """The end of the turn that these moves make, and the moves packed."""
    state = start
    written: list[FastMove] = []
    for move in moves:
        fast = next(each for each in turn_moves(state, seat, seats) if as_move(each) == move)
        written.append(fast)
        state = turn_after(state, fast, seat, seats)
    return (*state[:6], 0), tuple(written)
