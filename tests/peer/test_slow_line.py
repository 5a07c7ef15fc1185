"""A seat behind a line that carries 64 kbit/s each way: what is long goes over it once."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from itertools import count

import pytest

from protocol.log.messages import Signed, StepKind
from protocol.log.wire import read_message
from protocol.peer.sync import is_long
from tests.peer.harness import Room, seeded_dice
from tests.peer.scenes import bold_choice, check_honest

BYTES_A_SECOND = 8_000
#: Of TCP, TLS and frames, for a message.
OVERHEAD = 100

pytestmark = pytest.mark.usefixtures("remembered")


class SlowRoom(Room):
    """All messages of the seat ``slow`` go one after another through its line, each way."""

    def __init__(self, seats: int, slow: int) -> None:
        super().__init__(seats, dice=seeded_dice(slow))
        for seat in self.seats:
            seat.choose = bold_choice
        self.slow = slow
        self.free = {"up": 0.0, "down": 0.0}
        """From when on each way is free."""
        self.line: list[tuple[float, int, float, int, int, bytes]] = []
        """When it has arrived, a number, since when it is arriving, from whom, to whom, what."""
        self.carried: Counter[tuple[int, bytes]] = Counter()
        """How often each message has gone over the line, by receiver."""
        self._numbers = count()

    def send(self, sender: int, to: int | None, message: bytes) -> None:
        for other in range(len(self.seats)):
            if other == sender or to not in (None, other):
                continue
            if self.slow not in (sender, other):
                self.wire.append((sender, other, message))
                continue
            way = "up" if sender == self.slow else "down"
            begins = max(self.now, self.free[way])
            self.free[way] = begins + (len(message) + OVERHEAD) / BYTES_A_SECOND
            arrival = (self.free[way], next(self._numbers), begins, sender, other, message)
            heapq.heappush(self.line, arrival)
            self.carried[other, message] += 1

    def is_receiving(self, seat: int) -> bool:
        """Whether part of a message has come through the line."""
        return any(to == seat and begins < self.now for _, _, begins, _, to, _ in self.line)

    def play(self, until: Callable[[], bool]) -> None:
        """Time passes as the line and the peers' own clocks need it."""
        while not until():
            if self.wire:
                self.deliver()
            elif not self.answer():
                self._wait()

    def _wait(self) -> None:
        wakes = {number: seat.wake for number, seat in enumerate(self.seats) if seat.wake}
        self.now = max(self.now, min([*wakes.values(), *(at for at, *_ in self.line[:1])]))
        while self.line and self.line[0][0] <= self.now:
            *_, sender, to, message = heapq.heappop(self.line)
            self.wire.append((sender, to, message))
        for number, wake in wakes.items():
            if wake <= self.now:
                peer = self.seats[number].peer
                self.carry_out(number, peer.tick(self.now, receiving=self.is_receiving(number)))


def _long(message: bytes) -> bool:
    value = read_message(message)
    return isinstance(value, Signed) and is_long(value)


@pytest.mark.parametrize("slow", range(4))
def test_through_a_slow_line_all_shuffles_and_shares_of_a_deal_go_once(slow: int) -> None:
    room = SlowRoom(4, slow)
    room.start()

    def has_dealt() -> bool:
        logs = [seat.peer.log for seat in room.seats]
        return all(log.open is not None and log.open.kind is StepKind.ORDER for log in logs)

    room.play(has_dealt)
    times = [number for (_to, message), number in room.carried.items() if _long(message)]
    assert times == [1] * 12, "of each, its own to the three others, and theirs to it"
    everything = sum(len(message) * number for (_to, message), number in room.carried.items())
    long = sum(len(message) for _to, message in room.carried if _long(message))
    assert everything < 2 * long
    check_honest(room)
