"""Three or four cores, one of them bad, and an adversary that has the wires and the clock.

The bad seat is two puppets with one identity: each a whole peer with its own dice, so that it signs
two things for everything. The adversary decides who hears which of them, forges what that identity
can sign, and loses, doubles, corrupts and reorders whatever is under way. Honest processes die at
any write or send. The world watches what honest seats sign and send.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from protocol.log.encoding import unpack
from protocol.log.errors import Malformed
from protocol.log.messages import (
    Acknowledgement,
    Change,
    Entry,
    Settings,
    Signed,
    Thing,
)
from protocol.log.signing import SigningKey, read
from protocol.log.wire import read_message
from protocol.peer.caution import Memory
from protocol.peer.closing import Closing
from protocol.peer.effects import Accuse, Effect, Keep, Send, Wake, Work, Write
from protocol.peer.peer import Peer
from tests.peer.harness import first_choice, make_roster, seeded_dice
from tests.peer.mortal import Slot, slot_of
from tests.peer.scenes import bold_choice

#: A process: a seat, and for the bad one which of its puppets.
Place = tuple[int, int]
IN_THE_LOG = (Thing.ENTRY, Thing.ACKNOWLEDGEMENT, Thing.CHANGE)


class Puppet(Peer):
    """A bad peer: it does not mind what else its identity has signed."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._intake.recognise = lambda _signed, _value: None  # type: ignore[method-assign]


class Died(Exception):
    """The process is gone."""


@dataclass
class Process:
    """What one process and its disk are."""

    peer: Peer
    alive: bool = True
    fuse: int | None = None
    """Writes and sends until it dies."""
    journal: list[bytes] = field(default_factory=list)
    transcript: bytearray = field(default_factory=bytearray)
    works: list[Work] = field(default_factory=list)
    wake: float | None = None
    accused: set[int] = field(default_factory=set)
    signed: dict[Slot, bytes] = field(default_factory=dict)
    heads: dict[int, bytes] = field(default_factory=dict)
    """Of every step that has ever closed here: its head."""


