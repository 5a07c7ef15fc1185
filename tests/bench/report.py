"""How a measurement is taken and how a line of the report looks."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def median_ms(job: Callable[[], object], runs: int) -> float:
    """The median CPU time of ``job`` in milliseconds, after one run that is not counted."""
    job()
    taken: list[float] = []
    for _ in range(runs):
        start = time.process_time()
        job()
        taken.append((time.process_time() - start) * 1_000)
    return statistics.median(taken)


def line(what: str, measured: str, bar: str = "") -> None:
    """One line: what, the figure, and the bar it is held against."""
    print(f"  {what:<52}{measured:>20}   {bar}", flush=True)


def title(text: str) -> None:
    """A heading."""
    print(f"\n{text}", flush=True)
