"""What each order is worth to a seat, looking one step ahead: as if it alone played this round.

Nothing in it depends on a hand, so that one outlook serves for all hands a seat may have.
"""

from __future__ import annotations

import math
from bisect import bisect
from itertools import accumulate, combinations
from typing import Final

from koryo_tui.bots.fast import (
    BANKER,
    BARBARIANS,
    BITS,
    COUNT,
    FAMILY_NUMBERS,
    LEADERS,
    LOBBYING,
    OMNISCIENT,
    PRIEST,
    SENATOR,
    SHIP_OWNER,
    SPY,
    FaceDown,
    Table,
    front_size,
    holder,
    unpacked_events,
)
from koryo_tui.bots.targets import best_use, resolve
from koryo_tui.bots.values import Values
from protocol.rules import TOKENS
from protocol.rules.ending import SENATORS_KEEP

#: Types put together in pairs are the best so many single ones.
PAIRED: Final = 6
_TOKEN_POWERS: Final = (BANKER, SPY)

Choice = tuple[float, FaceDown]


class Outlook:
    """The orders ``seat`` may place at ``table``, which is not to change meanwhile."""

    def __init__(self, table: Table, values: Values, seat: int) -> None:
        self.seat = seat
        self._table = table
        self._values = of_round = values.rounds[table.round]
        self._view = view = of_round.views[seat]
        self._shift = shift = seat * BITS
        self._keys = keys = of_round.keys(table.cards, table.bank)
        cards, one = table.cards, 1 << shift
        self._base = [0.0] + [view[card][cards[card] | keys[card]] for card in range(1, 12)]
        self._worths: dict[FaceDown, float] = {}
        self._gains: dict[int, list[float]] = {BARBARIANS: [], LOBBYING: []}
        self._size = front_size(cards, seat)
        self._pairs = holder(cards, SHIP_OWNER) == 1 << seat
        self._losses = {
            family: self._base[family] - view[family][(cards[family] - one) | keys[family]]
            for family in FAMILY_NUMBERS
            if (cards[family] >> shift) & COUNT
        }

    def possible(self, hand: list[int]) -> list[FaceDown]:
        """Every order of one type from ``hand``, and the likely pairs."""
        types = [card for card in range(1, 12) if hand[card]]
        singles: list[FaceDown] = [
            ((card, number),) for card in types for number in range(1, hand[card] + 1)
        ]
        if not self._pairs:
            return singles
        best = sorted(types, key=lambda card: -self.worth(((card, 1),)))[:PAIRED]
        return singles + [((one, 1), (two, 1)) for one, two in combinations(sorted(best), 2)]

    def orders(self, hand: list[int]) -> list[Choice]:
        """The same with their worths."""
        return [(self.worth(each), each) for each in self.possible(hand)]

    def worth(self, order: FaceDown) -> float:
        """Points that ``order`` brings, more or less than it costs."""
        known = self._worths.get(order)
        if known is None:
            known = self._worths[order] = self._work_out(order)
        return known

    def _work_out(self, order: FaceDown) -> float:
        cards, keys = self._table.cards, self._keys
        me = 1 << self.seat
        worth, added = 0.0, 0
        for card, number in order:
            before = cards[card]
            after = before + (number << self._shift)
            worth += self._view[card][after | keys[card]] - self._base[card]
            added += number
            if card >= BARBARIANS:
                worth += self._event_gain(card, number)
            elif card in _TOKEN_POWERS:
                leaders = LEADERS[after]
                if leaders & (leaders - 1):
                    leaders &= LEADERS[cards[OMNISCIENT]]
                if leaders == me and holder(cards, card) != me:
                    worth += self._token_gain(card)
            elif card == PRIEST and unpacked_events(cards, self.seat):
                worth -= self._values.weights.event
        over = self._size + added - self._table.limit
        return worth + self._crowding(order, over) if over > 0 else worth

    def _event_gain(self, event: int, number: int) -> float:
        """What resolving these events one after another brings."""
        gains = self._gains[event]
        if len(gains) < number:
            trial = self._table.copy()
            gains.clear()
            for _ in range(number):
                gain, move = best_use(trial, self._values, self.seat, event)
                if move is None or gain <= 0:
                    break
                gains.append(gain)
                resolve(trial, move)
            gains += [0.0] * (number - len(gains))
        return sum(gains[:number])

    def _token_gain(self, power: int) -> float:
        """What using a power just won brings in this turn."""
        table, token = self._table, self._values.weights.token
        if power == BANKER:
            return token if table.bank else 0.0
        others = TOKENS - table.bank - table.tokens[self.seat]
        return token * (1 + 1 / (table.seats - 1)) if others else 0.0

    def _crowding(self, order: FaceDown, over: int) -> float:
        """What giving up ``over`` cards costs once ``order`` is in front; 0 or less."""
        cards, keys, view = self._table.cards, self._keys, self._view
        one = 1 << self._shift
        seat_bit = 1 << self.seat
        losses = self._losses.copy()
        changed = {}
        for card, number in order:
            if card < BARBARIANS:
                packed = cards[card] + number * one
                changed[card] = packed
                look = view[card]
                losses[card] = look[packed | keys[card]] - look[(packed - one) | keys[card]]
        senators = changed.get(SENATOR, cards[SENATOR])
        leaders = LEADERS[senators]
        if leaders & (leaders - 1):
            leaders &= LEADERS[cards[OMNISCIENT]]
        if leaders == seat_bit:
            over -= SENATORS_KEEP
        cost = 0.0
        while over > 0 and losses:
            family = min(losses, key=losses.__getitem__)
            cost -= losses[family]
            over -= 1
            packed = changed.get(family, cards[family]) - one
            changed[family] = packed
            if (packed >> self._shift) & COUNT:
                look = view[family]
                losses[family] = look[packed | keys[family]] - look[(packed - one) | keys[family]]
            else:
                del losses[family]
        return cost


def softly(choices: list[Choice], warmth: float, chosen: float) -> FaceDown:
    """A choice, the better ones more often; ``warmth``: points that make e-fold odds.

    ``chosen``: 0 or more and less than 1, by chance.
    """
    most = max(worth for worth, _ in choices)
    odds = [math.exp((worth - most) / warmth) for worth, _ in choices]
    sums = list(accumulate(odds))
    return choices[bisect(sums, chosen * sums[-1], 0, len(sums) - 1)][1]
