"""Chapters 0.5, 3.4, 4.2, 5 and 6.4: hashes, identities, heads, contexts, orders, seats."""

from __future__ import annotations

import hashlib

from protocol.deck.group import map_to_element
from protocol.deck.hashing import Label, hash_to_scalar
from protocol.deck.hashing import digest as deck_digest
from protocol.log.chain import next_head, nonce_commitment, payload_hash, table_id
from protocol.log.encoding import digest, encode
from protocol.log.messages import StepKind, Why
from protocol.net.fingerprint import fingerprint
from protocol.peer.contexts import key_context, order_commitment, share_context, shuffle_context
from protocol.peer.seating import seating
from tests.vectors.cases import Case, case, key_of, nonce_of, plain, rendered, roster_of, seeded
from tests.vectors.encoding import written_value


def digests() -> str:
    def one(name: str, result: bytes, why: str, **fields: object) -> Case:
        return case(name, "equal", why, **fields, result=result)

    roster = roster_of(3)
    identity = key_of(0).identity
    payload = encode((1, "a payload"))
    cases = [
        one("no parts", digest("example"), "0.5", hash="digest", label="example", parts=[]),
        one(
            "parts of all types",
            digest("example", b"\x00", 1, "a", (2, b"")),
            "0.5",
            hash="digest",
            label="example",
            parts=written_value((b"\x00", 1, "a", (2, b""))),
        ),
        one("a table id", table_id(roster), "3.2", hash="table", roster=encode(roster)),
        one("a payload hash", payload_hash(payload), "3.1", hash="payload", payload=payload),
        one(
            "a nonce commitment",
            nonce_commitment(identity, nonce_of(0)),
            "3.2",
            hash="nonce",
            identity=identity,
            nonce=nonce_of(0),
        ),
        one("a fingerprint", fingerprint(identity), "1.1", hash="identity", identity=identity),
    ]
    parts = (b"", b"a", bytes(70))
    cases.append(
        one(
            "a deck hash",
            deck_digest(Label.DECK, *parts),
            "4.2: SHA-512 with lengths in front",
            hash="deck",
            label=Label.DECK.value,
            parts=parts,
        )
    )
    cases += [
        one(
            f"a deck hash as a scalar, {label.value}",
            hash_to_scalar(label, *parts).to_bytes(32, "little"),
            "4.2: read little-endian, modulo q",
            hash="deck scalar",
            label=label.value,
            parts=parts,
        )
        for label in (Label.KEY_CHALLENGE, Label.SHUFFLE_WEIGHT, Label.SHUFFLE_CHALLENGE)
    ]
    for label, what, numbers in (
        (Label.CARD, "point of card", range(1, 12)),
        (Label.GENERATOR, "generator", (*range(16), 55)),
    ):
        cases += [
            one(
                f"{what} {number}",
                map_to_element(deck_digest(label, number.to_bytes(2, "big"))).encoding,
                "4.3",
                hash="deck element",
                label=label.value,
                parts=[number.to_bytes(2, "big")],
            )
            for number in numbers
        ]
    return rendered(
        "Chapters 0.5 and 4.2: what each hash gives. Parts of `digest` are values as in"
        " encoding.json; parts of the deck hashes are bytes.",
        cases,
    )


