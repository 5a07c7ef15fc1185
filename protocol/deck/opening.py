"""Opening a card with the shares of all seats of the deal."""

from collections.abc import Sequence
from functools import reduce
from operator import sub

from protocol.deck.deck import ProvedDeck, accept_proved, card_at
from protocol.deck.shares import Share


def open_card(deck: ProvedDeck, position: int, shares: Sequence[Share]) -> int:
    """The card type 1..11 at a position, counted from 0: M = B - ΣS, looked up.

    Needs one share of each key of the deck, in any order. Raises ``ValueError`` if a share is
    missing, doubled, or of another deck or position, ``TypeError`` for a deck that is not proved,
    and ``BadProof(NOT_A_CARD)`` if the point is no card: with all proofs checked that cannot be,
    unless somebody broke them.
    """
    accept_proved(deck)
    if not 0 <= position < len(deck):
        raise ValueError(f"positions go from 0 to {len(deck) - 1}")
    if any((share.deck_digest, share.position) != (deck.digest, position) for share in shares):
        raise ValueError("a share belongs to another deck or position")
    if sorted(share.key for share in shares) != [key.encoding for key in deck.joint.members]:
        raise ValueError("opening needs one share of each key of the deck")
    return card_at(reduce(sub, (share.element for share in shares), deck.pairs[position][1]))