class World:
    """Everything that is not a peer."""

    def __init__(self, seats: int) -> None:
        dice = seeded_dice(seats)
        self.keys = [SigningKey(dice(32)) for _ in range(seats)]
        self.nonces = [dice(32) for _ in range(seats)]
        self.roster = make_roster(self.keys, self.nonces, Settings())
        self.seats = tuple(range(seats))
        self.bad = seats - 1
        self.honest = self.seats[:-1]
        self.now = 0.0
        self.wire: list[tuple[Place, Place, bytes]] = []
        self.cut: set[frozenset[int]] = set()
        self.hears: dict[int, set[int]] = {seat: {0} for seat in self.honest}
        """Which puppets each honest seat hears."""
        self.lives = 0
        places = [(seat, 0) for seat in self.honest] + [(self.bad, 0), (self.bad, 1)]
        self.processes = {place: Process(self._peer(place, Memory.NEW)) for place in places}
        for place in places:
            self.feed(place, lambda peer: peer.start(self.now))
        for place in places:
            for seat in self.seats:
                if seat != place[0]:
                    self.feed(place, lambda peer, seat=seat: peer.linked(seat, True, self.now))

    def _peer(self, place: Place, memory: Memory, journal: tuple[bytes, ...] = ()) -> Peer:
        seat, puppet = place
        kind = Puppet if seat == self.bad else Peer
        self.lives += 1
        dice = seeded_dice(1_000 * self.lives + 10 * seat + puppet)
        return kind(self.keys[seat], self.roster, self.nonces[seat], dice, journal, memory)

    def log_of(self, seat: int) -> list[Closing]:
        return self.processes[seat, 0].peer.log.closed

    # Carrying out

    def feed(self, place: Place, tell: Callable[[Peer], tuple[Effect, ...]]) -> None:
        """Tell a living process something and do what it asks."""
        process = self.processes[place]
        if not process.alive:
            return
        try:
            self._carry_out(place, process, tell(process.peer))
        except Malformed:
            return
        except Died:
            self.dies(place[0])
        except Exception:
            # A puppet may find that its identity has used other secrets than its own.
            if place[0] != self.bad:
                raise
        if place[0] == self.bad:
            process.peer.log.faults.pop(self.bad, None)

    def _carry_out(self, place: Place, process: Process, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Write(record):
                    self._burn(process)
                    process.journal.append(record)
                    self._written(place, process, record)
                    self._burn(process)
                case Send(message, to):
                    self._burn(process)
                    self._sent(place, process, message)
                    for seat in self.seats if to is None else (to,):
                        self._put(place, seat, message)
                case Keep(record):
                    process.transcript += record
                case Work():
                    process.works.append(effect)
                case Accuse(seat, _evidence):
                    process.accused.add(seat)
                case Wake(at):
                    process.wake = at

    def _burn(self, process: Process) -> None:
        if process.fuse is not None:
            process.fuse -= 1
            if process.fuse < 0:
                raise Died

    def _put(self, place: Place, seat: int, message: bytes) -> None:
        if seat == place[0] or frozenset((seat, place[0])) in self.cut:
            return
        if place[0] == self.bad:
            if place[1] in self.hears[seat]:
                self.wire.append((place, (seat, 0), message))
        elif seat == self.bad:
            self.wire.append((place, (seat, 0), message))
            self.wire.append((place, (seat, 1), message))
        elif self.processes[seat, 0].alive:
            self.wire.append((place, (seat, 0), message))

    # Watching the honest

    def _written(self, place: Place, process: Process, record: bytes) -> None:
        tag, value = unpack(record)
        if tag != "signed":
            return
        slot = slot_of(Signed(Thing(value[0]), value[1], value[2]))
        if slot is not None:
            same = process.signed.setdefault(slot, value[1]) == value[1]
            assert same or place[0] == self.bad, f"{place} signed two things for {slot}"

    def _sent(self, place: Place, process: Process, message: bytes) -> None:
        """Nothing of a step leaves before the step below it is closed and durable."""
        signed = read_message(message)
        if place[0] == self.bad or not isinstance(signed, Signed):
            return
        if signed.thing not in IN_THE_LOG:
            return
        value = read(signed, {Thing.ENTRY: Entry, Thing.CHANGE: Change}.get(
            signed.thing, Acknowledgement
        ))  # fmt: skip
        if value.seat != place[0]:
            return
        slot = slot_of(signed)
        assert slot is not None
        assert process.signed.get(slot) == signed.payload, "sent before it was durable"
        log = process.peer.log
        assert len(log.closed) >= value.step, "signed for a step that was not open"
        if value.step:
            below = log.closed[value.step - 1]
            for member in below.members:
                if member in self.honest:
                    has = ("acknowledgement", value.step - 1, below.attempt)
                    assert has in self.processes[member, 0].signed, "closed without an honest seat"

    # What the adversary does

    def deliver(self, index: int = 0) -> None:
        sender, to, message = self.wire.pop(index)
        self.feed(to, lambda peer: peer.receive(message, sender[0], self.now))

    def work(self, place: Place) -> bool:
        process = self.processes[place]
        if not process.alive or not process.works:
            return False
        work = process.works.pop(0)
        result: object
        try:
            result = work.job()
        except Exception as error:
            result = error
        self.feed(place, lambda peer: peer.finished(work.number, result, self.now))
        return True

    def answer(self, place: Place) -> bool:
        process = self.processes[place]
        question = process.peer.view().question if process.alive else None
        if question is None:
            return False
        choose = bold_choice if place[1] else first_choice
        self.feed(place, lambda peer: peer.decide(choose(question), self.now))
        return True

    def calm(self, most: int, upto: int = 2**16) -> None:
        """Everything goes its way in order, for at most so many messages."""
        for _ in range(most):
            if max(len(self.log_of(seat)) for seat in self.honest) >= upto:
                return
            if self.wire:
                self.deliver()
                continue
            moved = [self.work(place) for place in self.processes]
            if not any(moved):
                answered = [self.answer(place) for place in self.processes]
                if not any(answered):
                    return

    def tick(self, seconds: float) -> None:
        self.now += seconds
        for place, process in self.processes.items():
            if process.wake is not None and process.wake <= self.now:
                self.feed(place, lambda peer: peer.tick(self.now))

    def link(self, one: int, other: int, up: bool) -> None:
        pair = frozenset((one, other))
        self.cut = self.cut - {pair} if up else self.cut | {pair}
        if not up:
            self.wire = [m for m in self.wire if {m[0][0], m[1][0]} != pair]
        for this, that in ((one, other), (other, one)):
            for place in self.processes:
                if place[0] == this:
                    self.feed(place, lambda peer, that=that: peer.linked(that, up, self.now))

    def dies(self, seat: int) -> None:
        """The process of an honest seat is gone; the others see their links go down."""
        process = self.processes[seat, 0]
        process.alive, process.fuse, process.wake = False, None, None
        process.works.clear()
        self.wire = [m for m in self.wire if seat not in (m[0][0], m[1][0])]
        for place in self.processes:
            if place[0] != seat and frozenset((seat, place[0])) not in self.cut:
                self.feed(place, lambda peer: peer.linked(seat, False, self.now))

    def restart(self, seat: int) -> None:
        process = self.processes[seat, 0]
        if process.alive:
            return
        process.alive = True
        process.transcript = bytearray()
        process.peer = self._peer((seat, 0), Memory.WHOLE, tuple(process.journal))
        self.feed((seat, 0), lambda peer: peer.start(self.now))
        for other in self.seats:
            if other != seat and frozenset((seat, other)) not in self.cut:
                self.link(seat, other, up=True)

    # What is tried in the end

    def forked(self) -> bool:
        """Whether honest logs have parted."""
        return any(
            mine.after.head != his.after.head
            for seat in self.honest
            for mine, his in zip(self.log_of(self.honest[0]), self.log_of(seat), strict=False)
        )

    def heal(self) -> None:
        """All honest are alive and linked, the bad seat is heard no more."""
        self.wire.clear()
        self.hears = {seat: set() for seat in self.honest}
        for seat in self.honest:
            self.processes[seat, 0].fuse = None
            self.restart(seat)
        for one in self.honest:
            for other in self.honest:
                if one < other:
                    self.link(one, other, up=True)
            self.link(one, self.bad, up=False)

    def goes_on(self) -> None:
        """Healed, the honest can always close the open step, if two of them are seated."""
        self.heal()
        for seat in self.honest:
            for other in self.honest:
                self.feed((seat, 0), lambda peer, other=other: peer.disagree(other, self.now))
        for _patience in range(6):
            self.calm(3_000, self._furthest() + 2)
            self.tick(10.0)
        state = max(
            (self.processes[s, 0].peer.log.state for s in self.honest), key=lambda state: state.step
        )
        together = [seat for seat in self.honest if seat in state.seated]
        if not state.dealt or state.due is None or len(together) < 2 or self.forked():
            return
        step = state.step
        for _vote in range(3):
            for seat in self.honest:
                self.feed((seat, 0), lambda peer: peer.agree(self.bad, self.now))
            for _patience in range(6):
                self.calm(3_000, step + 2)
                self.tick(10.0)
        assert self._furthest() > step, f"step {step} does not close"

    def _furthest(self) -> int:
        return max(len(self.log_of(seat)) for seat in self.honest)
