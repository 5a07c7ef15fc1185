import pytest

from protocol.deck import (
    Deck,
    ProvedShuffle,
    Reason,
    decode_deck,
    open_card,
    open_deck,
    proved_deck,
    shuffle,
)
from protocol.deck.deck import card_at, card_point
from protocol.deck.group import GENERATOR, IDENTITY, base
from tests.deck.helpers import (
    BOX,
    CONTEXT,
    counted,
    received,
    refused,
    seeded,
    shares_of_all,
    table,
)
from tests.deck.vectors import BAD_ENCODINGS


def test_the_open_deck_is_the_same_for_everybody() -> None:
    at = table()
    assert open_deck(at.joint, BOX) == at.deck
    assert len(at.deck) == 55
    for card, (left, right) in zip(BOX, at.deck.pairs, strict=True):
        assert left == GENERATOR
        assert right - at.joint.element == card_point(card)


def test_a_deck_encodes_to_64_bytes_a_card() -> None:
    deck = table([3, 1]).deck
    (a0, b0), (a1, b1) = deck.pairs
    assert deck.encode() == a0.encoding + b0.encoding + a1.encoding + b1.encoding
    assert decode_deck(deck.joint, deck.encode(), 2) == deck


def test_the_digest_names_cards_order_and_key() -> None:
    at = table([1, 2])
    others = (
        at.deck,
        open_deck(at.joint, [2, 1]),
        open_deck(at.joint, [1]),
        open_deck(table(seats=2).joint, [1, 2]),
    )
    assert len({deck.digest for deck in others}) == 4
    assert {len(deck.digest) for deck in others} == {32}


def test_opening_an_open_deck_costs_one_addition_a_card_type() -> None:
    at = table()
    with counted() as counts:
        open_deck(at.joint, BOX)
    assert counts.arithmetic == (0, 0, 11)


@pytest.mark.parametrize("count", [0, 256])
def test_a_deck_has_1_to_255_cards(count: int) -> None:
    joint = table().joint
    with pytest.raises(ValueError, match="1 to 255"):
        open_deck(joint, [1] * count)
    with pytest.raises(ValueError, match="1 to 255"):
        decode_deck(joint, open_deck(joint, [1]).encode() * count, count)


def test_a_deck_of_255_cards_is_decoded_at_one_look_an_element_and_no_arithmetic() -> None:
    deck = open_deck(table().joint, [1] * 255)
    with counted() as counts:
        assert decode_deck(deck.joint, deck.encode(), 255) == deck
    assert counts.calls == {"_is_valid": 510}


@pytest.mark.parametrize("card", [0, 12, -1])
def test_card_types_go_from_1_to_11(card: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 11"):
        open_deck(table().joint, [1, card])


def test_every_card_point_is_read_back_and_no_other_point() -> None:
    assert [card_at(card_point(card)) for card in range(1, 12)] == list(range(1, 12))
    for point in (IDENTITY, GENERATOR, card_point(1) + card_point(2)):
        with refused(Reason.NOT_A_CARD):
            card_at(point)


@pytest.mark.parametrize("encoding", BAD_ENCODINGS)
def test_a_bad_encoding_anywhere_in_a_deck_is_refused(encoding: str) -> None:
    deck = table([1, 2]).deck
    sent, bad = deck.encode(), bytes.fromhex(encoding)
    for place in range(0, 128, 32):
        with refused(Reason.BAD_ENCODING):
            decode_deck(deck.joint, sent[:place] + bad + sent[place + 32 :], 2)


def test_the_identity_anywhere_in_a_deck_is_refused() -> None:
    deck = table([1, 2]).deck
    sent = deck.encode()
    for place in range(0, 128, 32):
        with refused(Reason.IDENTITY):
            decode_deck(deck.joint, sent[:place] + bytes(32) + sent[place + 32 :], 2)


@pytest.mark.parametrize("count", [1, 3, 255])
def test_a_deck_of_another_number_of_cards_is_refused(count: int) -> None:
    deck = table([1, 2]).deck
    with counted() as counts, refused(Reason.BAD_LENGTH):
        decode_deck(deck.joint, deck.encode(), count)
    assert counts.calls == {}


def test_a_deck_is_made_by_open_deck_the_decoder_and_the_shuffle_alone() -> None:
    deck = table([1, 2]).deck
    with pytest.raises(TypeError, match="checks of this package alone"):
        Deck(joint=deck.joint, pairs=deck.pairs, encoding=deck.encoding, digest=deck.digest)
    assert repr(deck) == f"<Deck of 2 cards, {deck.digest.hex()[:16]}>"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_deal_gives_every_card_once(seats: int) -> None:
    cards = [1, 1, 2, 5, 9, 10, 11]
    at = table(cards, seats)
    entropy = seeded("deal")
    source = at.deck
    chain: list[ProvedShuffle] = []
    for _ in range(seats):
        made = shuffle(source, CONTEXT, entropy)
        chain.append(received(source, made.deck.encode(), made.proof, CONTEXT))
        source = chain[-1].deck
        assert source == made.deck
    deck = proved_deck(at.deck, chain)
    opened = [open_card(deck, position, shares_of_all(at, deck, position)) for position in range(7)]
    assert sorted(opened) == cards
    assert base(1) not in (left for left, _ in deck.pairs)
