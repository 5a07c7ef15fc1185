"""The effects of a peer, carried out in order; writes that stand together go to the disk at once.

What follows a ``Write`` waits until the record is on the disk, so nothing signed leaves the machine
before.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from protocol.peer.effects import Effect, Write


class EffectQueue:
    """``write(records)`` returns when they are durable; ``carry_out`` does any other effect."""

    def __init__(
        self,
        write: Callable[[tuple[bytes, ...]], Awaitable[None]],
        carry_out: Callable[[Effect], None],
    ) -> None:
        self._write = write
        self._carry_out = carry_out
        self._queue: deque[Effect] = deque()
        self._ready = asyncio.Event()

    def put(self, effects: Iterable[Effect]) -> None:
        """Carry these out after all others."""
        self._queue.extend(effects)
        self._ready.set()

    def clear(self) -> None:
        """What is left is not carried out."""
        self._queue.clear()

    def wake(self) -> None:
        """Perhaps it is over."""
        self._ready.set()

    async def run(self, is_over: Callable[[], bool]) -> None:
        """Carries out effects until it is over and nothing is left. Raises what they raise."""
        while self._queue or not is_over():
            if not self._queue:
                self._ready.clear()
                await self._ready.wait()
            elif isinstance(self._queue[0], Write):
                await self._write(self._next_writes())
            else:
                self._carry_out(self._queue.popleft())

    def _next_writes(self) -> tuple[bytes, ...]:
        records = []
        while self._queue and isinstance(write := self._queue[0], Write):
            records.append(write.record)
            self._queue.popleft()
        return tuple(records)
