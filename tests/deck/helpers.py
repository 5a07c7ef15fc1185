"""A table for the tests of the deck: seats with keys, and entropy that repeats a run exactly."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from protocol.deck import (
    BadProof,
    Deck,
    Entropy,
    JointKey,
    ProvedDeck,
    ProvedShuffle,
    PublicKey,
    Reason,
    SecretKey,
    Share,
    check_key,
    check_shares,
    check_shuffle,
    decode_deck,
    joint_key,
    make_shares,
    new_key,
    open_deck,
    prove_key,
    proved_deck,
    shuffle,
)
from protocol.deck import group as group_module

BOX = tuple(card for card in range(1, 12) for _ in range(5))
CONTEXT = b"table 1, head before the step, step 7, seat 2"


def seeded(seed: str) -> Entropy:
    """Entropy that is the same in every run and never repeats within one."""
    drawn = 0

    def entropy(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.shake_256(f"{seed}/{drawn}".encode()).digest(size)

    return entropy


@dataclass(frozen=True)
class Table:
    """Seats that have proved their keys, and the open deck under their joint key."""

    secrets: tuple[SecretKey, ...]
    publics: tuple[PublicKey, ...]
    joint: JointKey
    deck: Deck


def table(cards: Sequence[int] = BOX, seats: int = 3) -> Table:
    entropy = seeded("table")
    secrets = tuple(new_key(entropy) for _ in range(seats))
    publics = tuple(check_key(prove_key(secret, CONTEXT, entropy), CONTEXT) for secret in secrets)
    joint = joint_key(publics)
    return Table(secrets, publics, joint, open_deck(joint, cards))


def received(source: Deck, encoding: bytes, proof: bytes, context: bytes) -> ProvedShuffle:
    """What a peer does with the bytes of a shuffle: decode the deck, then check the proof."""
    deck = decode_deck(source.joint, encoding, len(source))
    return check_shuffle(source, deck, context, proof)


def shuffled(at: Table, *seeds: str) -> ProvedDeck:
    """The open deck after one shuffle of each seed, as somebody who received them all has it."""
    links: tuple[ProvedShuffle, ...] = ()
    source = at.deck
    for seed in seeds:
        made = shuffle(source, CONTEXT, seeded(seed))
        links += (received(source, made.deck.encode(), made.proof, CONTEXT),)
        source = links[-1].deck
    return proved_deck(at.deck, links)


def shares_of_all(at: Table, deck: ProvedDeck, position: int) -> tuple[Share, ...]:
    """One proved share of each seat."""
    entropy = seeded("shares")
    shares: tuple[Share, ...] = ()
    for secret, public in zip(at.secrets, at.publics, strict=True):
        batch = make_shares(secret, deck, [position], CONTEXT, entropy)
        shares += check_shares(public, deck, [position], CONTEXT, batch.shares, batch.proof)
    return shares


@contextmanager
def refused(reason: Reason) -> Iterator[None]:
    with pytest.raises(BadProof) as caught:
        yield
    assert caught.value.reason is reason


@dataclass
class Counts:
    """How often the group library was asked for what."""

    calls: dict[str, int] = field(default_factory=dict)

    def of(self, *names: str) -> tuple[int, ...]:
        return tuple(self.calls.get(name, 0) for name in names)

    @property
    def arithmetic(self) -> tuple[int, int, int]:
        """Multiplications, multiplications of the generator, additions and subtractions."""
        multiplied, base, added, subtracted = self.of(
            "_multiply", "_multiply_base", "_add", "_subtract"
        )
        return multiplied, base, added + subtracted

    @property
    def decoded(self) -> int:
        return self.calls.get("_is_valid", 0)

    @property
    def derived(self) -> int:
        return self.calls.get("_from_hash", 0)


@contextmanager
def counted() -> Iterator[Counts]:
    """Counts the calls of the group library made inside."""
    counts = Counts()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_multiply", "_multiply_base", "_add", "_subtract", "_is_valid", "_from_hash"):
            original = getattr(group_module, name)

            def call(*args: object, name: str = name, original: object = original) -> int:
                counts.calls[name] = counts.calls.get(name, 0) + 1
                return original(*args)  # type: ignore[operator, no-any-return]

            patch.setattr(group_module, name, call)
        yield counts


def flipped(data: bytes, index: int, mask: int = 1) -> bytes:
    """The same bytes but for one."""
    return data[:index] + bytes([data[index] ^ mask]) + data[index + 1 :]