_SMALL = (
    ("0100" + "00" * 30, "the neutral point"),
    ("00" * 32, "order 4"),
    ("00" * 31 + "80", "order 4, the other sign"),
    ("ec" + "ff" * 30 + "7f", "order 2"),
    ("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "order 8"),
    ("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", "order 8, other sign"),
    ("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "order 8"),
    ("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa", "order 8, other sign"),
    ("ed" + "ff" * 30 + "7f", "order 4, y written with p added"),
    ("ee" + "ff" * 30 + "7f", "the neutral point, y written with p added"),
    ("ee" + "ff" * 31, "the neutral point, y written with p added, sign set"),
    ("0100" + "00" * 29 + "80", "the neutral point, sign set"),
)


def identities() -> str:
    cases = [
        case(f"key of seed {seat + 1}", "accepted", "a key", identity=key_of(seat).identity)
        for seat in range(4)
    ]
    cases += [
        case(f"small order {number}", "refused", why, identity=bytes.fromhex(text))
        for number, (text, why) in enumerate(_SMALL)
    ]
    not_on_curve = (b"\x02" + bytes(31), b"\x07" + bytes(31), b"\x08" + bytes(31))
    cases += [
        case(f"no point {number}", "refused", "no point has this y", identity=identity)
        for number, identity in enumerate(not_on_curve)
    ]
    cases += [
        case(f"y of {y} written with p added", "refused", "y is not below p", identity=encoded)
        for y in range(2, 19)
        for encoded in [(2**255 - 19 + y).to_bytes(32, "little")]
    ]
    return rendered(
        "Chapters 0.6 and 3.2: which 32 bytes can be an identity. A signature under a refused one"
        " never holds.",
        cases,
    )


def heads() -> str:
    table = table_id(roster_of(4))
    names = {seat: hashlib.sha256(f"entry {seat}".encode()).digest() for seat in range(4)}
    steps: tuple[tuple[str, StepKind, tuple[int, ...], tuple[tuple[int, Why], ...], str], ...] = (
        ("all four speak", StepKind.NONCES, (0, 1, 2, 3), (), "0123"),
        ("one speaks, all stay", StepKind.ORDER, (0, 1, 2, 3), (), "2"),
        ("a silent seat goes", StepKind.ORDER, (0, 1, 3), ((2, Why.SILENT),), ""),
        (
            "one leaves, one is at fault",
            StepKind.SEATS,
            (1, 2),
            ((0, Why.GOODBYE), (3, Why.FAULT)),
            "12",
        ),
        ("a deal begins anew", StepKind.SHARES, (0, 1, 2), ((3, Why.SILENT),), ""),
    )
    cases = []
    for number, (name, kind, members, gone, spoke) in enumerate(steps):
        entries = {int(seat): names[int(seat)] for seat in spoke}
        cases.append(
            case(
                name,
                "equal",
                "3.4",
                hash="head",
                head=table,
                step=number,
                kind=kind,
                members=members,
                left_out=gone,
                entries=sorted(entries.items()),
                result=next_head(table, number, kind, members, gone, entries),
            )
        )
    head = cases[0]["result"]
    before = bytes.fromhex(head)
    contexts = (
        ("key", "keys", None, key_context(table, before, 3, 1)),
        ("shuffle", "shuffle", None, shuffle_context(table, before, 300, 1)),
        ("shares", "shares", 2, share_context(table, before, 5, StepKind.SHARES, 1, 2)),
        ("shares of a turn", "turn", 1, share_context(table, before, 8, StepKind.TURN, 1, 1)),
    )
    for (name, kind_text, recipient, result), step in zip(contexts, (3, 300, 5, 8), strict=True):
        cases.append(
            case(
                f"context of a {name}",
                "equal",
                "5.1",
                hash="context",
                table=table,
                head=before,
                step=step,
                kind=kind_text,
                seat=1,
                recipient=recipient,
                result=result,
            )
        )
    return rendered("Chapters 3.4 and 5.1: heads after steps, contexts of proofs.", cases)


def orders() -> str:
    draw = seeded("orders")
    table, head, salt = draw(32), draw(32), draw(32)
    good = {
        "table": table,
        "head": head,
        "seat": 1,
        "positions": (2, 5),
        "cards": (6, 6),
        "salt": salt,
    }
    sealed = order_commitment(table, head, 1, (2, 5), (6, 6), salt)
    one = order_commitment(table, head, 3, (54,), (11,), bytes(32))
    cases = [
        case("two cards", "opens", "5.2", **good, commitment=sealed),
        case(
            "one card, a salt of zeros",
            "opens",
            "5.2",
            **{**good, "seat": 3, "positions": (54,), "cards": (11,), "salt": bytes(32)},
            commitment=one,
        ),
    ]
    changes: dict[str, object] = {
        "table": draw(32),
        "head": draw(32),
        "seat": 2,
        "positions": (2, 6),
        "cards": (6, 5),
        "salt": draw(32),
    }
    cases += [
        case(
            f"another {name}",
            "differs",
            "sealed with it",
            **{**good, name: value},
            commitment=sealed,
        )
        for name, value in changes.items()
    ]
    return rendered("Chapter 5.2: what a sealed order opens to.", cases)


def seats() -> str:
    draw = seeded("seating")
    cases = []
    for number in range(24):
        count = 2 + number % 3
        table, nonces = draw(32), {seat: draw(32) for seat in range(count)}
        clockwise, first = seating(table, nonces)
        cases.append(
            case(
                f"{count} seats, {number}",
                "equal",
                "6.4",
                table=table,
                nonces=[nonces[seat] for seat in range(count)],
                clockwise=clockwise,
                first=first,
            )
        )
    rejected = _with_a_rejected_byte()
    cases.append(
        case("a byte is passed over", "equal", "6.4: 255 cannot choose among 3", **plain(rejected))
    )
    return rendered("Chapter 6.4: seats clockwise and the first player.", cases)


def _with_a_rejected_byte() -> dict[str, object]:
    """Three nonces for which the first byte drawn is 255."""
    table = bytes(32)
    for number in range(100_000):
        nonces = {seat: bytes([seat]) * 28 + number.to_bytes(4, "big") for seat in range(3)}
        joint = digest("seating", table, tuple(nonces.values()))
        if hashlib.sha256(joint + bytes(4)).digest()[0] == 255:
            clockwise, first = seating(table, nonces)
            return {
                "table": table,
                "nonces": [nonces[seat] for seat in range(3)],
                "clockwise": clockwise,
                "first": first,
            }
    raise AssertionError("no such nonces")
