"""What is made out of the entropy handed in: permutations and hedged nonces.

Nothing here asks the system for randomness; ``Entropy`` is a function of the caller.
"""

from collections.abc import Callable, Iterator

from protocol.deck.errors import BrokenEntropy
from protocol.deck.hashing import Label, digest, hash_to_scalar, number

Entropy = Callable[[int], bytes]
"""Returns as many uniform, secret, never repeated bytes as it is asked for."""

FRESH_BYTES = 64
_MOST_REFILLS = 256


def draw(entropy: Entropy, size: int) -> bytes:
    """Exactly ``size`` bytes, or ``BrokenEntropy``."""
    drawn = entropy(size)
    if len(drawn) != size:
        raise BrokenEntropy(f"asked for {size} bytes of entropy, got {len(drawn)}")
    return drawn


def random_permutation(size: int, entropy: Entropy) -> tuple[int, ...]:
    """A uniform permutation of 0..size-1, for ``size`` up to 255.

    Fisher-Yates from the last place down. One byte chooses among k places; the 256 mod k highest
    values are thrown away, so that every place has the same number of bytes. Bytes are drawn in
    bulk: at first one for each choice, then as many as thrown-away ones left missing.
    Raises ``BrokenEntropy`` if almost every byte had to be thrown away.
    """
    order = list(range(size))
    pool: Iterator[int] = iter(())
    refills = 0
    for last in range(size - 1, 0, -1):
        places = last + 1
        accepted = 256 - 256 % places
        while True:
            byte = next(pool, None)
            if byte is None:
                if refills == _MOST_REFILLS:
                    raise BrokenEntropy("the entropy never gives a usable byte")
                refills += 1
                pool = iter(draw(entropy, last))
            elif byte < accepted:
                break
        chosen = byte % places
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def hedged_scalars(
    label: Label, secret: bytes, statement: bytes, entropy: Entropy, count: int
) -> tuple[int, ...]:
    """``count`` scalars from the secret, the statement and 64 fresh bytes.

    With a sound generator they are as good as the generator. With a broken one that repeats itself
    two statements still get different nonces, so no proof gives its secret away.
    """
    seed = digest(label, secret, statement, draw(entropy, FRESH_BYTES))
    return tuple(hash_to_scalar(label, seed, number(index)) for index in range(count))
