"""How long to wait before trying again: ever longer, and never in step with somebody else."""

from __future__ import annotations

import os
from collections.abc import Callable


def jitter() -> float:
    """A number from 0 to 1."""
    return os.urandom(1)[0] / 255


class Backoff:
    """How long to wait between dials: ``first`` seconds, doubled up to ``last``, and up to half
    as much again by ``jitter``, which gives numbers from 0 to 1."""

    def __init__(self, first: float, last: float, jitter: Callable[[], float]) -> None:
        self._first = first
        self._last = last
        self._jitter = jitter
        self._next = first

    def wait(self) -> float:
        """The seconds to wait now; the next wait is longer."""
        seconds = self._next * (1 + self._jitter() / 2)
        self._next = min(2 * self._next, self._last)
        return seconds

    def lasted(self, seconds: float) -> None:
        """A link was up that long. Only one that outlasts the longest wait is a success, so that
        a link which breaks at once is not made and broken without a pause."""
        if seconds > self._last:
            self._next = self._first
