"""What a shuffle and its check cost in group operations: the same on whatever machine."""

from __future__ import annotations

from protocol.deck import check_shuffle, decode_deck, shuffle
from protocol.deck.deck import deck_of
from protocol.deck.entropy import random_permutation
from protocol.deck.shuffle import generator, generators, mix, prove_shuffle
from protocol.deck.terelius_wikstrom import Witness
from tests.deck.helpers import CONTEXT, counted, seeded, table

BIG = table()
BIG_SHUFFLE = shuffle(BIG.deck, CONTEXT, seeded("big"))


def test_mixing_55_cards_costs_what_the_model_says() -> None:
    witness = Witness(random_permutation(55, seeded("mix")), tuple(range(1, 56)))
    with counted() as counts:
        mix(BIG.deck, witness)
    assert counts.arithmetic == (55, 55, 110)


def test_proving_55_cards_costs_what_the_model_says() -> None:
    witness = Witness(random_permutation(55, seeded("mix")), tuple(range(1, 56)))
    after = deck_of(BIG.joint, mix(BIG.deck, witness))
    generators(55)
    with counted() as counts:
        prove_shuffle(BIG.deck, after, witness, CONTEXT, seeded("prove"))
    assert counts.arithmetic == (276, 169, 330)
    assert (counts.decoded, counts.derived) == (0, 0)


def test_a_shuffle_of_55_cards_costs_the_mix_and_the_proof() -> None:
    generators(55)
    with counted() as counts:
        shuffle(BIG.deck, CONTEXT, seeded("count"))
    assert counts.arithmetic == (276 + 55, 169 + 55, 330 + 110)
    assert (counts.decoded, counts.derived) == (0, 0)


def test_the_first_check_of_55_cards_costs_what_the_model_says() -> None:
    generators.cache_clear()
    generator.cache_clear()
    sent = BIG_SHUFFLE.deck.encode()
    with counted() as both:
        with counted() as decoding:
            deck = decode_deck(BIG.joint, sent, 55)
        with counted() as checking:
            check_shuffle(BIG.deck, deck, CONTEXT, BIG_SHUFFLE.proof)
    assert decoding.calls == {"_is_valid": 110}
    assert checking.arithmetic == (444, 59, 552)
    assert (checking.decoded, checking.derived) == (110, 56)
    assert both.arithmetic == (444, 59, 552)
    assert (both.decoded, both.derived) == (220, 56)


def test_later_checks_save_the_sum_of_the_generators() -> None:
    generators(55)
    sent = BIG_SHUFFLE.deck.encode()
    with counted() as both:
        deck = decode_deck(BIG.joint, sent, 55)
        with counted() as checking:
            check_shuffle(BIG.deck, deck, CONTEXT, BIG_SHUFFLE.proof)
    assert checking.arithmetic == both.arithmetic == (444, 59, 552 - 54)
    assert (checking.decoded, checking.derived) == (110, 0)
    assert (both.decoded, both.derived) == (220, 0)
