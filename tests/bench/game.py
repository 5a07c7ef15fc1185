"""A whole game: CPU, bytes, flushes, memory; and the processes of ``selfplay``."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from protocol.log.messages import StepKind
from protocol.peer.effects import Send, Write
from protocol.peer.verify import verify
from tests.bench.report import line, title
from tests.peer.harness import Room

SEATS = 4


def run() -> None:
    """Prints the figures of one deal and one game at four seats."""
    title("Four peers in one process")
    room = Room(SEATS)
    room.start()
    room.run(until=lambda: closed(room, StepKind.SEATS))
    start = time.process_time()
    room.run(until=lambda: closed(room, StepKind.SHARES))
    cpu = (time.process_time() - start) / SEATS
    line("round set-up, 55 cards: CPU of a peer", f"{cpu:.3f} s", "bar 0.26 s")
    room.run()
    sent = [e for seat in room.seats for e in seat.effects if isinstance(e, Send)]
    size = sum(len(e.message) * (1 if e.to is not None else SEATS - 1) for e in sent)
    line("bytes a peer sends in a game, three links", f"{size / SEATS / 1e3:.0f} kB")
    writes = sum(isinstance(e, Write) for seat in room.seats for e in seat.effects)
    line("records a peer writes and flushes in a game", f"{writes / SEATS:.0f}")
    data = bytes(room.seats[0].transcript)
    line("transcript", f"{len(data) / 1e3:.0f} kB")
    start = time.process_time()
    verify(data)
    line("verify a transcript, one core", f"{time.process_time() - start:.2f} s", "bar 5 s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line("memory of this process, four peers in it", f"{memory:.0f} MB")
    processes()


def closed(room: Room, kind: StepKind) -> bool:
    """Whether every seat has closed a step of this kind."""
    return all(any(c.kind is kind for c in seat.peer.log.closed) for seat in room.seats)


def processes() -> None:
    """Real processes over TLS on this machine, as a user runs them."""
    title("Processes")
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        command = [sys.executable, "-m", "koryo_tui", "selfplay", "--out", folder]
        subprocess.run(command, check=True, capture_output=True)
        line(
            "selfplay, 4 seats, with verification",
            f"{time.perf_counter() - start:.1f} s",
            "bar 15 s",
        )
        file = next(Path(folder).glob("*.koryo"))
        wall = timed([sys.executable, "-m", "koryo_tui", "verify", str(file)])
        line("koryo-tui verify", f"{wall:.2f} s", "bar 5 s")
    bare = min(timed([sys.executable, "-c", "pass"]) for _ in range(5))
    helped = min(timed([sys.executable, "-m", "koryo_tui", "--help"]) for _ in range(5))
    line("--help", f"{helped * 1e3:.0f} ms", f"{helped / bare:.1f} of a bare interpreter (bar 4)")


def timed(command: list[str]) -> float:
    """Wall seconds of one run."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start
