"""What binds each proof and commitment to one place in one table, so that none can be moved."""

from __future__ import annotations

from protocol.log.encoding import digest, encode
from protocol.log.messages import PROTOCOL_VERSION, StepKind


def key_context(table: bytes, head: bytes, step: int, seat: int) -> bytes:
    """The context of a proof of possession."""
    return _context(table, head, step, StepKind.KEYS, seat)


def shuffle_context(table: bytes, head: bytes, step: int, seat: int) -> bytes:
    """The context of a shuffle proof; decks and joint key are hashed by the proof itself."""
    return _context(table, head, step, StepKind.SHUFFLE, seat)


def share_context(
    table: bytes, head: bytes, step: int, kind: StepKind, seat: int, recipient: int
) -> bytes:
    """The context of a batch of shares by ``seat``, for ``recipient`` (itself, when it opens)."""
    return _context(table, head, step, kind, seat, recipient)


def order_commitment(
    table: bytes,
    head: bytes,
    seat: int,
    positions: tuple[int, ...],
    cards: tuple[int, ...],
    salt: bytes,
) -> bytes:
    """The hash that seals an order: ``head`` is the head before the ``order`` step."""
    return digest("order", table, head, seat, positions, cards, salt)


def _context(table: bytes, head: bytes, step: int, kind: StepKind, *seats: int) -> bytes:
    return encode(("koryo-tui/1 context", PROTOCOL_VERSION, table, head, step, kind, *seats))
