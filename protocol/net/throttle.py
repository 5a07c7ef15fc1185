"""Calls that are made for eyes: not more often than anybody can look."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Throttle:
    """Makes ``call()`` for every wish, at most every ``quiet`` seconds, and always after the last.

    Made where an event loop runs.
    """

    def __init__(self, quiet: float, call: Callable[[], None]) -> None:
        self._quiet = quiet
        self._call = call
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time() - quiet
        self._due: asyncio.TimerHandle | None = None

    def wish(self) -> None:
        """Call soon, unless that is going to happen anyway."""
        if self._due is None:
            due = max(self._loop.time(), self._last + self._quiet)
            self._due = self._loop.call_at(due, self._now)

    def close(self) -> None:
        """Nothing is called any more."""
        if self._due is not None:
            self._due.cancel()

    def _now(self) -> None:
        self._due = None
        self._last = self._loop.time()
        self._call()
