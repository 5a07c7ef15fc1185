"""Whole peers wired together in one process: only wire, clock, disk and dice are doubles."""

from __future__ import annotations

import hashlib
import itertools
import os
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from protocol.deck import Entropy
from protocol.log.chain import nonce_commitment
from protocol.log.errors import Malformed
from protocol.log.messages import PROTOCOL_VERSION, RULES_VERSION, Player, Roster, Settings
from protocol.log.signing import SigningKey
from protocol.peer.caution import Memory
from protocol.peer.effects import Accuse, Effect, Keep, Send, Show, Wake, Work, Write
from protocol.peer.grace import Grace
from protocol.peer.peer import Peer
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.rules import Done

NAMES = ("Ada", "Ben", "Cleo", "Dan")
Choose = Callable[[Question], Decision]
#: A table whose players get half a minute for a decision, so that a silent one is asked about.
IMPATIENT = Grace(decision=30.0)


def first_choice(question: Question) -> Decision:
    """The first legal answer, always: a player without ideas."""
    if isinstance(question, OrderQuestion):
        return PlaceOrder(question.legal[0])
    if isinstance(question, TurnQuestion):
        position, moves = question.position, []
        while position.turn is not None:
            legal = position.legal_moves()
            move = next((m for m in legal if not isinstance(m, Done)), legal[0])
            moves.append(move)
            position = position.played(move)
        return PlayTurn(tuple(moves))
    return ChooseDiscard(question.legal[0])


@dataclass
class Seat:
    """One peer with its disk; ``journal`` and ``transcript`` survive a restart."""

    key: SigningKey
    nonce: bytes
    peer: Peer
    choose: Choose = first_choice
    journal: list[bytes] = field(default_factory=list)
    transcript: bytearray = field(default_factory=bytearray)
    evidence: list[tuple[int, bytes]] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    wake: float | None = None
    asked: Question | None = None


