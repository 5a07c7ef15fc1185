"""Bad encodings in every field of every entry: named, and never a crash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from protocol.deck.group import ORDER
from protocol.log.messages import StepKind
from protocol.peer.refused import Reason
from tests.attacks.helpers import closings, entry_of, judged, remembered, rounds, signed_entry
from tests.deck.vectors import BAD_ENCODINGS

K = StepKind
ELEMENTS = (*(bytes.fromhex(text) for text in BAD_ENCODINGS), bytes(32))
SCALARS = tuple(value.to_bytes(32, "little") for value in (ORDER, ORDER + 1, 2**256 - 1))


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered():
        yield


def put(data: bytes, place: int, part: bytes) -> bytes:
    """``data`` with 32 bytes exchanged; a negative place counts from the end."""
    start = place if place >= 0 else len(data) + place
    return data[:start] + part + data[start + 32 :]


def first_share(body: Any, part: bytes) -> object:
    ((recipient, shares, proof), *rest) = body[0]
    return (((recipient, (part, *shares[1:]), proof), *rest),)


def share_proof(place: int) -> Callable[[Any, bytes], object]:
    def change(body: Any, part: bytes) -> object:
        ((recipient, shares, proof), *rest) = body[0]
        return (((recipient, shares, put(proof, place, part)), *rest),)

    return change


def opened_share(body: Any, part: bytes) -> object:
    positions, cards, salt, shares, proof, moves = body
    return (positions, cards, salt, (part, *shares[1:]), proof, moves)


def opened_proof(place: int) -> Callable[[Any, bytes], object]:
    def change(body: Any, part: bytes) -> object:
        positions, cards, salt, shares, proof, moves = body
        return (positions, cards, salt, shares, put(proof, place, part), moves)

    return change


Field = tuple[StepKind, Callable[[Any, bytes], object], Reason]
#: By name: the step, how 32 bytes get into the field, and what the seat is named for.
ELEMENT_FIELDS: dict[str, Field] = {
    "key": (K.KEYS, lambda body, part: (put(body[0], 0, part),), Reason.BAD_KEY),
    "deck, first": (K.SHUFFLE, lambda b, part: (put(b[0], 0, part), b[1]), Reason.BAD_DECK),
    "deck, last": (K.SHUFFLE, lambda b, part: (put(b[0], -32, part), b[1]), Reason.BAD_DECK),
    "commitment": (K.SHUFFLE, lambda b, part: (b[0], put(b[1], 0, part)), Reason.BAD_SHUFFLE),
    "chain": (K.SHUFFLE, lambda b, part: (b[0], put(b[1], 109 * 32, part)), Reason.BAD_SHUFFLE),
    "share": (K.SHARES, first_share, Reason.BAD_SHARE),
    "opened share": (K.TURN, opened_share, Reason.BAD_SHARE),
}
SCALAR_FIELDS: dict[str, Field] = {
    "key challenge": (K.KEYS, lambda body, part: (put(body[0], 32, part),), Reason.BAD_KEY),
    "key response": (K.KEYS, lambda body, part: (put(body[0], 64, part),), Reason.BAD_KEY),
    "challenge": (K.SHUFFLE, lambda b, part: (b[0], put(b[1], 110 * 32, part)), Reason.BAD_SHUFFLE),
    "last answer": (K.SHUFFLE, lambda b, part: (b[0], put(b[1], -32, part)), Reason.BAD_SHUFFLE),
    "share challenge": (K.SHARES, share_proof(0), Reason.BAD_SHARE),
    "share response": (K.SHARES, share_proof(32), Reason.BAD_SHARE),
    "opening challenge": (K.TURN, opened_proof(0), Reason.BAD_SHARE),
    "opening response": (K.TURN, opened_proof(32), Reason.BAD_SHARE),
}


def refused_for(field: Field, part: bytes) -> None:
    kind, change, reason = field
    stage = rounds()
    closing = closings(stage, kind)[0]
    assert closing.before.due is not None
    seat = closing.before.due.speakers[0]
    body = entry_of(closing, seat).body
    forged = signed_entry(stage, closing.before, seat, change(body, part))
    faults = judged(closing.before, forged)
    assert faults.keys() == {seat}
    assert faults[seat].reason == reason


@pytest.mark.parametrize("name", list(ELEMENT_FIELDS))
def test_a_bad_encoding_of_an_element_names_who_signed_it(name: str) -> None:
    for encoding in ELEMENTS:
        refused_for(ELEMENT_FIELDS[name], encoding)


@pytest.mark.parametrize("name", list(SCALAR_FIELDS))
def test_a_scalar_from_the_order_on_names_who_signed_it(name: str) -> None:
    for encoding in SCALARS:
        refused_for(SCALAR_FIELDS[name], encoding)


@pytest.mark.parametrize("name", [*ELEMENT_FIELDS, *SCALAR_FIELDS])
def test_the_honest_body_is_put_together_again_as_it_was(name: str) -> None:
    """The same changes with the honest bytes change nothing: what is refused is the encoding."""
    kind, change, _reason = (ELEMENT_FIELDS | SCALAR_FIELDS)[name]
    stage = rounds()
    closing = closings(stage, kind)[0]
    assert closing.before.due is not None
    seat = closing.before.due.speakers[0]
    body = entry_of(closing, seat).body
    marker = b"\xa5" * 32
    flat = repr(change(body, marker))
    assert flat.count(repr(marker)[2:-1]) == 1
    assert judged(closing.before, signed_entry(stage, closing.before, seat, body)) == {}
