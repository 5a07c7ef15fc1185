"""Which orders are legal when they are placed, and when they are opened (R4)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from protocol.rules.cards import CARDS, Card, Counts, counts_of
from protocol.rules.illegal import IllegalMove, Reason
from protocol.rules.moves import Order
from protocol.rules.state import Phase

if TYPE_CHECKING:
    from protocol.rules.position import Position


def legal_orders(position: Position, hand: Counts) -> tuple[Order, ...]:
    """Every order the actor may place from ``hand``: one type first, then the pairs."""
    actor = _who_orders(position)
    types = [card for card in CARDS if hand[card]]
    single = [Order((card,) * number) for card in types for number in range(1, hand[card] + 1)]
    if not position.has_power(actor, Card.SHIP_OWNER):
        return tuple(single)
    return tuple(single + [Order(pair) for pair in combinations(types, 2)])


def check_order(position: Position, hand: Counts, order: Order) -> None:
    """Raises ``IllegalMove`` if the actor may not place ``order`` from ``hand``."""
    actor = _who_orders(position)
    check_form(order, pair_allowed=position.has_power(actor, Card.SHIP_OWNER))
    wanted = counts_of(order.cards)
    if any(wanted[card] > hand[card] for card in CARDS):
        raise IllegalMove(Reason.NOT_IN_HAND)


def check_size(position: Position, size: int) -> None:
    """Raises ``IllegalMove`` if the actor cannot place ``size`` cards (R4.1)."""
    actor = _who_orders(position)
    if not 1 <= size <= position.hands[actor]:
        raise IllegalMove(Reason.WRONG_SIZE)


def check_opening(position: Position, order: Order) -> None:
    """Raises ``IllegalMove`` if ``order`` cannot be what the actor has placed (R4.3, R4.4)."""
    actor = position.actor
    if position.phase is not Phase.ACTION or position.turn is not None or actor is None:
        raise IllegalMove(Reason.NOT_YOUR_TURN)
    placed = position.orders[actor]
    assert placed is not None
    if len(order.cards) != placed.size:
        raise IllegalMove(Reason.WRONG_SIZE)
    check_form(order, pair_allowed=placed.pair_allowed)
    wanted, pile = counts_of(order.cards), position.pile
    if any(wanted[card] > pile[card] for card in CARDS):
        raise IllegalMove(Reason.NOT_IN_PILE)


def check_form(order: Order, pair_allowed: bool) -> None:
    """Raises ``IllegalMove`` unless ``order`` is one type, or an allowed pair (R4.1, R4.2)."""
    if not order.cards:
        raise IllegalMove(Reason.WRONG_SIZE)
    types = len(set(order.cards))
    rising = order.cards == tuple(sorted(order.cards))
    if not rising or types > 2 or (types == 2 and len(order.cards) != 2):
        raise IllegalMove(Reason.NOT_AN_ORDER)
    if types == 2 and not pair_allowed:
        raise IllegalMove(Reason.NEEDS_SHIP_OWNERS)


def _who_orders(position: Position) -> int:
    if position.phase is not Phase.ORDER or position.actor is None:
        raise IllegalMove(Reason.NOT_YOUR_TURN)
    return position.actor
