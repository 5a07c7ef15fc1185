"""The box (R1)."""

import pytest

from protocol.rules import (
    BOX,
    BOX_SIZE,
    CARDS,
    EVENTS,
    FAMILIES,
    NOTHING,
    Card,
    add,
    cards_of,
    characters,
    counts_of,
    events,
    read_order,
)


def test_a_familys_number_is_its_copies_and_its_influence() -> None:
    """The nine families of R1.1."""
    assert [family.copies for family in FAMILIES] == list(range(1, 10))
    assert [family.influence for family in FAMILIES] == list(range(1, 10))


def test_events_are_ten_cards_worth_minus_one_each() -> None:
    """Their number is R1.2, their worth R7.2."""
    assert [(event.copies, event.influence) for event in EVENTS] == [(6, -1), (4, -1)]
    assert [card for card in CARDS if card.is_event] == list(EVENTS)


def test_the_box_holds_45_characters_and_10_events() -> None:
    """With the ten events there are 55 cards (R1.2)."""
    assert (characters(BOX), events(BOX)) == (45, 10)
    assert len(cards_of(BOX)) == BOX_SIZE
    assert counts_of(cards_of(BOX)) == BOX


def test_cards_cannot_be_taken_where_there_are_none() -> None:
    assert add(add(NOTHING, Card.SPY, 2), Card.SPY, -2) == NOTHING
    with pytest.raises(ValueError, match="only 0 of SPY"):
        add(NOTHING, Card.SPY, -1)


def test_only_two_types_make_a_pair() -> None:
    """What R4.2 calls two types."""
    assert read_order("2B").is_pair
    assert not read_order("22").is_pair
