"""Hashing with labels: what goes into a hash cannot be read as anything else.

``digest(label, part, ...)`` is SHA-512 over

    2 bytes   length of the label, big-endian
    ...       the label, ASCII
    then for each part
    4 bytes   length of the part, big-endian
    ...       the part

A scalar is those 64 bytes read little-endian and reduced modulo the group order; an element is
derived from them as in RFC 9496 section 4.3.4.
"""

import hashlib
from enum import Enum

from protocol.deck.group import Element, map_to_element, reduce_wide

DIGEST_BYTES = 64


class Label(Enum):
    """Every purpose for which this package hashes; no two share a label."""

    CARD = "koryo-tui/1 card"
    GENERATOR = "koryo-tui/1 shuffle generator"
    DECK = "koryo-tui/1 deck"
    KEY_CHALLENGE = "koryo-tui/1 key challenge"
    KEY_NONCE = "koryo-tui/1 key nonce"
    SHUFFLE_STATEMENT = "koryo-tui/1 shuffle statement"
    SHUFFLE_WEIGHT = "koryo-tui/1 shuffle weight"
    SHUFFLE_CHALLENGE = "koryo-tui/1 shuffle challenge"
    SHUFFLE_MASK = "koryo-tui/1 shuffle mask"
    SHUFFLE_NONCE = "koryo-tui/1 shuffle nonce"
    SHARE_BATCH = "koryo-tui/1 share batch"
    SHARE_NONCE = "koryo-tui/1 share nonce"


def digest(label: Label, *parts: bytes) -> bytes:
    """64 bytes; the layout is in the module's docstring."""
    name = label.value.encode("ascii")
    state = hashlib.sha512(len(name).to_bytes(2, "big") + name)
    for part in parts:
        state.update(len(part).to_bytes(4, "big"))
        state.update(part)
    return state.digest()


def hash_to_scalar(label: Label, *parts: bytes) -> int:
    """An integer below the group order, uniform but for 2**-259."""
    return reduce_wide(digest(label, *parts))


def hash_to_element(label: Label, *parts: bytes) -> Element:
    """An element whose logarithm to any other nobody knows."""
    return map_to_element(digest(label, *parts))


def number(value: int) -> bytes:
    """How an index or a count goes into a hash: 2 bytes, big-endian."""
    return value.to_bytes(2, "big")
