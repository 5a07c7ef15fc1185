"""The players of the examples in docs/protocol.md."""

from __future__ import annotations

from protocol.log.chain import nonce_commitment
from protocol.log.messages import PROTOCOL_VERSION, RULES_VERSION, Player, Roster, Settings
from protocol.log.signing import SigningKey


def example_keys(seats: int = 2) -> list[SigningKey]:
    return [SigningKey(bytes([number]) * 32) for number in range(1, seats + 1)]


def example_roster(seats: int = 2) -> Roster:
    """Ada and Ben with the nonces of chapter 11, and others after them."""
    players = tuple(
        Player(key.identity, name, nonce_commitment(key.identity, bytes([number]) * 32))
        for number, (key, name) in enumerate(
            zip(example_keys(seats), ("Ada", "Ben", "Cleo", "Dan"), strict=False), start=3
        )
    )
    return Roster(PROTOCOL_VERSION, RULES_VERSION, Settings(), players)
