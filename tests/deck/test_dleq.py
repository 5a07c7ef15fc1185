from collections.abc import Sequence

import pytest

from protocol.deck import Reason
from protocol.deck.dleq import check_equal, prove_equal
from protocol.deck.group import Element, base, decode_element, decode_scalar
from tests.deck.helpers import refused
from tests.deck.vectors import (
    VOPRF_CONTEXT_STRING,
    VOPRF_PROOFS,
    VOPRF_PUBLIC,
    VOPRF_SECRET,
)

SECRET = decode_scalar(bytes.fromhex(VOPRF_SECRET))
PUBLIC = decode_element(bytes.fromhex(VOPRF_PUBLIC))


def _decoded(encodings: Sequence[str]) -> list[Element]:
    return [decode_element(bytes.fromhex(encoding)) for encoding in encodings]


@pytest.mark.parametrize(("lefts", "rights", "nonce", "proof"), VOPRF_PROOFS)
def test_proofs_are_those_of_rfc_9497_byte_for_byte(
    lefts: Sequence[str], rights: Sequence[str], nonce: str, proof: str
) -> None:
    blinded, evaluated = _decoded(lefts), _decoded(rights)
    assert base(SECRET) == PUBLIC
    assert [SECRET * left for left in blinded] == evaluated
    chosen = decode_scalar(bytes.fromhex(nonce))
    made = prove_equal(SECRET, PUBLIC, blinded, evaluated, chosen, VOPRF_CONTEXT_STRING)
    assert made.hex() == proof
    check_equal(PUBLIC, blinded, evaluated, made, VOPRF_CONTEXT_STRING)


def test_another_context_string_or_order_of_the_batch_is_refused() -> None:
    lefts, rights, _, proof = VOPRF_PROOFS[2]
    blinded, evaluated = _decoded(lefts), _decoded(rights)
    with refused(Reason.PROOF_FAILS):
        check_equal(PUBLIC, blinded, evaluated, bytes.fromhex(proof), b"another")
    with refused(Reason.PROOF_FAILS):
        check_equal(
            PUBLIC, blinded[::-1], evaluated[::-1], bytes.fromhex(proof), VOPRF_CONTEXT_STRING
        )


def test_a_batch_has_as_many_left_as_right_elements() -> None:
    for lefts, rights in (([], []), ([PUBLIC], []), ([], [PUBLIC])):
        with pytest.raises(ValueError, match="as many left as right"):
            prove_equal(SECRET, PUBLIC, lefts, rights, 5, b"")
        with pytest.raises(ValueError, match="as many left as right"):
            check_equal(PUBLIC, lefts, rights, bytes(64), b"")


def test_a_context_string_too_long_for_a_domain_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="255"):
        prove_equal(SECRET, PUBLIC, [PUBLIC], [SECRET * PUBLIC], 5, bytes(250))
