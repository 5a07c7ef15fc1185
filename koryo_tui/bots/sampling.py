"""Imagines what is hidden: hands of the others, and the orders they have placed or may place.

Cards that lie in fronts at the deal, the own hand and orders opened since are not with the others.
Of a seat that has placed its order several hands are drawn, and the one is kept from which the
one-step policy would most likely have placed so many cards.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

from koryo_tui.bots.fast import FaceDown, Table
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.sight import Sight
from protocol.rules import Deal, Open, Order, Phase, cards_of

#: Hands drawn for a seat whose number of cards is known.
HANDS: Final = 4
#: Points that make e-fold odds between two orders of an imagined player.
WARMTH: Final = 0.4
#: Worths beyond this, in units of warmth, are not told apart.
_MOST: Final = 60.0


class Imagination:
    """What the asking seat can imagine in one round.

    ``unknown``: seats whose order it does not know and that still have one to play or place.
    """

    def __init__(
        self, sight: Sight, policy: Policy, dice: Random, warmth: float = WARMTH, hands: int = HANDS
    ) -> None:
        position, dealt = sight.position, sight.dealt
        self._dice = dice
        self._warmth = warmth
        self._hands = hands
        #: Orders are judged at the table at which they were placed.
        self._table = Table.of(dealt)
        self._sizes = dealt.hands
        self._placed = {
            seat: placed.size for seat, placed in enumerate(position.orders) if placed is not None
        }
        ordering = position.phase is Phase.ORDER
        self.unknown = tuple(
            seat
            for seat in position.order_of_play()
            if seat != sight.seat and (ordering or seat in self._placed)
        )
        self._outlooks = {seat: policy.outlook(self._table, seat) for seat in self.unknown}
        self._known_odds: dict[int, dict[FaceDown, float]] = {seat: {} for seat in self.unknown}
        gone = dict(enumerate(sight.hand))
        for order in opened_orders(sight):
            for card in order.cards:
                gone[card] += 1
        self._pile = [
            int(card)
            for card in cards_of(tuple(max(0, n - gone[card]) for card, n in enumerate(dealt.pile)))
        ]

    def orders(self) -> dict[int, FaceDown]:
        """One way the unknown orders may be, by seat."""
        pile = self._dice.sample(self._pile, len(self._pile))
        found: dict[int, FaceDown] = {}
        # The largest orders first: there are the fewest ways for those.
        for seat in sorted(self.unknown, key=lambda each: -self._placed.get(each, 0)):
            found[seat] = self._order(seat, pile)
        return found

    def _order(self, seat: int, pile: list[int]) -> FaceDown:
        """An order of ``seat``, its hand taken out of the pile."""
        many = min(self._sizes[seat], len(pile))
        size = self._placed.get(seat)
        if size is None:
            hand = _counted(pile[-many:])
            del pile[-many:]
            orders = self._outlooks[seat].possible(hand)
            return self._dice.choices(orders, [self._odds(seat, each) for each in orders])[0]
        drawn: list[tuple[list[int], list[FaceDown], list[float]]] = []
        likelihoods = []
        for _ in range(self._hands):
            cards = self._dice.sample(pile, many)
            orders = self._outlooks[seat].possible(_counted(cards))
            fitting = [each for each in orders if _size(each) == size]
            if fitting:
                odds = [self._odds(seat, each) for each in fitting]
                drawn.append((cards, fitting, odds))
                likelihoods.append(sum(odds) / sum(self._odds(seat, each) for each in orders))
        if not drawn:
            return self._forced(size, pile)
        cards, fitting, odds = self._dice.choices(drawn, likelihoods)[0]
        for card in cards:
            pile.remove(card)
        return self._dice.choices(fitting, odds)[0]

    def _odds(self, seat: int, order: FaceDown) -> float:
        """How often ``seat`` places this order, compared with others."""
        known = self._known_odds[seat].get(order)
        if known is None:
            worth = min(_MOST, max(-_MOST, self._outlooks[seat].worth(order) / self._warmth))
            known = self._known_odds[seat][order] = math.exp(worth)
        return known

    def _forced(self, size: int, pile: list[int]) -> FaceDown:
        """So many cards of one type, or two of two types if there is no such type."""
        for cards in (pile, self._pile):
            types = sorted(card for card in set(cards) if cards.count(card) >= size)
            if types:
                card = self._dice.choice(types)
                for _ in range(min(size, pile.count(card))):
                    pile.remove(card)
                return ((card, size),)
        one, two = sorted(self._dice.sample(sorted(set(self._pile)), 2))
        return ((one, 1), (two, 1))


def opened_orders(sight: Sight) -> list[Order]:
    """The orders of others opened in this round."""
    opened: list[Order] = []
    for action in reversed(sight.history):
        if isinstance(action, Open):
            opened.append(action.order)
        elif isinstance(action, Deal):
            break
    if opened and sight.position.turn is not None:
        del opened[0]
    return opened


def _counted(cards: list[int]) -> list[int]:
    counts = [0] * 12
    for card in cards:
        counts[card] += 1
    return counts


def _size(order: FaceDown) -> int:
    return order[0][1] if len(order) == 1 else 2
