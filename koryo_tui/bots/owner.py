"""The computer players of a person: processes that end when that person's does."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from koryo_tui.bots.process import LEAVE
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


@dataclass(slots=True)
class _Player:
    number: int
    process: subprocess.Popen[bytes]
    restarts: int = 0


@dataclass(frozen=True, slots=True)
class _Table:
    """The table they play at: its name, and where its owner can be reached."""

    name: str
    owner: Address


@dataclass(slots=True)
class OwnedBots:
    """``count`` players with files of their own under ``folder``, run by ``owner`` (identity).

    Each is told on its standard input where to go. It says goodbye when it is told so there; when
    that only closes, whatever closes it, it goes without a word and can be resumed.
    """

    folder: Path
    count: int
    bind: str
    owner: bytes
    log: str | None = None
    _players: list[_Player] = field(default_factory=list)
    _table: _Table | None = None

    def start(self, invite: str) -> None:
        """Starts them all at a lobby. Raises ``DiskTrouble`` or ``OSError``."""
        private_folder(self.folder)
        for number in range(1, self.count + 1):
            self._players.append(_Player(number, self._start_one(number, invite)))

    def resume(self, table: str, owner: Address) -> None:
        """Starts all that play at a table begun earlier, whose owner is at ``owner`` now.

        ``table`` is the name of its folder. Raises ``DiskTrouble`` or ``OSError``.
        """
        self.at_table(table, owner)
        for number in range(1, self.count + 1):
            if self._has(number, table):
                self._players.append(_Player(number, self._resume_one(number)))

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
        """One sentence if a player ended before its time."""
        for player in self._players:
            code = player.process.poll()
            if code:
                said = self._said(player.number)
                why = said[-1] if said else f"exit code {code}"
                return f"Computer player {player.number} ended: {why}"
        return None

    async def end(self, goodbye: bool = True) -> None:
        """Lets them end, with a ``goodbye`` or so that they can be resumed; those that do not are
        ended."""
        for player in self._players:
            stdin = player.process.stdin
            assert stdin is not None
            with suppress(OSError):
                if goodbye:
                    stdin.write(f"{LEAVE}\n".encode())
                stdin.close()
        try:
            async with asyncio.timeout(_GOODBYE):
                while any(player.process.poll() is None for player in self._players):
                    await asyncio.sleep(_LOOK_EVERY)
        except TimeoutError:
            for player in self._players:
                player.process.kill()
                player.process.wait()
        for player in self._players:
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

    def _has(self, number: int, table: str) -> bool:
        return (profile_folder(self._root(number), DEFAULT_PROFILE) / "tables" / table).is_dir()

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
            *("--name", f"Bot {number}"),
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
