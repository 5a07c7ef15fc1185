"""Where fuzzing starts from: the good and bad cases of tests/vectors.

Nothing of ``protocol`` is imported here, so that it can be instrumented when it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack

VECTORS = Path(__file__).parent.parent / "vectors"
#: In which every kind of step occurs.
GAME = VECTORS / "transcripts" / "absence-and-return.koryo"
#: No seed is longer; checking proofs is slow, and a long input is changed in the wrong places.
MOST_BYTES = 16_000

#: By their numbers in the inputs of the target ``peer``.
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


def _cases(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((VECTORS / name).read_text(encoding="ascii"))["cases"]
    return cases


def frame_seeds() -> list[bytes]:
    """A size of pieces, then a stream."""
    return [b"\x03" + bytes.fromhex(case["stream"]) for case in _cases("frames.json")]


def message_seeds() -> list[bytes]:
    """Messages of all three channels: the readers refuse each other's."""
    names = ("messages.json", "link-messages.json", "lobby-messages.json", "encoding.json")
    return [bytes.fromhex(case["bytes"]) for name in names for case in _cases(name)]


def peer_seeds() -> list[bytes]:
    """The number of a thing, a seat, and a payload to be signed by that seat."""
    return [
        bytes([THINGS.index(case["thing"]), seat]) + bytes.fromhex(case["payload"])
        for case in _cases("signed.json")
        for seat in (0, 1)
    ]


def body_seeds() -> list[bytes]:
    """The number of a kind of step, and the encoding of a body: right ones, and any values."""
    seeds, kinds = [], list[str]()
    for kind, body in _played_bodies():
        if kind not in kinds:
            kinds.append(kind)
        seeds.append(bytes([kinds.index(kind)]) + body)
    values = [bytes.fromhex(case["bytes"]) for case in _cases("encoding.json")]
    return seeds + [bytes([kind]) + value for kind in range(len(kinds)) for value in values[:30]]


def _played_bodies() -> Iterator[tuple[str, bytes]]:
    """Kind and body of every entry of the first step of each kind in ``GAME``."""
    data, place, seen = GAME.read_bytes(), 16, dict[str, int]()
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        tag, record = msgpack.unpackb(data[place + 4 : place + 4 + length])
        place += 4 + length
        for _thing, payload, _signature in record[1] if tag == "step" else ():
            entry = msgpack.unpackb(payload)
            if seen.setdefault(entry[4], record[0]) == record[0]:
                yield entry[4], msgpack.packb(entry[7], use_bin_type=True)


def transcript_seeds() -> list[bytes]:
    """Beginnings of games, whole and broken."""
    seeds = []
    for case in _cases("transcripts.json"):
        keep = min(case["keep"], MOST_BYTES)
        file = (VECTORS / "transcripts" / case["file"]).read_bytes()
        data = bytearray(file[:keep] + bytes.fromhex(case["append"]))
        for place, byte in case.get("edits", ()):
            if place < len(data):
                data[place] = byte
        seeds.append(bytes(data))
    return sorted({seed for seed in seeds if len(seed) <= MOST_BYTES}, key=lambda s: (len(s), s))


SEEDS = {
    "frames": frame_seeds,
    "messages": message_seeds,
    "peer": peer_seeds,
    "bodies": body_seeds,
    "transcripts": transcript_seeds,
}
