"""The rules alone, then a whole game of four peers in one process: CPU, bytes, writes, memory."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Iterator
from itertools import groupby
from random import Random  # a seed fixes the games that are played

from protocol.log.messages import StepKind
from protocol.peer.effects import Send, Write
from protocol.peer.verify import verify
from protocol.rules import Card, Phase, Referee
from tests.bench.report import line, title
from tests.peer.harness import Room

SEATS = 4
#: Random games whose median is printed.
GAMES = 101


def run() -> None:
    """Prints the figures of the rules alone, then of one deal and one game at four seats."""
    title("The rules engine")
    taken = sorted(random_game(seed) for seed in range(GAMES))
    line(
        f"a random game, 4 seats, median of {GAMES}",
        f"{statistics.median(taken):.1f} ms",
        "bar 10 ms",
    )
    title("Four peers in one process")
    room = Room(SEATS)
    room.start()
    room.run(until=lambda: closed(room, StepKind.SEATS))
    start = time.process_time()
    room.run(until=lambda: closed(room, StepKind.SHARES))
    cpu = (time.process_time() - start) / SEATS
    line("round set-up, 55 cards: CPU of a peer", f"{cpu:.3f} s", "bar 0.26 s")
    room.run()
    size = sum(map(len, messages(room)))
    line("bytes of messages a peer sends in a game, three links", f"{size / SEATS / 1e3:.0f} kB")
    rounds = sum(c.kind is StepKind.SEATS for c in room.seats[0].peer.log.closed)
    line("and in one of its rounds", f"{size / SEATS / rounds / 1e3:.0f} kB")
    is_write = [[isinstance(e, Write) for e in seat.effects] for seat in room.seats]
    line("records a peer writes in a game", f"{sum(map(sum, is_write)) / SEATS:.0f}")
    flushes = sum(writes for each in is_write for writes, _together in groupby(each))
    line("and flushes of its disk for them", f"{flushes / SEATS:.0f}")
    data = bytes(room.seats[0].transcript)
    line("transcript", f"{len(data) / 1e3:.0f} kB")
    start = time.process_time()
    verify(data)
    line("verify a transcript, one core", f"{time.process_time() - start:.2f} s", "bar 5 s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line("memory of this process, four peers in it", f"{memory:.0f} MB")


def random_game(seed: int) -> float:
    """CPU milliseconds of a game in which every decision is any of the legal ones."""
    dice = Random(seed)

    def shuffled(pile: tuple[Card, ...]) -> list[Card]:
        return dice.sample(pile, len(pile))

    start = time.process_time()
    game = Referee.start(tuple(range(SEATS)), 0, shuffled)
    while game.position.phase is not Phase.OVER:
        game = game.play(dice.choice(game.legal()))
    return (time.process_time() - start) * 1_000


def messages(room: Room) -> Iterator[bytes]:
    """Everything that was sent, as often as it was sent over a link."""
    for seat in room.seats:
        for effect in seat.effects:
            if isinstance(effect, Send):
                yield from [effect.message] * (SEATS - 1 if effect.to is None else 1)


def closed(room: Room, kind: StepKind) -> bool:
    """Whether every seat has closed a step of this kind."""
    return all(any(c.kind is kind for c in seat.peer.log.closed) for seat in room.seats)
