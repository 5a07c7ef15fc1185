"""Real processes over TLS on this machine, as a user runs them."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from datetime import datetime
from pathlib import Path

from koryo_tui.cores import Cores
from protocol.peer.verify import verify
from tests.bench.report import line, title

KORYO = (sys.executable, "-m", "koryo_tui")
#: Verifications with one core and with two, in turn; the medians are compared.
TIMES = 7
CLOSED = re.compile(r"^(\S+ \S+) (\d+) koryo\.session INFO step \d+ \((\w+)\) has closed$", re.M)


def run() -> None:
    """Prints what a game between processes takes, and what its record takes to verify."""
    title("Processes")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        start = time.perf_counter()
        played = [*KORYO, "selfplay", "--out", folder, "--log", str(log)]
        subprocess.run(played, check=True, capture_output=True)
        line(
            "selfplay, 4 seats, with verification",
            f"{time.perf_counter() - start:.1f} s",
            "bar 15 s",
        )
        wall = statistics.median(set_ups(log.read_text()))
        line("round set-up, 4 processes: median wall", f"{wall:.2f} s", "bar 0.8 s")
        file = next(Path(folder).glob("*.koryo"))
        line("koryo-tui verify", f"{timed([*KORYO, 'verify', str(file)]):.2f} s", "bar 5 s")
        cores(file.read_bytes())
    bare = min(timed([sys.executable, "-c", "pass"]) for _ in range(5))
    helped = min(timed([*KORYO, "--help"]) for _ in range(5))
    line("--help", f"{helped * 1e3:.0f} ms", f"{helped / bare:.1f} of a bare interpreter (bar 4)")


def set_ups(log: str) -> list[float]:
    """Wall seconds from the closing of each ``seats`` step to that of its ``shares``, of all
    processes that wrote the log."""
    found: list[float] = []
    began: defaultdict[str, datetime] = defaultdict(lambda: datetime.min)
    for written, process, kind in CLOSED.findall(log):
        at = datetime.fromisoformat(written.replace(",", "."))
        if kind == "seats":
            began[process] = at
        elif kind == "shares":
            found.append((at - began[process]).total_seconds())
    return found


def cores(record: bytes) -> None:
    """One record verified on one core and on two."""
    ones, twos = [], []
    for _ in range(TIMES):
        start = time.perf_counter()
        verify(record)
        ones.append(time.perf_counter() - start)
        start = time.perf_counter()
        with Cores(2) as these:
            verify(record, run=these.run, begin=these.begin)
        twos.append(time.perf_counter() - start)
    one, two = statistics.median(ones), statistics.median(twos)
    line("verify: one core, two cores", f"{one:.2f} s, {two:.2f} s", f"{one / two:.2f} (bar 1.5)")


def timed(command: list[str]) -> float:
    """Wall seconds of one run."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start
