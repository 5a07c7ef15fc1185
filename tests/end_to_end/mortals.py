"""Games between processes that are killed, and started again until they have played to the end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

# Where processes die need not be secret, and has to be the same for the same seed.
from random import Random

from protocol.log.messages import StepKind, Why
from protocol.net.profile import DEFAULT_PROFILE, profile_folder
from protocol.peer.verify import Verified, verify
from tests.end_to_end.mortal_bot import PLACES, Point, Will, read_points

#: A step kind and a place.
Pair = tuple[str, str]
PAIRS: tuple[Pair, ...] = tuple((kind.value, place) for kind in StepKind for place in PLACES)
#: Where the processes die follows from it.
SEED = int(os.environ.get("KORYO_SEED", "1"))
#: Seconds that a game may take, on a machine that does other things too.
PATIENCE = 240.0
#: A round that is never played, so that players who decide before it always decide.
NEVER = 99
_ONCE = (StepKind.ROSTER, StepKind.NONCES)
_HERE = "127.0.0.1"


def plan(
    seats: int, pairs: Sequence[Pair], chance: Random, last_round: int = 5
) -> list[list[Point]]:
    """By seat, where its process dies: each pair once, at somebody."""
    points: list[list[Point]] = [[] for _ in range(seats)]
    for kind, place in pairs:
        # Few seats have a choice of discard, but everybody acknowledges it.
        thing = "acknowledgement" if kind == StepKind.DISCARD else chance.choice(_THINGS)
        round_ = 0 if kind in _ONCE else chance.randint(0 if kind == "seats" else 1, last_round)
        if kind == StepKind.DISCARD:
            round_ = 1
        min(points, key=lambda each: (len(each), chance.random())).append(
            Point(kind, thing, place, round_)
        )
    return points


_THINGS = ("entry", "acknowledgement")


@dataclass
class Mortal:
    """One seat: its process, its files, and the points at which it dies."""

    number: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None
    lives: int = 0
    file_limit: int | None = None
    """No file may grow over this many bytes."""
    cheats_from: int | None = None
    withholds_in: int | None = None
    """The round from which on it cheats."""
    _born: int = 0
    """How much of its log is of earlier lives."""

    @property
    def points(self) -> Path:
        return self.folder / f"points-{self.number}"

    @property
    def deaths(self) -> Path:
        return self.folder / f"deaths-{self.number}"

    @property
    def errors(self) -> Path:
        return self.folder / f"errors-{self.number}"

    @property
    def log(self) -> Path:
        """What all its lives have told of themselves."""
        return self.folder / f"log-{self.number}"

    @property
    def progress(self) -> Path:
        return self.folder / f"round-{self.number}"

    @property
    def round(self) -> int:
        """The round it plays, as far as it has told."""
        return int(self.progress.read_text()) if self.progress.exists() else 0

    @property
    def profile(self) -> Path:
        return profile_folder(self.root, DEFAULT_PROFILE)

    @property
    def table(self) -> Path:
        """The folder of the table it plays."""
        (folder,) = (self.profile / "tables").iterdir()
        return folder

    @property
    def home(self) -> Path:
        return self.folder / f"home-{self.number}"

    @property
    def root(self) -> Path:
        return self.home / "koryo-tui"

    @property
    def linked(self) -> frozenset[int]:
        """The seats that its present life has a link to."""
        linked: set[int] = set()
        for seat, how in re.findall(r"link to seat (\d) is (\w+)", self._told):
            (linked.add if how == "up" else linked.discard)(int(seat))
        return frozenset(linked)

    @property
    def lost_links(self) -> int:
        """How many links have gone down in its present life."""
        return self._told.count(" is down")

    def has_closed(self, kind: StepKind, times: int) -> bool:
        """Whether so many steps of a kind have closed in its present life."""
        return self._told.count(f"({kind}) has closed") >= times

    @property
    def _told(self) -> str:
        return self.log.read_bytes()[self._born :].decode() if self.log.exists() else ""

    def has_signed(self, kind: bytes, times: int) -> bool:
        """Whether so many signed things of a kind stand in its journal."""
        return (self.table / "journal").read_bytes().count(kind) >= times

    @property
    def has_ended_well(self) -> bool:
        """Whether it has played to the end."""
        return self.process is not None and self.process.poll() == 0

    def start(self, *arguments: str) -> None:
        """A life as a computer player, with these arguments."""
        self.live(
            *("bot", "--root", str(self.root), "--bind", _HERE, "--name", f"Bot {self.number}"),
            *("--save", str(self.folder / "game"), "--progress", str(self.progress)),
            *arguments,
        )

    def live(self, *command: str, stdin: int = subprocess.DEVNULL) -> None:
        """A life with this command; what it says is kept."""
        self._hang_up()
        self.lives += 1
        self._born = self.log.stat().st_size if self.log.exists() else 0
        environment = {
            **os.environ,
            "KORYO_POINTS": str(self.points),
            "KORYO_DEATHS": str(self.deaths),
            "KORYO_WILL": str(self.folder / "will"),
            # Where a person's command looks for its files.
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home),
        }
        if self.file_limit is not None:
            environment["KORYO_FILE_LIMIT"] = str(self.file_limit)
        if self.cheats_from is not None:
            environment["KORYO_CHEATS"] = str(self.cheats_from)
        if self.withholds_in is not None:
            environment["KORYO_WITHHOLDS"] = str(self.withholds_in)
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "tests.end_to_end.mortal_bot"),
                    *command,
                    *("--log", str(self.log)),
                ],
                env=environment,
                stdin=stdin,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    def signal(self, number: signal.Signals) -> None:
        """Its process gets a signal."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """The process is gone, without a word."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self._hang_up()

    def _hang_up(self) -> None:
        """Nothing more is typed into the present life."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()


@dataclass
class MortalGame:
    """A table of processes in ``folder``."""

    folder: Path
    seats: int
    seed: int = 0
    options: tuple[str, ...] = ()
    mortals: list[Mortal] = field(init=False)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.mortals = [Mortal(n, self.folder) for n in range(1, self.seats + 1)]

    def start(self, points: Sequence[Sequence[Point]] = ()) -> None:
        """Everybody sits down; the first is the host."""
        for mortal, mine in zip(self.mortals, points, strict=False):
            mortal.points.write_text("".join(f"{point}\n" for point in mine))
        for mortal in self.mortals:
            self.sit_down(mortal, *(("--seats", str(self.seats)) if mortal.number == 1 else ()))

    def sit_down(self, mortal: Mortal, *arguments: str) -> None:
        """The first life of a seat."""
        mortal.start(
            *("--invite-file", str(self.invite)),
            *("--seed", f"{self.seed}/{mortal.number}"),
            *self.options,
            *arguments,
        )

    def resume(self, mortal: Mortal, *arguments: str) -> None:
        """A new life for a seat, which goes on where it was."""
        mortal.start(
            "--resume", "--seed", f"{self.seed}/{mortal.number}", *self.options, *arguments
        )

    @property
    def invite(self) -> Path:
        return self.folder / "invite"

    def want(self, round_: int, *without: int) -> None:
        """All decide in rounds before ``round_`` from now on, and go on without nobody but these
        seats."""
        unfinished = self.folder / "will.new"
        unfinished.write_text(str(Will(round_, frozenset(without))))
        unfinished.replace(self.folder / "will")

    def play_on(self, within: float) -> None:
        """Until all have ended well; whoever was killed by a point is started again at once."""
        until = time.monotonic() + within
        playing = [m for m in self.mortals if m.process is not None and m.process.poll() != 0]
        while playing:
            assert time.monotonic() < until, self.told()
            for mortal in tuple(playing):
                assert mortal.process is not None
                code = mortal.process.poll()
                if code == 0:
                    playing.remove(mortal)
                elif code == -signal.SIGKILL:
                    self.resume(mortal)
                else:
                    assert code is None, self.told()
            time.sleep(0.01)

    def wait_for_round(self, number: int, *mortals: Mortal, within: float = 90.0) -> None:
        """Until all of ``mortals`` play this round."""
        self.wait_until(lambda: all(mortal.round >= number for mortal in mortals), within)

    def wait_for_death(self, mortal: Mortal) -> None:
        """Until its present life has ended at a point."""
        process = mortal.process
        assert process is not None
        self.wait_until(lambda: process.poll() is not None)
        assert process.returncode == -signal.SIGKILL, self.told()

    def wait_until(self, holds: Callable[[], bool], within: float = 90.0) -> None:
        """Until ``holds()``."""
        until = time.monotonic() + within
        while not holds():
            assert time.monotonic() < until, self.told()
            time.sleep(0.02)

    def end(self) -> None:
        """Nothing stays behind."""
        for mortal in self.mortals:
            if mortal.process is not None:
                mortal.kill()

    def transcripts(self) -> list[Path]:
        return sorted(self.folder.glob("game-seat-*.koryo"))

    def hit(self) -> Counter[Pair]:
        """How often somebody died at each pair."""
        deaths = [point for mortal in self.mortals for point in read_points(mortal.deaths)]
        return Counter((point.kind, point.place) for point in deaths)

    def verified(self) -> list[Verified]:
        """Every transcript verifies, and all are of the same finished game."""
        found = [verify(path.read_bytes()) for path in self.transcripts()]
        assert len(found) == len(self.mortals), self.told()
        assert all(each.finished for each in found)
        assert len({each.heads for each in found}) == 1, self.told()
        return found

    def told(self) -> str:
        """What there is to say when something went wrong."""
        lines = []
        for mortal in self.mortals:
            code = None if mortal.process is None else mortal.process.poll()
            said = mortal.errors.read_text(errors="replace") if mortal.errors.exists() else ""
            died = ", ".join(map(str, read_points(mortal.deaths)))
            lines.append(
                f"{mortal.number}: life {mortal.lives}, code {code}, died at [{died}]\n{said}"
            )
        return "\n".join(lines)


#: Opens a game: of so many seats, with these options, and another seed if need be.
Open = Callable[..., MortalGame]


def gone(found: Verified) -> list[tuple[int, Why]]:
    """Who was made absent, and why."""
    return [each for closing in found.log.closed for each in closing.made_absent]


def are_dealt(game: MortalGame, rounds: int) -> bool:
    """Whether the cards of so many rounds are dealt for everybody."""
    return all(each.has_closed(StepKind.SHARES, rounds) for each in game.mortals)
