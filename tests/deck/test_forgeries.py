"""Known attacks, built: each passes a verifier with one thing left out, and fails with ours.

The weak verifier of each test differs from the package's in the named thing only, so acceptance
there shows that the forgery is real, and refusal here that the thing guards against it.
"""

import hashlib
from collections import Counter
from functools import reduce
from operator import add

from protocol.deck import PublicKey, Reason, check_key, check_shares, make_shares
from protocol.deck.checked import seal
from protocol.deck.deck import Deck, card_at, card_point, deck_of
from protocol.deck.dleq import check_equal, prove_equal
from protocol.deck.group import (
    GENERATOR,
    ORDER,
    RISTRETTO255,
    Element,
    base,
    encode_scalar,
    reduce_wide,
)
from protocol.deck.hashing import Label, hash_to_scalar
from protocol.deck.keys import joint_key, prove_key
from protocol.deck.secret import SecretKey
from protocol.deck.shuffle import ShuffleTranscript, encode_proof, generators, statement_of
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
from tests.deck.helpers import CONTEXT, received, refused, seeded, shuffled, table

_draw = seeded("forger")


def _scalar() -> int:
    return reduce_wide(_draw(64))


def _scalars(count: int) -> tuple[int, ...]:
    return tuple(_scalar() for _ in range(count))


def _cards_of(at_secrets: tuple[SecretKey, ...], deck: Deck) -> list[int | None]:
    """What the deck holds, read with all secrets; None for a point that is no card."""
    secret = sum(secret.reveal() for secret in at_secrets)
    cards = {card_point(card): card for card in range(1, 12)}
    return [cards.get(right - secret * left) for left, right in deck.pairs]


# Rogue key.


def test_a_key_that_cancels_the_others_reads_the_deck_alone_and_has_no_proof() -> None:
    others = table(seats=3).publics
    known = _scalar()
    rogue = base(known) - reduce(add, (key.element for key in others))

    # Without proofs: the rogue's lone secret opens what the joint key masks.
    joint = joint_key([*others, seal(PublicKey, element=rogue)])
    mask = _scalar()
    left, right = base(mask), card_point(7) + mask * joint.element
    assert card_at(right - known * left) == 7

    # The proof of the secret it does know is about another key.
    body = prove_key(SecretKey(known), CONTEXT, _draw)
    with refused(Reason.PROOF_FAILS):
        check_key(rogue.encoding + body[32:], CONTEXT)

    # A simulated proof fits the equation for every key, but not the hash.
    challenge, response = _scalars(2)
    announced = base(response) - challenge * rogue
    assert base(response) == announced + challenge * rogue
    with refused(Reason.PROOF_FAILS):
        check_key(rogue.encoding + encode_scalar(challenge) + encode_scalar(response), CONTEXT)


def test_a_copied_key_with_its_copied_proof_is_worth_nothing_at_another_seat() -> None:
    body = prove_key(SecretKey(_scalar()), b"table 1, seat 0", _draw)
    check_key(body, b"table 1, seat 0")
    with refused(Reason.PROOF_FAILS):
        check_key(body, b"table 1, seat 1")


# Generators whose logarithms the prover knows.


