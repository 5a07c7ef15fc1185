"""What one seat alone knows: its deal key, its hand, the opening of its order.

Everything here that is needed after a restart comes out of the journal; the hand is opened anew
from the shares of the log.
"""

from __future__ import annotations

from collections.abc import Mapping

from protocol.deck import Entropy, SecretKey, Share, make_shares, new_key, open_card, prove_key
from protocol.deck import own_shares as deck_own_shares
from protocol.deck import shuffle as shuffle_deck
from protocol.deck.deck import Deck
from protocol.deck.entropy import random_permutation
from protocol.deck.shuffle import Shuffle
from protocol.log.encoding import Hash, Struct, decode, encode
from protocol.log.messages import StepKind
from protocol.peer.bodies import Batch, CardNumber, KeyBody, Place, SharesBody, TurnBody
from protocol.peer.checks import recipients, the_deal
from protocol.peer.contexts import key_context, share_context, shuffle_context
from protocol.peer.state import GameState
from protocol.rules import Card, Counts, Order, TurnMove, counts_of, write_move

#: A hand: deck position to card, rising.
Hand = Mapping[int, Card]


class Opening(Struct, frozen=True):
    """What a sealed order commits to."""

    positions: tuple[Place, ...]
    cards: tuple[CardNumber, ...]
    salt: Hash

    def __repr__(self) -> str:
        return f"Opening({len(self.positions)} cards)"

    @property
    def order(self) -> Order:
        """The order it opens to."""
        return Order(tuple(sorted(Card(number) for number in self.cards)))


def write_opening(opening: Opening) -> bytes:
    """The bytes for the journal."""
    return encode(opening)


def read_opening(data: bytes) -> Opening:
    """Raises ``Malformed`` or ``Dropped`` for bytes that are no opening."""
    return decode(data, Opening)


def choose_positions(
    hand: Hand, order: Order, entropy: Entropy
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Deck positions that hold the order's cards, rising, and the cards there.

    Among equal cards the choice is uniform: when the order is opened, its positions tell nothing
    of the copies that stay in the hand.
    """
    wanted = list(order.cards)
    chosen: dict[int, int] = {}
    places = sorted(hand)
    for place in (places[index] for index in random_permutation(len(places), entropy)):
        if hand[place] in wanted:
            wanted.remove(hand[place])
            chosen[place] = int(hand[place])
    assert not wanted, "the rules let an order through that the hand does not hold"
    rising = tuple(sorted(chosen))
    return rising, tuple(chosen[place] for place in rising)


def hand_counts(hand: Hand) -> Counts:
    """The hand counted by type."""
    return counts_of(tuple(hand.values()))


def make_key(state: GameState, seat: int, entropy: Entropy) -> tuple[SecretKey, KeyBody]:
    """A fresh deal key and the body that proves it."""
    secret = new_key(entropy)
    context = key_context(state.table, state.head, state.step, seat)
    return secret, KeyBody(prove_key(secret, context, entropy))


def make_shuffle(state: GameState, seat: int, source: Deck, entropy: Entropy) -> Shuffle:
    """The deck shuffled and masked by this seat, with its proof."""
    return shuffle_deck(source, shuffle_context(state.table, state.head, state.step, seat), entropy)


def make_share_batches(
    state: GameState, seat: int, secret: SecretKey, entropy: Entropy
) -> tuple[SharesBody, dict[int, tuple[Share, ...]]]:
    """Shares for every card dealt to another seat, and the same as checked values."""
    deal = the_deal(state)
    assert deal.deck is not None
    batches: list[Batch] = []
    checked: dict[int, tuple[Share, ...]] = {}
    for recipient in recipients(deal, seat):
        positions = deal.hands[recipient]
        context = share_context(
            state.table, state.head, state.step, StepKind.SHARES, seat, recipient
        )
        made = make_shares(secret, deal.deck, positions, context, entropy)
        batches.append(Batch(recipient, made.shares, made.proof))
        checked[recipient] = made.own
    return SharesBody(tuple(batches)), checked


def open_hand(state: GameState, seat: int, secret: SecretKey) -> Hand:
    """The own hand, from everybody's shares and the own key. After ``shares`` has closed."""
    deal = the_deal(state)
    assert deal.deck is not None
    positions = deal.hands[seat]
    if not positions:
        return {}
    own = deck_own_shares(secret, deal.deck, positions)
    return {
        place: Card(open_card(deal.deck, place, [share, *deal.shares_for(seat, place)]))
        for place, share in zip(positions, own, strict=True)
    }


def make_turn(
    state: GameState,
    seat: int,
    secret: SecretKey,
    opening: Opening,
    moves: tuple[TurnMove, ...],
    entropy: Entropy,
) -> TurnBody:
    """The opening of the order with the own shares for exactly its cards, and the moves."""
    deal = the_deal(state)
    assert deal.deck is not None
    context = share_context(state.table, state.head, state.step, StepKind.TURN, seat, seat)
    made = make_shares(secret, deal.deck, opening.positions, context, entropy)
    return TurnBody(
        opening.positions,
        opening.cards,
        opening.salt,
        made.shares,
        made.proof,
        tuple(write_move(move) for move in moves),
    )
