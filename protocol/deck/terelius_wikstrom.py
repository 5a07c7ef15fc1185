"""The equations of the shuffle proof, for any group of prime order.

Terelius and Wikström 2010, in the form of Haenni, Locher, Koenig and Dubuis 2017: commitments C to
a permutation matrix, a chain D that shows the product of the permuted weights, and one
sigma-protocol over both and the ciphertexts. Sums stand for products; the letters are the papers'.

What is hashed how is the caller's, in a ``Transcript``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from protocol.deck.errors import BadProof, Reason
from protocol.deck.secret import Hidden


class Point(Protocol):
    """An element of an additive group, the identity included; arithmetic is total."""

    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...
    def __rmul__(self, scalar: int, /) -> Self: ...


P = TypeVar("P", bound=Point)
P_co = TypeVar("P_co", bound=Point, covariant=True)


class Group(Protocol[P_co]):
    """A group of prime order with a generator G."""

    @property
    def order(self) -> int:
        """The prime order q."""

    def base(self, scalar: int) -> P_co:
        """``scalar`` times G."""


@dataclass(frozen=True, slots=True)
class Generators(Generic[P]):
    """H and H_1..H_N, of which nobody knows a logarithm, and the sum of the H_i."""

    chain: P
    places: tuple[P, ...]
    total: P


@dataclass(frozen=True, slots=True)
class Statement(Generic[P]):
    """Each pair of ``after`` masks one of ``before`` under ``key``, each exactly once."""

    generators: Generators[P]
    key: P
    before: tuple[tuple[P, P], ...]
    after: tuple[tuple[P, P], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Witness(Hidden):
    """after_i = before_p(i) + r_i (G, K), with p counting from 0."""

    permutation: tuple[int, ...]
    masks: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Nonces(Hidden):
    """The prover's randomness: a, b, v and w' have N scalars each, w has 4. Used once."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    w: tuple[int, int, int, int]
    v: tuple[int, ...]
    w_prime: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Announcement(Generic[P]):
    """The first message of the sigma-protocol."""

    t1: P
    t2: P
    t3: P
    t_a: P
    t_b: P
    v: tuple[P, ...]


@dataclass(frozen=True, slots=True)
class Proof(Generic[P]):
    """The short form: the announcement is recomputed, not sent."""

    c_points: tuple[P, ...]
    d_points: tuple[P, ...]
    challenge: int
    s: tuple[int, int, int, int]
    y: tuple[int, ...]
    z: tuple[int, ...]


class Transcript(Protocol[P]):
    """The hash rules. Both answers must depend on the whole statement and all that came before."""

    def weights(self, c_points: tuple[P, ...], /) -> Sequence[int]:
        """u_1..u_N, once the commitments to the permutation are fixed."""

    def challenge(self, d_points: tuple[P, ...], announcement: Announcement[P], /) -> int:
        """c, once the chain and the announcement are fixed. Called after ``weights``."""


def prove(
    group: Group[P],
    statement: Statement[P],
    witness: Witness,
    nonces: Nonces,
    transcript: Transcript[P],
) -> Proof[P]:
    """The proof of a statement. 5N + 1 multiplications, 3N + 4 of the generator, 6N additions."""
    q, base = group.order, group.base
    generators = statement.generators
    w1, w2, w3, w4 = nonces.w
    w_prime = nonces.w_prime
    count = len(nonces.a)

    by_input = dict(
        zip(
            witness.permutation,
            (base(a) + place for a, place in zip(nonces.a, generators.places, strict=True)),
            strict=True,
        )
    )
    c_points = tuple(by_input[j] for j in range(count))
    u = transcript.weights(c_points)
    u_prime = tuple(u[j] for j in witness.permutation)

    # D_i = R_i G + U_i H, so that no multiplication waits for the one before.
    sums, products = [0], [1]
    for b, weight in zip(nonces.b, u_prime, strict=True):
        sums.append((b + weight * sums[-1]) % q)
        products.append(weight * products[-1] % q)
    d_points = tuple(
        base(r) + product * generators.chain
        for r, product in zip(sums[1:], products[1:], strict=True)
    )

    announcement = Announcement(
        t1=base(w1),
        t2=base(w2),
        t3=_combine(base(w3), w_prime, generators.places),
        t_a=_combine(base(-w4), w_prime, (left for left, _ in statement.after)),
        t_b=_combine((-w4 % q) * statement.key, w_prime, (right for _, right in statement.after)),
        v=tuple(
            base(v + w * r) + (w * product % q) * generators.chain
            for v, w, r, product in zip(nonces.v, w_prime, sums[:-1], products[:-1], strict=True)
        ),
    )
    c = transcript.challenge(d_points, announcement)
    return Proof(
        c_points=c_points,
        d_points=d_points,
        challenge=c,
        s=(
            (w1 + c * sum(nonces.a)) % q,
            (w2 + c * sums[-1]) % q,
            (w3 + c * _dot(nonces.a, u_prime)) % q,
            (w4 + c * _dot(witness.masks, u_prime)) % q,
        ),
        y=tuple((v + c * b) % q for v, b in zip(nonces.v, nonces.b, strict=True)),
        z=tuple((w + c * weight) % q for w, weight in zip(w_prime, u_prime, strict=True)),
    )


def check(
    group: Group[P], statement: Statement[P], proof: Proof[P], transcript: Transcript[P]
) -> None:
    """Returns if the proof holds, else raises ``BadProof``."""
    u = transcript.weights(proof.c_points)
    announcement = recompute(group, statement, proof, u)
    if transcript.challenge(proof.d_points, announcement) != proof.challenge:
        raise BadProof(Reason.PROOF_FAILS, "the shuffle proof")


def recompute(
    group: Group[P], statement: Statement[P], proof: Proof[P], u: Sequence[int]
) -> Announcement[P]:
    """The only announcement that fits the proof.

    8N + 4 multiplications, N + 4 of the generator, 9N + 3 additions.
    """
    q, base = group.order, group.base
    generators, c = statement.generators, proof.challenge
    s1, s2, s3, s4 = proof.s
    product = 1
    for weight in u:
        product = product * weight % q
    # One coefficient -c u_j a point instead of a multiplication of the whole sum by c.
    input_weights = tuple(-c * weight % q for weight in u)

    def both(start: P, inputs: Iterable[P], outputs: Iterable[P]) -> P:
        return _combine(_combine(start, proof.z, outputs), input_weights, inputs)

    first, *others = proof.c_points
    c_total = _sum(first, others)
    chain = (generators.chain, *proof.d_points)
    return Announcement(
        t1=base(s1) - c * (c_total - generators.total),
        t2=base(s2) - c * (chain[-1] - product * generators.chain),
        t3=both(base(s3), proof.c_points, generators.places),
        t_a=both(
            base(-s4),
            (left for left, _ in statement.before),
            (left for left, _ in statement.after),
        ),
        t_b=both(
            (-s4 % q) * statement.key,
            (right for _, right in statement.before),
            (right for _, right in statement.after),
        ),
        v=tuple(
            base(y) + z * earlier - c * later
            for y, z, earlier, later in zip(proof.y, proof.z, chain[:-1], chain[1:], strict=True)
        ),
    )


def _combine(start: P, scalars: Iterable[int], points: Iterable[P]) -> P:
    total = start
    for scalar, point in zip(scalars, points, strict=True):
        total = total + scalar * point
    return total


def _sum(start: P, points: Iterable[P]) -> P:
    total = start
    for point in points:
        total = total + point
    return total


def _dot(lefts: Iterable[int], rights: Iterable[int]) -> int:
    return sum(left * right for left, right in zip(lefts, rights, strict=True))