class Room:
    """Two to four seats and the wires between them."""

    def __init__(
        self,
        seats: int = 3,
        peer_class: dict[int, type[Peer]] | None = None,
        settings: Settings | None = None,
        dice: Entropy = os.urandom,
    ) -> None:
        keys = [SigningKey(dice(32)) for _ in range(seats)]
        nonces = [dice(32) for _ in range(seats)]
        self.dice = dice
        self.roster = make_roster(keys, nonces, settings or Settings())
        self.silent: set[int] = set()
        self.now = 0.0
        self.wire: deque[tuple[int, int, bytes]] = deque()
        self.cut: set[frozenset[int]] = set()
        self.drop: Callable[[int, int, bytes], bool] = lambda sender, to, message: False
        self.seats = [
            Seat(
                key,
                nonce,
                (peer_class or {}).get(number, Peer)(
                    key, self.roster, nonce, dice, grace=IMPATIENT
                ),
            )
            for number, (key, nonce) in enumerate(zip(keys, nonces, strict=True))
        ]
        self.messages = 0
        self.peer_class = peer_class or {}

    def start(self) -> None:
        for number, seat in enumerate(self.seats):
            self.carry_out(number, seat.peer.start(self.now))
        for number, seat in enumerate(self.seats):
            for other in range(len(self.seats)):
                if other != number and frozenset((number, other)) not in self.cut:
                    self.carry_out(number, seat.peer.linked(other, True, self.now))

    def carry_out(self, number: int, effects: tuple[Effect, ...]) -> None:
        """Do what a peer asks, in order; work is done on the spot."""
        seat = self.seats[number]
        for effect in effects:
            seat.effects.append(effect)
            match effect:
                case Write(record):
                    seat.journal.append(record)
                case Keep(record):
                    seat.transcript += record
                case Send(message, to):
                    self.send(number, to, message)
                case Work(job_number, job):
                    try:
                        result: object = job()
                    except Exception as error:
                        result = error
                    self.carry_out(number, seat.peer.finished(job_number, result, self.now))
                case Accuse(accused, evidence):
                    seat.evidence.append((accused, evidence))
                case Wake(at):
                    seat.wake = at
                case Show():
                    pass

    def send(self, sender: int, to: int | None, message: bytes) -> None:
        others = [n for n in range(len(self.seats)) if n != sender] if to is None else [to]
        for other in others:
            if frozenset((sender, other)) in self.cut or self.drop(sender, other, message):
                continue
            self.wire.append((sender, other, message))

    def deliver(self) -> None:
        sender, to, message = self.wire.popleft()
        self.messages += 1
        try:
            effects = self.seats[to].peer.receive(message, sender, self.now)
        except Malformed:
            return
        self.carry_out(to, effects)

    def deliver_all(self) -> None:
        """Deliver what is under way, and what that brings about, without deciding anything."""
        while self.wire:
            self.deliver()

    def answer(self) -> bool:
        """Let one asked player decide; False if nobody is asked."""
        for number, seat in enumerate(self.seats):
            question = seat.peer.view().question
            if question is not None and number not in self.silent:
                seat.asked = question
                self.carry_out(number, seat.peer.decide(seat.choose(question), self.now))
                return True
        return False

    def run(self, until: Callable[[], bool] | None = None, steps: int = 200_000) -> None:
        """Deliver, decide and let time pass until ``until``, or nothing more can happen."""
        waited, before = 0, self.progress()
        for _ in range(steps):
            if until is not None and until():
                return
            if self.wire:
                self.deliver()
            elif self.answer():
                continue
            elif waited < 4 and not all(seat.peer.settled for seat in self.seats):
                waited = waited + 1 if self.progress() == before else 0
                before = self.progress()
                self.now += 10.0
                for number, seat in enumerate(self.seats):
                    self.carry_out(number, seat.peer.tick(self.now))
            else:
                return
        raise AssertionError("the room does not come to rest")

    def progress(self) -> tuple[int, ...]:
        """How many steps have closed at each seat."""
        return tuple(len(seat.peer.log.closed) for seat in self.seats)

    def link(self, one: int, other: int, up: bool) -> None:
        """Cut or mend the wire between two seats."""
        pair = frozenset((one, other))
        self.cut = self.cut - {pair} if up else self.cut | {pair}
        self.wire = deque(m for m in self.wire if up or frozenset(m[:2]) != pair)
        for this, that in ((one, other), (other, one)):
            self.carry_out(this, self.seats[this].peer.linked(that, up, self.now))

    def kill(self, number: int) -> None:
        """The process of a seat dies: what was under way to it and from it is lost."""
        self.unplug(number)
        self.seats[number].wake = None

    def restart(
        self,
        number: int,
        journal: Sequence[bytes] | None = None,
        memory: Memory = Memory.WHOLE,
        up: bool = True,
    ) -> None:
        """The seat is started again from its journal, or from another one; the rest it hears."""
        seat = self.seats[number]
        if journal is not None:
            seat.journal = list(journal)
        seat.transcript = bytearray()
        seat.peer = self.peer_class.get(number, Peer)(
            seat.key,
            self.roster,
            seat.nonce,
            self.dice,
            tuple(seat.journal),
            memory,
            grace=IMPATIENT,
        )
        self.carry_out(number, seat.peer.start(self.now))
        if up:
            self.unplug(number, up=True)

    def unplug(self, seat: int, up: bool = False) -> None:
        """Cut or mend every wire of a seat."""
        for other in range(len(self.seats)):
            if other != seat:
                self.link(seat, other, up)


def seeded_dice(seed: int) -> Entropy:
    """Dice that fall the same way each time, so that a test tells the same story each time."""
    counter = itertools.count()

    def roll(length: int) -> bytes:
        word = f"{seed} {next(counter)}".encode()
        return hashlib.shake_256(word).digest(length)

    return roll


def make_roster(
    keys: list[SigningKey], nonces: list[bytes], settings: Settings | None = None
) -> Roster:
    players = tuple(
        Player(key.identity, NAMES[number], nonce_commitment(key.identity, nonce))
        for number, (key, nonce) in enumerate(zip(keys, nonces, strict=True))
    )
    return Roster(PROTOCOL_VERSION, RULES_VERSION, settings or Settings(), players)
