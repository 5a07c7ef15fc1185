from collections import Counter
from itertools import islice, permutations, product

import pytest

from protocol.deck import BrokenEntropy, Entropy
from protocol.deck.entropy import draw, hedged_scalars, random_permutation
from protocol.deck.group import ORDER
from protocol.deck.hashing import Label
from tests.deck.helpers import seeded


class Refilled(Exception):
    """A byte was thrown away, and more are asked for than the test has."""


def _only(*given: int) -> Entropy:
    """Entropy that hands out these bytes, in as many draws as it takes, and no more."""
    left = iter(given)

    def entropy(size: int) -> bytes:
        drawn = bytes(islice(left, size))
        if len(drawn) < size:
            raise Refilled
        return drawn

    return entropy


def _counts_after(*before: int) -> tuple[Counter[tuple[int, ...]], int]:
    """The orders of three over all pairs of bytes that follow, and how often they ran out."""
    seen: Counter[tuple[int, ...]] = Counter()
    ran_out = 0
    for given in product(range(256), repeat=2):
        try:
            seen[random_permutation(3, _only(*before, *given))] += 1
        except Refilled:
            ran_out += 1
    return seen, ran_out


@pytest.mark.parametrize("before", [(), (255,)], ids=["at once", "after a thrown-away byte"])
def test_all_orders_of_three_come_equally_often_over_all_inputs(before: tuple[int, ...]) -> None:
    seen, ran_out = _counts_after(*before)
    # 255 usable bytes for three places, 256 for two; only 255 as the first asks for another.
    assert ran_out == 256
    assert seen == dict.fromkeys(permutations(range(3)), 255 * 256 // 6)


def test_all_choices_of_every_size_are_equally_likely() -> None:
    for places in range(2, 256):
        accepted = 256 - 256 % places
        chosen = Counter(byte % places for byte in range(accepted))
        assert set(chosen.values()) == {accepted // places}


@pytest.mark.parametrize("size", [0, 1, 2, 55, 255])
def test_a_permutation_holds_every_place_once(size: int) -> None:
    assert sorted(random_permutation(size, seeded("order"))) == list(range(size))


def test_entropy_is_drawn_in_bulk() -> None:
    asked: list[int] = []
    entropy = seeded("bulk")

    def listening(size: int) -> bytes:
        asked.append(size)
        return entropy(size)

    random_permutation(55, listening)
    assert asked[0] == 54
    assert len(asked) < 6


def test_entropy_that_gives_too_few_bytes_is_broken() -> None:
    with pytest.raises(BrokenEntropy, match="asked for 8 bytes"):
        draw(lambda size: bytes(size - 1), 8)


def test_entropy_that_never_gives_a_usable_byte_is_broken() -> None:
    with pytest.raises(BrokenEntropy, match="usable byte"):
        random_permutation(3, lambda size: b"\xff" * size)


def test_a_broken_generator_gives_other_nonces_for_another_statement_or_secret() -> None:
    def broken(size: int) -> bytes:
        return bytes(size)

    said = [(b"x", b"one"), (b"x", b"two"), (b"y", b"one")]
    nonces = [
        scalar
        for secret, statement in said
        for scalar in hedged_scalars(Label.KEY_NONCE, secret, statement, broken, 4)
    ]
    assert len(set(nonces)) == 12
    assert all(0 < nonce < ORDER for nonce in nonces)


def test_fresh_entropy_gives_other_nonces_for_one_statement() -> None:
    entropy = seeded("fresh")
    first = hedged_scalars(Label.KEY_NONCE, b"x", b"one", entropy, 1)
    assert first != hedged_scalars(Label.KEY_NONCE, b"x", b"one", entropy, 1)
