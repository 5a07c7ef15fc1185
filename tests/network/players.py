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
from tests.koryo_tui.typist import Typist
from tests.network.lan import Machine

#: The program as it is, and with links that are soon given up and made again.
USUAL = "koryo_tui"
QUICK = "tests.network.quick"
#: Seconds after which computer players go on without somebody who is silent: more than a machine
#: that is busy with other tests takes for a step.
GRACE = ("--grace", "15")


class Player:
    """A process on ``machine`` that plays one seat: ``program`` with ``command``."""

    def __init__(
        self, machine: Machine, name: str, at: Path, program: str, *command: str, root: Path
    ) -> None:
        self.machine = machine
        self.root = root
        self._program = program
        self._home = at / f"home-{name}"
        self._errors = at / f"{name}.err"
        self._printed = at / f"{name}.out"
        self.log = at / f"{name}.log"
        self.start(*command)

    def start(self, *command: str) -> None:
        """Starts the program, for the first time or again; what it wrote to its log before that
        no longer counts."""
        self.log.unlink(missing_ok=True)
        ours = (sys.executable, "-m", self._program, *command, "--log", str(self.log))
        with self._errors.open("wb") as errors, self._printed.open("wb") as printed:
            self.process = subprocess.Popen(
                self.machine.inside(*ours),
                stdin=subprocess.PIPE,
                stdout=printed,
                stderr=errors,
                env=home(self._home),
            )

    def type(self, *lines: str) -> None:
        """Types these lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def printed(self) -> list[str]:
        """The whole lines that it has printed."""
        return self._printed.read_text().split("\n")[:-1]

    def act(self) -> None:
        """What whoever sits in front of it does now: nothing, here."""

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


class Typing(Player):
    """A player in lines, in front of whom somebody sits who answers every question."""

    def start(self, *command: str) -> None:
        super().start(*command)
        self._typist = Typist()
        self._read = 0

    def act(self) -> None:
        """Reads what is new, and types an answer if one is wanted."""
        lines = self.printed()
        # What ``players`` lists is no part of the game.
        self._typist.read([line for line in lines[self._read :] if "Fingerprint" not in line])
        self._read = len(lines)
        reply = self._typist.reply()
        if reply is not None:
            self.type(reply)


def computer_players(
    machines: Sequence[Machine], at: Path, program: str, *options: str, seats: int | None = None
) -> list[Player]:
    """One ``koryo-tui bot`` a machine; the first is the host of so many ``seats``, all theirs
    unless said otherwise."""
    players = []
    for number, machine in enumerate(machines, start=1):
        root = at / f"player-{number}"
        command = [
            *("bot", "--root", str(root), "--name", f"Bot {number}", "--seed", str(number)),
            *("--invite-file", str(at / "invite"), "--save", str(at / "game")),
            *("--patience", "240"),
            *options,
        ]
        if number == 1:
            # The invite names the address that is listened on.
            command += ["--seats", str(seats or len(machines)), "--bind", machine.address]
        players.append(Player(machine, f"player-{number}", at, program, *command, root=root))
    return players


def two_people(host: Machine, guest: Machine, at: Path, program: str) -> list[Player]:
    """Two who sit in front of their programs and have said nothing yet."""
    plays = ("--plain", "--name")
    opens = ("host", *plays, "Ada", "--seats", "2", "--invite-file", str(at / "invite"))
    ada = Player(host, "ada", at, program, *opens, root=at / "home-ada")
    joins = ("join", invite_of(ada, at), *plays, "Ben")
    return [ada, Player(guest, "ben", at, program, *joins, root=at / "home-ben")]


def three_and_a_person(machines: Sequence[Machine], at: Path, program: str) -> list[Player]:
    """Computer players who go on without whoever is silent for some seconds, and at last somebody
    who plays in lines."""
    *theirs, own = machines
    bots = computer_players(theirs, at, program, *GRACE, seats=len(machines))
    joins = ("join", invite_of(bots[0], at), "--plain", "--name", "Ada")
    return [*bots, Typing(own, "ada", at, program, *joins, root=at / "home-ada")]


def invite_of(host: Player, at: Path) -> str:
    """The invite of a host, once it is written."""
    invite = at / "invite"
    until = time.monotonic() + 60.0
    while not invite.exists():
        assert time.monotonic() < until, host.told()
        assert host.process.poll() is None, host.told()
        time.sleep(0.05)
    return invite.read_text().strip()


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
            for player in self.players:
                player.act()
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
        """As far as two players have got, they have the same steps under the same certificates,
        and nobody was left out in one."""
        records = [player.closed_steps() for player in self.players]
        assert not any(step.changes for record in records for step in record)
        for record in records[1:]:
            for ours, theirs in zip(records[0], record, strict=False):
                assert [e.payload for e in ours.entries] == [e.payload for e in theirs.entries]

    def end(self) -> None:
        """Ends every process."""
        for player in self.players:
            player.end()
