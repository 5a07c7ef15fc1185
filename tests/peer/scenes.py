"""Scenes for the tests of loss: a table brought to a certain step, a seat that falls silent there,
and what must hold whatever happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from protocol.log.encoding import Struct
from protocol.log.errors import Dropped
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    LeftOut,
    Settings,
    Signed,
    Status,
    StepKind,
    Thing,
    Why,
)
from protocol.log.signing import read
from protocol.log.wire import read_message, write_message
from protocol.peer.closing import Closing
from protocol.peer.peer import Peer
from protocol.peer.questions import Decision, OrderQuestion, PlaceOrder, Question
from protocol.peer.verify import Verified, verify
from tests.peer.harness import Room, first_choice, seeded_dice

Statement = Entry | Acknowledgement | Change

_OF_A_STEP: dict[Thing, type[Statement]] = {
    Thing.ENTRY: Entry,
    Thing.ACKNOWLEDGEMENT: Acknowledgement,
    Thing.CHANGE: Change,
}


def bold_choice(question: Question) -> Decision:
    """As many cards as may be placed: fronts fill, so that discards are to be chosen."""
    if isinstance(question, OrderQuestion):
        return PlaceOrder(max(question.legal, key=lambda order: len(order.cards)))
    return first_choice(question)


def seated(seats: int, seed: int = 0, settings: Settings | None = None) -> Room:
    """A room that has started, with dice that always fall the same way."""
    room = Room(seats, settings=settings, dice=seeded_dice(seed))
    for seat in room.seats:
        seat.choose = bold_choice
    room.start()
    return room


def peers(room: Room, *without: int) -> list[Peer]:
    return [seat.peer for number, seat in enumerate(room.seats) if number not in without]


def all_settled(room: Room) -> bool:
    return all(peer.settled for peer in peers(room))


def statuses(room: Room) -> Counter[int]:
    """How many statuses each seat has sent; one to everybody counts as one."""
    found: Counter[int] = Counter()
    for number, seat in enumerate(room.seats):
        for effect in seat.effects:
            message = getattr(effect, "message", None)
            if message is not None and isinstance(read_message(message), Status):
                found[number] += 1
    return found


def others(room: Room, *seats: int) -> list[int]:
    return [number for number in range(len(room.seats)) if number not in seats]


def statement(message: bytes) -> Statement | None:
    """The entry, acknowledgement or change in a message, if it is one."""
    value = read_message(message)
    if not isinstance(value, Signed) or value.thing not in _OF_A_STEP:
        return None
    try:
        return read(value, _OF_A_STEP[value.thing])
    except Dropped:
        return None


def reach(room: Room, kind: StepKind, nth: int = 0) -> int:
    """Play until the step of this kind, the ``nth`` of its kind, opens for the first seat; its
    number."""

    def opened() -> bool:
        return any(
            peer.log.open is not None
            and peer.log.open.kind is kind
            and sum(closing.kind is kind for closing in peer.log.closed) == nth
            for peer in peers(room)
        )

    room.run(until=opened)
    assert opened(), f"no {kind} number {nth} in this game"
    return max(len(peer.log.closed) for peer in peers(room))


def speakers(room: Room, step: int) -> tuple[int, ...]:
    """Who must speak in the step that has just opened for the first seat."""
    return next(p.log.open.speakers for p in peers(room) if p.log.open and p.log.open.step == step)


def falls_silent(room: Room, seat: int, step: int) -> None:
    """From its word of ``step`` on nothing that ``seat`` says comes through; it hears on."""

    def is_lost(sender: int, message: bytes) -> bool:
        said = statement(message)
        return sender == seat and (said is None or said.step >= step)

    _lose(room, is_lost)


def silent_at(seats: int, kind: StepKind, nth: int, place: int) -> tuple[Room, int, int]:
    """The speaker at ``place`` of a step falls silent there: the room, the step and that seat."""
    room = seated(seats)
    step = reach(room, kind, nth)
    silent = speakers(room, step)[place]
    falls_silent(room, silent, step)
    room.run()
    return room, step, silent


def keeps_its_acknowledgement(room: Room, seat: int, step: int) -> None:
    """``seat`` says its word in ``step`` and nothing after it."""

    def is_lost(sender: int, message: bytes) -> bool:
        if sender != seat:
            return False
        said = statement(message)
        is_word = isinstance(said, Entry) and said.step == step
        return not is_word and (said is None or said.step >= step)

    _lose(room, is_lost)


def shuffles_badly(room: Room, seat: int, step: int) -> None:
    """In ``step`` everybody gets the shuffle of ``seat`` with a bit of its proof turned, signed by
    it, and nothing more of it."""
    sent: list[bytes] = []

    def bad(message: bytes) -> bytes:
        value = read_message(message)
        assert isinstance(value, Signed)
        entry = read(value, Entry)
        deck, proof = entry.body
        worse = replace(entry, body=(deck, proof[:-1] + bytes([proof[-1] ^ 1])))
        return write_message(room.seats[seat].key.sign(Thing.ENTRY, worse))

    def is_lost(sender: int, message: bytes) -> bool:
        said = statement(message)
        if sender != seat or said is None or said.step < step:
            return False
        if isinstance(said, Entry) and said.step == step and not sent:
            sent.append(bad(message))
            room.wire.extend((seat, other, sent[0]) for other in others(room, seat))
        return message not in sent

    _lose(room, is_lost)


def signs(room: Room, seat: int, thing: Thing, value: Struct, *to: int) -> None:
    """What ``seat`` signs without its peer; it comes to the others, or to some of them."""
    message = write_message(room.seats[seat].key.sign(thing, value))
    room.wire.extend((seat, other, message) for other in to or others(room, seat))


def vote(room: Room, seat: int, attempt: int, *left_out: LeftOut) -> Change:
    """A change of ``seat`` for the step that is open for another one."""
    state = room.seats[others(room, seat)[0]].peer.log.state
    return Change(PROTOCOL_VERSION, state.table, state.step, seat, attempt, left_out, ())


def votes_held(peer: Peer) -> list[Signed]:
    """Every change that a peer holds of the open step."""
    attempts = peer.log.open.attempts.values() if peer.log.open else ()
    return [
        held.signed
        for attempt in attempts
        for changes in attempt.changes.values()
        for held in changes
    ]


def speaks_again(room: Room, seat: int) -> None:
    """What ``seat`` says comes through again; whoever lacks something asks for it."""
    room.drop = lambda _sender, _to, _message: False
    room.unplug(seat)
    room.unplug(seat, up=True)


def _lose(room: Room, is_lost: Callable[[int, bytes], bool]) -> None:
    before = room.drop
    room.drop = lambda sender, to, message: before(sender, to, message) or is_lost(sender, message)
    kept = [m for m in room.wire if not is_lost(m[0], m[2])]
    room.wire.clear()
    room.wire.extend(kept)


def agrees(room: Room, seat: int, silent: int) -> None:
    """The player at ``seat`` agrees to go on without ``silent``."""
    room.carry_out(seat, room.seats[seat].peer.agree(silent, room.now))


def closed(room: Room, step: int, *without: int) -> bool:
    """Whether ``step`` has closed for every seat but ``without``."""
    return all(len(peer.log.closed) > step for peer in peers(room, *without))


def closing_of(room: Room, step: int, seat: int) -> Closing:
    return room.seats[seat].peer.log.closed[step]


def made_absent(room: Room, seat: int) -> list[tuple[int, int, Why]]:
    """Who was made absent in which step and why, in the log of ``seat``."""
    return [
        (closing.before.step, gone, why)
        for closing in room.seats[seat].peer.log.closed
        for gone, why in closing.made_absent
    ]


def check_honest(room: Room, *guilty: int) -> list[Verified]:
    """What must hold at every table, whatever was lost: each transcript verifies, no two logs
    part, and nobody honest is at fault."""
    honest = others(room, *guilty)
    verified = [verify(bytes(room.seats[seat].transcript)) for seat in honest]
    longest = max((found.heads for found in verified), key=len)
    for seat, found in zip(honest, verified, strict=True):
        log = room.seats[seat].peer.log
        assert found.heads == longest[: len(found.heads)]
        assert len(found.heads) == len(log.closed)
        assert log.broken is None
        assert set(log.faults) <= set(guilty)
        assert {accused for accused, _evidence in room.seats[seat].evidence} <= set(guilty)
    return verified
