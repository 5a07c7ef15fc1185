"""The bodies of entries: their shapes and outer limits."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.log.encoding import Struct, decode, encode, shape, unpack
from protocol.log.errors import Malformed
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Player,
    Roster,
    Settings,
    Signed,
    StepKind,
    Thing,
)
from protocol.peer.bodies import (
    BODIES,
    MAX_HAND,
    MAX_MOVES,
    Batch,
    DiscardBody,
    KeyBody,
    NonceBody,
    OrderBody,
    SeatsBody,
    SharesBody,
    ShuffleBody,
    TurnBody,
)
from protocol.peer.steps import STEPS

SIGNED = Signed(Thing.RETURN, b"payload", bytes(64))
SHARE, PROOF, HASH = bytes(32), bytes(64), bytes(32)
PLAYERS = tuple(Player(bytes([n]) * 32, f"N{n}", HASH) for n in range(4))


def _turn(positions: int, moves: int = 1) -> TurnBody:
    places = tuple(range(positions))
    return TurnBody(places, (1,) * positions, HASH, (SHARE,) * positions, PROOF, ("D",) * moves)


LARGEST: dict[StepKind, Struct] = {
    StepKind.ROSTER: Roster(PROTOCOL_VERSION, 1, Settings(), PLAYERS),
    StepKind.NONCES: NonceBody(HASH),
    StepKind.SEATS: SeatsBody((SIGNED,) * 4),
    StepKind.KEYS: KeyBody(bytes(256)),
    StepKind.SHUFFLE: ShuffleBody(bytes(64 * 55), bytes(128 * 55 + 160)),
    StepKind.SHARES: SharesBody((Batch(0, (SHARE,) * MAX_HAND, PROOF),) * 3),
    StepKind.ORDER: OrderBody(MAX_HAND, HASH),
    StepKind.TURN: _turn(MAX_HAND, MAX_MOVES),
    StepKind.DISCARD: DiscardBody("x" * 64),
}


def test_each_kind_of_step_has_a_body_and_the_step_table_knows_it() -> None:
    assert set(BODIES) == set(StepKind) == set(LARGEST)
    assert {kind: rule.body for kind, rule in STEPS.items()} == BODIES


@pytest.mark.parametrize("kind", list(StepKind))
def test_the_largest_body_comes_back_as_it_was(kind: StepKind) -> None:
    body = LARGEST[kind]
    assert decode(encode(body), BODIES[kind]) == body
    assert shape(unpack(encode(body)), BODIES[kind]) == body


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (StepKind.ROSTER, 3, (PLAYERS[0],)),
        (StepKind.ROSTER, 3, (*PLAYERS, PLAYERS[0])),
        (StepKind.NONCES, 0, bytes(31)),
        (StepKind.NONCES, 0, bytes(33)),
        (StepKind.SEATS, 0, (SIGNED,) * 5),
        (StepKind.KEYS, 0, bytes(257)),
        (StepKind.SHUFFLE, 0, bytes(64 * 55 + 1)),
        (StepKind.SHUFFLE, 1, bytes(128 * 55 + 161)),
        (StepKind.SHARES, 0, (Batch(0, (SHARE,), PROOF),) * 4),
        (StepKind.SHARES, 0, (Batch(0, (SHARE,) * (MAX_HAND + 1), PROOF),)),
        (StepKind.SHARES, 0, (Batch(4, (SHARE,), PROOF),)),
        (StepKind.SHARES, 0, (Batch(0, (bytes(31),), PROOF),)),
        (StepKind.SHARES, 0, (Batch(0, (SHARE,), bytes(63)),)),
        (StepKind.ORDER, 0, 0),
        (StepKind.ORDER, 0, MAX_HAND + 1),
        (StepKind.ORDER, 1, bytes(31)),
        (StepKind.TURN, 0, (55,)),
        (StepKind.TURN, 0, (-1,)),
        (StepKind.TURN, 1, (0,)),
        (StepKind.TURN, 1, (12,)),
        (StepKind.TURN, 2, bytes(31)),
        (StepKind.TURN, 3, (bytes(33),)),
        (StepKind.TURN, 4, bytes(65)),
        (StepKind.TURN, 5, ("",)),
        (StepKind.TURN, 5, ("x" * 65,)),
        (StepKind.TURN, 5, ("D",) * (MAX_MOVES + 1)),
        (StepKind.DISCARD, 0, ""),
        (StepKind.DISCARD, 0, "x" * 65),
        (StepKind.DISCARD, 0, 7),
    ],
)
def test_a_field_beyond_its_limit_is_no_body(kind: StepKind, field: int, value: object) -> None:
    plain: list[Any] = list(unpack(encode(LARGEST[kind])))
    plain[field] = unpack(encode(value))
    with pytest.raises(Malformed):
        shape(tuple(plain), BODIES[kind])


@pytest.mark.parametrize("kind", list(StepKind))
def test_a_body_has_no_field_too_many_or_too_few(kind: StepKind) -> None:
    plain = unpack(encode(LARGEST[kind]))
    for other in ((*plain, 0), plain[:-1], ()):
        with pytest.raises(Malformed):
            shape(other, BODIES[kind])
