"""Whole rounds played by the one-step policy, from the deal on."""

from __future__ import annotations

from random import Random
from typing import Final

from koryo_tui.bots.fast import BITS, BROADCASTER, COUNT, FaceDown, Table, holder
from koryo_tui.bots.outlook import softly
from koryo_tui.bots.policy import Policy
from protocol.rules import BOX, deal_map, deal_size

_CARDS: Final = tuple((card, copy) for card in range(1, 12) for copy in range(BOX[card]))


class Luck:
    """The luck of one round: ``deck``, all 55 cards shuffled as (type, copy) each, and by seat a
    number from 0 to 1 for which order is chosen.

    Two tables that differ little come to rounds that differ little with the same luck, so that what
    makes them better or worse is seen sooner.
    """

    __slots__ = ("chosen", "deck")

    def __init__(self, dice: Random) -> None:
        self.deck = dice.sample(_CARDS, len(_CARDS))
        self.chosen = (dice.random(), dice.random(), dice.random(), dice.random())


def play_round(policy: Policy, table: Table, warmth: float, luck: Luck) -> None:
    """Deals, orders and plays the round of ``table``, ending phase included."""
    hands = deal(table, luck)
    orders: dict[int, FaceDown] = {}
    for seat in table.order_of_play:
        choices = policy.outlook(table, seat).orders(hands[seat])
        orders[seat] = softly(choices, warmth, luck.chosen[seat])
    policy.rest_of_round(table, orders, table.order_of_play)


def next_round(table: Table) -> Table:
    """The table before the next deal, the first-player token passed on (R1.7, R8.4)."""
    circle = table.circle
    step = next((i for i, seat in enumerate(circle) if i and not table.missing >> seat & 1), 0)
    return Table(
        table.seats,
        circle[step:] + circle[:step],
        table.round + 1,
        table.cards,
        table.tokens,
        table.bank,
        table.missing,
        table.unranked,
        table.penalties,
    )


def deal(table: Table, luck: Luck) -> list[list[int]]:
    """Hands by seat for the round of ``table``, from all cards in no front (R3).

    Each seat takes the cards that come next in the deck from a place of its own, going round, so
    that a card more or less in the pile changes one hand or two by a card, and not all hands.
    """
    seats, deck = table.seats, luck.deck
    left = [0] * 12
    for card in range(1, 12):
        packed = table.cards[card]
        in_fronts = (packed & COUNT) + (packed >> BITS & COUNT)
        in_fronts += (packed >> 2 * BITS & COUNT) + (packed >> 3 * BITS)
        left[card] = BOX[card] - in_fronts
    broadcaster = holder(table.cards, BROADCASTER)
    owner = broadcaster.bit_length() - 1 if broadcaster else None
    dealt = deal_map(table.order_of_play, deal_size(table.round), owner, sum(left))
    hands = [[0] * 12 for _ in range(seats)]
    taken = [False] * len(deck)
    for seat in table.order_of_play:
        place, hand = seat * len(deck) // seats, hands[seat]
        for _ in range(dealt.count(seat)):
            while taken[place] or deck[place][1] >= left[deck[place][0]]:
                place = (place + 1) % len(deck)
            taken[place] = True
            hand[deck[place][0]] += 1
    return hands
