"""Something long in another thread, which is given up once nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")
Tell = Callable[[float], None]


class GivenUp(Exception):
    """Nobody waits for it any more."""


class InThread:
    """``share`` is how much of it is done, 0 to 1, as the work has told."""

    def __init__(self) -> None:
        self.share = 0.0
        self._is_given_up = False

    async def run(self, work: Callable[[Tell], _T]) -> _T:
        """What ``work(tell)`` returns. Raises ``GivenUp``, and what that raises."""
        return await asyncio.get_running_loop().run_in_executor(None, work, self.tell)

    def tell(self, share: float) -> None:
        """Called by the work, between its steps. A thread cannot be ended from outside, and a
        program ends only after all its threads: raises ``GivenUp``."""
        if self._is_given_up:
            raise GivenUp
        self.share = share

    def give_up(self) -> None:
        """It ends when it tells the next time."""
        self._is_given_up = True
