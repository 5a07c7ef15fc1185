"""What is signed, hashed and proven begins with the written labels, versions and elements."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from protocol.deck.deck import card_point
from protocol.deck.hashing import Label
from protocol.deck.shuffle import generator
from protocol.log.encoding import encode
from protocol.log.messages import PROTOCOL_VERSION, RULES_VERSION, StepKind, Thing
from protocol.log.signing import SMALL_ORDER, SigningKey
from protocol.peer.contexts import key_context, share_context, shuffle_context
from protocol.rules import Card
from tests.document.tables import ROOT, column, table

PACKAGES = ("log", "peer", "net")


def test_the_versions_are_those_of_the_code() -> None:
    assert table("versions") == (
        ("protocol", str(PROTOCOL_VERSION)),
        ("rules", str(RULES_VERSION)),
    )


def test_signatures_are_made_over_the_written_labels() -> None:
    expected = {f"koryo-tui/1 {name}" for name in (*Thing, "link")}
    assert set(column("signature labels")) == expected
    key = SigningKey(bytes(32))
    for label in column("signature labels"):
        signature = key.sign_bytes(label.removeprefix("koryo-tui/1 "), b"message")
        message = label.encode("ascii") + b"\x00" + b"message"
        Ed25519PublicKey.from_public_bytes(key.identity).verify(signature, message)


def test_every_label_that_is_hashed_is_written() -> None:
    assert set(column("digest labels")) == set(_labels_of_digests())


def _labels_of_digests() -> Iterator[str]:
    for path in (path for name in PACKAGES for path in (ROOT / "protocol" / name).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "digest":
                assert isinstance(node.args[0], ast.Constant), path
                yield str(node.args[0].value)


def test_the_labels_of_the_deck_are_the_written_ones() -> None:
    assert sorted(column("deck labels")) == sorted(label.value for label in Label)


def test_the_fixed_elements_are_the_written_ones() -> None:
    for name, _derivation, encoding in table("fixed elements"):
        letter, _, index = name.partition("_")
        make = {"H": generator, "M": card_point}[letter]
        assert make(int(index or 0)).encoding.hex() == encoding, name
    assert {f"M_{card.value}" for card in Card} <= set(column("fixed elements"))


def test_the_points_of_small_order_are_the_written_ones() -> None:
    assert {bytes.fromhex(text) for text in column("small order")} == SMALL_ORDER


def test_the_contexts_are_the_written_ones() -> None:
    table_name, head = bytes([1]) * 32, bytes([2]) * 32
    begin = ("koryo-tui/1 context", PROTOCOL_VERSION, table_name, head, 5)
    made = {
        "key": key_context(table_name, head, 5, 0),
        "shuffle": shuffle_context(table_name, head, 5, 0),
        "shares for another seat": share_context(table_name, head, 5, StepKind.SHARES, 0, 1),
        "shares of a turn": share_context(table_name, head, 5, StepKind.TURN, 0, 0),
    }
    recipients = {"": (), "that seat": (1,), "the seat itself": (0,)}
    assert column("contexts") == tuple(made)
    for name, kind, recipient in table("contexts"):
        assert made[name] == encode((*begin, kind, 0, *recipients[recipient]))
