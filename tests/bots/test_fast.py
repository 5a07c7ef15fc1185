"""Fronts packed into integers."""

from koryo_tui.bots.fast import Table, front_size, holder, unpacked_events
from protocol.rules import FAMILIES, Card
from tests.rules.helpers import before_deal


def test_majorities_are_those_of_the_rules() -> None:
    position = before_deal("1279/2377/3399/8BL")
    table = Table.of(position)
    for family in FAMILIES:
        seat = position.holder(family)
        assert holder(table.cards, family) == (0 if seat is None else 1 << seat)


def test_the_omniscient_decides_a_tie_only_for_a_leader() -> None:
    tied = Table.of(before_deal("155/55"))
    behind = Table.of(before_deal("15/55/55"))
    assert holder(tied.cards, 5) == 1
    assert holder(behind.cards, 5) == 0


def test_a_table_knows_its_seats_and_who_is_missing() -> None:
    table = Table.of(before_deal("9/8/7", first=2, standing="als", round=3, tokens="012"))
    assert table.circle == (2, 0, 1)
    assert table.order_of_play == (2,)
    assert (table.missing, table.unranked) == (0b011, 0b010)
    assert (table.tokens, table.bank, table.limit) == ([0, 1, 2], 5, 5)


def test_a_copy_is_changed_by_itself() -> None:
    table = Table.of(before_deal("99/8"))
    other = table.copy()
    other.discard(0, (Card.MERCHANT,))
    other.tokens[1] += 1
    assert (front_size(table.cards, 0), front_size(other.cards, 0)) == (2, 1)
    assert table.tokens == [0, 0]


def test_events_are_counted_apart() -> None:
    table = Table.of(before_deal("9BBL/8"))
    assert [unpacked_events(table.cards, seat) for seat in (0, 1)] == [3, 0]
