"""Heads depend on exactly what the step was, and on no signature."""

from protocol.log.chain import next_head, nonce_commitment, payload_hash, table_id
from protocol.log.messages import PROTOCOL_VERSION, Player, Roster, Settings, StepKind, Why

A, B, C = (bytes([number]) * 32 for number in (1, 2, 3))
PLAYERS = (Player(A, "Ada", C), Player(B, "Ben", C))
ROSTER = Roster(PROTOCOL_VERSION, 1, Settings(), PLAYERS)


def test_a_table_is_named_by_everything_in_its_roster() -> None:
    others = [
        Roster(PROTOCOL_VERSION + 1, 1, Settings(), PLAYERS),
        Roster(PROTOCOL_VERSION, 2, Settings(), PLAYERS),
        Roster(PROTOCOL_VERSION, 1, Settings(), PLAYERS[::-1]),
        Roster(PROTOCOL_VERSION, 1, Settings(), (Player(A, "Ada", B), PLAYERS[1])),
        Roster(PROTOCOL_VERSION, 1, Settings(), (Player(A, "Eve", C), PLAYERS[1])),
        Roster(PROTOCOL_VERSION, 1, Settings(clock=60), PLAYERS),
    ]
    names = {table_id(roster) for roster in [ROSTER, *others]}
    assert len(names) == 7
    assert all(len(name) == 32 for name in names)


def test_every_part_of_a_step_changes_the_head() -> None:
    heads = {
        next_head(A, 3, StepKind.KEYS, (0, 1, 2), (), {0: A, 1: B, 2: C}),
        next_head(B, 3, StepKind.KEYS, (0, 1, 2), (), {0: A, 1: B, 2: C}),
        next_head(A, 4, StepKind.KEYS, (0, 1, 2), (), {0: A, 1: B, 2: C}),
        next_head(A, 3, StepKind.SHARES, (0, 1, 2), (), {0: A, 1: B, 2: C}),
        next_head(A, 3, StepKind.KEYS, (0, 1), (), {0: A, 1: B, 2: C}),
        next_head(A, 3, StepKind.KEYS, (0, 1), ((2, Why.SILENT),), {0: A, 1: B, 2: C}),
        next_head(A, 3, StepKind.KEYS, (0, 1), ((2, Why.FAULT),), {0: A, 1: B, 2: C}),
        next_head(A, 3, StepKind.KEYS, (0, 1, 2), (), {0: A, 1: B}),
        next_head(A, 3, StepKind.KEYS, (0, 1, 2), (), {0: B, 1: A, 2: C}),
    }
    assert len(heads) == 9


def test_the_order_in_which_entries_came_in_does_not_matter() -> None:
    rising = next_head(A, 3, StepKind.KEYS, (0, 1), (), {0: A, 1: B})
    falling = next_head(A, 3, StepKind.KEYS, (0, 1), (), {1: B, 0: A})
    assert rising == falling


def test_a_commitment_binds_the_identity() -> None:
    assert nonce_commitment(A, C) != nonce_commitment(B, C)
    assert payload_hash(A) != payload_hash(B)
