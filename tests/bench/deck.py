"""The deck against the bare group operations it cannot do without."""

from __future__ import annotations

import os

from protocol.deck import (
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
from protocol.deck.group import base, map_to_element
from protocol.rules import BOX, cards_of
from tests.bench.report import line, median_ms, title

#: Multiplications, multiplications of the generator, additions (docs/protocol.md, "Deck").
MIX_AND_PROVE = (55 + 276, 55 + 169, 110 + 330)
CHECK = (444, 59, 498)
CONTEXT = b"benchmark"


def run() -> None:
    """Prints costs and ratios for 55 cards."""
    title("Deck, 55 cards, CPU of one core")
    scalar = int.from_bytes(os.urandom(31), "little")
    point = map_to_element(os.urandom(64))
    other = map_to_element(os.urandom(64))
    multiply = median_ms(lambda: [scalar * point for _ in range(200)], 7) / 200
    generator = median_ms(lambda: [base(scalar) for _ in range(200)], 7) / 200
    add = median_ms(lambda: [point + other for _ in range(200)], 7) / 200
    line(
        "multiplication, of the generator, addition",
        f"{multiply * 1e3:.0f} {generator * 1e3:.0f} {add * 1e3:.0f} us",
    )

    def floor(counts: tuple[int, int, int]) -> float:
        return counts[0] * multiply + counts[1] * generator + counts[2] * add

    secrets = [new_key(os.urandom) for _ in range(4)]
    publics = [check_key(prove_key(s, CONTEXT, os.urandom), CONTEXT) for s in secrets]
    deck = open_deck(joint_key(publics), cards_of(BOX))
    made = shuffle(deck, CONTEXT, os.urandom)
    encoded = made.deck.encode()
    prove_ms = median_ms(lambda: shuffle(deck, CONTEXT, os.urandom), 9)
    decode_ms = median_ms(lambda: decode_deck(deck.joint, encoded, 55), 9)
    check_ms = median_ms(lambda: check_shuffle(deck, made.deck, CONTEXT, made.proof), 9)
    line(
        "shuffle and prove",
        f"{prove_ms:.1f} ms",
        f"{prove_ms / floor(MIX_AND_PROVE):.2f} of its operations (bar 1.15)",
    )
    line("decode a deck", f"{decode_ms:.1f} ms")
    line(
        "check a shuffle",
        f"{check_ms:.1f} ms",
        f"{check_ms / floor(CHECK):.2f} of its operations (bar 1.15)",
    )
    proved = proved_deck(deck, [made.proved])
    places = list(range(10))
    batch = make_shares(secrets[0], proved, places, CONTEXT, os.urandom)
    share_ms = median_ms(lambda: make_shares(secrets[0], proved, places, CONTEXT, os.urandom), 9)
    verify_ms = median_ms(
        lambda: check_shares(publics[0], proved, places, CONTEXT, batch.shares, batch.proof), 9
    )
    line("ten shares: make, check", f"{share_ms:.1f} ms, {verify_ms:.1f} ms")
