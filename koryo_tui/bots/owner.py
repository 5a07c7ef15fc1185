"""The computer players of a person: processes that end when that person's does."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from koryo_tui.bots.keeping import kept_player
from koryo_tui.bots.players import LEAVE, called, with_styles
from koryo_tui.own_files import identity_in
from koryo_tui.text import lobby
from koryo_tui.text.troubles import explained
from protocol.net.addresses import Address, show_address
from protocol.net.disk import private_folder
from protocol.net.profile import DEFAULT_PROFILE, profile_folder

#: Seconds a player gets to say goodbye before it is ended.
_GOODBYE: Final = 3.0
_LOOK_EVERY: Final = 0.1
#: A player that ends before its time is started again so often, each time after twice the wait.
RESTARTS: Final = 5
_FIRST_WAIT: Final = 0.2

_log = logging.getLogger("koryo.owner")


@dataclass(slots=True, eq=False)
class _Player:
    number: int
    process: subprocess.Popen[bytes]
    plays: str = ""
    """Empty for one that came back, if that is not known here."""
    restarts: int = 0
    is_going: bool = False
    """It was sent away, and its files are its own until it has gone."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The table they play at: its name, and where its owner can be reached."""

    name: str
    owner: Address


@dataclass(slots=True)
class OwnedBots:
    """Players with files of their own under ``folder``, run by ``owner`` (identity).

    Each is told on its standard input where to go. It says goodbye when it is told so there; when
    that only closes, whatever closes it, it goes without a word and can be resumed.
    """

    folder: Path
    bind: str
    owner: bytes
    log: str | None = None
    _players: list[_Player] = field(default_factory=list)
    _invite: str = ""
    _table: _Table | None = None

    @property
    def count(self) -> int:
        """How many there are, those that are still on their way to the lobby included."""
        return sum(not each.is_going for each in self._players)

    @property
    def plays(self) -> tuple[str, ...]:
        """Who plays, in the order of their numbers."""
        return tuple(each.plays for each in self._players if each.plays and not each.is_going)

    def number_of(self, identity: bytes) -> int | None:
        """The number of the player with this identity, if it is one of these."""
        found = self._with_identity(identity)
        return found.number if found is not None and not found.is_going else None

    def is_going(self, identity: bytes) -> bool:
        """Whether the player with this identity was sent away and has not gone yet."""
        found = self._with_identity(identity)
        return found is not None and found.is_going

    def player(self, number: int) -> str:
        """Who plays as this number; raises ``StopIteration`` if nobody does."""
        return next(each.plays for each in self._players if each.number == number)

    def start(self, invite: str, plays: Sequence[str]) -> None:
        """Starts these at a lobby. Raises ``DiskTrouble`` or ``OSError``."""
        private_folder(self.folder)
        self._invite = invite
        for each in plays:
            self.add(each)

    def add(self, plays: str) -> str:
        """Starts one more at the lobby; returns what it is called. Raises as ``start``."""
        (plays,) = with_styles((plays,))
        taken = {each.number for each in self._players}
        number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        name = called(plays, number)
        process = self._start_one(number, self._invite, "--name", name, "--plays", plays)
        self._players.append(_Player(number, process, plays))
        self._players.sort(key=lambda each: each.number)
        return name

    async def dismiss(self, number: int) -> None:
        """Sends one away from the lobby, and waits until it has gone."""
        those = [each for each in self._players if each.number == number]
        for each in those:
            each.is_going = True
        await self._send_away(those, goodbye=True)
        self._players = [each for each in self._players if each not in those]

    def resume(self, table: str, owner: Address) -> None:
        """Starts all that play at a table begun earlier, whose owner is at ``owner`` now.

        ``table`` is the name of its folder. Raises ``DiskTrouble`` or ``OSError``.
        """
        self.at_table(table, owner)
        kept = self.folder.iterdir() if self.folder.is_dir() else ()
        for number in sorted(int(path.name) for path in kept if path.name.isdecimal()):
            if self._has(number, table):
                plays = kept_player(self._profile(number), table) or ""
                self._players.append(_Player(number, self._resume_one(number), plays))

    def at_table(self, table: str, owner: Address) -> None:
        """The table has begun: from now on ``mind`` can start a player again."""
        self._table = _Table(table, owner)

    async def mind(self) -> None:
        """Starts again, for as long as it runs, whoever ended before its time."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            for player in self._players:
                if player.process.poll() and player.restarts < RESTARTS:
                    await self._start_again(player)

    def failed(self) -> str | None:
        """What to say if a player ended before its time, and what to do then."""
        for player in self._players:
            code = player.process.poll()
            if code and not player.is_going:
                said = self._said(player.number)
                why = said[-1] if said else f"exit code {code}"
                return lobby.BOT_ENDED.format(number=player.number, why=explained(why))
        return None

    async def end(self, goodbye: bool = True) -> None:
        """Lets them end, with a ``goodbye`` or so that they can be resumed; those that do not are
        ended. After that there are none."""
        await self._send_away(self._players, goodbye)
        self._players = []

    async def _send_away(self, players: Sequence[_Player], goodbye: bool) -> None:
        for player in players:
            stdin = player.process.stdin
            assert stdin is not None
            with suppress(OSError):
                if goodbye:
                    stdin.write(f"{LEAVE}\n".encode())
                stdin.close()
        try:
            async with asyncio.timeout(_GOODBYE):
                while any(player.process.poll() is None for player in players):
                    await asyncio.sleep(_LOOK_EVERY)
        except TimeoutError:
            for player in players:
                player.process.kill()
                player.process.wait()
        for player in players:
            if not self._errors(player.number).stat().st_size:
                self._errors(player.number).unlink()

    async def _start_again(self, player: _Player) -> None:
        if self._table is None or not self._has(player.number, self._table.name):
            return
        said = self._said(player.number)
        _log.warning(
            "computer player %d ended with %s and is started again: %s",
            player.number,
            player.process.returncode,
            said[-1] if said else "it said nothing",
        )
        await asyncio.sleep(_FIRST_WAIT * 2**player.restarts)
        player.restarts += 1
        if player.process.stdin is not None:
            with suppress(OSError):
                player.process.stdin.close()
        player.process = self._resume_one(player.number)

    def _with_identity(self, identity: bytes) -> _Player | None:
        those = (x for x in self._players if identity_in(self._profile(x.number)) == identity)
        return next(those, None)

    def _has(self, number: int, table: str) -> bool:
        return (self._profile(number) / "tables" / table).is_dir()

    def _profile(self, number: int) -> Path:
        return profile_folder(self._root(number), DEFAULT_PROFILE)

    def _root(self, number: int) -> Path:
        return self.folder / str(number)

    def _errors(self, number: int) -> Path:
        return self.folder / f"{number}.err"

    def _said(self, number: int) -> list[str]:
        return self._errors(number).read_text(errors="replace").strip().splitlines()

    def _resume_one(self, number: int) -> subprocess.Popen[bytes]:
        assert self._table is not None
        where = show_address(*self._table.owner)
        return self._start_one(number, where, "--resume", self._table.name)

    def _start_one(self, number: int, said: str, *more: str) -> subprocess.Popen[bytes]:
        command = [
            *(sys.executable, "-m", "koryo_tui", "bot"),
            *("--root", str(self._root(number))),
            *("--bind", self.bind),
            *("--owner", self.owner.hex()),
            *more,
        ]
        if self.log is not None:
            command += ["--log", self.log]
        with self._errors(number).open("wb") as errors:
            process = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                # The keys of the terminal are not for them.
                start_new_session=True,
            )
        assert process.stdin is not None
        # Not as an argument: those can be read by everybody on the machine.
        with suppress(BrokenPipeError):
            process.stdin.write(said.encode() + b"\n")
            process.stdin.flush()
        return process
