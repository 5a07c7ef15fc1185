from collections.abc import Callable
from random import Random  # a seed fixes the places that are changed

import pytest

from protocol.deck import (
    BadProof,
    ProvedShuffle,
    Reason,
    check_shuffle,
    decode_deck,
    open_deck,
    shuffle,
    shuffle_proof_bytes,
)
from protocol.deck.deck import deck_of
from protocol.deck.entropy import random_permutation
from protocol.deck.group import IDENTITY, ORDER, RISTRETTO255, decode_scalar
from protocol.deck.shuffle import (
    ShuffleTranscript,
    decode_proof,
    encode_proof,
    mix,
    prove_shuffle,
    statement_of,
)
from protocol.deck.terelius_wikstrom import Nonces, Witness, prove, recompute
from tests.deck.helpers import BOX, CONTEXT, counted, flipped, received, refused, seeded, table
from tests.deck.vectors import BAD_ENCODINGS

BIG = table()
BIG_SHUFFLE = shuffle(BIG.deck, CONTEXT, seeded("big"))
SMALL = table([1, 2])
SMALL_SHUFFLE = shuffle(SMALL.deck, CONTEXT, seeded("small"))


def _check_small(deck_bytes: bytes, proof: bytes) -> ProvedShuffle:
    return received(SMALL.deck, deck_bytes, proof, CONTEXT)


def _check_big(deck_bytes: bytes, proof: bytes, context: bytes = CONTEXT) -> ProvedShuffle:
    return received(BIG.deck, deck_bytes, proof, context)


def _scalar(proof: bytes, count: int, index: int) -> int:
    return decode_scalar(proof[64 * count + 32 * index :][:32])


def _with_scalar(proof: bytes, count: int, index: int, scalar: int) -> bytes:
    start = 64 * count + 32 * index
    return proof[:start] + scalar.to_bytes(32, "little") + proof[start + 32 :]


@pytest.mark.parametrize("count", [1, 2, 3, 15, 35, 55])
def test_a_proved_shuffle_of_any_size_is_accepted(count: int) -> None:
    at = table(BOX[:count])
    made = shuffle(at.deck, CONTEXT, seeded("any"))
    sent = made.deck.encode()
    assert len(sent) == 64 * count
    assert len(made.proof) == 128 * count + 160 == shuffle_proof_bytes(count)
    checked = received(at.deck, sent, made.proof, CONTEXT)
    assert checked.deck == made.deck
    assert checked.deck.encode() == sent
    assert checked.source == at.deck.digest


def test_the_shuffler_knows_without_checking_what_others_check() -> None:
    assert BIG_SHUFFLE.proved == _check_big(BIG_SHUFFLE.deck.encode(), BIG_SHUFFLE.proof)


def test_the_next_seat_shuffles_a_decoded_deck_whose_proof_nobody_checked_yet() -> None:
    first, entropy = SMALL_SHUFFLE, seeded("next")
    decoded = decode_deck(SMALL.joint, first.deck.encode(), 2)
    second = shuffle(decoded, CONTEXT, entropy)
    # Each check needs the decks alone, not the result of the other.
    later = check_shuffle(decoded, second.deck, CONTEXT, second.proof)
    earlier = check_shuffle(SMALL.deck, decoded, CONTEXT, first.proof)
    assert later.source == earlier.deck.digest


def test_the_permutation_is_the_one_drawn_from_the_entropy() -> None:
    permutation = random_permutation(55, seeded("big"))
    secrets = [secret.reveal() for secret in BIG.secrets]
    opened = [right - sum(secrets) * left for left, right in BIG_SHUFFLE.deck.pairs]
    assert opened == [BIG.deck.pairs[j][1] - BIG.joint.element for j in permutation]


def test_nothing_of_the_deck_before_can_be_seen_after() -> None:
    before = {element for pair in BIG.deck.pairs for element in pair}
    after = {element for pair in BIG_SHUFFLE.deck.pairs for element in pair}
    assert len(after) == 110
    assert not before & after


# Refusals.


def changed_places(count: int) -> list[tuple[int, int]]:
    """So many places of a deck of 55 and its proof, with a bit of each: drawn, but always alike."""
    drawn = Random("places of a shuffle of 55")
    places = drawn.sample(range(64 * 55 + shuffle_proof_bytes(55)), count)
    return [(place, drawn.randrange(8)) for place in sorted(places)]


@pytest.mark.parametrize("mask", [0x01, 0x80])
def test_every_changed_byte_of_two_cards_is_refused(mask: int) -> None:
    accepted = []
    for index in range(len(SMALL_SHUFFLE.deck.encode())):
        with pytest.raises(BadProof):
            accepted.append(
                _check_small(flipped(SMALL_SHUFFLE.deck.encode(), index, mask), SMALL_SHUFFLE.proof)
            )
    for index in range(len(SMALL_SHUFFLE.proof)):
        with pytest.raises(BadProof):
            accepted.append(
                _check_small(SMALL_SHUFFLE.deck.encode(), flipped(SMALL_SHUFFLE.proof, index, mask))
            )
    assert accepted == []


