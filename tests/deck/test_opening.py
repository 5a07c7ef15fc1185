from typing import Any

import pytest

from protocol.deck import ProvedDeck, Reason, check_shares, make_shares, open_card, own_shares
from protocol.deck.checked import seal
from protocol.deck.deck import card_point, deck_of
from protocol.deck.group import GENERATOR
from tests.deck.helpers import CONTEXT, counted, refused, seeded, shares_of_all, shuffled, table

CARDS = [1, 2, 3, 7, 11]
AT = table(CARDS, seats=3)
DECK = shuffled(AT, "opening")


def test_all_shares_together_open_every_card() -> None:
    opened = [open_card(DECK, place, shares_of_all(AT, DECK, place)) for place in range(5)]
    assert sorted(opened) == CARDS


def test_the_order_of_the_shares_means_nothing_and_each_costs_one_addition() -> None:
    shares = shares_of_all(AT, DECK, 2)
    with counted() as counts:
        card = open_card(DECK, 2, shares)
    assert counts.arithmetic == (0, 0, 3)
    assert open_card(DECK, 2, shares[::-1]) == card


def test_the_owner_of_a_private_card_opens_it_with_its_own_unsent_share() -> None:
    owner = AT.secrets[0]
    received = tuple(
        share
        for secret, public in zip(AT.secrets[1:], AT.publics[1:], strict=True)
        for batch in [make_shares(secret, DECK, [3], CONTEXT, seeded("private"))]
        for share in check_shares(public, DECK, [3], CONTEXT, batch.shares, batch.proof)
    )
    card = open_card(DECK, 3, own_shares(owner, DECK, [3]) + received)
    assert card == open_card(DECK, 3, shares_of_all(AT, DECK, 3))


def test_without_every_share_nothing_opens() -> None:
    shares = shares_of_all(AT, DECK, 0)
    for some in ((), shares[:2], (*shares, shares[0]), (shares[0], shares[1], shares[1])):
        with pytest.raises(ValueError, match="one share of each key"):
            open_card(DECK, 0, some)


def test_shares_of_another_position_or_deck_are_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="another deck or position"):
        open_card(DECK, 1, shares_of_all(AT, DECK, 0))
    other = shuffled(AT, "opening", "other")
    with pytest.raises(ValueError, match="another deck or position"):
        open_card(other, 0, shares_of_all(AT, DECK, 0))
    with pytest.raises(ValueError, match="positions go from"):
        open_card(DECK, 5, shares_of_all(AT, DECK, 0))


def test_a_point_outside_the_table_of_cards_is_refused_and_no_crash() -> None:
    # No chain of proofs leads here, so the deck is sealed without one.
    pair = (GENERATOR, card_point(1) + GENERATOR + AT.joint.element)
    marked = seal(ProvedDeck, deck=deck_of(AT.joint, (pair,)), opened=AT.deck.digest)
    with refused(Reason.NOT_A_CARD):
        open_card(marked, 0, shares_of_all(AT, marked, 0))


def test_nothing_opens_on_a_deck_that_is_not_proved() -> None:
    shares = shares_of_all(AT, DECK, 0)
    # The very deck of these shares, but without the chain: typed Any, as mypy refuses it.
    unproved: Any = DECK.deck
    with pytest.raises(TypeError, match="take a ProvedDeck"):
        open_card(unproved, 0, shares)
