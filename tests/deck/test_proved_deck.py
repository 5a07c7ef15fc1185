"""The chain of proved shuffles: what makes a deck one that shares may be given for."""

import copy
import pickle
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from protocol.deck import (
    Deck,
    ProvedDeck,
    ProvedShuffle,
    Reason,
    check_shuffle,
    decode_deck,
    open_deck,
    proved_deck,
    shuffle,
)
from protocol.deck.deck import card_point, deck_of
from protocol.deck.group import GENERATOR
from tests.deck.helpers import CONTEXT, counted, received, refused, seeded, table

AT = table([1, 2, 3])


def _link(source: Deck, seed: str) -> ProvedShuffle:
    """A shuffle of the source as others know it: received and checked."""
    made = shuffle(source, CONTEXT, seeded(seed))
    return received(source, made.deck.encode(), made.proof, CONTEXT)


FIRST = _link(AT.deck, "first")
SECOND = _link(FIRST.deck, "second")
THIRD = _link(SECOND.deck, "third")
CHAIN = (FIRST, SECOND, THIRD)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_whole_chain_proves_its_last_deck(length: int) -> None:
    deck = proved_deck(AT.deck, CHAIN[:length])
    last = CHAIN[length - 1].deck
    assert deck.deck == last
    assert deck.opened == AT.deck.digest
    assert (deck.joint, deck.pairs, deck.digest) == (last.joint, last.pairs, last.digest)
    assert len(deck) == 3


def test_the_shuffler_and_the_others_end_with_the_same_proved_deck() -> None:
    own = shuffle(FIRST.deck, CONTEXT, seeded("second")).proved
    assert proved_deck(AT.deck, (FIRST, own, THIRD)) == proved_deck(AT.deck, CHAIN)


def test_a_chain_is_read_at_one_addition_a_card_type() -> None:
    with counted() as counts:
        proved_deck(AT.deck, CHAIN)
    assert counts.calls == {"_add": 11}


def test_the_checks_of_a_chain_are_made_in_any_order() -> None:
    decks = (AT.deck, FIRST.deck, SECOND.deck, THIRD.deck)
    proofs = []
    for source, seed in zip(decks, ("first", "second", "third"), strict=False):
        proofs.append(shuffle(source, CONTEXT, seeded(seed)).proof)
    backwards = [
        check_shuffle(decks[place], decks[place + 1], CONTEXT, proofs[place]) for place in (2, 1, 0)
    ]
    assert proved_deck(AT.deck, backwards[::-1]) == proved_deck(AT.deck, CHAIN)


def test_a_deck_that_nobody_shuffled_is_not_proved() -> None:
    with pytest.raises(ValueError, match="nobody shuffled"):
        proved_deck(AT.deck, ())


@pytest.mark.parametrize(
    "opened",
    [
        lambda: open_deck(AT.joint, [1, 2, 4]),
        lambda: open_deck(AT.joint, [2, 1, 3]),
        lambda: table([1, 2, 3], seats=2).deck,
    ],
    ids=["other cards", "another order", "another key"],
)
def test_a_chain_that_begins_at_another_open_deck_is_refused(opened: Callable[[], Deck]) -> None:
    with pytest.raises(ValueError, match="another deck than the one before"):
        proved_deck(opened(), CHAIN)


def test_a_chain_that_begins_in_the_middle_is_refused() -> None:
    for chain in ((SECOND,), (SECOND, THIRD), (THIRD,)):
        with pytest.raises(ValueError, match="another deck than the one before"):
            proved_deck(AT.deck, chain)


def test_a_chain_with_a_gap_is_refused() -> None:
    with pytest.raises(ValueError, match="another deck than the one before"):
        proved_deck(AT.deck, (FIRST, THIRD))


def test_a_link_that_is_put_in_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="another deck than the one before"):
        proved_deck(AT.deck, (FIRST, FIRST, SECOND))
    with pytest.raises(ValueError, match="another deck than the one before"):
        proved_deck(AT.deck, (*CHAIN, THIRD))


@pytest.mark.parametrize("order", [o for o in permutations(range(3)) if o != (0, 1, 2)])
def test_links_in_another_order_are_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="another deck than the one before"):
        proved_deck(AT.deck, [CHAIN[place] for place in order])


