"""The bodies of entries, one struct for each kind of step (docs/protocol.md, "The game's entries").

Lengths that depend on the deal are checked by ``checks``; here stand the outer limits.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from protocol.log.encoding import Hash, Seat, Struct
from protocol.log.messages import Roster, Signed, StepKind

#: A deck position, 0..54.
Place = Annotated[int, msgspec.Meta(ge=0, le=54)]
#: A card type as in the box: 1-9 the families, 10 Barbarians, 11 Lobbying.
CardNumber = Annotated[int, msgspec.Meta(ge=1, le=11)]
ShareBytes = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
ShareProof = Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
Notation = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]

#: Of the largest hand: ten cards and the Broadcaster's one more.
MAX_HAND = 11
#: A turn is a handful of moves; no legal one comes near this.
MAX_MOVES = 64


class NonceBody(Struct, frozen=True):
    """The opening of the roster's nonce commitment: 32 bytes."""

    nonce: Hash


class SeatsBody(Struct, frozen=True):
    """Signed returns of absent seats that this seat holds, by rising seat."""

    returns: Annotated[tuple[Signed, ...], msgspec.Meta(max_length=4)]


class KeyBody(Struct, frozen=True):
    """A public key for this deal and its proof of possession."""

    proof: Annotated[bytes, msgspec.Meta(max_length=256)]


class ShuffleBody(Struct, frozen=True):
    """The new deck, 64 bytes a card, and the shuffle proof, 128 bytes a card and 160."""

    deck: Annotated[bytes, msgspec.Meta(max_length=64 * 55)]
    proof: Annotated[bytes, msgspec.Meta(max_length=128 * 55 + 160)]


class Batch(Struct, frozen=True):
    """One recipient's cards: a decryption share each, in rising deck position, and one proof."""

    recipient: Seat
    shares: Annotated[tuple[ShareBytes, ...], msgspec.Meta(max_length=MAX_HAND)]
    proof: ShareProof


class SharesBody(Struct, frozen=True):
    """A batch for every other seat that is dealt cards, by rising seat."""

    batches: Annotated[tuple[Batch, ...], msgspec.Meta(max_length=3)]


class OrderBody(Struct, frozen=True):
    """How many cards are placed, and the hash that commits to which."""

    size: Annotated[int, msgspec.Meta(ge=1, le=MAX_HAND)]
    commitment: Hash


class TurnBody(Struct, frozen=True):
    """The opening of the order, the own shares for its cards, and the moves of the turn.

    ``positions`` rise; ``cards`` and ``shares`` belong to them one by one.
    """

    positions: Annotated[tuple[Place, ...], msgspec.Meta(max_length=MAX_HAND)]
    cards: Annotated[tuple[CardNumber, ...], msgspec.Meta(max_length=MAX_HAND)]
    salt: Hash
    shares: Annotated[tuple[ShareBytes, ...], msgspec.Meta(max_length=MAX_HAND)]
    proof: ShareProof
    moves: Annotated[tuple[Notation, ...], msgspec.Meta(max_length=MAX_MOVES)]


class DiscardBody(Struct, frozen=True):
    """The characters discarded, in the notation of moves."""

    discard: Notation


Body = (
    Roster | NonceBody | SeatsBody | KeyBody | ShuffleBody | SharesBody | OrderBody | TurnBody
) | DiscardBody

BODIES: dict[StepKind, type[Struct]] = {
    StepKind.ROSTER: Roster,
    StepKind.NONCES: NonceBody,
    StepKind.SEATS: SeatsBody,
    StepKind.KEYS: KeyBody,
    StepKind.SHUFFLE: ShuffleBody,
    StepKind.SHARES: SharesBody,
    StepKind.ORDER: OrderBody,
    StepKind.TURN: TurnBody,
    StepKind.DISCARD: DiscardBody,
}
