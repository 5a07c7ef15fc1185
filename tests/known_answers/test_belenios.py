"""Our shuffle equations accept the proofs of another program, and nothing next to them.

The fixtures were made by ``belenios-tool``; see tests/vectors/belenios/README.md.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from protocol.deck import BadProof, Reason
from protocol.deck.entropy import random_permutation
from protocol.deck.terelius_wikstrom import Nonces, Statement, Witness, check, prove, recompute
from tests.deck.helpers import seeded
from tests.known_answers.modular import (
    ORDER,
    PRIME,
    BeleniosTranscript,
    Fixture,
    Residue,
    Residues,
    generator,
    read_fixture,
)

FOLDER = Path(__file__).parent.parent / "vectors" / "belenios"
SIZES = (1, 4)


def fixture(count: int) -> Fixture:
    return read_fixture(FOLDER / f"shuffle-{count}.json")


def transcript(made: Fixture) -> BeleniosTranscript:
    return BeleniosTranscript(made.fingerprint, made.statement)


def assert_refused(made: Fixture) -> None:
    with pytest.raises(BadProof) as error:
        check(Residues(), made.statement, made.proof, transcript(made))
    assert error.value.reason is Reason.PROOF_FAILS


def test_the_generators_are_squares_and_no_two_are_equal() -> None:
    found = [generator(index) for index in range(-1, 4)]
    assert len({point.value for point in found}) == len(found)
    assert all(pow(point.value, ORDER, PRIME) == 1 for point in found)


@pytest.mark.parametrize("count", SIZES)
def test_a_proof_of_the_other_program_holds(count: int) -> None:
    made = fixture(count)
    check(Residues(), made.statement, made.proof, transcript(made))


@pytest.mark.parametrize("count", SIZES)
def test_every_part_of_its_announcement_is_the_one_that_our_equations_give(count: int) -> None:
    made = fixture(count)
    weights = transcript(made).weights(made.proof.c_points)
    again = recompute(Residues(), made.statement, made.proof, weights)
    assert again == made.announcement


def test_with_another_pair_in_the_place_of_one_it_fails() -> None:
    made = fixture(4)
    first, second, *rest = made.statement.after
    statement: Statement[Residue] = replace(made.statement, after=(second, first, *rest))
    assert_refused(replace(made, statement=statement))


def test_with_another_election_it_fails() -> None:
    assert_refused(replace(fixture(1), fingerprint="another"))


def test_with_another_response_it_fails() -> None:
    made = fixture(1)
    s1, s2, s3, s4 = made.proof.s
    for proof in (
        replace(made.proof, s=(s1 + 1, s2, s3, s4)),
        replace(made.proof, y=(made.proof.y[0] + 1,)),
        replace(made.proof, z=(made.proof.z[0] + 1,)),
    ):
        assert_refused(replace(made, proof=proof))


def test_what_our_prover_makes_in_their_group_holds_too() -> None:
    made = fixture(1)
    entropy = seeded("belenios")
    before = made.statement.before
    scalars = tuple(int.from_bytes(entropy(300), "big") % ORDER for _ in range(9))
    witness = Witness(random_permutation(1, entropy), scalars[:1])
    group = Residues()
    ((left, right),) = before
    mask = scalars[0]
    after = ((left + group.base(mask), right + mask * made.statement.key),)
    statement = replace(made.statement, after=after)
    nonces = Nonces(
        a=scalars[1:2],
        b=scalars[2:3],
        w=(scalars[3], scalars[4], scalars[5], scalars[6]),
        v=scalars[7:8],
        w_prime=scalars[8:9],
    )
    said = BeleniosTranscript(made.fingerprint, statement)
    proof = prove(group, statement, witness, nonces, said)
    check(group, statement, proof, BeleniosTranscript(made.fingerprint, statement))
