"""What a deal waits for: every seat's shuffle after the one before, and then one check."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from functools import partial

import pytest

from protocol.log.messages import StepKind
from protocol.net.threads import WORKERS
from protocol.peer import checks
from protocol.peer.effects import Effect, Work
from protocol.peer.private import make_shuffle
from tests.peer.harness import Room


class TimedRoom(Room):
    """A room in which a shuffle takes one unit of time, its check another, all else none.

    Each seat has the workers of a session, which take up work in the order in which it came.
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.clock = 0
        self.proves = self.checks = 0
        self._number = itertools.count()
        self._free = [[0] * WORKERS for _ in range(seats)]
        self._due: list[tuple[int, int, Callable[[], None]]] = []

    def carry_out(self, number: int, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            cost = self._cost(effect)
            if cost and isinstance(effect, Work):
                began = max(self.clock, heapq.heappop(self._free[number]))
                heapq.heappush(self._free[number], began + cost)
                end: Callable[[], None] = partial(super().carry_out, number, (effect,))
                heapq.heappush(self._due, (began + cost, next(self._number), end))
            else:
                super().carry_out(number, (effect,))

    def _cost(self, effect: Effect) -> int:
        if not isinstance(effect, Work):
            return 0
        assert isinstance(effect.job, partial)
        made = effect.job.func is make_shuffle
        checked = effect.job.func is checks.proved_link
        self.proves += made
        self.checks += checked
        return int(made or checked)

    def pass_time(self) -> None:
        """To the next end of some work, and all that it brings about."""
        self.clock, _, end = heapq.heappop(self._due)
        end()
        self.deliver_all()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being worked on."""
        return not self._due


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_deal_takes_as_many_shuffles_as_seats_and_one_check(seats: int) -> None:
    room = TimedRoom(seats)
    room.start()
    room.deliver_all()
    while not room.is_idle:
        room.pass_time()

    for seat in room.seats:
        assert StepKind.SHUFFLE in {closing.kind for closing in seat.peer.log.closed}
    assert room.clock == seats + 1
    # Everybody checks what the others shuffled, once; nobody checks its own.
    assert (room.proves, room.checks) == (seats, seats * (seats - 1))
