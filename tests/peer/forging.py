"""What the bad identity of a world can sign and no peer would, and what it can say unsigned."""

from __future__ import annotations

from random import Random

from protocol.log.chain import payload_hash
from protocol.log.encoding import Struct
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    LeftOut,
    Return,
    Signed,
    Status,
    StepKind,
    Thing,
    Why,
)
from protocol.log.wire import write_message
from tests.peer.world import Place, World


def forge(world: World, random: Random) -> Signed:
    """Something that the bad identity can sign and no peer would."""
    place = (world.bad, random.randrange(2))
    log = world.processes[place].peer.log
    state = log.state
    number = max(0, state.step + random.choice((-1, 0, 0, 0, 1)))
    sign = world.keys[world.bad].sign
    match random.randrange(5):
        case 0:
            attempt = random.randrange(4)
            head = random.choice((state.head, random.randbytes(32), *_some_heads(log)))
            value: Struct = Acknowledgement(
                PROTOCOL_VERSION, state.table, number, world.bad, attempt, head
            )
            return sign(Thing.ACKNOWLEDGEMENT, value)
        case 1:
            return sign(Thing.CHANGE, _change(world, place, number, random))
        case 2:
            return sign(Thing.ENTRY, _entry(world, place, number, random))
        case 3:
            said = Goodbye(PROTOCOL_VERSION, state.table, number, world.bad)
            return sign(Thing.GOODBYE, said)
        case _:
            round_ = random.randrange(1, 4)
            back = Return(PROTOCOL_VERSION, state.table, number, round_, world.bad)
            return sign(Thing.RETURN, back)


def _some_heads(log: object) -> list[bytes]:
    ready = getattr(log, "ready", {})
    return [one.target.head for one in ready.values()]


def _change(world: World, place: Place, number: int, random: Random) -> Change:
    process = world.processes[place]
    gone = random.sample(world.honest, random.randrange(2))
    left_out = tuple(LeftOut(seat, Why.SILENT, ()) for seat in gone)
    attempt = random.choice((1, 1, 2, 3, 40, 255))
    said = [
        (slot[2], payload)
        for slot, payload in process.signed.items()
        if slot[:2] == ("acknowledgement", number) and slot[2] < attempt
    ]
    kept = sorted(random.sample(said, random.randint(0, len(said))))
    reports = tuple(
        Signed(
            Thing.ACKNOWLEDGEMENT,
            payload,
            world.keys[world.bad].sign_bytes(Thing.ACKNOWLEDGEMENT, payload),
        )
        for _attempt, payload in kept
    )
    table = process.peer.log.state.table
    return Change(PROTOCOL_VERSION, table, number, world.bad, attempt, left_out, reports)


def _entry(world: World, place: Place, number: int, random: Random) -> Entry:
    log = world.processes[place].peer.log
    step = log.open
    kind = StepKind.KEYS if step is None else step.kind
    mine = None if step is None else step.candidate(world.bad)
    body: object = () if mine is None else mine.entry.body
    if isinstance(body, tuple) and body and random.random() < 0.7:
        body = (*body[:-1], random.choice((b"", 0, random.randbytes(32))))
    follows = b"" if mine is None else mine.entry.follows
    head = random.choice((log.state.head, log.state.head, payload_hash(b"nowhere")))
    return Entry(PROTOCOL_VERSION, log.state.table, number, world.bad, kind, head, follows, body)


def say(world: World, seat: int, signed: Signed) -> None:
    """An honest seat receives something from the bad one."""
    if world.processes[seat, 0].alive:
        world.wire.append(((world.bad, 0), (seat, 0), write_message(signed)))


def lie(world: World, seat: int, random: Random) -> None:
    """The bad seat claims to hold, and to lack, what it likes."""
    table = world.processes[seat, 0].peer.log.state.table
    number = random.choice((0, 3, len(world.log_of(seat)), 60_000))
    status = Status(table, number, random.randrange(16), (), random.randrange(16))
    if world.processes[seat, 0].alive:
        world.wire.append(((world.bad, 0), (seat, 0), write_message(status)))
