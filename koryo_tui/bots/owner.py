"""The computer players of a person: processes that end when that person's does."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Final

from protocol.net.disk import private_folder

#: Seconds a player gets to say goodbye before it is ended.
_GOODBYE: Final = 3.0
_LOOK_EVERY: Final = 0.1


class OwnedBots:
    """``count`` players with files of their own under ``folder``, run by ``owner`` (identity).

    Each is told the invite on its standard input and leaves when that closes, whatever closes it.
    """

    def __init__(
        self, folder: Path, count: int, bind: str, owner: bytes, log: str | None = None
    ) -> None:
        self._folder = folder
        self._count = count
        self._bind = bind
        self._owner = owner
        self._log = log
        self._players: list[subprocess.Popen[bytes]] = []

    def start(self, invite: str) -> None:
        """Starts them all. Raises ``DiskTrouble`` or ``OSError``."""
        private_folder(self._folder)
        for number in range(1, self._count + 1):
            self._players.append(self._start_one(number, invite))

    def failed(self) -> str | None:
        """One sentence if a player ended before its time."""
        for number, player in enumerate(self._players, start=1):
            code = player.poll()
            if code:
                said = self._errors(number).read_text(errors="replace").strip().splitlines()
                why = said[-1] if said else f"exit code {code}"
                return f"Computer player {number} ended: {why}"
        return None

    async def end(self) -> None:
        """Lets them say goodbye and end; those that do not are ended."""
        for player in self._players:
            if player.stdin is not None:
                player.stdin.close()
        try:
            async with asyncio.timeout(_GOODBYE):
                while any(player.poll() is None for player in self._players):
                    await asyncio.sleep(_LOOK_EVERY)
        except TimeoutError:
            for player in self._players:
                player.kill()
                player.wait()
        for number in range(1, len(self._players) + 1):
            if not self._errors(number).stat().st_size:
                self._errors(number).unlink()

    def _errors(self, number: int) -> Path:
        return self._folder / f"{number}.err"

    def _start_one(self, number: int, invite: str) -> subprocess.Popen[bytes]:
        command = [
            *(sys.executable, "-m", "koryo_tui", "bot"),
            *("--root", str(self._folder / str(number))),
            *("--name", f"Bot {number}"),
            *("--bind", self._bind),
            *("--owner", self._owner.hex()),
        ]
        if self._log is not None:
            command += ["--log", self._log]
        with self._errors(number).open("wb") as errors:
            player = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                # The keys of the terminal are not for them.
                start_new_session=True,
            )
        assert player.stdin is not None
        # Not as an argument: those can be read by everybody on the machine.
        player.stdin.write(invite.encode() + b"\n")
        player.stdin.flush()
        return player
