"""Shuffling a deck so that nobody can follow a card, and proving that no card was changed.

The equations are in ``terelius_wikstrom``; here is what is hashed and how a proof travels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import add
from typing import Final, final

from protocol.deck.checked import seal
from protocol.deck.deck import Deck, Pair, ProvedShuffle, deck_of
from protocol.deck.entropy import Entropy, hedged_scalars, random_permutation
from protocol.deck.errors import BadProof, Reason
from protocol.deck.group import (
    ELEMENT_BYTES,
    GENERATOR,
    RISTRETTO255,
    SCALAR_BYTES,
    Element,
    base,
    decode_element,
    decode_scalar,
    encode_scalar,
)
from protocol.deck.hashing import Label, digest, hash_to_element, hash_to_scalar, number
from protocol.deck.terelius_wikstrom import (
    Announcement,
    Generators,
    Nonces,
    Proof,
    Statement,
    Witness,
    check,
    prove,
)

_FIXED_SCALARS: Final = 5


@final
@dataclass(frozen=True, slots=True)
class Shuffle:
    """What a shuffler sends, and what it thereby knows without checking itself."""

    deck: Deck
    """Sent as its 64N bytes."""
    proof: bytes
    """128N + 160 bytes: C, D, c, s_1..s_4, y, z."""
    proved: ProvedShuffle


def shuffle_proof_bytes(count: int) -> int:
    """The length of the proof for a deck of ``count`` cards: 128N + 160."""
    return 2 * count * (ELEMENT_BYTES + SCALAR_BYTES) + _FIXED_SCALARS * SCALAR_BYTES


def shuffle(source: Deck, context: bytes, entropy: Entropy) -> Shuffle:
    """Permute uniformly, mask every pair anew, and prove it for this context.

    ``context`` names table, head before the step, step and seat; the decks themselves are hashed
    with it. The source need not be proved yet: shuffling uses no secret key, and a chain with a
    bad link makes no ``ProvedDeck``.
    """
    permutation = random_permutation(len(source), entropy)
    masks = hedged_scalars(
        Label.SHUFFLE_MASK, bytes(permutation), context + source.digest, entropy, len(source)
    )
    witness = Witness(permutation, masks)
    shuffled = deck_of(source.joint, mix(source, witness))
    proof = encode_proof(prove_shuffle(source, shuffled, witness, context, entropy))
    return Shuffle(shuffled, proof, seal(ProvedShuffle, source=source.digest, deck=shuffled))


def check_shuffle(source: Deck, shuffled: Deck, context: bytes, proof: bytes) -> ProvedShuffle:
    """The knowledge that ``shuffled`` is a shuffle of ``source``.

    Raises ``BadProof`` if the proof (128N + 160 bytes) does not show it in this context, and
    ``ValueError`` if the decks are under different joint keys or of different lengths.
    """
    if source.joint != shuffled.joint or len(source) != len(shuffled):
        raise ValueError("these two decks belong to different deals")
    count = len(source)
    if len(proof) != shuffle_proof_bytes(count):
        raise BadProof(Reason.BAD_LENGTH, "the shuffle proof")
    parts = decode_proof(proof, count)
    transcript = ShuffleTranscript(source, shuffled, context)
    check(RISTRETTO255, statement_of(source, shuffled), parts, transcript)
    return seal(ProvedShuffle, source=source.digest, deck=shuffled)


def mix(deck: Deck, witness: Witness) -> tuple[Pair, ...]:
    """after_i = before_p(i) + r_i (G, K): N multiplications, N of the generator, 2N additions."""
    key = deck.joint.element
    return tuple(
        (deck.pairs[source][0] + base(mask), deck.pairs[source][1] + mask * key)
        for source, mask in zip(witness.permutation, witness.masks, strict=True)
    )


def prove_shuffle(
    deck: Deck, shuffled: Deck, witness: Witness, context: bytes, entropy: Entropy
) -> Proof[Element]:
    """The proof that ``witness`` leads from one deck to the other, with hedged nonces."""
    count = len(deck)
    secret = bytes(witness.permutation) + _scalars(witness.masks)
    statement = context + deck.digest + shuffled.digest
    drawn = hedged_scalars(Label.SHUFFLE_NONCE, secret, statement, entropy, 4 * count + 4)
    a, b, v, w_prime = (drawn[start * count : (start + 1) * count] for start in range(4))
    w1, w2, w3, w4 = drawn[4 * count :]
    return prove(
        RISTRETTO255,
        statement_of(deck, shuffled),
        witness,
        Nonces(a=a, b=b, w=(w1, w2, w3, w4), v=v, w_prime=w_prime),
        ShuffleTranscript(deck, shuffled, context),
    )


def statement_of(deck: Deck, shuffled: Deck) -> Statement[Element]:
    """The statement with this package's generators."""
    return Statement(generators(len(deck)), deck.joint.element, deck.pairs, shuffled.pairs)


