"""A deck: ciphertexts of cards under a joint key, in an order that is public or hidden.

ElGamal on ristretto255 (Barnett and Smart 2003): a card c is the point M_c, its ciphertext the pair
(A, B) = (rG, M_c + rK). The open deck has r = 1 everywhere, so everybody reads it and no element of
it is the identity.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, final

from protocol.deck.checked import Checked, seal
from protocol.deck.errors import BadProof, Reason
from protocol.deck.group import ELEMENT_BYTES, GENERATOR, Element, decode_element
from protocol.deck.hashing import Label, digest, hash_to_element, number
from protocol.deck.keys import JointKey

CARD_TYPES: Final = 11
"""Card types are numbered from 1 to 11; copies of a type share one point."""

MOST_CARDS: Final = 255
PAIR_BYTES: Final = 2 * ELEMENT_BYTES
DECK_DIGEST_BYTES: Final = 32

Pair = tuple[Element, Element]


@final
@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deck(Checked):
    """N valid pairs under one joint key, 1 to 255; nothing is said of what they hold.

    Made by ``open_deck``, ``decode_deck`` and ``shuffle`` only. A deck may be shuffled before the
    proof that it came in is checked, but no share is ever made for it: that takes a
    ``ProvedDeck``. Positions count from 0.
    """

    joint: JointKey
    pairs: tuple[Pair, ...]
    encoding: bytes
    digest: bytes
    """32 bytes: names this deck, its joint key and its order, in contexts and hashes."""

    def encode(self) -> bytes:
        """64N bytes: A_0 || B_0 || A_1 || B_1 ..."""
        return self.encoding

    def __len__(self) -> int:
        return len(self.pairs)

    def __repr__(self) -> str:
        return f"<Deck of {len(self)} cards, {self.digest.hex()[:16]}>"


def open_deck(joint: JointKey, cards: Sequence[int]) -> Deck:
    """The deck in which everybody reads the given card types at positions 0, 1, ...

    Each peer builds it for itself; it never travels. Raises ``ValueError`` for no card, more than
    255, or a type outside 1..11.
    """
    _accept_count(len(cards))
    masked = {card: card_point(card) + joint.element for card in set(cards)}
    return deck_of(joint, tuple((GENERATOR, masked[card]) for card in cards))


@cache
def card_point(card: int) -> Element:
    """M_c, hashed to the group from the card type 1..11. Raises ``ValueError`` for another."""
    if not 1 <= card <= CARD_TYPES:
        raise ValueError(f"card types are numbered from 1 to {CARD_TYPES}")
    return hash_to_element(Label.CARD, number(card))


@cache
def _cards_by_point() -> dict[Element, int]:
    return {card_point(card): card for card in range(1, CARD_TYPES + 1)}


def card_at(point: Element) -> int:
    """The card type of a point. Raises ``BadProof(NOT_A_CARD)``."""
    card = _cards_by_point().get(point)
    if card is None:
        raise BadProof(Reason.NOT_A_CARD, "the opened card")
    return card


def decode_deck(joint: JointKey, encoding: bytes, count: int) -> Deck:
    """The deck of 64N received bytes for ``count`` cards, no element of it the identity.

    Raises ``BadProof`` for other bytes, ``ValueError`` for a count outside 1..255.
    """
    _accept_count(count)
    if len(encoding) != count * PAIR_BYTES:
        raise BadProof(Reason.BAD_LENGTH, "the deck")
    elements = [
        decode_element(encoding[start : start + ELEMENT_BYTES], f"element {index} of the deck")
        for index, start in enumerate(range(0, len(encoding), ELEMENT_BYTES))
    ]
    return deck_of(joint, tuple(zip(elements[::2], elements[1::2], strict=True)))


def _accept_count(count: int) -> None:
    if not 0 < count <= MOST_CARDS:
        raise ValueError(f"a deck has 1 to {MOST_CARDS} cards")


@final
@dataclass(frozen=True, slots=True, init=False)
class ProvedShuffle(Checked):
    """One link of a chain: a deck is a shuffle of another, about which it says nothing.

    Made by ``check_shuffle``, and by ``shuffle`` for one's own.
    """

    source: bytes
    """Digest of the deck that was shuffled: 32 bytes."""
    deck: Deck
    """Its pairs, each once, permuted and masked anew."""


@final
@dataclass(frozen=True, slots=True, init=False)
class ProvedDeck(Checked):
    """A deck that is an open deck, shuffled by every link of a proved chain.

    Made by ``proved_deck``. Only such a deck takes part in shares and opening.
    """

    deck: Deck
    opened: bytes
    """Digest of the open deck it came from: 32 bytes."""

    @property
    def joint(self) -> JointKey:
        """The joint key it is under."""
        return self.deck.joint

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Its N pairs."""
        return self.deck.pairs

    @property
    def digest(self) -> bytes:
        """The digest of its deck: 32 bytes."""
        return self.deck.digest

    def __len__(self) -> int:
        return len(self.deck)


def proved_deck(opened: Deck, chain: Sequence[ProvedShuffle]) -> ProvedDeck:
    """The last deck of a chain of proved shuffles, the first of them of the open deck.

    That every seat shuffled, and which cards the open deck has, is the caller's to know. Costs an
    addition a card type. Raises ``ValueError`` if the chain is empty, does not hang together or
    begins with a deck that is not open, ``TypeError`` for links that are not proved.
    """
    if not chain:
        raise ValueError("a deck that nobody shuffled is open to everybody")
    _accept_open(opened)
    source = opened.digest
    for link in chain:
        if not isinstance(link, ProvedShuffle):
            raise TypeError("a link of a chain is a shuffle whose proof was checked")
        if link.source != source:
            raise ValueError("a shuffle of the chain is of another deck than the one before it")
        source = link.deck.digest
    return seal(ProvedDeck, deck=chain[-1].deck, opened=opened.digest)


def _accept_open(deck: Deck) -> None:
    readable = {
        (GENERATOR, card_point(card) + deck.joint.element) for card in range(1, CARD_TYPES + 1)
    }
    if not readable.issuperset(deck.pairs):
        raise ValueError("the chain begins with a deck that is not open")


def accept_proved(deck: ProvedDeck) -> None:
    """Raises ``TypeError`` for a deck that is not proved.

    A ``Deck`` has the same attributes: where the types were not checked, this is what stops it.
    """
    if not isinstance(deck, ProvedDeck):
        raise TypeError("shares and opening take a ProvedDeck, made by proved_deck")


def deck_of(joint: JointKey, pairs: tuple[Pair, ...]) -> Deck:
    """Seal 1 to 255 valid pairs. For ``open_deck``, ``decode_deck`` and ``shuffle``."""
    encoding = b"".join(left.encoding + right.encoding for left, right in pairs)
    name = digest(Label.DECK, joint.element.encoding, encoding)[:DECK_DIGEST_BYTES]
    return seal(Deck, joint=joint, pairs=pairs, encoding=encoding, digest=name)
