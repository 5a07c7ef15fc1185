"""Identities and signatures (0.6), signed things (3.1), rosters (3.2)."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.second_reader.encoding import (
    Malformed,
    NotCanonical,
    Value,
    anything,
    decode,
    digest,
    encode,
    integer,
    list_of,
    octets,
    one_of,
    struct,
    text,
)

PROTOCOL = 2
RULES = 1

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
_SMALL_ORDER = {
    bytes.fromhex(one)
    for one in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
}


class Dropped(Exception):
    """A signed thing counts for nothing here."""


def can_sign(identity: bytes) -> bool:
    """Whether signatures under an identity can hold: a point, and not of small order."""
    y_bytes = identity[:31] + bytes([identity[31] & 127])
    y = int.from_bytes(y_bytes, "little")
    if y_bytes in _SMALL_ORDER or y >= _P:
        return False
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    return square == 0 or pow(square, (_P - 1) // 2, _P) == 1


@cache
def holds(identity: bytes, label: str, message: bytes, signature: bytes) -> bool:
    """Whether a signature holds; the library refuses S from the order on and compares R."""
    if not can_sign(identity):
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(identity)
        key.verify(signature, f"koryo-tui/1 {label}".encode() + b"\0" + message)
    except (InvalidSignature, ValueError):
        return False
    return True


# The structs of chapter 3.

_version = integer(1, 255)
_hash = octets(32, 32)
_step = integer(0, 65_535)
_seat = integer(0, 3)

STEP_KINDS = ("roster", "nonces", "seats", "keys", "shuffle", "shares", "order", "turn", "discard")
PHRASES = (
    "hello",
    "good-luck",
    "thinking",
    "your-turn",
    "nice-move",
    "oops",
    "thanks",
    "wait-please",
    "well-played",
    "good-game",
    "hints-are-fine",
    "another-game",
    "come-along",
)
THINGS = (
    "entry",
    "acknowledgement",
    "change",
    "goodbye",
    "return",
    "result",
    "open",
    "keys",
    "talk",
    "pause",
)

Signed = struct(thing=one_of(*THINGS), payload=octets(1, 60_000), signature=octets(64, 64))
Player = struct(identity=_hash, name=text(1, 24), nonce_commitment=_hash)
Settings = struct(clock=integer(0, 3_600), absences=integer(1, 9))
Roster = struct(protocol=_version, rules=_version, settings=Settings, players=list_of(Player, 2, 4))
Entry = struct(
    version=_version,
    table=_hash,
    step=_step,
    seat=_seat,
    kind=one_of(*STEP_KINDS),
    head=_hash,
    follows=octets(0, 32),
    body=anything,
)
Acknowledgement = struct(
    version=_version, table=_hash, step=_step, seat=_seat, attempt=integer(0, 255), head=_hash
)
LeftOut = struct(seat=_seat, why=one_of("silent", "goodbye", "fault"), proof=list_of(Signed, 0, 2))
Change = struct(
    version=_version,
    table=_hash,
    step=_step,
    seat=_seat,
    attempt=integer(1, 255),
    left_out=list_of(LeftOut, 0, 3),
    acknowledgements=list_of(Signed, 0, 32),
)
Goodbye = struct(version=_version, table=_hash, step=_step, seat=_seat)
Return = struct(version=_version, table=_hash, step=_step, round=integer(1, 8), seat=_seat)
Result = struct(
    version=_version, table=_hash, seat=_seat, head=_hash, scores=list_of(integer(-255, 255))
)
Open = struct(version=_version, table=_hash, seat=_seat, head=_hash)
DealKey = struct(step=_step, secret=_hash)
Keys = struct(version=_version, table=_hash, seat=_seat, head=_hash, keys=list_of(DealKey, 0, 512))
Talk = struct(
    version=_version,
    table=_hash,
    seat=_seat,
    number=integer(1, 2**31 - 1),
    phrase=text(0, 16),
    text=text(0, 120),
)
Pause = struct(
    version=_version, table=_hash, seat=_seat, number=integer(1, 2**31 - 1), wanted=integer(0, 1)
)

_STRUCTS = {
    "entry": Entry,
    "acknowledgement": Acknowledgement,
    "change": Change,
    "goodbye": Goodbye,
    "return": Return,
    "result": Result,
    "open": Open,
    "keys": Keys,
    "talk": Talk,
    "pause": Pause,
}

#: Bytes of payload at most.
_LONGEST = {
    "entry": 12_288,
    "acknowledgement": 256,
    "change": 60_000,
    "goodbye": 256,
    "return": 256,
    "result": 256,
    "open": 256,
    "keys": 24_576,
    "talk": 1_024,
    "pause": 256,
}


def table_id(roster: Value) -> bytes:
    """The hash that names a table, also the head before its first step."""
    return digest("table", roster)


def payload_hash(payload: bytes) -> bytes:
    """What an entry or change is known by."""
    return digest("payload", payload)


def nonce_commitment(identity: bytes, nonce: bytes) -> bytes:
    """What the roster holds of a nonce."""
    return digest("nonce", identity, nonce)


def fingerprint(identity: bytes) -> bytes:
    """What people compare."""
    return digest("identity", identity)[:10]


def can_play(roster: SimpleNamespace) -> bool:
    """Whether a table with this roster may be verified at all (3.2)."""
    identities = [player.identity for player in roster.players]
    return (
        roster.protocol == PROTOCOL
        and roster.rules == RULES
        and len(set(identities)) == len(identities)
        and all(can_sign(identity) for identity in identities)
    )


class Table:
    """Who plays: what is needed to judge whether a signed thing counts."""

    def __init__(self, roster: SimpleNamespace) -> None:
        self.roster = roster
        self.id = table_id(roster.raw)
        self.identities: list[bytes] = [player.identity for player in roster.players]

    def read(self, signed: SimpleNamespace, any_version: bool = False) -> Any:
        """The struct of a signed thing, or Dropped (3.1)."""
        try:
            thing = _STRUCTS[signed.thing](decode(signed.payload, _LONGEST[signed.thing]))
        except (Malformed, NotCanonical) as problem:
            raise Dropped("the payload is no such struct") from problem
        if (thing.version != PROTOCOL and not any_version) or thing.table != self.id:
            raise Dropped("of another table or version")
        if thing.seat >= len(self.identities):
            raise Dropped("of a seat that is not there")
        identity = self.identities[thing.seat]
        if not holds(identity, signed.thing, signed.payload, signed.signature):
            raise Dropped("the signature does not hold")
        return thing

    def acknowledges(
        self, step: int, seat: int, attempt: int, head: bytes, signature: bytes
    ) -> bool:
        """Whether a signature is a seat's under the acknowledgement of a head (8.1)."""
        payload = encode([PROTOCOL, self.id, step, seat, attempt, head])
        return holds(self.identities[seat], "acknowledgement", payload, signature)
