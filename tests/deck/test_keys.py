import pytest

from protocol.deck import (
    KEY_PROOF_BYTES,
    BrokenEntropy,
    JointKey,
    PublicKey,
    Reason,
    SecretKey,
    check_key,
    joint_key,
    new_key,
    prove_key,
)
from protocol.deck.group import GENERATOR, ORDER, base, decode_scalar, encode_scalar
from protocol.deck.hashing import Label, hash_to_scalar
from tests.deck.helpers import CONTEXT, flipped, refused, seeded, table
from tests.deck.vectors import BAD_ENCODINGS

SECRET = new_key(seeded("key"))
BODY = prove_key(SECRET, CONTEXT, seeded("proof"))


def _proved(secret: int) -> PublicKey:
    return check_key(prove_key(SecretKey(secret), CONTEXT, seeded("proved")), CONTEXT)


def test_a_proved_key_is_accepted() -> None:
    assert len(BODY) == KEY_PROOF_BYTES == 96
    assert check_key(BODY, CONTEXT).element == base(SECRET.reveal())


def test_a_body_is_key_challenge_response() -> None:
    public, challenge, response = BODY[:32], BODY[32:64], BODY[64:]
    c, s = decode_scalar(challenge), decode_scalar(response)
    announced = base(s - c * SECRET.reveal()).encoding
    assert hash_to_scalar(Label.KEY_CHALLENGE, CONTEXT, public, announced) == c


@pytest.mark.parametrize("index", range(KEY_PROOF_BYTES))
def test_a_changed_byte_is_refused(index: int) -> None:
    for mask in (1, 0x80):
        with pytest.raises(ValueError):
            check_key(flipped(BODY, index, mask), CONTEXT)


@pytest.mark.parametrize("other", [b"", CONTEXT[:-1], CONTEXT + b"\0", b"x" * 300])
def test_a_key_is_refused_in_another_context(other: bytes) -> None:
    with refused(Reason.PROOF_FAILS):
        check_key(BODY, other)


@pytest.mark.parametrize("body", [b"", BODY[:-1], BODY + b"\0"], ids=["empty", "short", "long"])
def test_a_body_of_another_length_is_refused(body: bytes) -> None:
    with refused(Reason.BAD_LENGTH):
        check_key(body, CONTEXT)


@pytest.mark.parametrize("encoding", BAD_ENCODINGS)
def test_a_bad_encoding_of_a_key_is_refused(encoding: str) -> None:
    with refused(Reason.BAD_ENCODING):
        check_key(bytes.fromhex(encoding) + BODY[32:], CONTEXT)


def test_the_identity_is_no_key_even_with_a_right_proof() -> None:
    challenge = hash_to_scalar(Label.KEY_CHALLENGE, CONTEXT, bytes(32), base(5).encoding)
    with refused(Reason.IDENTITY):
        check_key(bytes(32) + encode_scalar(challenge) + encode_scalar(5), CONTEXT)


@pytest.mark.parametrize("place", [32, 64])
def test_scalars_from_the_order_on_are_refused(place: int) -> None:
    same = decode_scalar(BODY[place : place + 32]) + ORDER
    body = BODY[:place] + same.to_bytes(32, "little") + BODY[place + 32 :]
    with refused(Reason.SCALAR_RANGE):
        check_key(body, CONTEXT)


def test_a_right_proof_that_passes_through_the_identity_is_accepted() -> None:
    public = base(SECRET.reveal())
    challenge = hash_to_scalar(Label.KEY_CHALLENGE, CONTEXT, public.encoding, bytes(32))
    response = challenge * SECRET.reveal()
    body = public.encoding + encode_scalar(challenge) + encode_scalar(response)
    assert check_key(body, CONTEXT).element == public


def test_a_broken_generator_does_not_give_the_secret_away() -> None:
    def response_in(context: bytes) -> tuple[int, int]:
        body = prove_key(SECRET, context, bytes)
        return decode_scalar(body[32:64]), decode_scalar(body[64:])

    (c1, s1), (c2, s2) = response_in(b"one"), response_in(b"two")
    # Two responses with one nonce would be two equations for the secret.
    solved = (s1 - s2) * pow(c1 - c2, -1, ORDER) % ORDER
    assert solved != SECRET.reveal()


def test_a_fresh_key_needs_sound_entropy() -> None:
    assert new_key(seeded("a")) != new_key(seeded("b"))
    with pytest.raises(BrokenEntropy):
        new_key(bytes)


def test_the_joint_key_is_the_sum_in_any_order() -> None:
    one, two, three = (_proved(secret) for secret in (1, 2, 3))
    assert joint_key([one, two, three]).element == base(6)
    assert joint_key([one, two, three]) == joint_key([three, one, two])


@pytest.mark.parametrize("count", [0, 1])
def test_a_deal_needs_two_keys(count: int) -> None:
    with pytest.raises(ValueError, match="at least two"):
        joint_key(table().publics[:count])


def test_a_sum_that_is_the_identity_names_nobody() -> None:
    with refused(Reason.IDENTITY):
        joint_key([_proved(5), _proved(ORDER - 5)])


def test_keys_are_made_by_their_checks_alone() -> None:
    with pytest.raises(TypeError, match="checks of this package alone"):
        PublicKey(GENERATOR)
    with pytest.raises(TypeError, match="checks of this package alone"):
        JointKey(element=GENERATOR, members=())
