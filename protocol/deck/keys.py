"""A seat's key for one deal, the proof that its owner knows the secret, and the sum of all keys.

Schnorr's proof in the form of RFC 8235: a key without such a proof could be chosen as a difference
of the others' keys, and its sender alone would read the deck (rogue key).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Final, final

from protocol.deck.checked import Checked, seal
from protocol.deck.entropy import FRESH_BYTES, Entropy, draw, hedged_scalars
from protocol.deck.errors import BadProof, BrokenEntropy, Reason
from protocol.deck.group import (
    ELEMENT_BYTES,
    IDENTITY,
    SCALAR_BYTES,
    Element,
    base,
    decode_element,
    decode_scalar,
    encode_scalar,
    reduce_wide,
)
from protocol.deck.hashing import Label, hash_to_scalar
from protocol.deck.secret import SecretKey

KEY_PROOF_BYTES: Final = ELEMENT_BYTES + 2 * SCALAR_BYTES
"""96: the key X, the challenge c, the response s."""


@final
@dataclass(frozen=True, slots=True, init=False)
class PublicKey(Checked):
    """A key X = xG whose owner has proved to know x. Made by ``check_key``."""

    element: Element

    @property
    def encoding(self) -> bytes:
        """32 bytes."""
        return self.element.encoding


@final
@dataclass(frozen=True, slots=True, init=False)
class JointKey(Checked):
    """K, the sum of at least two proved keys. Made by ``joint_key``."""

    element: Element
    members: tuple[PublicKey, ...]
    """Sorted by encoding, so that the order of collecting them means nothing."""


def new_key(entropy: Entropy) -> SecretKey:
    """A fresh secret from 64 bytes of entropy; never used for a second deal."""
    scalar = reduce_wide(draw(entropy, FRESH_BYTES))
    if scalar == 0:
        raise BrokenEntropy("the entropy gives the secret zero")
    return SecretKey(scalar)


def public_bytes(secret: SecretKey) -> bytes:
    """The 32 bytes of X = xG."""
    return base(secret.reveal()).encoding


def prove_key(secret: SecretKey, context: bytes, entropy: Entropy) -> bytes:
    """The 96-byte body ``X || c || s`` with T = tG, c = h(context, X, T), s = t + cx.

    ``context`` names table, head before the step, step and seat; the proof is worth nothing in any
    other.
    """
    public = public_bytes(secret)
    statement = context + public
    (nonce,) = hedged_scalars(Label.KEY_NONCE, secret.to_bytes(), statement, entropy, 1)
    challenge = _challenge(context, public, base(nonce))
    response = nonce + challenge * secret.reveal()
    return public + encode_scalar(challenge) + encode_scalar(response)


def check_key(body: bytes, context: bytes) -> PublicKey:
    """The proved key of a 96-byte body. Raises ``BadProof``."""
    if len(body) != KEY_PROOF_BYTES:
        raise BadProof(Reason.BAD_LENGTH, "the key proof")
    challenge = decode_scalar(body[32:64], "the challenge of the key proof")
    response = decode_scalar(body[64:96], "the response of the key proof")
    public = decode_element(body[:32], "the public key")
    announced = base(response) - challenge * public
    if _challenge(context, public.encoding, announced) != challenge:
        raise BadProof(Reason.PROOF_FAILS, "the key proof")
    return seal(PublicKey, element=public)


def joint_key(keys: Sequence[PublicKey]) -> JointKey:
    """The sum of the keys of all seats of a deal.

    Raises ``ValueError`` for fewer than two keys, ``BadProof`` (``IDENTITY``, nobody's fault: the
    deal starts again) if the sum is the identity.
    """
    if len(keys) < 2:
        raise ValueError("a deal needs the keys of at least two seats")
    total = reduce(add, (key.element for key in keys))
    if total == IDENTITY:
        raise BadProof(Reason.IDENTITY, "the joint key")
    return seal(JointKey, element=total, members=tuple(sorted(keys, key=lambda key: key.encoding)))


def _challenge(context: bytes, public: bytes, announced: Element) -> int:
    return hash_to_scalar(Label.KEY_CHALLENGE, context, public, announced.encoding)
