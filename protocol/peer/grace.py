"""How long a step waits for a seat before the others are asked whether to go on without it.

Only time that this peer was awake counts, and none in a pause: somebody whose own machine slept
must not take that sleep for the silence of others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from protocol.peer.steps import STEPS
from protocol.peer.sync import Reach
from protocol.peer.table import Table
from protocol.peer.votes import silent_to_leave_out

#: A peer is woken more often than this, in seconds; what is beyond it was sleep.
LONGEST_STRIDE = 10.0
# Sums of floats fall short by less than this.
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Grace:
    """Seconds until a seat counts as silent.

    ``machine``: for a word that no player decides, or an acknowledgement. ``lost``: for a decision
    of a player who cannot be reached. ``clock``: for a decision, after the table's clock has run
    out. ``decision``: for a decision of a player who can be reached, without a clock; None: as long
    as the player likes.
    """

    machine: float = 30.0
    lost: float = 30.0
    clock: float = 30.0
    decision: float | None = None


@dataclass(frozen=True, slots=True)
class Awaited:
    """A seat that a step waits for: for its player's decision, or else for its machine."""

    seat: int
    deciding: bool
    reached: bool
    """Whether this peer reaches it, directly or through others."""


def awaited(log: Table, reach: Reach) -> list[Awaited]:
    """Whom the open step of ``log`` waits for, of those it could go on without."""
    step = log.open
    return [
        Awaited(
            seat,
            step is not None and STEPS[step.kind].asks and step.candidate(seat) is None,
            seat in reach.links or reach.relayed(seat),
        )
        for seat in silent_to_leave_out(log, reach.seat)
    ]


@dataclass(slots=True)
class _Timer:
    deciding: bool
    reached: bool
    waited: float = 0.0
    unreached: float = 0.0


@dataclass(slots=True)
class Silence:
    """Counts for how long the open step has waited for each seat."""

    grace: Grace
    seconds: int
    """Of the table's clock for a decision; 0: there is none."""
    _step: int = -1
    _last: float = 0.0
    _timers: dict[int, _Timer] = field(default_factory=dict)
    _paused: bool = False

    def watch(self, step: int, awaited: Iterable[Awaited], paused: bool, now: float) -> None:
        """Note for whom ``step`` waits now. Times are monotonic seconds."""
        passed = 0.0 if self._paused or paused else min(max(now - self._last, 0.0), LONGEST_STRIDE)
        self._last, self._paused = now, paused
        before = self._timers if step == self._step else {}
        self._step, self._timers = step, {}
        for one in awaited:
            timer = before.get(one.seat)
            if timer is None or timer.deciding != one.deciding:
                timer = _Timer(one.deciding, one.reached)
            else:
                timer.waited += passed
                timer.unreached += passed
            timer.reached = one.reached
            if one.reached:
                timer.unreached = 0.0
            self._timers[one.seat] = timer

    def silent(self) -> frozenset[int]:
        """The seats whose time is over."""
        return frozenset(
            seat for seat, timer in self._timers.items() if self._left(timer) <= _ROUNDING
        )

    def next_end(self) -> float | None:
        """When the time of the next seat is over, if nothing changes until then."""
        left = [left for timer in self._timers.values() if (left := self._left(timer)) > _ROUNDING]
        shortest = min(left, default=float("inf"))
        return None if self._paused or shortest > LONGEST_STRIDE else self._last + shortest

    def _left(self, timer: _Timer) -> float:
        if not timer.deciding:
            return self.grace.machine - timer.waited
        ends = [] if timer.reached else [self.grace.lost - timer.unreached]
        if self.seconds:
            ends.append(self.seconds + self.grace.clock - timer.waited)
        elif self.grace.decision is not None:
            ends.append(self.grace.decision - timer.waited)
        return min(ends, default=float("inf"))
