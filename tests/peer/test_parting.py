"""Who signed both ways: whoever signed two things that contradict each other, nobody else."""

from __future__ import annotations

import pytest

from protocol.log.chain import table_id
from protocol.log.encoding import Struct, encode
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    LeftOut,
    Player,
    Roster,
    Settings,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.signing import SigningKey
from protocol.peer.parting import signed_both_ways

KEYS = tuple(SigningKey(bytes([number]) * 32) for number in (1, 2, 3))
ROSTER = Roster(
    PROTOCOL_VERSION,
    1,
    Settings(),
    tuple(Player(key.identity, "Player", bytes(32)) for key in KEYS),
)
TABLE = table_id(ROSTER)


def word(seat: int, body: int = 1) -> Signed:
    value = Entry(PROTOCOL_VERSION, TABLE, 3, seat, StepKind.SEATS, bytes(32), b"", (body,))
    return KEYS[seat].sign(Thing.ENTRY, value)


def said(seat: int, attempt: int, head: int) -> Signed:
    value = Acknowledgement(PROTOCOL_VERSION, TABLE, 3, seat, attempt, bytes([head]) * 32)
    return KEYS[seat].sign(Thing.ACKNOWLEDGEMENT, value)


def vote(seat: int, attempt: int, *reported: Signed, gone: tuple[LeftOut, ...] = ()) -> Signed:
    return KEYS[seat].sign(
        Thing.CHANGE, Change(PROTOCOL_VERSION, TABLE, 3, seat, attempt, gone, reported)
    )


def never_signed(thing: Thing, value: Struct) -> Signed:
    return Signed(thing, encode(value), bytes(64))


def test_an_honest_seat_in_both_certificates_is_not_named() -> None:
    """Attempt 1 was passed over: it acknowledged another head in attempt 3, and reported."""
    first, second = said(0, 1, 1), said(0, 3, 2)
    assert signed_both_ways(ROSTER, (vote(0, 1), first, vote(0, 3, first), second)) == ()


@pytest.mark.parametrize(
    "things",
    [
        (word(1, 1), word(1, 2)),
        (said(1, 0, 1), said(1, 0, 2)),
        (vote(1, 1), vote(1, 1, said(1, 0, 1))),
        (vote(1, 2), said(1, 1, 1)),
    ],
    ids=["two entries", "two acknowledgements", "two changes", "one not reported"],
)
def test_two_things_that_contradict_each_other_name_their_seat(things: tuple[Signed, ...]) -> None:
    honest = (word(0), word(2), said(0, 0, 1), said(2, 0, 2))
    assert signed_both_ways(ROSTER, (*honest, *things)) == (1,)
    assert signed_both_ways(ROSTER, (*reversed(things), *honest)) == (1,)


def test_what_a_change_carries_counts_too() -> None:
    proof = (LeftOut(1, Why.FAULT, (word(1, 1), word(1, 2))),)
    assert signed_both_ways(ROSTER, (vote(0, 1, gone=proof),)) == (1,)
    reports = (vote(1, 1, said(1, 0, 1)), vote(1, 2, said(1, 0, 2), said(1, 1, 1)))
    assert signed_both_ways(ROSTER, reports) == (1,)


def test_what_a_seat_did_not_sign_does_not_name_it() -> None:
    other = Entry(PROTOCOL_VERSION, TABLE, 3, 1, StepKind.SEATS, bytes(32), b"", (2,))
    forged = never_signed(Thing.ENTRY, other)
    gone = (LeftOut(1, Why.FAULT, (word(1), forged)),)
    assert signed_both_ways(ROSTER, (word(1), forged, vote(0, 1, gone=gone))) == ()


def test_what_cannot_be_read_or_is_of_no_seat_shows_nothing() -> None:
    junk = Signed(Thing.CHANGE, b"\xc1", bytes(64))
    beyond = Acknowledgement(PROTOCOL_VERSION, TABLE, 3, 3, 0, bytes(32))
    things = (junk, *(never_signed(Thing.ACKNOWLEDGEMENT, beyond) for _ in range(2)))
    assert signed_both_ways(ROSTER, (*things, word(0))) == ()
