"""Imagines what is hidden: hands of the others, and the orders they have placed or may place.

Cards that lie in fronts at the deal, the own hand and orders opened since are not with the others.
Of a seat that has placed its order several hands are drawn, and the one is kept from which the
one-step policy would most likely have placed so many cards.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

from koryo_tui.bots.fast import FaceDown, Table, face_down_of
from koryo_tui.bots.outlook import Choice, softly
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.sight import Sight
from protocol.rules import Deal, Open, Order, Phase, cards_of, counts_of

#: Hands drawn for a seat whose number of cards is known.
HANDS: Final = 4
#: Points that make e-fold odds between two orders of an imagined player.
WARMTH: Final = 0.6


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
        # Those who have placed first: their number says something about their cards.
        for seat in sorted(self.unknown, key=lambda each: each not in self._placed):
            found[seat] = self._order(seat, pile)
        return found

    def _order(self, seat: int, pile: list[int]) -> FaceDown:
        """An order of ``seat`` from the top of the pile, its hand taken off."""
        many = min(self._sizes[seat], len(pile))
        size = self._placed.get(seat)
        if size is None:
            hand = _counted(pile[:many])
            del pile[:many]
            return softly(self._outlooks[seat].orders(hand), self._warmth, self._dice)
        drawn = []
        for _ in range(self._hands):
            choices = self._outlooks[seat].orders(_counted(pile[:many]))
            fitting = [choice for choice in choices if _size(choice[1]) == size]
            if fitting:
                drawn.append((self._likelihood(choices, fitting), fitting, pile[:many]))
            self._dice.shuffle(pile)
        if not drawn:
            return self._forced(size, pile)
        weights = [likelihood for likelihood, _, _ in drawn]
        _, fitting, hand_cards = self._dice.choices(drawn, weights)[0]
        for card in hand_cards:
            pile.remove(card)
        return softly(fitting, self._warmth, self._dice)

    def _likelihood(self, choices: list[Choice], fitting: list[Choice]) -> float:
        """How likely the policy places an order as large as the ``fitting`` ones."""
        most = max(worth for worth, _ in choices)
        fits, all_ = (
            sum(math.exp((worth - most) / self._warmth) for worth, _ in some)
            for some in (fitting, choices)
        )
        return fits / all_ + 1e-6

    def _forced(self, size: int, pile: list[int]) -> FaceDown:
        """So many cards of one type, whatever type there is."""
        types = [card for card in set(pile) if pile.count(card) >= size]
        if not types:
            # Two types: a pair that was allowed when it was placed.
            return face_down_of(counts_of(tuple(sorted(pile[:size]))))  # type: ignore[arg-type]
        card = self._dice.choice(sorted(types))
        for _ in range(size):
            pile.remove(card)
        return ((card, size),)


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
    return sum(number for _, number in order)
