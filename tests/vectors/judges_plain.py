"""Judges of encodings, hashes, identities, orders and seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from protocol.deck.group import map_to_element
from protocol.deck.hashing import Label, hash_to_scalar
from protocol.deck.hashing import digest as deck_digest
from protocol.log.chain import next_head, nonce_commitment, payload_hash, table_id
from protocol.log.encoding import decode, digest, encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import (
    Acknowledgement,
    Roster,
    StepKind,
    Why,
)
from protocol.log.signing import check_identity
from protocol.net.fingerprint import fingerprint
from protocol.peer.contexts import key_context, order_commitment, share_context, shuffle_context
from protocol.peer.seating import seating
from tests.vectors.judging import File, all_bytes, bytes_of, value_of


def encoding(case: File, _file: File) -> str:
    data = bytes_of(case["bytes"])
    kind: Any = {"Acknowledgement": Acknowledgement}.get(case.get("struct", ""), Any)
    try:
        value = decode(data, kind)
    except Malformed:
        return "malformed"
    except Dropped:
        return "dropped"
    if "value" in case:
        assert value == value_of(case["value"])
        assert encode(value) == data
    return "canonical"


def digests(case: File, _file: File) -> str:
    found = _HASHES[case["hash"]](case)
    return "equal" if found == bytes_of(case["result"]) else "differs"


def _parts(case: File) -> tuple[Label, tuple[bytes, ...]]:
    return Label(case["label"]), all_bytes(case["parts"])


def _deck_scalar(case: File) -> bytes:
    label, parts = _parts(case)
    return hash_to_scalar(label, *parts).to_bytes(32, "little")


def _deck_hash(case: File) -> bytes:
    label, parts = _parts(case)
    return deck_digest(label, *parts)


def _head(case: File) -> bytes:
    return next_head(
        bytes_of(case["head"]),
        case["step"],
        StepKind(case["kind"]),
        tuple(case["members"]),
        tuple((seat, Why(why)) for seat, why in case["left_out"]),
        {seat: bytes_of(name) for seat, name in case["entries"]},
    )


def _context(case: File) -> bytes:
    table, head = bytes_of(case["table"]), bytes_of(case["head"])
    kind = StepKind(case["kind"])
    if kind is StepKind.KEYS:
        return key_context(table, head, case["step"], case["seat"])
    if kind is StepKind.SHUFFLE:
        return shuffle_context(table, head, case["step"], case["seat"])
    return share_context(table, head, case["step"], kind, case["seat"], case["recipient"])


_HASHES: Mapping[str, Callable[[File], bytes]] = {
    "digest": lambda c: digest(c["label"], *value_of(c["parts"])),
    "table": lambda c: table_id(decode(bytes_of(c["roster"]), Roster)),
    "payload": lambda c: payload_hash(bytes_of(c["payload"])),
    "nonce": lambda c: nonce_commitment(bytes_of(c["identity"]), bytes_of(c["nonce"])),
    "identity": lambda c: fingerprint(bytes_of(c["identity"])),
    "deck": _deck_hash,
    "deck scalar": _deck_scalar,
    "deck element": lambda c: map_to_element(_deck_hash(c)).encoding,
    "head": _head,
    "context": _context,
}


def identities(case: File, _file: File) -> str:
    try:
        check_identity(bytes_of(case["identity"]))
    except Dropped:
        return "refused"
    return "accepted"


def orders(case: File, _file: File) -> str:
    sealed = order_commitment(
        bytes_of(case["table"]),
        bytes_of(case["head"]),
        case["seat"],
        tuple(case["positions"]),
        tuple(case["cards"]),
        bytes_of(case["salt"]),
    )
    return "opens" if sealed == bytes_of(case["commitment"]) else "differs"


def seats(case: File, _file: File) -> str:
    nonces = dict(enumerate(all_bytes(case["nonces"])))
    found = seating(bytes_of(case["table"]), nonces)
    return "equal" if found == (tuple(case["clockwise"]), case["first"]) else "differs"
