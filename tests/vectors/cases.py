"""How a file of vectors is put together and written: cases in order, bytes in hexadecimal."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from protocol.deck import Entropy
from protocol.log.chain import nonce_commitment
from protocol.log.encoding import Struct
from protocol.log.messages import (
    PROTOCOL_VERSION,
    RULES_VERSION,
    Player,
    Roster,
    Settings,
    Signed,
    Thing,
)
from protocol.log.signing import SigningKey

FOLDER = Path(__file__).parent
Case = dict[str, Any]

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def seeded(seed: str) -> Entropy:
    """A stream of bytes out of SHAKE-256, the same in every run."""
    counter = itertools.count()

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(f"koryo-tui vectors/{seed}/{next(counter)}".encode()).digest(size)

    return entropy


def case(name: str, verdict: str, why: str, **fields: object) -> Case:
    """One case; ``verdict`` is what a reader must come to."""
    return {"name": name, "verdict": verdict, "why": why, **plain(fields)}


def plain(value: object) -> Any:
    """Bytes as hexadecimal text, structs as lists of their fields, tuples as lists."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Struct):
        return [plain(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    return value


def rendered(about: str, cases: Sequence[Case], **shared: object) -> str:
    """The text of a file."""
    data = {"about": about, **plain(shared), "cases": list(cases)}
    names = [each["name"] for each in cases]
    assert len(set(names)) == len(names), "two cases of a file have one name"
    return json.dumps(data, indent=1, ensure_ascii=True) + "\n"


def read(name: str) -> Any:
    """A written file."""
    return json.loads((FOLDER / name).read_text(encoding="ascii"))


# The players of all vectors that need some


def key_of(seat: int) -> SigningKey:
    """The identity of a seat: its seed is 32 times the byte seat + 1."""
    return SigningKey(bytes([seat + 1]) * 32)


def nonce_of(seat: int) -> bytes:
    """What a seat opens in ``nonces``: 32 times the byte 0x10 + seat."""
    return bytes([0x10 + seat]) * 32


def roster_of(seats: int, settings: Settings | None = None) -> Roster:
    """The roster of the first ``seats`` players."""
    players = tuple(
        Player(
            key_of(seat).identity,
            NAMES[seat],
            nonce_commitment(key_of(seat).identity, nonce_of(seat)),
        )
        for seat in range(seats)
    )
    return Roster(PROTOCOL_VERSION, RULES_VERSION, settings or Settings(), players)


def sign(seat: int, thing: Thing, value: Struct) -> Signed:
    """Signed by the key of ``seat``, whatever seat the value names."""
    return key_of(seat).sign(thing, value)


def signed_fields(signed: Signed) -> dict[str, object]:
    """A signed thing as fields of a case."""
    return {
        "thing": signed.thing,
        "payload": signed.payload,
        "signature": signed.signature,
    }
