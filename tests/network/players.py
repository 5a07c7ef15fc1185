"""Computer players, one process a machine, and what they have written down so far."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from protocol.log.errors import Malformed
from protocol.log.transcript import ClosedStep, Truncated, read_transcript
from tests.koryo_tui.processes import home
from tests.network.lan import Machine


class Player:
    """One ``koryo-tui bot``; the first of a table is its host."""

    def __init__(self, machine: Machine, number: int, seats: int, at: Path) -> None:
        self.machine = machine
        self.root = at / f"player-{number}"
        self._errors = at / f"player-{number}.err"
        self.log = at / f"player-{number}.log"
        command = [
            *(sys.executable, "-m", "koryo_tui", "bot"),
            *("--root", str(self.root), "--name", f"Bot {number}", "--seed", str(number)),
            *("--invite-file", str(at / "invite"), "--log", str(self.log)),
            *("--save", str(at / "game"), "--patience", "240"),
        ]
        if number == 1:
            # The invite names the address that is listened on.
            command += ["--seats", str(seats), "--bind", machine.address]
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                machine.inside(*command),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=home(at / "home"),
            )

    def closed_steps(self) -> tuple[ClosedStep, ...]:
        """The steps that have closed for this player, as its transcript has them."""
        steps: list[ClosedStep] = []
        places = [*self.root.rglob("tables/*/transcript"), *self.root.rglob("*.koryo")]
        for path in places:
            with suppress(FileNotFoundError, Truncated, Malformed):
                # It may be just being begun, or moved.
                for record in read_transcript(path.read_bytes()):
                    if isinstance(record, ClosedStep):
                        steps.append(record)
        return tuple(steps)

    def told(self) -> str:
        """What went wrong here, and the end of the log."""
        log = self.log.read_text().splitlines() if self.log.exists() else []
        return "\n".join((self._errors.read_text(errors="replace"), *log[-12:]))

    def lost_links(self) -> int:
        """How many links have gone down here."""
        return self.log.read_text().count("is down") if self.log.exists() else 0

    def end(self) -> None:
        """Ends the process, if it runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)


class Game:
    """Players at one table."""

    def __init__(self, machines: Iterable[Machine], at: Path) -> None:
        machines = tuple(machines)
        self.at = at
        self.players = [
            Player(machine, number, len(machines), at)
            for number, machine in enumerate(machines, start=1)
        ]

    def closed(self) -> int:
        """The steps that have closed for everybody."""
        return min(len(player.closed_steps()) for player in self.players)

    def wait_for(self, holds: Callable[[], bool], what: str, bound: float) -> None:
        """Looks again and again; fails with what the players say after ``bound`` seconds."""
        until = time.monotonic() + bound
        while not holds():
            died = [p for p in self.players if p.process.poll() not in (None, 0)]
            if died or time.monotonic() > until:
                told = "\n---\n".join(player.told() for player in self.players)
                raise AssertionError(f"waited in vain for {what}; the players say:\n{told}")
            time.sleep(0.2)

    def play_on(self, steps: int, bound: float = 60.0) -> None:
        """Until that many more steps have closed for everybody, or the game is over."""
        wanted = self.closed() + steps
        self.wait_for(
            lambda: self.is_over() or self.closed() >= wanted, f"{steps} more steps", bound
        )

    def is_over(self) -> bool:
        """Every player has ended well."""
        return all(player.process.poll() == 0 for player in self.players)

    def check_agreement(self) -> None:
        """As far as two players have got, they have the same steps under the same certificates."""
        records = [player.closed_steps() for player in self.players]
        for record in records[1:]:
            for ours, theirs in zip(records[0], record, strict=False):
                assert [e.payload for e in ours.entries] == [e.payload for e in theirs.entries]

    def end(self) -> None:
        """Ends every process."""
        for player in self.players:
            player.end()