def test_with_known_logarithms_of_the_generators_a_card_is_tripled() -> None:
    at = table([1, 1, 2, 2, 3, 3])
    # Outputs, and the input each masks anew: one card too many of type 1, one too few of type 3.
    sources = (0, 1, 1, 2, 3, 4)
    masks = _scalars(6)
    key = at.joint.element
    forged = deck_of(
        at.joint,
        tuple(
            (at.deck.pairs[j][0] + base(r), at.deck.pairs[j][1] + r * key)
            for j, r in zip(sources, masks, strict=True)
        ),
    )
    assert Counter(_cards_of(at.secrets, forged)) == {1: 3, 2: 2, 3: 1}

    log_chain, logs = _scalar(), _scalars(6)
    places = tuple(base(log) for log in logs)
    trapdoored = Generators(base(log_chain), places, reduce(add, places))
    transcript = ShuffleTranscript(at.deck, forged, CONTEXT)

    opened = _scalars(6)
    c_points = tuple(base(log) for log in opened)
    u = transcript.weights(c_points)
    # Any weights will do whose sum over each type of card is that of the inputs.
    free = _scalars(3)
    u_prime = (
        free[0],
        free[1],
        u[0] + u[1] - free[0] - free[1],
        free[2],
        u[2] + u[3] - free[2],
        u[4] + u[5],
    )
    product = 1
    for weight in u:
        product = product * weight % ORDER

    b, v, w_prime = _scalars(6), _scalars(6), _scalars(6)
    w = _scalars(4)
    chain = [log_chain]
    for nonce, weight in zip(b, u_prime, strict=True):
        chain.append((nonce + weight * chain[-1]) % ORDER)
    d_points = tuple(base(log) for log in chain[1:])
    announcement = Announcement(
        t1=base(w[0]),
        t2=base(w[1]),
        t3=base(w[2] + sum(n * log for n, log in zip(w_prime, logs, strict=True))),
        t_a=reduce(
            add,
            (n * left for n, (left, _) in zip(w_prime, forged.pairs, strict=True)),
            base(-w[3]),
        ),
        t_b=reduce(
            add,
            (n * right for n, (_, right) in zip(w_prime, forged.pairs, strict=True)),
            -w[3] * key,
        ),
        v=tuple(
            base(nonce + n * log) for nonce, n, log in zip(v, w_prime, chain[:-1], strict=True)
        ),
    )
    c = transcript.challenge(d_points, announcement)
    # With all logarithms known the first three responses absorb every difference.
    t3_log = sum(x * y for x, y in zip(u, opened, strict=True)) - sum(
        x * y for x, y in zip(u_prime, logs, strict=True)
    )
    proof = Proof(
        c_points=c_points,
        d_points=d_points,
        challenge=c,
        s=(
            (w[0] + c * (sum(opened) - sum(logs))) % ORDER,
            (w[1] + c * (chain[-1] - product * log_chain)) % ORDER,
            (w[2] + c * t3_log) % ORDER,
            (w[3] + c * sum(r * x for r, x in zip(masks, u_prime, strict=True))) % ORDER,
        ),
        y=tuple((nonce + c * x) % ORDER for nonce, x in zip(v, b, strict=True)),
        z=tuple((nonce + c * x) % ORDER for nonce, x in zip(w_prime, u_prime, strict=True)),
    )
    weak = Statement(trapdoored, key, at.deck.pairs, forged.pairs)
    check(RISTRETTO255, weak, proof, transcript)

    with refused(Reason.PROOF_FAILS):
        received(at.deck, forged.encode(), encode_proof(proof), CONTEXT)


# The output deck missing from the hash of the weights.


def test_with_the_new_deck_left_out_of_the_weights_54_copies_of_one_card_pass() -> None:
    at = table()
    count, key = len(at.deck), at.joint.element
    # The old deck in place of the new one: the weights do not depend on what is sent.
    weak = ShuffleTranscript(at.deck, at.deck, CONTEXT)
    nonces = Nonces(
        a=_scalars(count),
        b=_scalars(count),
        w=(_scalar(), _scalar(), _scalar(), _scalar()),
        v=_scalars(count),
        w_prime=_scalars(count),
    )
    places = generators(count).places
    u = weak.weights(tuple(base(a) + place for a, place in zip(nonces.a, places, strict=True)))

    # Knowing the weights first, the last pair is solved for.
    copies = tuple(
        (GENERATOR + base(r), at.deck.pairs[0][1] + r * key) for r in _scalars(count - 1)
    )
    slack = _scalar()
    left, right = base(slack), slack * key
    for weight, (a, b) in zip(u, at.deck.pairs, strict=True):
        left, right = left + weight * a, right + weight * b
    for weight, (a, b) in zip(u, copies, strict=False):
        left, right = left - weight * a, right - weight * b
    last = pow(u[-1], -1, ORDER)
    forged = deck_of(at.joint, (*copies, (last * left, last * right)))
    assert _cards_of(at.secrets, forged)[:54] == [1] * 54

    witness = Witness(tuple(range(count)), (*[0] * (count - 1), slack * last % ORDER))
    statement = statement_of(at.deck, forged)
    proof = prove(RISTRETTO255, statement, witness, nonces, weak)
    check(RISTRETTO255, statement, proof, weak)

    with refused(Reason.PROOF_FAILS):
        received(at.deck, forged.encode(), encode_proof(proof), CONTEXT)


