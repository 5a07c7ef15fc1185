"""Decryption shares: one seat's part in opening cards, proved for many cards at once.

The share of a card (A, B) is S = xA. The proof is the batched one of RFC 9497 section 2.2 with a
context string of our own; see ``dleq``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from protocol.deck.checked import Checked, seal
from protocol.deck.deck import ProvedDeck, accept_proved
from protocol.deck.dleq import DLEQ_BYTES, check_equal, prove_equal
from protocol.deck.entropy import Entropy, hedged_scalars
from protocol.deck.errors import BadProof, Reason
from protocol.deck.group import ELEMENT_BYTES, Element, base, decode_element
from protocol.deck.hashing import Label, digest, number
from protocol.deck.keys import PublicKey
from protocol.deck.secret import SecretKey

SHARE_BYTES: Final = ELEMENT_BYTES
SHARE_PROOF_BYTES: Final = DLEQ_BYTES
"""64, for a batch of any size: the challenge c, the response s."""

_CONTEXT: Final = b"koryo-tui/1 shares "


@final
@dataclass(frozen=True, slots=True, init=False, repr=False)
class Share(Checked):
    """S = xA for one position of one deck, right for the key it names.

    Made by ``check_shares``, and by ``own_shares`` for one's own key. Its text shows no share: one
    kept back is a secret.
    """

    element: Element
    key: bytes
    deck_digest: bytes
    position: int

    def __repr__(self) -> str:
        return f"<Share of position {self.position}>"


@final
@dataclass(frozen=True, slots=True, repr=False)
class ShareBatch:
    """What a seat sends for a list of positions. Its text shows no share."""

    shares: tuple[bytes, ...]
    """32 bytes for each position."""
    proof: bytes
    """64 bytes."""
    own: tuple[Share, ...]
    """The same shares as checked values: nobody proves its own to itself."""

    def __repr__(self) -> str:
        return f"<ShareBatch of {len(self.shares)}>"


def own_shares(secret: SecretKey, deck: ProvedDeck, positions: Sequence[int]) -> tuple[Share, ...]:
    """One's own shares, which nobody needs to prove to oneself.

    The owner of a private card keeps its own share back and opens the card with it.
    Raises ``ValueError`` for positions that are empty, repeated or outside the deck, and for a
    secret that belongs to no key of the deck; ``TypeError`` for a deck that is not proved.
    """
    key = base(secret.reveal())
    _accept(deck, positions, key.encoding)
    return _own(secret, key, deck, positions)


def make_shares(
    secret: SecretKey, deck: ProvedDeck, positions: Sequence[int], context: bytes, entropy: Entropy
) -> ShareBatch:
    """Shares for the positions, in their order, with one proof for this context.

    ``context`` names table, head before the step, step, seat, recipient and purpose. Raises
    ``ValueError`` and ``TypeError`` as ``own_shares`` does.
    """
    key = base(secret.reveal())
    _accept(deck, positions, key.encoding)
    lefts = tuple(deck.pairs[position][0] for position in positions)
    own = _own(secret, key, deck, positions)
    rights = tuple(share.element for share in own)
    batch = _batch_digest(key, deck, positions, context, lefts, rights)
    (nonce,) = hedged_scalars(Label.SHARE_NONCE, secret.to_bytes(), batch, entropy, 1)
    proof = prove_equal(secret.reveal(), key, lefts, rights, nonce, _CONTEXT + batch)
    return ShareBatch(shares=tuple(right.encoding for right in rights), proof=proof, own=own)


def check_shares(
    public: PublicKey,
    deck: ProvedDeck,
    positions: Sequence[int],
    context: bytes,
    shares: Sequence[bytes],
    proof: bytes,
) -> tuple[Share, ...]:
    """The proved shares, one for each position, in their order.

    Raises ``BadProof`` if the bytes do not prove them in this context, and ``ValueError`` for
    positions that are empty, repeated or outside the deck, or a key that is none of the deck's,
    ``TypeError`` for a deck that is not proved.
    """
    _accept(deck, positions, public.encoding)
    if len(shares) != len(positions):
        raise BadProof(Reason.BAD_LENGTH, "the list of shares")
    if len(proof) != SHARE_PROOF_BYTES:
        raise BadProof(Reason.BAD_LENGTH, "the share proof")
    rights = tuple(
        decode_element(share, f"the share of position {position}")
        for position, share in zip(positions, shares, strict=True)
    )
    lefts = tuple(deck.pairs[position][0] for position in positions)
    batch = _batch_digest(public.element, deck, positions, context, lefts, rights)
    check_equal(public.element, lefts, rights, proof, _CONTEXT + batch)
    return tuple(
        _share(right, public.element, deck, position)
        for position, right in zip(positions, rights, strict=True)
    )


def _own(
    secret: SecretKey, key: Element, deck: ProvedDeck, positions: Sequence[int]
) -> tuple[Share, ...]:
    scalar = secret.reveal()
    return tuple(
        _share(scalar * deck.pairs[position][0], key, deck, position) for position in positions
    )


def _share(element: Element, key: Element, deck: ProvedDeck, position: int) -> Share:
    return seal(
        Share, element=element, key=key.encoding, deck_digest=deck.digest, position=position
    )


def _accept(deck: ProvedDeck, positions: Sequence[int], key: bytes) -> None:
    accept_proved(deck)
    if not positions or len(set(positions)) != len(positions):
        raise ValueError("shares are for at least one position, each named once")
    if not all(0 <= position < len(deck) for position in positions):
        raise ValueError(f"positions go from 0 to {len(deck) - 1}")
    if all(key != member.encoding for member in deck.joint.members):
        raise ValueError("the key is none of those the deck is under")


def _batch_digest(
    key: Element,
    deck: ProvedDeck,
    positions: Sequence[int],
    context: bytes,
    lefts: Sequence[Element],
    rights: Sequence[Element],
) -> bytes:
    """64 bytes over the whole statement.

    The RFC's weights alone would leave a large batch open to a generalised birthday search.
    """
    return digest(
        Label.SHARE_BATCH,
        context,
        key.encoding,
        deck.digest,
        b"".join(number(position) for position in positions),
        b"".join(left.encoding for left in lefts),
        b"".join(right.encoding for right in rights),
    )
