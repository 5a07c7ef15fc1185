"""Equal logarithms of many pairs at once: the batched proof of RFC 9497 section 2.2.

For the generator G, a public X = xG and lists C, D it shows D_k = x C_k for every k. The transcript
is the RFC's, byte for byte, so that its test vectors apply; only the context string is the
caller's. The RFC puts neither C nor D into the seed of the weights, so the caller's context string
must depend on all of them.
"""

import hashlib
from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Final

from protocol.deck.errors import BadProof, Reason
from protocol.deck.group import (
    SCALAR_BYTES,
    Element,
    base,
    decode_scalar,
    encode_scalar,
    reduce_wide,
)

DLEQ_BYTES: Final = 2 * SCALAR_BYTES
"""64: the challenge c, the response s."""

MOST_PAIRS: Final = 2**16 - 1
_HASH_BLOCK: Final = 128
_HASH_BYTES: Final = 64


def prove_equal(
    secret: int,
    public: Element,
    lefts: Sequence[Element],
    rights: Sequence[Element],
    nonce: int,
    context_string: bytes,
) -> bytes:
    """The 64-byte proof ``c || s`` that public = secret·G and each right = secret·left.

    The nonce is a uniform scalar that is used once.
    """
    weights = _weights(public, lefts, rights, context_string)
    left = _combine(weights, lefts)
    right = secret * left
    challenge = _challenge(public, left, right, base(nonce), nonce * left, context_string)
    return encode_scalar(challenge) + encode_scalar(nonce - challenge * secret)


def check_equal(
    public: Element,
    lefts: Sequence[Element],
    rights: Sequence[Element],
    proof: bytes,
    context_string: bytes,
) -> None:
    """Returns if the proof holds, else raises ``BadProof``."""
    if len(proof) != DLEQ_BYTES:
        raise BadProof(Reason.BAD_LENGTH, "the share proof")
    challenge = decode_scalar(proof[:32], "the challenge of the share proof")
    response = decode_scalar(proof[32:], "the response of the share proof")
    weights = _weights(public, lefts, rights, context_string)
    left = _combine(weights, lefts)
    right = _combine(weights, rights)
    to_generator = base(response) + challenge * public
    to_left = response * left + challenge * right
    if _challenge(public, left, right, to_generator, to_left, context_string) != challenge:
        raise BadProof(Reason.PROOF_FAILS, "the share proof")


def _weights(
    public: Element, lefts: Sequence[Element], rights: Sequence[Element], context_string: bytes
) -> tuple[int, ...]:
    if not 0 < len(lefts) <= MOST_PAIRS or len(lefts) != len(rights):
        raise ValueError("a batch has as many left as right elements, and at least one")
    seed = hashlib.sha512(
        _prefixed(public.encoding) + _prefixed(b"Seed-" + context_string)
    ).digest()
    return tuple(
        _hash_to_scalar(
            _prefixed(seed)
            + index.to_bytes(2, "big")
            + _prefixed(left.encoding)
            + _prefixed(right.encoding)
            + b"Composite",
            context_string,
        )
        for index, (left, right) in enumerate(zip(lefts, rights, strict=True))
    )


def _combine(weights: Sequence[int], elements: Sequence[Element]) -> Element:
    terms = [weight * element for weight, element in zip(weights, elements, strict=True)]
    return reduce(add, terms)


def _challenge(
    public: Element,
    left: Element,
    right: Element,
    to_generator: Element,
    to_left: Element,
    context_string: bytes,
) -> int:
    elements = (public, left, right, to_generator, to_left)
    transcript = b"".join(_prefixed(element.encoding) for element in elements)
    return _hash_to_scalar(transcript + b"Challenge", context_string)


def _prefixed(part: bytes) -> bytes:
    return len(part).to_bytes(2, "big") + part


def _hash_to_scalar(message: bytes, context_string: bytes) -> int:
    return reduce_wide(_expand(message, b"HashToScalar-" + context_string))


def _expand(message: bytes, tag: bytes) -> bytes:
    """expand_message_xmd of RFC 9380 section 5.3.1 with SHA-512, for 64 bytes: one block."""
    if len(tag) > 255:
        raise ValueError("the domain tag is longer than 255 bytes")
    suffix = tag + len(tag).to_bytes(1, "big")
    first = hashlib.sha512(
        bytes(_HASH_BLOCK) + message + _HASH_BYTES.to_bytes(2, "big") + b"\x00" + suffix
    ).digest()
    return hashlib.sha512(first + b"\x01" + suffix).digest()
