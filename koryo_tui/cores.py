"""All cores for the costly checks of a transcript."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Final, Self

from protocol.peer.checking import CheckJob
from protocol.peer.verify import run_here

#: Seconds after which a thread that comes back from the library is let on. The usual 5 ms are
#: longer than most of its calls take.
_SWITCH: Final = 5e-6


class Cores:
    """A context manager whose ``run`` and ``begin`` are those of ``protocol.peer.verify.verify``.

    ``count`` threads, by default one for each core. Threads are enough: nearly all the time of a
    check is spent in the group library, which runs without the interpreter's lock.
    """

    def __init__(self, count: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(count or os.cpu_count() or 1, "koryo-check")
        self._usual = sys.getswitchinterval()

    def __enter__(self) -> Self:
        sys.setswitchinterval(_SWITCH)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._threads.shutdown(cancel_futures=True)
        sys.setswitchinterval(self._usual)

    def begin(self, task: Callable[[], None]) -> None:
        """A task that a thread takes up as soon as one is free."""
        self._threads.submit(task)

    def run(self, jobs: Sequence[CheckJob]) -> list[object]:
        """Every job; what each returned, or the ``Refused`` it raised, in their order."""
        if len(jobs) < 2:
            return run_here(jobs)
        return [result for (result,) in self._threads.map(lambda job: run_here([job]), jobs)]
