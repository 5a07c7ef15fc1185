"""The threads of a session: one for its files, in order, and a few for its work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

_T = TypeVar("_T")

#: Threads for shuffles, proofs and checks.
WORKERS: Final = 2


class Threads:
    """Runs what must not hold up the event loop. ``failed(error)`` hears of what ``later`` raised.

    What is given to ``on_disk`` and ``later`` is done one after another, as it was given.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._failed = failed
        self._disk = ThreadPoolExecutor(1, "koryo-disk")
        self._workers = ThreadPoolExecutor(WORKERS, "koryo-work")
        self._working: set[asyncio.Future[object]] = set()

    async def on_disk(self, do: Callable[..., _T], *what: object) -> _T:
        """Does it in the thread of the files and waits for it."""
        return await self._loop.run_in_executor(self._disk, partial(do, *what))

    def later(self, do: Callable[..., object], *what: object) -> None:
        """Does it in the thread of the files, some time before the next ``on_disk`` returns."""
        done = self._loop.run_in_executor(self._disk, partial(do, *what))
        done.add_done_callback(self._done)

    def work(self, job: Callable[[], object], then: Callable[[object], None]) -> None:
        """Does ``job`` in a worker; ``then`` gets what it returned, or the exception it raised."""
        running = self._loop.run_in_executor(self._workers, job)
        self._working.add(running)
        running.add_done_callback(partial(self._worked, then))

    async def close(self, last: Callable[[], None]) -> None:
        """Drops the work, does ``last`` after everything that was to be done on the disk."""
        for running in tuple(self._working):
            running.cancel()
        self._workers.shutdown(wait=False, cancel_futures=True)
        try:
            await self.on_disk(last)
        finally:
            self._disk.shutdown(wait=False)

    def _worked(self, then: Callable[[object], None], running: asyncio.Future[object]) -> None:
        self._working.discard(running)
        if not running.cancelled():
            then(running.exception() or running.result())

    def _done(self, done: asyncio.Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        if isinstance(error, Exception):
            self._failed(error)