class ShuffleTranscript:
    """The hashes of one shuffle proof: the statement, the weights, the challenge."""

    __slots__ = ("_context", "_deck", "_shuffled", "_statement")

    def __init__(self, deck: Deck, shuffled: Deck, context: bytes) -> None:
        self._deck, self._shuffled, self._context = deck, shuffled, context
        self._statement = b""

    def weights(self, c_points: tuple[Element, ...]) -> tuple[int, ...]:
        """u_1..u_N, from one digest of all that is fixed before them."""
        count = len(self._deck)
        fixed = generators(count)
        self._statement = digest(
            Label.SHUFFLE_STATEMENT,
            self._context,
            GENERATOR.encoding,
            self._deck.joint.element.encoding,
            fixed.chain.encoding,
            _elements(fixed.places),
            number(count),
            self._deck.encode(),
            self._shuffled.encode(),
            _elements(c_points),
        )
        return tuple(
            hash_to_scalar(Label.SHUFFLE_WEIGHT, self._statement, number(j))
            for j in range(1, count + 1)
        )

    def challenge(self, d_points: tuple[Element, ...], announcement: Announcement[Element]) -> int:
        """c, from that digest, the chain and the announcement."""
        a = announcement
        return hash_to_scalar(
            Label.SHUFFLE_CHALLENGE,
            self._statement,
            _elements(d_points),
            _elements((a.t1, a.t2, a.t3, a.t_a, a.t_b)),
            _elements(a.v),
        )


@cache
def generators(count: int) -> Generators[Element]:
    """H (index 0) and H_1..H_N, hashed to the group, so that nobody knows a logarithm."""
    places = tuple(generator(index) for index in range(1, count + 1))
    return Generators(chain=generator(0), places=places, total=reduce(add, places))


@cache
def generator(index: int) -> Element:
    """H for index 0, H_i for index i."""
    return hash_to_element(Label.GENERATOR, number(index))


def encode_proof(proof: Proof[Element]) -> bytes:
    """128N + 160 bytes."""
    return (
        _elements(proof.c_points)
        + _elements(proof.d_points)
        + _scalars((proof.challenge, *proof.s, *proof.y, *proof.z))
    )


def decode_proof(encoding: bytes, count: int) -> Proof[Element]:
    """The parts of received bytes of the right length. Raises ``BadProof``."""
    split = 2 * count * ELEMENT_BYTES
    # Scalars first: refusing one costs nothing.
    scalars = [
        decode_scalar(encoding[start : start + SCALAR_BYTES], f"scalar {index} of the proof")
        for index, start in enumerate(range(split, len(encoding), SCALAR_BYTES))
    ]
    elements = [
        decode_element(encoding[start : start + ELEMENT_BYTES], f"element {index} of the proof")
        for index, start in enumerate(range(0, split, ELEMENT_BYTES))
    ]
    challenge, s1, s2, s3, s4, *rest = scalars
    return Proof(
        c_points=tuple(elements[:count]),
        d_points=tuple(elements[count:]),
        challenge=challenge,
        s=(s1, s2, s3, s4),
        y=tuple(rest[:count]),
        z=tuple(rest[count:]),
    )


def _elements(elements: Sequence[Element]) -> bytes:
    return b"".join(element.encoding for element in elements)


def _scalars(scalars: Sequence[int]) -> bytes:
    return b"".join(encode_scalar(scalar) for scalar in scalars)
