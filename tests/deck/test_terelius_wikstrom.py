"""The equations in another group: quadratic residues modulo a safe prime."""

import hashlib
from dataclasses import replace
from typing import Self

import pytest

from protocol.deck import Reason
from protocol.deck.entropy import random_permutation
from protocol.deck.terelius_wikstrom import (
    Announcement,
    Generators,
    Nonces,
    Proof,
    Statement,
    Witness,
    check,
    prove,
    recompute,
)
from tests.deck.helpers import refused, seeded

PRIME = int(
    "b6cf7204da15e028d995bf26cc9fdcc8b6aac2898be75685c65a6854ef7a4d2e"
    "803df442fabdb15d89df533620ec522681d4c178a43c20d0c48722e17cc9af3f",
    16,
)
ORDER = PRIME // 2


class Residue:
    """A square modulo PRIME, written additively."""

    def __init__(self, value: int) -> None:
        self.value = value % PRIME

    def __add__(self, other: Self) -> "Residue":
        return Residue(self.value * other.value)

    def __sub__(self, other: Self) -> "Residue":
        return Residue(self.value * pow(other.value, -1, PRIME))

    def __rmul__(self, scalar: int) -> "Residue":
        return Residue(pow(self.value, scalar, PRIME))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Residue) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


class Residues:
    order = ORDER

    def base(self, scalar: int) -> Residue:
        return scalar % ORDER * Residue(4)


def _hashed(*parts: object) -> int:
    return int.from_bytes(hashlib.sha512(repr(parts).encode()).digest(), "big") % ORDER


class ModularTranscript:
    """Hash rules of this test; the statement is in them."""

    def __init__(self, statement: Statement[Residue]) -> None:
        pairs = statement.before + statement.after
        self.said: list[object] = [(a.value, b.value) for a, b in pairs]

    def weights(self, c_points: tuple[Residue, ...]) -> list[int]:
        self.said.append([point.value for point in c_points])
        return [_hashed(self.said, j) for j in range(len(c_points))]

    def challenge(self, d_points: tuple[Residue, ...], announcement: Announcement[Residue]) -> int:
        a = announcement
        announced = (a.t1, a.t2, a.t3, a.t_a, a.t_b, *a.v)
        return _hashed(self.said, [point.value for point in (*d_points, *announced)])


def _statement_and_witness(count: int) -> tuple[Statement[Residue], Witness]:
    group = Residues()
    # Squares of hashes: nobody knows their logarithms.
    places = tuple(2 * Residue(_hashed("place", i)) for i in range(count))
    total = places[0]
    for place in places[1:]:
        total = total + place
    key = group.base(12345)
    before = tuple(
        (group.base(j + 2), 2 * Residue(_hashed("card", j)) + (j + 2) * key) for j in range(count)
    )
    witness = Witness(
        random_permutation(count, seeded("modular")),
        tuple(_hashed("mask", i) for i in range(count)),
    )
    after = tuple(
        (before[j][0] + group.base(r), before[j][1] + r * key)
        for j, r in zip(witness.permutation, witness.masks, strict=True)
    )
    generators = Generators(2 * Residue(_hashed("chain")), places, total)
    return Statement(generators, key, before, after), witness


def _nonces(count: int) -> Nonces:
    a, b, v, w_prime = (
        tuple(_hashed(name, i) for i in range(count)) for name in ("a", "b", "v", "w'")
    )
    return Nonces(a, b, (_hashed(1), _hashed(2), _hashed(3), _hashed(4)), v, w_prime)


def _proved(count: int) -> tuple[Statement[Residue], Proof[Residue]]:
    statement, witness = _statement_and_witness(count)
    transcript = ModularTranscript(statement)
    return statement, prove(Residues(), statement, witness, _nonces(count), transcript)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_proof_holds_in_a_modular_group(count: int) -> None:
    statement, proof = _proved(count)
    check(Residues(), statement, proof, ModularTranscript(statement))


@pytest.mark.parametrize("field", ["s", "y", "z", "c_points", "d_points"])
def test_every_part_of_the_proof_is_needed(field: str) -> None:
    statement, proof = _proved(4)
    values = getattr(proof, field)
    for index in range(len(values)):
        other = values[index] + (1 if isinstance(values[index], int) else Residue(4))
        changed = replace(proof, **{field: (*values[:index], other, *values[index + 1 :])})
        with refused(Reason.PROOF_FAILS):
            check(Residues(), statement, changed, ModularTranscript(statement))


def test_the_announcement_of_the_prover_is_the_one_recomputed() -> None:
    statement, witness = _statement_and_witness(3)
    heard: list[Announcement[Residue]] = []

    class Listening(ModularTranscript):
        def challenge(
            self, d_points: tuple[Residue, ...], announcement: Announcement[Residue]
        ) -> int:
            heard.append(announcement)
            return super().challenge(d_points, announcement)

    proof = prove(Residues(), statement, witness, _nonces(3), Listening(statement))
    weights = ModularTranscript(statement).weights(proof.c_points)
    assert recompute(Residues(), statement, proof, weights) == heard[0]


def test_a_witness_that_is_no_permutation_or_masks_otherwise_proves_nothing() -> None:
    statement, witness = _statement_and_witness(3)
    first, second, third = witness.permutation
    for wrong in (
        Witness((second, first, third), witness.masks),
        Witness(witness.permutation, (*witness.masks[:2], witness.masks[2] + 1)),
    ):
        proof = prove(Residues(), statement, wrong, _nonces(3), ModularTranscript(statement))
        with refused(Reason.PROOF_FAILS):
            check(Residues(), statement, proof, ModularTranscript(statement))