def test_a_link_of_another_deal_is_refused_between_those_of_this_one() -> None:
    other = table([1, 2, 3], seats=2)
    stranger = _link(other.deck, "first")
    for chain in ((stranger,), (FIRST, stranger), (stranger, SECOND)):
        with pytest.raises(ValueError, match="another deck than the one before"):
            proved_deck(AT.deck, chain)


def test_two_shuffles_of_one_deck_are_two_chains_and_no_longer_one() -> None:
    fork = _link(AT.deck, "fork")
    assert proved_deck(AT.deck, (fork,)) != proved_deck(AT.deck, (FIRST,))
    with pytest.raises(ValueError, match="another deck than the one before"):
        proved_deck(AT.deck, (fork, SECOND))


# What a peer sent is no beginning, even if everything after it is proved.


def test_a_chain_cannot_begin_with_a_deck_that_is_not_open() -> None:
    hidden = decode_deck(AT.joint, FIRST.deck.encode(), 3)
    with pytest.raises(ValueError, match="not open"):
        proved_deck(hidden, (SECOND, THIRD))


def test_an_open_pair_that_holds_no_card_is_not_open() -> None:
    for right in (
        card_point(1) + GENERATOR + AT.joint.element,
        card_point(1),
        FIRST.deck.pairs[0][1],
    ):
        marked = deck_of(AT.joint, (AT.deck.pairs[0], (GENERATOR, right)))
        link = _link(marked, "marked")
        with pytest.raises(ValueError, match="not open"):
            proved_deck(marked, (link,))


def test_one_hidden_pair_among_open_ones_is_not_open() -> None:
    mixed = deck_of(AT.joint, (*AT.deck.pairs[:2], FIRST.deck.pairs[0]))
    with pytest.raises(ValueError, match="not open"):
        proved_deck(mixed, (_link(mixed, "mixed"),))


# A bad shuffle in the middle: those after it lose nothing but their work.


def test_a_bad_shuffle_that_others_followed_leaves_no_chain() -> None:
    swapped = FIRST.deck.encode()[64:128] + FIRST.deck.encode()[:64] + FIRST.deck.encode()[128:]
    bad = decode_deck(AT.joint, swapped, 3)
    proof = shuffle(AT.deck, CONTEXT, seeded("first")).proof
    after = _link(bad, "after")
    with refused(Reason.PROOF_FAILS):
        check_shuffle(AT.deck, bad, CONTEXT, proof)
    for chain in ((after,), (FIRST, after)):
        with pytest.raises(ValueError, match="another deck than the one before"):
            proved_deck(AT.deck, chain)


# The types.


@pytest.mark.parametrize(
    "link",
    [FIRST.deck, shuffle(AT.deck, CONTEXT, seeded("first")), None, True],
    ids=["deck", "own shuffle", "none", "true"],
)
def test_what_is_no_proved_shuffle_is_no_link(link: Any) -> None:
    with pytest.raises(TypeError, match="whose proof was checked"):
        proved_deck(AT.deck, (link,))


def test_a_thing_with_the_attributes_of_a_link_is_none() -> None:
    class Likeness:
        source = AT.deck.digest
        deck = FIRST.deck

    likeness: Any = Likeness()
    with pytest.raises(TypeError, match="whose proof was checked"):
        proved_deck(AT.deck, (likeness, SECOND))


def test_links_and_proved_decks_are_made_by_their_checks_alone() -> None:
    with pytest.raises(TypeError, match="checks of this package alone"):
        ProvedShuffle(source=AT.deck.digest, deck=FIRST.deck)
    with pytest.raises(TypeError, match="checks of this package alone"):
        ProvedDeck(deck=FIRST.deck, opened=AT.deck.digest)


@pytest.mark.parametrize("value", [AT.deck, FIRST, proved_deck(AT.deck, CHAIN)])
def test_no_copy_and_no_pickle_makes_one_either(value: object) -> None:
    with pytest.raises(TypeError):
        copy.copy(value)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError):
            pickle.loads(pickle.dumps(value, protocol))


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (FIRST, "source"),
        (FIRST, "deck"),
        (proved_deck(AT.deck, CHAIN), "opened"),
        (proved_deck(AT.deck, CHAIN), "deck"),
    ],
)
def test_what_is_proved_stays_as_it_is(value: object, field: str) -> None:
    with pytest.raises(AttributeError):
        setattr(value, field, getattr(SECOND, field, SECOND.source))