# Batches without weights.


def test_without_weights_two_errors_of_a_batch_that_cancel_pass() -> None:
    at = table([1, 2, 3])
    deck = shuffled(at, "cancel")
    secret, public = at.secrets[0], at.publics[0]
    error = base(_scalar())
    lefts = [left for left, _ in deck.pairs]
    right = [secret.reveal() * left for left in lefts]
    wrong = [right[0] + error, right[1] - error, right[2]]

    left_sum, wrong_sum = reduce(add, lefts), reduce(add, wrong)
    unweighted = prove_equal(
        secret.reveal(), public.element, [left_sum], [wrong_sum], _scalar(), CONTEXT
    )
    check_equal(public.element, [left_sum], [wrong_sum], unweighted, CONTEXT)

    honest = make_shares(secret, deck, [0, 1, 2], CONTEXT, _draw).proof
    for proof in (unweighted, honest):
        with refused(Reason.PROOF_FAILS):
            check_shares(
                public,
                deck,
                [0, 1, 2],
                CONTEXT,
                [share.encoding for share in wrong],
                proof,
            )
    # Even with the package's own transcript over the wrong shares.
    with refused(Reason.PROOF_FAILS):
        proof = prove_equal(secret.reveal(), public.element, lefts, wrong, _scalar(), CONTEXT)
        check_equal(public.element, lefts, wrong, proof, CONTEXT)


# The share missing from the hash.


def _challenge_without_the_share(*elements: Element) -> int:
    spoken = b"".join(element.encoding for element in elements)
    return reduce_wide(hashlib.sha512(spoken).digest())


def test_with_the_share_left_out_of_the_hash_a_wrong_share_passes() -> None:
    at = table([1, 2, 3])
    deck = shuffled(at, "unhashed")
    secret, public = at.secrets[0].reveal(), at.publics[0].element
    left = deck.pairs[0][0]
    nonce = _scalar()
    to_generator, to_left = base(nonce), base(_scalar())
    c = _challenge_without_the_share(public, left, to_generator, to_left)
    s = (nonce - c * secret) % ORDER
    wrong = pow(c, -1, ORDER) * (to_left - s * left)
    assert wrong != secret * left

    # What a verifier computes who does not hash the share.
    again = _challenge_without_the_share(public, left, base(s) + c * public, s * left + c * wrong)
    assert again == c

    with refused(Reason.PROOF_FAILS):
        check_shares(
            at.publics[0],
            deck,
            [0],
            CONTEXT,
            [wrong.encoding],
            encode_scalar(c) + encode_scalar(s),
        )


# The key missing from its own proof's hash, for the same reason.


def test_with_the_key_left_out_of_the_hash_an_unknown_secret_is_proved() -> None:
    announced = base(_scalar()) + card_point(1)
    c = hash_to_scalar(Label.KEY_CHALLENGE, CONTEXT, announced.encoding)
    s = _scalar()
    # Nobody knows the logarithm of this key: it holds a part of a card's point.
    key = pow(c, -1, ORDER) * (base(s) - announced)
    assert hash_to_scalar(Label.KEY_CHALLENGE, CONTEXT, (base(s) - c * key).encoding) == c
    with refused(Reason.PROOF_FAILS):
        check_key(key.encoding + encode_scalar(c) + encode_scalar(s), CONTEXT)
