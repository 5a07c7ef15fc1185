"""The app on a pseudo-terminal: how soon it is there, and what a key costs at a table."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import pexpect

from tests.bench.report import line, title

KEYS = 30
#: Starts of the whole app whose median is printed.
STARTS = 5
#: Killed players whose median is printed.
TIMES_KILLED = 3
ASKED = "Choose your order"


def run() -> None:
    """Prints first paint, latency and bytes a cursor move, and what is sent while idle."""
    title("Screen, 80x24, on a pseudo-terminal")
    painted = statistics.median(first_paint() for _ in range(STARTS))
    line("koryo-tui: process start to first paint", f"{painted:.2f} s", "bar 0.8 s")
    app = spawned()
    app.expect("HAND")
    taken, sizes = pressed(app)
    line("key to first byte: median", f"{statistics.median(taken):.0f} ms", "bar 15 ms idle")
    line("key to first byte: 95th percentile", f"{taken[int(KEYS * 0.95)]:.0f} ms")
    line("bytes a cursor move", f"{statistics.median(sizes):.0f}", "bar 1000")
    line("bytes in two idle seconds", f"{len(drain(app, 2.0))}", "bar 0")
    app.close(force=True)
    busy = spawned("proofs")
    busy.expect("HAND")
    taken, _ = pressed(busy)
    worst = f"{taken[int(KEYS * 0.95)]:.0f} ms"
    line("the same while proofs run on every core", worst, "bar 50 ms")
    busy.close(force=True)
    back = statistics.median(back_again() for _ in range(TIMES_KILLED))
    line("killed, resumed: to the question on the screen", f"{back:.2f} s", "bar 5 s")


def first_paint() -> float:
    """Seconds from the start of ``koryo-tui``, as a newcomer starts it, to its first screen."""
    with tempfile.TemporaryDirectory() as home:
        start = time.perf_counter()
        app = koryo(home, "--name", "Ada")
        app.expect("KORYO")
        taken = time.perf_counter() - start
        app.close(force=True)
    return taken


def koryo(home: str, *command: str) -> pexpect.spawn:  # type: ignore[type-arg]
    """``koryo-tui`` with ``command``, of somebody whose home this is."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "koryo_tui", *command],
        dimensions=(24, 80),
        env={**os.environ, "HOME": home},
        timeout=20,
        encoding="utf-8",
    )


def back_again() -> float:
    """Seconds from the start of ``resume`` to the question that was on the screen when the process
    was killed; the other seat has stayed."""
    with tempfile.TemporaryDirectory() as home:
        invite, here = f"{home}/invite", ("--bind", "127.0.0.1")
        opens = ("--name", "Ada", "--seats", "2", *here, "--invite-file", invite)
        app = koryo(home, "host", *opens)
        bot = (*("bot", "--root", f"{home}/bot"), *here, "--invite-file", invite)
        with subprocess.Popen([sys.executable, "-m", "koryo_tui", *bot]) as other:
            app.expect(ASKED)
            app.kill(signal.SIGKILL)
            app.wait()
            start = time.perf_counter()
            again = koryo(home, "resume")
            again.expect(ASKED)
            taken = time.perf_counter() - start
            again.close(force=True)
            other.kill()
    return taken


def spawned(how: str = "") -> pexpect.spawn:  # type: ignore[type-arg]
    """A table on a pseudo-terminal that takes keys at once."""
    app = pexpect.spawn(
        sys.executable,
        ["-m", "tests.koryo_tui.lonely", how],
        dimensions=(24, 80),
        timeout=20,
        encoding="utf-8",
    )
    app.delaybeforesend = None
    return app


def pressed(app: pexpect.spawn) -> tuple[list[float], list[int]]:  # type: ignore[type-arg]
    """Milliseconds from a cursor key to the first byte of the answer, rising, and the bytes of
    each answer."""
    drain(app, 1.0)
    taken: list[float] = []
    sizes: list[int] = []
    for number in range(KEYS):
        start = time.perf_counter()
        app.send("\x1b[B" if number % 2 else "\x1b[A")
        got = app.read_nonblocking(65_536, timeout=2)
        taken.append((time.perf_counter() - start) * 1_000)
        sizes.append(len((got + drain(app, 0.1)).encode()))
    taken.sort()
    return taken, sizes


def drain(app: pexpect.spawn, seconds: float) -> str:  # type: ignore[type-arg]
    """Everything that comes until nothing has come for ``seconds``."""
    got = ""
    while True:
        try:
            got += app.read_nonblocking(65_536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return got
