"""All cores for the costly checks of a transcript: shuffle proofs go to other processes."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import Self

from protocol.deck import check_claim
from protocol.peer.checks import ShuffleCheck
from protocol.peer.refused import Refused
from protocol.peer.table import CheckJob
from protocol.peer.verify import run_here

#: Forking is quick and safe in a process without threads; elsewhere a fresh interpreter starts.
_METHOD = "fork" if sys.platform == "linux" else "spawn"


class Cores:
    """A context manager whose ``run`` is a ``RunJobs`` for ``protocol.peer.verify.verify``.

    ``count`` processes in all, this one among them; by default one for each core. Use it where no
    other thread is running.
    """

    def __init__(self, count: int | None = None) -> None:
        self._others = (count or os.cpu_count() or 1) - 1
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        if self._others:
            context = multiprocessing.get_context(_METHOD)
            self._pool = ProcessPoolExecutor(self._others, mp_context=context)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def run(self, jobs: Sequence[CheckJob]) -> list[object]:
        """Every job, the shuffle proofs shared out evenly; the others are too small to send."""
        given = {number: self._give(job) for number, job in enumerate(jobs) if self._goes(number)}
        own = [n for n in range(len(jobs)) if given.get(n) is None]
        results = dict(zip(own, run_here([jobs[n] for n in own]), strict=True))
        for number, future in given.items():
            if future is not None:
                results[number] = _accept(jobs[number], future)
        return [results[number] for number in range(len(jobs))]

    def _goes(self, number: int) -> bool:
        return self._pool is not None and number % (self._others + 1) != 0

    def _give(self, job: CheckJob) -> Future[None] | None:
        if self._pool is None or not isinstance(job.run, ShuffleCheck):
            return None
        return self._pool.submit(check_claim, job.run.claim())


def _accept(job: CheckJob, future: Future[None]) -> object:
    assert isinstance(job.run, ShuffleCheck)
    try:
        return job.run(future.result)
    except Refused as refused:
        return refused
