"""What this client says of a case: one judge for each file of vectors.

A judge gives a verdict; where a case has particulars beside it, it asserts them.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.vectors import judges_channel, judges_deck, judges_log, judges_plain
from tests.vectors.judging import Judge

JUDGES: Mapping[str, Judge] = {
    "encoding.json": judges_plain.encoding,
    "digests.json": judges_plain.digests,
    "identities.json": judges_plain.identities,
    "heads.json": judges_plain.digests,
    "orders.json": judges_plain.orders,
    "seating.json": judges_plain.seats,
    "frames.json": judges_channel.frames,
    "link-messages.json": judges_channel.link_messages,
    "version-hellos.json": judges_channel.version_hellos,
    "lobby-messages.json": judges_channel.lobby_messages,
    "handshakes.json": judges_channel.handshakes,
    "invites.json": judges_channel.invites,
    "keys.json": judges_deck.keys,
    "shuffles.json": judges_deck.shuffles,
    "shares.json": judges_deck.shares,
    "signed.json": judges_log.signed_things,
    "messages.json": judges_log.messages,
    "attempts.json": judges_log.attempts,
    "evidence.json": judges_log.evidence,
}
