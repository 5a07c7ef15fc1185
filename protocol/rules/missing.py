"""Seats that go missing and come back (R8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from protocol.rules import flow
from protocol.rules.seating import with_item
from protocol.rules.state import Phase, Standing

if TYPE_CHECKING:
    from protocol.rules.position import Position


def without(position: Position, seat: int, standing: Standing) -> Position:
    """The position once ``seat`` is absent, has left, or is at fault.

    What it has face down and what waits in its turn is gone (R8.1); its cards and tokens stay
    (R8.2). A seat already missing keeps the worse of its two standings. At the end of the game
    only its standing changes (R8.10). Raises ``ValueError`` for ``SEATED`` or a seat that does not
    exist.
    """
    if not standing.is_missing:
        raise ValueError("a seat goes missing by being absent, having left, or by fault")
    before = position.standing[_checked(position, seat)]
    marked = replace(
        position,
        standing=with_item(position.standing, seat, before.worse_of(standing)),
    )
    if before.is_missing or position.phase is Phase.OVER:
        return marked
    penalties = with_item(
        position.penalties, seat, position.penalties[seat] + penalty_now(position, seat)
    )
    emptied = replace(
        marked,
        penalties=penalties,
        hands=with_item(position.hands, seat, 0),
        orders=with_item(position.orders, seat, None),
    )
    if position.phase is Phase.DEAL:
        return replace(emptied, first=flow.first_seated(emptied))
    if position.actor != seat:
        return emptied
    match position.phase:
        case Phase.ORDER:
            return flow.after_order(emptied)
        case Phase.ACTION:
            return flow.after_turn(emptied)
        case _:
            return flow.ending_from(replace(emptied, actor=None), seat)


def penalty_now(position: Position, seat: int) -> int:
    """Minus points for ``seat`` if it went missing at this moment (R8.7).

    One for each of its face-down cards, or for the order it has not placed.
    """
    if position.standing[seat].is_missing:
        return 0
    if position.turn is not None and position.actor == seat:
        return sum(position.turn.face_down)
    placed = position.orders[seat]
    if placed is not None:
        return placed.size
    return 1 if position.phase is Phase.ORDER else 0


def again(position: Position, seat: int) -> Position:
    """The position once a missing ``seat`` is back, before a deal (R8.9).

    Raises ``ValueError`` if it is not missing, is at fault, or if no deal is due.
    """
    standing = position.standing[_checked(position, seat)]
    if not standing.is_missing:
        raise ValueError(f"seat {seat} is not missing")
    if standing is Standing.FAULT:
        raise ValueError(f"seat {seat} is at fault and never returns")
    if position.phase is not Phase.DEAL:
        raise ValueError("a seat returns before a deal")
    back = replace(position, standing=with_item(position.standing, seat, Standing.SEATED))
    return replace(back, first=flow.first_seated(back))


def ended_by_default(position: Position) -> Position:
    """The end of a game in which fewer than two seats are left to deal to (R8.8).

    Raises ``ValueError`` if no deal is due, or if two or more are seated.
    """
    if position.phase is not Phase.DEAL or len(position.order_of_play()) > 1:
        raise ValueError("a game ends by default before a deal with fewer than two seated")
    return replace(position, phase=Phase.OVER, by_default=True)


def _checked(position: Position, seat: int) -> int:
    if not 0 <= seat < position.seats:
        raise ValueError(f"there is no seat {seat}")
    return seat
