"""Players, one process a machine, and what they have written down so far."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from protocol.log.errors import Malformed
from protocol.log.transcript import ClosedStep, Truncated, read_transcript
from tests.koryo_tui.processes import home
from tests.network.lan import Machine

#: The program as it is, and with links that are soon given up and made again.
USUAL = "koryo_tui"
QUICK = "tests.network.quick"


class Player:
    """A process on ``machine`` that plays one seat: ``program`` with ``command``."""

    def __init__(
        self, machine: Machine, name: str, at: Path, program: str, *command: str, root: Path
    ) -> None:
        self.machine = machine
        self.root = root
        self._errors = at / f"{name}.err"
        self.log = at / f"{name}.log"
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                machine.inside(*(sys.executable, "-m", program, *command), "--log", str(self.log)),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=home(at / f"home-{name}"),
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
        return self._said("is down")

    def open_links(self) -> int:
        """How many links are up here."""
        return self._said("is up") - self._said("is down")

    def _said(self, what: str) -> int:
        return self.log.read_text().count(what) if self.log.exists() else 0

    def played_rounds(self) -> int:
        """How many rounds are over here: a later one has begun."""
        return max(self._said("(seats) has closed") - 1, 0)

    def end(self) -> None:
        """Ends the process, if it runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        assert self.process.stdin is not None
        self.process.stdin.close()


def computer_players(machines: Sequence[Machine], at: Path, program: str) -> list[Player]:
    """One ``koryo-tui bot`` a machine; the first is the host."""
    players = []
    for number, machine in enumerate(machines, start=1):
        root = at / f"player-{number}"
        command = [
            *("bot", "--root", str(root), "--name", f"Bot {number}", "--seed", str(number)),
            *("--invite-file", str(at / "invite"), "--save", str(at / "game")),
            *("--patience", "240"),
        ]
        if number == 1:
            # The invite names the address that is listened on.
            command += ["--seats", str(len(machines)), "--bind", machine.address]
        players.append(Player(machine, f"player-{number}", at, program, *command, root=root))
    return players


def two_people(host: Machine, guest: Machine, at: Path, program: str) -> list[Player]:
    """Two who sit in front of their programs and have said nothing yet."""
    invite = at / "invite"
    plays = ("--plain", "--name")
    opens = ("host", *plays, "Ada", "--seats", "2", "--invite-file", str(invite))
    ada = Player(host, "ada", at, program, *opens, root=at / "home-ada")
    until = time.monotonic() + 60.0
    while not invite.exists():
        assert time.monotonic() < until, ada.told()
        assert ada.process.poll() is None, ada.told()
        time.sleep(0.05)
    joins = ("join", invite.read_text().strip(), *plays, "Ben")
    return [ada, Player(guest, "ben", at, program, *joins, root=at / "home-ben")]


class Game:
    """Players at one table."""

    def __init__(self, players: Sequence[Player], at: Path) -> None:
        self.players = players
        self.at = at

    def closed_steps(self) -> list[int]:
        """How many steps have closed for each player."""
        return [len(player.closed_steps()) for player in self.players]

    def closed(self) -> int:
        """The steps that have closed for everybody."""
        return min(self.closed_steps())

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

    def wait_for_lost_links(self, *players: Player, least: int = 1) -> None:
        """Until each of ``players`` has given up so many links."""
        self.wait_for(
            lambda: all(player.lost_links() >= least for player in players),
            "the links to be given up",
            60.0,
        )

    def is_linked(self) -> bool:
        """Every player has a link to every other."""
        return all(player.open_links() == len(self.players) - 1 for player in self.players)

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
