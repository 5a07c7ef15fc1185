"""The hash chain: table id, payload hashes, heads."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.log.encoding import digest
from protocol.log.messages import Roster, StepKind, Why


def table_id(roster: Roster) -> bytes:
    """The 32-byte name of a table, and the head before its first step."""
    return digest("table", roster)


def payload_hash(payload: bytes) -> bytes:
    """The 32 bytes by which an entry is known, whatever signature it carries."""
    return digest("payload", payload)


def nonce_commitment(identity: bytes, nonce: bytes) -> bytes:
    """What a player puts into the roster for the 32 random bytes it opens in ``nonces``."""
    return digest("nonce", identity, nonce)


def next_head(
    head: bytes,
    step: int,
    kind: StepKind,
    members: tuple[int, ...],
    made_absent: tuple[tuple[int, Why], ...],
    entries: Mapping[int, bytes],
) -> bytes:
    """The head after a step.

    ``members`` are the seats that stay seated, rising; ``made_absent`` those that do not, with the
    reason, by rising seat; ``entries`` maps each seat whose entry counts to its payload hash.
    Signatures and attempt numbers are left out on purpose: every certificate of a step gives the
    same head.
    """
    counted = tuple((seat, entries[seat]) for seat in sorted(entries))
    return digest("head", head, step, kind, members, made_absent, counted)
