"""The second reader comes to the verdicts of tests/vectors on everything less than a file."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.second_reader import deck, heads, signatures
from tests.second_reader.attempts import Attempts, Held
from tests.second_reader.deck import BadProof
from tests.second_reader.encoding import Malformed, NotCanonical, decode, digest, encode
from tests.second_reader.signatures import Change, Dropped, Entry, can_sign, holds
from tests.second_reader.vectors import Case, cases, load, signed_of, table_of, value_of


def code_of(check: Any, *arguments: Any) -> str:
    """`holds`, or the code of what is wrong."""
    try:
        check(*arguments)
    except BadProof as bad:
        return bad.code
    return "holds"


def test_it_is_written_from_the_document_alone() -> None:
    for file in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = (
                [one.name for one in node.names]
                if isinstance(node, ast.Import)
                else ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
            )
            for name in names:
                assert name.split(".")[0] not in ("protocol", "koryo_tui"), file.name
                assert not name.startswith("tests.") or name.startswith("tests.second_reader")


@cases("encoding")
def test_encoding(case: Case) -> None:
    data = bytes.fromhex(case["bytes"])
    verdict = "canonical"
    try:
        value = decode(data)
        if "struct" in case:
            getattr(signatures, case["struct"])(value)
    except Malformed:
        verdict = "malformed"
    except NotCanonical:
        verdict = "dropped"
    assert verdict == case["verdict"]
    if "value" in case:
        assert decode(data) == value_of(case["value"])
        assert encode(value_of(case["value"])) == data


def hash_of(case: Case) -> bytes:
    """What a case of digests.json or heads.json hashes."""
    part = {
        name: bytes.fromhex(one)
        if isinstance(one, str) and name not in ("name", "verdict", "why", "hash", "label", "kind")
        else one
        for name, one in case.items()
    }
    match case["hash"]:
        case "digest":
            return digest(case["label"], *map(value_of, case["parts"]))
        case "table":
            return signatures.table_id(decode(part["roster"]))
        case "payload":
            return signatures.payload_hash(part["payload"])
        case "nonce":
            return signatures.nonce_commitment(part["identity"], part["nonce"])
        case "identity":
            return signatures.fingerprint(part["identity"])
        case "deck":
            return deck.deck_hash(case["label"], *map(bytes.fromhex, case["parts"]))
        case "deck scalar":
            scalar = deck.hashed_scalar(case["label"], *map(bytes.fromhex, case["parts"]))
            return scalar.to_bytes(32, "little")
        case "deck element":
            return deck.hashed_element(case["label"], *map(bytes.fromhex, case["parts"]))
        case "context":
            return heads.context(
                part["table"],
                part["head"],
                case["step"],
                case["kind"],
                case["seat"],
                case["recipient"],
            )
        case "head":
            entries = [(seat, bytes.fromhex(hash_)) for seat, hash_ in case["entries"]]
            return heads.head_after(
                part["head"], case["step"], case["kind"], case["members"], case["left_out"], entries
            )
    raise AssertionError(case["hash"])


@cases("digests")
def test_digests(case: Case) -> None:
    assert hash_of(case).hex() == case["result"]


@cases("heads")
def test_heads_and_contexts(case: Case) -> None:
    assert hash_of(case).hex() == case["result"]


@cases("identities")
def test_identities(case: Case) -> None:
    assert can_sign(bytes.fromhex(case["identity"])) == (case["verdict"] == "accepted")


@cases("handshakes")
def test_proofs_of_a_handshake(case: Case) -> None:
    message = encode(
        [
            case["role"],
            *(
                bytes.fromhex(case[name])
                for name in (
                    "tls_key",
                    "client",
                    "server",
                    "client_nonce",
                    "server_nonce",
                    "purpose",
                )
            ),
        ]
    )
    held = holds(bytes.fromhex(case["checks"]), "link", message, bytes.fromhex(case["signature"]))
    assert held == (case["verdict"] == "holds")


@cases("signed")
def test_signed_things(case: Case) -> None:
    signed = signed_of([case["thing"], case["payload"], case["signature"]])
    try:
        table_of("signed").read(signed)
        verdict = "taken"
    except Dropped:
        verdict = "dropped"
    assert verdict == case["verdict"]


@cases("keys")
def test_keys(case: Case) -> None:
    if "keys" in case:
        keys = [bytes.fromhex(key) for key in case["keys"]]
        assert code_of(deck.joint_key, keys) == case["verdict"]
        assert "joint" not in case or deck.joint_key(keys).hex() == case["joint"]
        return
    context, body = bytes.fromhex(case["context"]), bytes.fromhex(case["body"])
    assert code_of(deck.check_key, context, body) == case["verdict"]


def check_shuffle(context: bytes, K: bytes, old: deck.Deck, new: bytes, proof: bytes) -> None:
    """A shuffle as it comes: the deck is decoded, then the proof checked."""
    deck.check_shuffle(context, K, old, deck.decode_deck(new, len(old)), proof)


@cases("shuffles")
def test_shuffles(case: Case) -> None:
    source = bytes.fromhex(case["source"])
    old = deck.decode_deck(source, len(source) // 64)
    assert (
        code_of(
            check_shuffle,
            bytes.fromhex(case["context"]),
            bytes.fromhex(case["joint"]),
            old,
            bytes.fromhex(case["deck"]),
            bytes.fromhex(case["proof"]),
        )
        == case["verdict"]
    )


@cache
def dealt() -> tuple[list[bytes], deck.Deck, bytes]:
    """The keys, the last deck and its digest of shares.json."""
    deal = load("shares")["deal"]
    context = bytes.fromhex(deal["context"])
    keys = [deck.check_key(context, bytes.fromhex(key)) for key in deal["keys"]]
    K = deck.joint_key(keys)
    last = deck.open_deck(K, deal["cards"])
    assert deck.deck_bytes(last).hex() == deal["open"]
    assert deck.deck_digest(K, last).hex() == deal["digest"]
    for link in deal["chain"]:
        new = bytes.fromhex(link["deck"])
        check_shuffle(context, K, last, new, bytes.fromhex(link["proof"]))
        last = deck.decode_deck(new, len(last))
        assert deck.deck_digest(K, last).hex() == link["digest"]
    return keys, last, deck.deck_digest(K, last)


@cases("shares")
def test_shares(case: Case) -> None:
    keys, last, name = dealt()
    if "opening" in case:
        shares = [deck.element(bytes.fromhex(share)) for share in case["opening"]]
        B = last[case["position"]][1]
        if case["verdict"] == "opens":
            assert deck.open_card(B, shares) == case["card"]
        else:
            assert code_of(deck.open_card, B, shares) == case["verdict"]
        return
    positions = tuple(case["positions"])
    assert (
        code_of(
            deck.check_shares,
            bytes.fromhex(case["context"]),
            keys[case["key"]],
            name,
            positions,
            tuple(last[place][0] for place in positions),
            tuple(bytes.fromhex(share) for share in case["shares"]),
            bytes.fromhex(case["proof"]),
        )
        == case["verdict"]
    )


@cases("orders")
def test_sealed_orders(case: Case) -> None:
    opened = heads.commitment(
        bytes.fromhex(case["table"]),
        bytes.fromhex(case["head"]),
        case["seat"],
        case["positions"],
        case["cards"],
        bytes.fromhex(case["salt"]),
    )
    assert (opened.hex() == case["commitment"]) == (case["verdict"] == "opens")


@cases("seating")
def test_seating(case: Case) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in case["nonces"]]
    assert heads.seating(bytes.fromhex(case["table"]), nonces) == (case["clockwise"], case["first"])


@cases("attempts")
def test_attempts(case: Case) -> None:
    vectors, table = load("attempts"), table_of("attempts")
    head = bytes.fromhex(vectors["head"])
    things = [signed_of(one) for one in (*case["entries"], *case["changes"])]
    for thing in things:
        table.read(thing)
    held = [
        Held(thing, {"entry": Entry, "change": Change}[thing.thing](decode(thing.payload)))
        for thing in things
    ]
    attempts = Attempts(
        head,
        vectors["step"],
        case["kind"],
        case["members"],
        case["speakers"],
        [one for one in held if one.signed.thing == "entry" and one.says.head == head],
        [one for one in held if one.signed.thing == "change"],
    )
    found = []
    for agreement in attempts.agreements(case["attempt"]):
        targets, culprit = attempts.outcomes(agreement)
        written = [
            {
                "head": target.head.hex(),
                "left_out": [list(one) for one in target.left_out],
                "entries": [[one.seat, one.hash.hex()] for one in target.entries],
                "witnesses": [one.hash.hex() for one in target.witnesses],
            }
            for target in sorted(targets)
        ]
        found.append(
            {
                "left_out": [list(one) for one in agreement.left_out],
                "members": list(agreement.members),
                "culprit": culprit,
                "heads": [target["head"] for target in written],
                "targets": written,
            }
        )
    assert ("outcome" if any(one["heads"] for one in found) else "none") == case["verdict"]
    assert sorted(found, key=encode_json) == sorted(case["agreements"], key=encode_json)


def encode_json(value: Any) -> str:
    """Something to sort by."""
    return json.dumps(value, sort_keys=True)
