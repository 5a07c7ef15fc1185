"""The group of Belenios for ranked votes and its hash rules, put into our shuffle equations.

Squares modulo the 2048-bit prime of RFC 3526 section 3, written additively, as the equations take
any group. The hash rules are those of the Belenios specification 2.0, section 6, tables 6 to 13.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from protocol.deck.terelius_wikstrom import Announcement, Generators, Proof, Statement

PRIME = int(
    "ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd"
    "ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed"
    "ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f"
    "83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b"
    "e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510"
    "15728e5a8aacaa68ffffffffffffffff",
    16,
)
ORDER = PRIME // 2


@dataclass(frozen=True, slots=True)
class Residue:
    """A square modulo ``PRIME``."""

    value: int

    def __add__(self, other: Self) -> Residue:
        return Residue(self.value * other.value % PRIME)

    def __sub__(self, other: Self) -> Residue:
        return Residue(self.value * pow(other.value, -1, PRIME) % PRIME)

    def __rmul__(self, scalar: int) -> Residue:
        return Residue(pow(self.value, scalar % ORDER, PRIME))


class Residues:
    """The group with its generator 2."""

    order = ORDER

    def base(self, scalar: int) -> Residue:
        return scalar * Residue(2)


def generator(index: int) -> Residue:
    """Table 8."""
    hashed = int.from_bytes(sha256(f"ggen|{index}".encode()).digest(), "big")
    return Residue(pow(hashed, (PRIME - 1) // ORDER, PRIME))


@dataclass(frozen=True, slots=True)
class Fixture:
    """One shuffle by ``belenios-tool``: what it was of, what came out, and the proof in parts."""

    fingerprint: str
    statement: Statement[Residue]
    announcement: Announcement[Residue]
    proof: Proof[Residue]
    """With the challenge that the hash gives for the announcement."""


class BeleniosTranscript:
    """Tables 5, 10, 11 and 13."""

    def __init__(self, fingerprint: str, statement: Statement[Residue]) -> None:
        self._fingerprint = fingerprint
        self._statement = statement
        self._said = ""

    def weights(self, c_points: tuple[Residue, ...]) -> list[int]:
        statement = self._statement
        self._said = _pairs(statement.before) + _pairs(statement.after) + _points(c_points)
        first = _hash(f"shuffle-challenges|{self._fingerprint}|{self._said}").hex()
        return [
            int.from_bytes(_hash(first + _hash(str(index)).hex()), "big") % ORDER
            for index in range(len(c_points))
        ]

    def challenge(self, d_points: tuple[Residue, ...], announcement: Announcement[Residue]) -> int:
        a = announcement
        announced = _points((a.t1, a.t2, a.t3, a.t_b, a.t_a)) + _points(a.v)
        stated = self._said + _points(d_points) + str(self._statement.key.value)
        hashed = _hash(f"shuffle-challenge|{self._fingerprint}|{announced}{stated}")
        return int.from_bytes(hashed, "big") % ORDER


def read_fixture(path: Path) -> Fixture:
    """A file of tests/vectors/belenios."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="ascii"))
    t1, t2, t3, (t_b, t_a), v = data["proof"]["t"]
    s1, s2, s3, s4, y, z = data["proof"]["s"]
    places = tuple(generator(index) for index in range(len(data["before"])))
    total = Residue(1)
    for place in places:
        total += place
    statement = Statement(
        Generators(generator(-1), places, total),
        _one(data["public_key"]),
        _read_pairs(data["before"]),
        _read_pairs(data["after"]),
    )
    announcement = Announcement(_one(t1), _one(t2), _one(t3), _one(t_a), _one(t_b), _many(v))
    c_points, d_points = _many(data["proof"]["c"]), _many(data["proof"]["c_hat"])
    transcript = BeleniosTranscript(data["fingerprint"], statement)
    transcript.weights(c_points)
    proof = Proof(
        c_points,
        d_points,
        transcript.challenge(d_points, announcement),
        (int(s1), int(s2), int(s3), int(s4)),
        tuple(map(int, y)),
        tuple(map(int, z)),
    )
    return Fixture(data["fingerprint"], statement, announcement, proof)


def _hash(text: str) -> bytes:
    return sha256(text.encode()).digest()


def _points(points: Sequence[Residue]) -> str:
    return "".join(f"{point.value}," for point in points)


def _pairs(pairs: Sequence[tuple[Residue, Residue]]) -> str:
    return "".join(f"{left.value},{right.value}," for left, right in pairs)


def _one(text: str) -> Residue:
    return Residue(int(text))


def _many(texts: Sequence[str]) -> tuple[Residue, ...]:
    return tuple(map(_one, texts))


def _read_pairs(pairs: Sequence[Sequence[str]]) -> tuple[tuple[Residue, Residue], ...]:
    return tuple((_one(left), _one(right)) for left, right in pairs)