@pytest.mark.parametrize(("place", "bit"), changed_places(64))
def test_a_changed_byte_of_a_shuffle_of_55_is_refused(place: int, bit: int) -> None:
    cards = len(BIG_SHUFFLE.deck.encode())
    sent = flipped(BIG_SHUFFLE.deck.encode() + BIG_SHUFFLE.proof, place, 1 << bit)
    with pytest.raises(BadProof):
        _check_big(sent[:cards], sent[cards:])


@pytest.mark.parametrize("index", range(9))
def test_another_scalar_in_a_proof_of_two_is_refused(index: int) -> None:
    other = (_scalar(SMALL_SHUFFLE.proof, 2, index) + 1) % ORDER
    with refused(Reason.PROOF_FAILS):
        _check_small(
            SMALL_SHUFFLE.deck.encode(), _with_scalar(SMALL_SHUFFLE.proof, 2, index, other)
        )


@pytest.mark.parametrize("index", [0, 1, 2, 3, 4, 5, 32, 59, 60, 87, 114])
def test_another_scalar_in_a_proof_of_55_is_refused(index: int) -> None:
    other = (_scalar(BIG_SHUFFLE.proof, 55, index) + 1) % ORDER
    with refused(Reason.PROOF_FAILS):
        _check_big(BIG_SHUFFLE.deck.encode(), _with_scalar(BIG_SHUFFLE.proof, 55, index, other))


@pytest.mark.parametrize("context", [b"", CONTEXT[:-1], CONTEXT + b"\0", CONTEXT[::-1]])
def test_a_proof_is_refused_in_another_context(context: bytes) -> None:
    with refused(Reason.PROOF_FAILS):
        _check_big(BIG_SHUFFLE.deck.encode(), BIG_SHUFFLE.proof, context)


@pytest.mark.parametrize(
    "change",
    [
        lambda bytes_: b"",
        lambda bytes_: bytes_[:-1],
        lambda bytes_: bytes_ + b"\0",
        lambda bytes_: bytes_[:-32],
        lambda bytes_: bytes_ + bytes_[-64:],
        lambda bytes_: bytes_ * 2,
    ],
    ids=["empty", "cut", "padded", "one element less", "two more", "doubled"],
)
def test_other_lengths_are_refused_before_any_arithmetic(
    change: Callable[[bytes], bytes],
) -> None:
    with counted() as counts:
        with refused(Reason.BAD_LENGTH):
            decode_deck(BIG.joint, change(BIG_SHUFFLE.deck.encode()), 55)
        with refused(Reason.BAD_LENGTH):
            check_shuffle(BIG.deck, BIG_SHUFFLE.deck, CONTEXT, change(BIG_SHUFFLE.proof))
    assert counts.calls == {}


@pytest.mark.parametrize("count", [1, 2, 54, 56, 255])
def test_a_shuffle_of_another_number_of_cards_is_refused(count: int) -> None:
    with refused(Reason.BAD_LENGTH):
        _check_big(bytes(64 * count), bytes(shuffle_proof_bytes(count)))


@pytest.mark.parametrize("count", [1, 54])
def test_a_deck_of_another_number_of_cards_is_the_callers_mistake(count: int) -> None:
    made = shuffle(open_deck(BIG.joint, BOX[:count]), CONTEXT, seeded("fewer"))
    for proof in (made.proof, BIG_SHUFFLE.proof):
        with pytest.raises(ValueError, match="different deals"):
            check_shuffle(BIG.deck, made.deck, CONTEXT, proof)


@pytest.mark.parametrize("encoding", BAD_ENCODINGS)
def test_a_bad_encoding_in_any_element_is_refused(encoding: str) -> None:
    bad = bytes.fromhex(encoding)
    deck_bytes, proof = SMALL_SHUFFLE.deck.encode(), SMALL_SHUFFLE.proof
    for place in range(0, 128, 32):
        with refused(Reason.BAD_ENCODING):
            _check_small(deck_bytes[:place] + bad + deck_bytes[place + 32 :], proof)
        with refused(Reason.BAD_ENCODING):
            _check_small(deck_bytes, proof[:place] + bad + proof[place + 32 :])


@pytest.mark.parametrize("place", range(0, 128, 32))
def test_the_identity_in_a_deck_or_a_commitment_is_refused(place: int) -> None:
    deck_bytes, proof = SMALL_SHUFFLE.deck.encode(), SMALL_SHUFFLE.proof
    with refused(Reason.IDENTITY):
        _check_small(deck_bytes[:place] + bytes(32) + deck_bytes[place + 32 :], proof)
    with refused(Reason.IDENTITY):
        _check_small(deck_bytes, proof[:place] + bytes(32) + proof[place + 32 :])


