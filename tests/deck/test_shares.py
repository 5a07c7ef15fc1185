from collections.abc import Sequence
from typing import Any

import pytest

from protocol.deck import (
    SHARE_PROOF_BYTES,
    BadProof,
    Reason,
    Share,
    check_shares,
    make_shares,
    own_shares,
)
from protocol.deck.dleq import prove_equal
from protocol.deck.group import GENERATOR, ORDER, base, decode_scalar
from protocol.deck.hashing import Label, digest, number
from tests.deck.helpers import CONTEXT, counted, flipped, refused, seeded, shuffled, table
from tests.deck.vectors import BAD_ENCODINGS

AT = table([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
DECK = shuffled(AT, "shares")
SECRET, PUBLIC = AT.secrets[0], AT.publics[0]
POSITIONS = (1, 4, 9)
BATCH = make_shares(SECRET, DECK, POSITIONS, CONTEXT, seeded("batch"))


def _check(
    shares: Sequence[bytes] = BATCH.shares,
    proof: bytes = BATCH.proof,
    positions: Sequence[int] = POSITIONS,
    context: bytes = CONTEXT,
) -> tuple[Share, ...]:
    return check_shares(PUBLIC, DECK, positions, context, shares, proof)


def _context_string(positions: Sequence[int], shares: Sequence[bytes]) -> bytes:
    """As docs write it: all of the batch is in the context string."""
    return b"koryo-tui/1 shares " + digest(
        Label.SHARE_BATCH,
        CONTEXT,
        PUBLIC.encoding,
        DECK.digest,
        b"".join(number(position) for position in positions),
        b"".join(DECK.pairs[position][0].encoding for position in positions),
        b"".join(shares),
    )


def test_proved_shares_are_accepted_in_their_order() -> None:
    shares = _check()
    assert [share.position for share in shares] == list(POSITIONS)
    for share in shares:
        assert share.element == SECRET.reveal() * DECK.pairs[share.position][0]
    assert len(BATCH.proof) == SHARE_PROOF_BYTES == 64
    assert [len(share) for share in BATCH.shares] == [32, 32, 32]


def test_ones_own_shares_are_those_one_would_prove() -> None:
    assert own_shares(SECRET, DECK, POSITIONS) == _check()


def test_a_batch_keeps_as_checked_values_what_it_sends() -> None:
    assert BATCH.own == _check()
    assert tuple(share.element.encoding for share in BATCH.own) == BATCH.shares


def test_a_batch_of_ten_costs_two_multiplications_a_card_and_three() -> None:
    positions = range(10)
    with counted() as counts:
        batch = make_shares(SECRET, DECK, positions, CONTEXT, seeded("ten"))
    assert counts.arithmetic == (22, 2, 9)
    with counted() as counts:
        check_shares(PUBLIC, DECK, positions, CONTEXT, batch.shares, batch.proof)
    assert counts.arithmetic == (23, 1, 20)
    assert counts.decoded == 10


@pytest.mark.parametrize("mask", [0x01, 0x80])
def test_every_changed_byte_is_refused(mask: int) -> None:
    for index in range(64):
        with pytest.raises(BadProof):
            _check(proof=flipped(BATCH.proof, index, mask))
    for card in range(3):
        for index in range(32):
            changed = list(BATCH.shares)
            changed[card] = flipped(changed[card], index, mask)
            with pytest.raises(BadProof):
                _check(shares=changed)


@pytest.mark.parametrize("context", [b"", CONTEXT[:-1], CONTEXT + b"\0"])
def test_shares_are_refused_in_another_context(context: bytes) -> None:
    with refused(Reason.PROOF_FAILS):
        _check(context=context)


@pytest.mark.parametrize("positions", [(4, 1, 9), (1, 4, 8), (0, 4, 9)])
def test_shares_are_refused_at_other_positions(positions: tuple[int, ...]) -> None:
    with refused(Reason.PROOF_FAILS):
        _check(positions=positions)


def test_shares_are_refused_for_another_key_or_deck() -> None:
    with refused(Reason.PROOF_FAILS):
        check_shares(AT.publics[1], DECK, POSITIONS, CONTEXT, BATCH.shares, BATCH.proof)
    other = shuffled(AT, "shares", "again")
    with refused(Reason.PROOF_FAILS):
        check_shares(PUBLIC, other, POSITIONS, CONTEXT, BATCH.shares, BATCH.proof)


def test_a_part_of_a_batch_or_a_batch_in_another_order_is_refused() -> None:
    with refused(Reason.PROOF_FAILS):
        _check(shares=BATCH.shares[:2], positions=POSITIONS[:2])
    with refused(Reason.PROOF_FAILS):
        _check(shares=BATCH.shares[::-1], positions=POSITIONS[::-1])


def test_other_lengths_are_refused_before_any_arithmetic() -> None:
    shares, proof = BATCH.shares, BATCH.proof
    with counted() as counts:
        for list_of_shares in ((), shares[:2], (*shares, shares[0])):
            with refused(Reason.BAD_LENGTH):
                _check(shares=list_of_shares)
        for other in (b"", proof[:-1], proof + b"\0", proof * 2):
            with refused(Reason.BAD_LENGTH):
                _check(proof=other)
        for share in (b"", shares[0][:-1], shares[0] + b"\0"):
            with refused(Reason.BAD_LENGTH):
                _check(shares=(share, *shares[1:]))
    assert counts.arithmetic == (0, 0, 0)


@pytest.mark.parametrize("encoding", BAD_ENCODINGS)
def test_a_bad_encoding_of_a_share_is_refused(encoding: str) -> None:
    for card in range(3):
        shares = list(BATCH.shares)
        shares[card] = bytes.fromhex(encoding)
        with refused(Reason.BAD_ENCODING):
            _check(shares=shares)


def test_the_identity_is_no_share() -> None:
    with refused(Reason.IDENTITY):
        _check(shares=(*BATCH.shares[:2], bytes(32)))


@pytest.mark.parametrize("place", [0, 32])
def test_scalars_from_the_order_on_are_refused(place: int) -> None:
    same = decode_scalar(BATCH.proof[place : place + 32]) + ORDER
    proof = BATCH.proof[:place] + same.to_bytes(32, "little") + BATCH.proof[place + 32 :]
    with refused(Reason.SCALAR_RANGE):
        _check(proof=proof)


@pytest.mark.parametrize("positions", [(), (1, 1), (-1,), (11,)])
def test_positions_are_the_callers_own_and_in_the_deck(positions: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="position"):
        own_shares(SECRET, DECK, positions)
    with pytest.raises(ValueError, match="position"):
        make_shares(SECRET, DECK, positions, CONTEXT, seeded("x"))
    with pytest.raises(ValueError, match="position"):
        _check(positions=positions)


def test_a_key_of_another_table_is_the_callers_mistake() -> None:
    stranger = table(seats=4)
    with pytest.raises(ValueError, match="none of those"):
        make_shares(stranger.secrets[3], DECK, POSITIONS, CONTEXT, seeded("x"))
    with pytest.raises(ValueError, match="none of those"):
        check_shares(stranger.publics[3], DECK, POSITIONS, CONTEXT, BATCH.shares, BATCH.proof)


def test_a_right_proof_that_passes_through_the_identity_is_accepted() -> None:
    lefts = [DECK.pairs[position][0] for position in POSITIONS]
    rights = [SECRET.reveal() * left for left in lefts]
    shares = [right.encoding for right in rights]
    proof = prove_equal(
        SECRET.reveal(), PUBLIC.element, lefts, rights, 0, _context_string(POSITIONS, shares)
    )
    challenge, response = decode_scalar(proof[:32]), decode_scalar(proof[32:])
    assert (base(response) + challenge * PUBLIC.element).encoding == bytes(32)
    assert len(_check(shares=shares, proof=proof)) == 3


def test_a_broken_generator_proves_two_statements_with_other_nonces() -> None:
    def announced(positions: Sequence[int], context: bytes) -> bytes:
        proof = make_shares(SECRET, DECK, positions, context, bytes).proof
        challenge, response = decode_scalar(proof[:32]), decode_scalar(proof[32:])
        return (base(response) + challenge * PUBLIC.element).encoding

    said = [((1, 2), b"one"), ((1, 2), b"two"), ((2, 1), b"one"), ((1,), b"one")]
    assert len({announced(*statement) for statement in said}) == len(said)


def test_no_share_is_made_or_checked_on_a_deck_that_is_not_proved() -> None:
    # The very deck of the batch, but without the chain: typed Any, as mypy refuses it.
    unproved: Any = DECK.deck
    with pytest.raises(TypeError, match="take a ProvedDeck"):
        own_shares(SECRET, unproved, POSITIONS)
    with pytest.raises(TypeError, match="take a ProvedDeck"):
        make_shares(SECRET, unproved, POSITIONS, CONTEXT, seeded("batch"))
    with pytest.raises(TypeError, match="take a ProvedDeck"):
        check_shares(PUBLIC, unproved, POSITIONS, CONTEXT, BATCH.shares, BATCH.proof)


def test_a_share_is_made_by_its_check_alone() -> None:
    with pytest.raises(TypeError, match="checks of this package alone"):
        Share(GENERATOR, PUBLIC.encoding, DECK.digest, 0)


def test_the_text_of_a_share_shows_none() -> None:
    assert repr(_check()[1]) == "<Share of position 4>"
    assert repr(BATCH) == "<ShareBatch of 3>"
