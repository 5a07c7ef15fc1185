"""What proves nothing against a seat is not held against it, nor against who carries it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgpack
import pytest
from msgspec.structs import replace

from protocol.log.encoding import encode
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
from protocol.log.signing import SigningKey
from protocol.log.wire import write_message
from protocol.peer.bodies import OrderBody
from protocol.peer.effects import Effect
from protocol.peer.peer import Peer
from tests.attacks.helpers import remembered
from tests.peer.policies import Stage

K = StepKind
STRANGER = SigningKey(bytes(range(32)))


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered():
        yield


def dealt() -> Stage:
    """Three seats with their first hands; seat 0 is to order."""
    stage = Stage(3)
    stage.start()
    stage.run(lambda: all(at_order(peer) for peer in stage.others()))
    return stage


def at_order(peer: Peer) -> bool:
    return peer.log.open is not None and peer.log.open.kind is K.ORDER


def entry(stage: Stage, seat: int = 0) -> Entry:
    """A right order of ``seat``."""
    state = stage.peer(1).log.state
    body = OrderBody(1, bytes(32))
    return Entry(PROTOCOL_VERSION, state.table, state.step, seat, K.ORDER, state.head, b"", body)


def sign(stage: Stage, value: Entry, thing: Thing = Thing.ENTRY, by: int = 0) -> Signed:
    return stage.seats[by].key.sign(thing, value)


def raw(stage: Stage, payload: bytes, thing: Thing = Thing.ENTRY) -> Signed:
    """Any bytes, signed by seat 0."""
    return Signed(thing, payload, stage.seats[0].key.sign_bytes(thing, payload))


def not_canonical(stage: Stage) -> Signed:
    """The same value with a number written in two bytes instead of one."""
    payload = encode(entry(stage))
    longer = b"\x98\xcc" + payload[1:]
    assert payload[:2] == bytes([0x98, PROTOCOL_VERSION])
    assert msgpack.unpackb(longer) == msgpack.unpackb(payload)
    return raw(stage, longer)


def acknowledgement(stage: Stage, **fields: object) -> Acknowledgement:
    state = stage.peer(1).log.state
    value = Acknowledgement(PROTOCOL_VERSION, state.table, state.step, 0, 0, bytes(32))
    return replace(value, **fields)


def change(stage: Stage, *left: LeftOut, reported: tuple[Signed, ...] = ()) -> Signed:
    state = stage.peer(1).log.state
    value = Change(PROTOCOL_VERSION, state.table, state.step, 0, 1, left, reported)
    return stage.seats[0].key.sign(Thing.CHANGE, value)


def said(stage: Stage, value: Acknowledgement, by: int = 0) -> Signed:
    return stage.seats[by].key.sign(Thing.ACKNOWLEDGEMENT, value)


#: Things that count for nothing, each as somebody carries it.
NOTHING: dict[str, Callable[[Stage], Signed]] = {
    "an entry on another head": lambda s: sign(s, replace(entry(s), head=bytes(32))),
    "an entry of another table": lambda s: sign(s, replace(entry(s), table=bytes(32))),
    "an entry of another version": lambda s: sign(
        s, replace(entry(s), version=PROTOCOL_VERSION + 1)
    ),
    "an entry of a seat that is not there": lambda s: sign(s, replace(entry(s), seat=3)),
    "an entry somebody else signed": lambda s: sign(s, entry(s), by=1),
    "an entry a stranger signed": lambda s: STRANGER.sign(Thing.ENTRY, entry(s)),
    "an entry with a broken signature": lambda s: replace(sign(s, entry(s)), signature=bytes(64)),
    "an entry of a step far ahead": lambda s: sign(s, replace(entry(s), step=60_000)),
    "an entry of the next step on any head": lambda s: sign(
        s, replace(entry(s), step=entry(s).step + 1, seat=0)
    ),
    "an entry that is not canonical": not_canonical,
    "an entry that is no array": lambda s: raw(s, b"\x01"),
    "an entry that is nothing": lambda s: raw(s, b"\xc0"),
    "an entry that ends in the middle": lambda s: raw(s, encode(entry(s))[:-1]),
    "an entry with something behind it": lambda s: raw(s, encode(entry(s)) + b"\x00"),
    "an entry too deep": lambda s: raw(s, b"\x91" * 40 + b"\x01"),
    "an entry with a map inside": lambda s: raw(
        s, encode(replace(entry(s), body=()))[:-1] + b"\x81\x01\x01"
    ),
    "an entry signed as an acknowledgement": lambda s: sign(
        s, entry(s), thing=Thing.ACKNOWLEDGEMENT
    ),
    "an acknowledgement signed as an entry": lambda s: s.seats[0].key.sign(
        Thing.ENTRY, acknowledgement(s)
    ),
    "an acknowledgement of another table": lambda s: said(s, acknowledgement(s, table=bytes(32))),
    "an acknowledgement of a seat that is not there": lambda s: said(s, acknowledgement(s, seat=3)),
    "an acknowledgement of a head nobody has": lambda s: said(s, acknowledgement(s)),
    "an acknowledgement somebody else signed": lambda s: said(s, acknowledgement(s), by=1),
    "a goodbye somebody else signed": lambda s: s.seats[1].key.sign(
        Thing.GOODBYE, Goodbye(PROTOCOL_VERSION, entry(s).table, entry(s).step, 0)
    ),
    "a return of a seat that is here": lambda s: s.seats[0].key.sign(
        Thing.RETURN, Return(PROTOCOL_VERSION, entry(s).table, 9, 2, 0)
    ),
    "a change without a reason for a fault": lambda s: change(s, LeftOut(2, Why.FAULT, ())),
    "a change without a goodbye": lambda s: change(s, LeftOut(2, Why.GOODBYE, ())),
    "a change that leaves out itself": lambda s: change(s, LeftOut(0, Why.SILENT, ())),
    "a change that leaves out two silent seats": lambda s: change(
        s, LeftOut(1, Why.SILENT, ()), LeftOut(2, Why.SILENT, ())
    ),
    "a change that leaves out one twice": lambda s: change(
        s, LeftOut(2, Why.SILENT, ()), LeftOut(2, Why.SILENT, ())
    ),
    "a change that reports somebody else": lambda s: change(
        s, reported=(said(s, acknowledgement(s, seat=1), by=1),)
    ),
    "a change that reports what is no acknowledgement": lambda s: change(
        s, reported=(sign(s, entry(s)),)
    ),
    "a change that reports a later attempt": lambda s: change(
        s, reported=(said(s, acknowledgement(s, attempt=5)),)
    ),
}

#: These are nothing by themselves, but seat 0 did sign them: together with what its honest half
#: signs afterwards they may show that it signed two ways.
SIGNED_ALL_THE_SAME = {
    "an entry on another head",
    "an acknowledgement of a head nobody has",
    "a change without a reason for a fault",
    "a change without a goodbye",
}


@pytest.mark.parametrize("name", list(NOTHING))
@pytest.mark.parametrize("carrier", [0, 2])
def test_what_counts_for_nothing_blames_nobody(name: str, carrier: int) -> None:
    stage = dealt()
    signed = NOTHING[name](stage)
    before = stage.peer(1).head
    effects = stage.peer(1).receive(write_message(signed), carrier, stage.now)
    assert stage.peer(1).head == before
    assert stage.peer(1).log.faults == {}
    stage.carry_out(1, effects)
    stage.run(lambda: all(stage.round_of(peer.seat) == 2 for peer in stage.others()))
    assert stage.closed_links == []
    if name in SIGNED_ALL_THE_SAME:
        assert stage.peer(1).log.faults.keys() <= {0}
        return
    for seat in stage.seats:
        assert seat.peer.log.faults == {}
        assert seat.evidence == []
        assert stage.round_of(seat.peer.seat) == 2


def test_the_signature_of_a_seat_that_is_away_on_an_old_step_is_no_fault() -> None:
    """It was left out while its word was under way: that comes late, and is nothing."""
    stage = dealt()
    stage.unplug(0)
    stage.run(lambda: stage.peer(0).log.open is not None and not stage.wire)
    stage.run(lambda: bool(stage.peer(0)._signer.journal.entries.get(6)))
    for seat in (1, 2):
        stage.carry_out(seat, stage.peer(seat).agree(0, stage.now))
    stage.run(lambda: stage.peer(1).log.state.seated == (1, 2) == stage.peer(2).log.state.seated)
    stage.unplug(0, up=True)
    stage.run(lambda: all(peer.over for peer in stage.others()))
    assert all(peer.log.faults == {} for peer in stage.others())
    assert all(peer.over for peer in stage.others())


class Troubled(Stage):
    """Seat 2 has a slow disk: what it asks of the world is done late, in order."""

    def __init__(self) -> None:
        super().__init__(3)
        self.late: list[tuple[Effect, ...]] = []
        self.carried = 0

    def carry_out(self, number: int, effects: tuple[Effect, ...]) -> None:
        if number == 2 and effects:
            self.late.append(effects)
        else:
            super().carry_out(number, effects)

    def deliver(self) -> None:
        super().deliver()
        self.carried += 1
        if self.carried % 7 == 0:
            self.catch_up()

    def answer(self) -> bool:
        return self.catch_up() or super().answer()

    def catch_up(self) -> bool:
        """One flush of the slow disk."""
        if not self.late:
            return False
        super().carry_out(2, self.late.pop(0))
        return True

    def crash(self) -> None:
        """The process of seat 2 dies; what was not flushed is gone, and it starts again."""
        self.late.clear()
        self.kill(2)
        self.restart(2)


@pytest.mark.parametrize("seed", range(3))
def test_an_honest_seat_with_a_slow_disk_a_lost_link_and_restarts_is_not_named(seed: int) -> None:
    stage = Troubled()
    stage.start()
    for number in range(1, 26):
        steps = [len(peer.log.closed) for peer in stage.others(2)]
        stage.run(
            lambda steps=steps: all(  # type: ignore[misc]
                len(peer.log.closed) > count
                for peer, count in zip(stage.others(2), steps, strict=True)
            )
        )
        match (number + seed) % 4:
            case 0:
                stage.crash()
            case 1:
                stage.link(1, 2, False)
            case 2:
                stage.link(1, 2, True)
    assert all(peer.log.faults == {} for peer in stage.others())
    assert all(seat.evidence == [] for seat in stage.seats)
    assert all(peer.log.state.seated == (0, 1, 2) for peer in stage.others())
    assert len(stage.peer(0).log.closed) >= 25