@pytest.mark.parametrize("index", range(9))
def test_a_scalar_written_with_the_order_added_is_refused(index: int) -> None:
    proof = SMALL_SHUFFLE.proof
    same = _scalar(proof, 2, index) + ORDER
    with refused(Reason.SCALAR_RANGE):
        _check_small(SMALL_SHUFFLE.deck.encode(), _with_scalar(proof, 2, index, same))


def test_a_scalar_out_of_range_is_refused_before_any_arithmetic() -> None:
    proof = BIG_SHUFFLE.proof[:-1] + b"\xff"
    with counted() as counts, refused(Reason.SCALAR_RANGE):
        check_shuffle(BIG.deck, BIG_SHUFFLE.deck, CONTEXT, proof)
    assert counts.calls == {}


# The input of a shuffle is the verifier's own.


def test_a_shuffle_of_another_deck_is_refused() -> None:
    other = open_deck(BIG.joint, (*BOX[1:], 1))
    assert sorted((*BOX[1:], 1)) == sorted(BOX)
    made = shuffle(other, CONTEXT, seeded("other"))
    with refused(Reason.PROOF_FAILS):
        _check_big(made.deck.encode(), made.proof)


def test_an_old_deck_with_its_old_proof_is_refused_as_a_second_shuffle() -> None:
    for deck_bytes in (BIG_SHUFFLE.deck.encode(), BIG.deck.encode()):
        with refused(Reason.PROOF_FAILS):
            received(BIG_SHUFFLE.deck, deck_bytes, BIG_SHUFFLE.proof, CONTEXT)


def test_a_pair_put_in_twice_masked_anew_is_refused() -> None:
    witness = Witness((0, 1), (5, 7))
    doubled = Witness((0, 0), (5, 7))
    after = deck_of(SMALL.joint, mix(SMALL.deck, doubled))
    proof = encode_proof(prove_shuffle(SMALL.deck, after, witness, CONTEXT, seeded("twice")))
    with refused(Reason.PROOF_FAILS):
        _check_small(after.encode(), proof)


def test_swapped_cards_of_a_proved_deck_are_refused() -> None:
    swapped = SMALL_SHUFFLE.deck.encode()[64:] + SMALL_SHUFFLE.deck.encode()[:64]
    with refused(Reason.PROOF_FAILS):
        _check_small(swapped, SMALL_SHUFFLE.proof)


def test_a_deck_under_another_key_is_the_callers_mistake() -> None:
    other = table(BOX, seats=2)
    elsewhere = decode_deck(other.joint, BIG_SHUFFLE.deck.encode(), 55)
    with pytest.raises(ValueError, match="different deals"):
        check_shuffle(BIG.deck, elsewhere, CONTEXT, BIG_SHUFFLE.proof)
    with pytest.raises(ValueError, match="different deals"):
        check_shuffle(other.deck, BIG_SHUFFLE.deck, CONTEXT, BIG_SHUFFLE.proof)


def test_a_shuffle_stays_under_the_joint_key_of_its_source() -> None:
    assert BIG_SHUFFLE.deck.joint == BIG.joint
    assert _check_big(BIG_SHUFFLE.deck.encode(), BIG_SHUFFLE.proof).deck.joint == BIG.joint


# Nonces.


def test_a_right_proof_whose_whole_announcement_is_the_identity_is_accepted() -> None:
    witness = Witness((1, 0), (5, 7))
    after = deck_of(SMALL.joint, mix(SMALL.deck, witness))
    nonces = Nonces(a=(3, 4), b=(5, 6), w=(0, 0, 0, 0), v=(0, 0), w_prime=(0, 0))
    transcript = ShuffleTranscript(SMALL.deck, after, CONTEXT)
    statement = statement_of(SMALL.deck, after)
    proof = prove(RISTRETTO255, statement, witness, nonces, transcript)
    announced = recompute(RISTRETTO255, statement, proof, transcript.weights(proof.c_points))
    assert {announced.t1, announced.t2, announced.t3, announced.t_a, announced.t_b} == {IDENTITY}
    assert announced.v == (IDENTITY, IDENTITY)
    assert _check_small(after.encode(), encode_proof(proof)).deck == after


def test_a_broken_generator_masks_and_proves_two_contexts_with_other_nonces() -> None:
    one = shuffle(SMALL.deck, b"one", bytes)
    two = shuffle(SMALL.deck, b"two", bytes)
    elements_one = {element for pair in one.deck.pairs for element in pair}
    elements_two = {element for pair in two.deck.pairs for element in pair}
    assert not elements_one & elements_two
    first, second = decode_proof(one.proof, 2), decode_proof(two.proof, 2)
    assert not {*first.c_points, *first.d_points} & {*second.c_points, *second.d_points}
    assert received(SMALL.deck, one.deck.encode(), one.proof, b"one").deck == one.deck
