"""Rounds that are only imagined are dealt fairly, and alike where the tables are alike."""

from random import Random  # a seed fixes the games of a test

import pytest

from koryo_tui.bots.fast import Table
from koryo_tui.bots.outlook import softly
from koryo_tui.bots.rounds import Luck, deal
from protocol.rules import BOX
from tests.rules.helpers import before_deal


@pytest.mark.parametrize(
    ("fronts", "number"),
    [("-/-", 1), ("889/1/-", 2), ("23456789B/99BL/1/-", 3), ("88B/88B/77L/-", 3)],
)
def test_every_seat_gets_as_many_cards_as_the_rules_deal(fronts: str, number: int) -> None:
    position = before_deal(fronts, round=number)
    for seed in range(50):
        hands = deal(Table.of(position), Luck(Random(seed)))
        assert tuple(map(sum, hands)) == position.dealt().hands
        dealt = [sum(column) for column in zip(*hands, strict=True)]
        assert all(many <= left for many, left in zip(dealt, position.pile, strict=True))


def test_no_seat_is_favoured() -> None:
    table = Table.of(before_deal("99/55/12/7", round=4))
    sums = [0] * 4
    deals = 3000
    for seed in range(deals):
        hands = deal(table, Luck(Random(seed)))
        for seat, hand in enumerate(hands):
            sums[seat] += sum(card * many for card, many in enumerate(hand))
    # About seven cards a hand; the mean of so many hands is known to a tenth of a point or so.
    means = [each / deals for each in sums]
    assert max(means) - min(means) < 0.02 * min(means)


def test_a_card_more_in_a_front_changes_little() -> None:
    one, other = (Table.of(before_deal(fronts, round=3)) for fronts in ("99/77/5", "99/77/57"))
    changed = 0
    for seed in range(100):
        hands, others = (deal(table, Luck(Random(seed))) for table in (one, other))
        changed += sum(
            abs(mine - theirs)
            for hand, same in zip(hands, others, strict=True)
            for mine, theirs in zip(hand, same, strict=True)
        )
    # Of 24 cards dealt; a card that is another one counts twice.
    assert changed / 2 < 100 * 2


def test_the_same_luck_chooses_the_same_of_the_same() -> None:
    choices = [(1.0, ((9, 1),)), (1.0, ((8, 1),)), (0.0, ((7, 1),))]
    chosen = [softly(choices, 1.0, step / 100) for step in range(100)]
    assert chosen == sorted(chosen, reverse=True)
    assert [chosen.count(order) for _, order in choices] == [43, 42, 15]
    assert softly(choices, 1.0, 0.9999999999999999) == ((7, 1),)


def test_the_deck_of_a_round_is_the_whole_box() -> None:
    deck = Luck(Random(1)).deck
    assert len(deck) == len(set(deck)) == sum(BOX)
    assert all(copy < BOX[card] for card, copy in deck)
