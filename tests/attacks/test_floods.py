"""Bombs and floods: refused or bounded, at the price of nothing but the link they come from."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import msgpack
import pytest
from msgspec.structs import replace

from protocol.log import signing
from protocol.log.encoding import MAX_BYTES, encode
from protocol.log.errors import Malformed
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    LeftOut,
    Return,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.wire import write_message
from protocol.peer.bodies import OrderBody
from protocol.peer.effects import Send, Work, Write
from protocol.peer.peer import Peer
from tests.attacks.helpers import remembered
from tests.peer.policies import Stage

BOMBS: dict[str, bytes] = {
    "nothing": b"",
    "a reserved byte": b"\xc1",
    "a map": b"\x80",
    "a map with a doubled key": b"\x82\x01\x01\x01\x02",
    "many empty maps": b"\xdc\x04\x00" + b"\x80" * 1_024,
    "arrays of empty arrays": (b"\xdc\x04\x00" + (b"\x9f" + b"\x90" * 15) * 1_024),
    "an array that claims four thousand million": b"\xdd\xff\xff\xff\xff",
    "bytes that claim four thousand million": b"\xc6\xff\xff\xff\xff",
    "a string that claims four thousand million": b"\xdb\xff\xff\xff\xff",
    "an extension": msgpack.packb(msgpack.ExtType(5, b"x")),
    "a time": msgpack.packb(msgpack.Timestamp(1)),
    "a thousand arrays deep": b"\x91" * 1_000 + b"\x01",
    "sixty thousand arrays deep": b"\x91" * 60_000 + b"\x01",
    "a number with a point": b"\xcb" + bytes(8),
    "nil": b"\xc0",
    "yes": b"\xc3",
    "text that is none": b"\xa2\xff\xfe",
    "more than any message": bytes(MAX_BYTES + 1),
    "an unknown tag": encode(("shares-please", 3, 0)),
    "a status that lacks a field": encode(("status", bytes(32), 3, 0, ())),
    "a status with a field too many": encode(("status", bytes(32), 3, 0, (), 0, 0)),
    "a status with a seat too many": encode(("status", bytes(32), 3, 16, (), 0)),
    "a status of negative step": encode(("status", bytes(32), -1, 0, (), 0)),
    "a signed thing of no kind": encode(("signed", "wish", b"x", bytes(64))),
    "a signed thing without payload": encode(("signed", "entry", b"", bytes(64))),
    "a short signature": encode(("signed", "entry", b"x", bytes(63))),
    "a payload too long": encode(("signed", "entry", bytes(60_001), bytes(64))),
    "a message and a byte": encode(("status", bytes(32), 3, 0, (), 0)) + b"\x00",
    "a number in two bytes": b"\x96\xa6status\xc4\x20" + bytes(32) + b"\xcc\x03\x00\x90\x00",
}


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered():
        yield


@pytest.fixture(scope="module")
def stage(_group: None) -> Stage:
    """Three seats with their first hands. Tests here leave it as it is."""
    return dealt()


def dealt() -> Stage:
    stage = Stage(3)
    stage.start()
    stage.run(lambda: all(at_order(peer) for peer in stage.others()))
    return stage


def at_order(peer: Peer) -> bool:
    return peer.log.open is not None and peer.log.open.kind is StepKind.ORDER


@pytest.mark.parametrize("name", list(BOMBS))
def test_a_bomb_closes_the_link_it_comes_over_and_changes_nothing(stage: Stage, name: str) -> None:
    peer = stage.peer(1)
    before = (peer.head, peer.view(), len(peer.log.closed))
    with pytest.raises(Malformed):
        peer.receive(BOMBS[name], 0, stage.now)
    assert (peer.head, peer.view(), len(peer.log.closed)) == before
    assert peer.log.faults == {}


@pytest.mark.parametrize("name", [name for name, bomb in BOMBS.items() if 0 < len(bomb) <= 60_000])
def test_a_bomb_inside_a_signed_thing_is_dropped_and_closes_no_link(
    stage: Stage, name: str
) -> None:
    peer, key = stage.peer(1), stage.seats[0].key
    for thing in Thing:
        bomb = BOMBS[name]
        signed = Signed(thing, bomb, key.sign_bytes(thing, bomb))
        effects = peer.receive(write_message(signed), 2, stage.now)
        assert not [effect for effect in effects if isinstance(effect, Work | Write)]
    assert peer.log.faults == {}


def test_a_bomb_takes_no_more_memory_than_a_few_messages(stage: Stage) -> None:
    peer, key = stage.peer(1), stage.seats[0].key
    payload = BOMBS["arrays of empty arrays"]
    signed = Signed(Thing.ENTRY, payload, key.sign_bytes(Thing.ENTRY, payload))
    tracemalloc.start()
    try:
        for message in (*BOMBS.values(), write_message(signed)):
            try:
                peer.receive(message, 0, stage.now)
            except Malformed:
                continue
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64 * MAX_BYTES


# Floods of things that are well formed


def sign(stage: Stage, thing: Thing, value: object, by: int = 0) -> bytes:
    return write_message(stage.seats[by].key.sign(thing, value))  # type: ignore[arg-type]


def next_entries(stage: Stage, count: int) -> Iterator[bytes]:
    state = stage.peer(1).log.state
    for number in range(count):
        head = number.to_bytes(32, "big")
        body = OrderBody(1, head)
        kind = StepKind.ORDER
        value = Entry(PROTOCOL_VERSION, state.table, state.step + 1, 0, kind, head, b"", body)
        yield sign(stage, Thing.ENTRY, value)


def test_of_the_next_step_two_entries_of_a_seat_are_kept() -> None:
    stage = dealt()
    peer = stage.peer(1)
    for message in next_entries(stage, 40):
        effects = peer.receive(message, 0, stage.now)
        assert not [effect for effect in effects if isinstance(effect, Work | Write)]
    kept = [signed for things in peer.log._next.values() for signed in things]
    assert len(kept) == 2
    assert peer.log.faults == {}


def test_of_steps_further_away_nothing_is_kept_and_one_question_is_asked() -> None:
    stage = dealt()
    peer, state = stage.peer(1), stage.peer(1).log.state
    asked = 0
    for number in range(40):
        value = Acknowledgement(PROTOCOL_VERSION, state.table, 1_000 + number, 0, 0, bytes(32))
        effects = peer.receive(sign(stage, Thing.ACKNOWLEDGEMENT, value), 0, stage.now)
        asked += sum(isinstance(effect, Send) for effect in effects)
    assert peer.log._next == {}
    assert asked <= 40


def test_many_acknowledgements_of_one_step_are_one_and_then_a_fault() -> None:
    stage = dealt()
    peer, state = stage.peer(1), stage.peer(1).log.state
    for number in range(40):
        head = number.to_bytes(32, "big")
        value = Acknowledgement(PROTOCOL_VERSION, state.table, state.step, 0, 0, head)
        peer.receive(sign(stage, Thing.ACKNOWLEDGEMENT, value), 0, stage.now)
    assert peer.log.faults.keys() == {0}
    assert peer.log.open is not None
    assert len(peer.log.open.attempt(0).acknowledgements) == 1


def votes(stage: Stage, seat: int, honest: bool) -> Iterator[bytes]:
    """All 255 votes of ``seat`` in a step, each with all it acknowledged before, or with none."""
    state, key = stage.peer(1).log.state, stage.seats[seat].key
    reported: tuple[Signed, ...] = ()
    for attempt in range(1, 256):
        said = Acknowledgement(
            PROTOCOL_VERSION, state.table, state.step, seat, attempt - 1, bytes(32)
        )
        signed = key.sign(Thing.ACKNOWLEDGEMENT, said)
        reported = (*reported, signed) if honest else ()
        yield write_message(signed)
        left = (LeftOut(0, Why.SILENT, ()),)
        value = Change(PROTOCOL_VERSION, state.table, state.step, seat, attempt, left, reported)
        yield sign(stage, Thing.CHANGE, value, by=seat)


@pytest.mark.parametrize("honest", [True, False], ids=["all reported", "all hidden"])
def test_a_lone_seat_cannot_run_the_others_through_the_attempts_of_a_step(
    honest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = dealt()
    peer = stage.peer(1)
    checked = 0
    check = signing.check_bytes

    def counting(*arguments: bytes) -> None:
        nonlocal checked
        checked += 1
        check(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(signing, "check_bytes", counting)
    messages = list(votes(stage, 2, honest))
    own = 0
    for message in messages:
        effects = peer.receive(message, 2, stage.now)
        own += sum(isinstance(effect, Write) for effect in effects)
    # The own votes: to go on together, once more than that to follow, or to leave out the liar.
    assert own <= 4
    # What is held already is not checked again, however often it is reported.
    assert checked <= len(messages) + own
    assert (2 in peer.log.faults) is not honest
    if not honest:
        assert peer.log.open is None or 0 in peer.log.state.seated


def test_goodbyes_and_returns_are_one_a_seat() -> None:
    stage = dealt()
    peer, state = stage.peer(1), stage.peer(1).log.state
    for number in range(1, 9):
        value = Return(PROTOCOL_VERSION, state.table, number, number, 0)
        peer.receive(sign(stage, Thing.RETURN, value), 0, stage.now)
    assert set(peer._own.returns._held) == {0}
    for step in range(0, 6):
        goodbye = Goodbye(PROTOCOL_VERSION, state.table, step, 0)
        peer.receive(sign(stage, Thing.GOODBYE, goodbye), 0, stage.now)
    assert len(peer.log.goodbyes) == 1


def test_a_message_that_comes_again_and_again_is_one(stage: Stage) -> None:
    peer = stage.peer(1)
    closing = peer.log.closed[-1]
    for signed in closing.things * 20:
        effects = peer.receive(write_message(signed), 0, stage.now)
        assert not [effect for effect in effects if isinstance(effect, Work | Write | Send)]
    changed = replace(closing.entries[0], signature=bytes(64))
    assert peer.receive(write_message(changed), 0, stage.now)
    assert peer.log.faults == {}
