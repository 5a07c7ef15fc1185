"""Whole rounds played by the one-step policy, from the deal on."""

from __future__ import annotations

from random import Random

from koryo_tui.bots.fast import BITS, BROADCASTER, COUNT, FaceDown, Table, holder
from koryo_tui.bots.outlook import softly
from koryo_tui.bots.policy import Policy
from protocol.rules import BOX, deal_map, deal_size


def play_round(policy: Policy, table: Table, warmth: float, dice: Random) -> None:
    """Deals, orders and plays the round of ``table``, ending phase included."""
    hands = deal(table, dice)
    orders: dict[int, FaceDown] = {}
    for seat in table.order_of_play:
        choices = policy.outlook(table, seat).orders(hands[seat])
        orders[seat] = softly(choices, warmth, dice)
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


def deal(table: Table, dice: Random) -> list[list[int]]:
    """Hands by seat for the round of ``table``, from all cards in no front (R3)."""
    seats = table.seats
    pile = [
        card
        for card in range(1, 12)
        for _ in range(
            BOX[card] - sum((table.cards[card] >> (s * BITS)) & COUNT for s in range(seats))
        )
    ]
    broadcaster = holder(table.cards, BROADCASTER)
    owner = broadcaster.bit_length() - 1 if broadcaster else None
    dealt = deal_map(table.order_of_play, deal_size(table.round), owner, len(pile))
    hands = [[0] * 12 for _ in range(seats)]
    for seat, card in zip(dealt, dice.sample(pile, len(dealt)), strict=True):
        hands[seat][card] += 1
    return hands
