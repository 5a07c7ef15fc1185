"""The files of vectors that take no time to make."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.vectors import (
    attempts,
    encoding,
    evidence,
    frames,
    handshakes,
    hashes,
    shares,
    shuffles,
    signed,
)

#: How to make each, by name.
SMALL: Mapping[str, Callable[[], str]] = {
    "encoding.json": encoding.encoding,
    "digests.json": hashes.digests,
    "identities.json": hashes.identities,
    "heads.json": hashes.heads,
    "orders.json": hashes.orders,
    "seating.json": hashes.seats,
    "frames.json": frames.frames,
    "link-messages.json": frames.link_messages,
    "version-hellos.json": frames.version_hellos,
    "lobby-messages.json": frames.lobby_messages,
    "handshakes.json": handshakes.handshakes,
    "invites.json": handshakes.invites,
    "keys.json": shuffles.keys,
    "shuffles.json": shuffles.shuffles,
    "shares.json": shares.shares,
    "signed.json": signed.signed_things,
    "messages.json": signed.messages,
    "attempts.json": attempts.attempts,
    "evidence.json": evidence.evidence,
}
