"""No proof and no commitment fits a second place."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from protocol.log.messages import StepKind
from protocol.peer.contexts import (
    key_context,
    order_commitment,
    share_context,
    shuffle_context,
)

TABLES = HEADS = (bytes(32), bytes([1]) * 32)
STEPS = (3, 4, 300)
SEATS = (0, 1, 2, 3)


def test_no_two_places_share_a_context() -> None:
    places = list(product(TABLES, HEADS, STEPS, SEATS))
    contexts = [key_context(*place) for place in places]
    contexts += [shuffle_context(*place) for place in places]
    for table, head, step, seat in places:
        for kind, recipient in product((StepKind.SHARES, StepKind.TURN), SEATS):
            contexts.append(share_context(table, head, step, kind, seat, recipient))
    assert len(set(contexts)) == len(contexts) == len(places) * (2 + 2 * len(SEATS))


def test_an_order_seals_every_part_of_it() -> None:
    sealed = {
        "table": TABLES[0],
        "head": HEADS[0],
        "seat": 1,
        "positions": (3, 7),
        "cards": (5, 5),
        "salt": bytes(32),
    }
    other = {
        "table": TABLES[1],
        "head": HEADS[1],
        "seat": 2,
        "positions": (3, 8),
        "cards": (5, 6),
        "salt": bytes([1]) * 32,
    }
    commit: Callable[..., bytes] = order_commitment
    changed = [commit(**(sealed | {name: other[name]})) for name in sealed]
    assert len({commit(**sealed), *changed}) == 7
    assert all(len(commitment) == 32 for commitment in changed)


def test_where_positions_end_and_cards_begin_is_sealed_too() -> None:
    one = order_commitment(TABLES[0], HEADS[0], 0, (1, 2), (3,), bytes(32))
    other = order_commitment(TABLES[0], HEADS[0], 0, (1,), (2, 3), bytes(32))
    assert one != other
