"""The examples are what the code computes, and the files of vectors are there."""

from __future__ import annotations

import re

from protocol.log.chain import next_head, payload_hash, table_id
from protocol.log.encoding import digest, encode
from protocol.log.messages import PROTOCOL_VERSION, Acknowledgement, Entry, StepKind, Thing
from protocol.net.fingerprint import fingerprint
from protocol.peer.contexts import key_context, order_commitment, share_context
from protocol.peer.seating import seating
from tests.document.rosters import example_keys, example_roster
from tests.document.tables import DOCUMENT, ROOT, column, table


def test_the_examples_are_what_the_code_computes() -> None:
    keys, roster = example_keys(), example_roster()
    name = table_id(roster)
    entries = [
        key.sign(
            Thing.ENTRY, Entry(PROTOCOL_VERSION, name, 0, seat, StepKind.ROSTER, name, b"", roster)
        )
        for seat, key in enumerate(keys)
    ]
    hashes = {seat: payload_hash(signed.payload) for seat, signed in enumerate(entries)}
    head = next_head(name, 0, StepKind.ROSTER, (0, 1), (), hashes)
    said = keys[0].sign(
        Thing.ACKNOWLEDGEMENT, Acknowledgement(PROTOCOL_VERSION, name, 0, 0, 0, head)
    )
    computed = (
        encode(("a", 200, -1, b"\x00", (1, 70_000))),
        digest("example", b"\x00", 1),
        keys[0].identity,
        keys[1].identity,
        fingerprint(keys[0].identity),
        roster.players[0].nonce_commitment,
        encode(roster),
        name,
        entries[0].payload,
        entries[0].signature,
        hashes[0],
        hashes[1],
        head,
        said.payload,
        said.signature,
        key_context(name, head, 3, 0),
        share_context(name, head, 5, StepKind.SHARES, 0, 1),
        order_commitment(name, head, 0, (2, 5), (6, 6), bytes(32)),
    )
    assert column("examples", 1) == tuple(value.hex() for value in computed)


def test_the_examples_of_seating_are_what_the_code_computes() -> None:
    name = table_id(example_roster())
    for nonces, clockwise, first in table("seating examples"):
        opened = {s: bytes.fromhex(n.strip()) * 32 for s, n in enumerate(nonces.split(","))}
        seats, first_player = seating(name, opened)
        assert (", ".join(map(str, seats)), str(first_player)) == (clockwise, first)


def test_the_files_of_vectors_are_the_written_ones() -> None:
    files = (ROOT / "tests" / "vectors").glob("*.json")
    assert sorted(column("vectors")) == sorted(path.name for path in files)
    numbers = re.findall(r"^#+ ([0-9.]+) ", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    for _file, sections in table("vectors"):
        assert set(re.findall(r"\d+\.\d+", sections)) <= set(numbers)
