"""The command as a person starts it: in a process of its own, with a home of its own."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pexpect

from protocol.log.signing import SigningKey
from protocol.net.fingerprint import fingerprint
from protocol.net.invite import Invite, JoinSecret, write_invite
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby, HostLobby
from protocol.net.lobby_host import LobbyHost
from tests.net.links import HERE

COMMAND = (sys.executable, "-m", "koryo_tui")
#: A bound for a process that is waited for, in seconds.
PATIENCE = 60


def home(path: Path) -> dict[str, str]:
    """The environment of an account whose home is ``path``."""
    names = ("PATH", "PYTHONPATH", "LANG", "LC_ALL")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    # Whatever is spoken where the tests run, the program speaks English.
    kept |= {name: "C.UTF-8" for name in ("LANG", "LC_ALL") if name in kept}
    settings = path / ".config" / "koryo-tui" / "settings.toml"
    if not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        # Who has chosen the name of the account is not asked for one.
        settings.write_text('name = ""\n')
    return {**kept, "HOME": str(path), "TERM": "xterm-256color", "PYTHONWARNINGS": "error"}


def run(
    *arguments: str | Path, at: Path, given: str | None = None, code: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a command without a terminal to its end; ``code`` is the exit code it must have."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=at,
        env=home(at / "home"),
        input=given or "",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if code is not None:
        assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done


class AtTerminal:
    """A command at a pseudo-terminal of 80 by 24."""

    def __init__(self, *arguments: str | Path, at: Path) -> None:
        self._child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *map(str, arguments)],
            cwd=str(at),
            env=home(at / "home"),
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=PATIENCE,
        )

    def type(self, text: str) -> None:
        """Presses the keys of ``text`` and Enter."""
        self._child.sendline(text)

    def hang_up(self) -> None:
        """Presses Ctrl+D."""
        self._child.sendeof()

    def wait_for(self, text: str) -> None:
        """Until ``text`` has been printed."""
        self._child.expect_exact(text)

    def ended(self) -> tuple[int, str]:
        """Waits for the end: the exit code, and what was printed as one line of plain text."""
        self._child.expect(pexpect.EOF)
        self._child.close()
        said = " ".join(str(self._child.before).split())
        assert "Traceback" not in said, said
        assert "\x1b" not in said, "the screen was opened"
        return int(self._child.exitstatus), said

    async def ended_soon(self) -> tuple[int, str]:
        """``ended``, while this loop goes on."""
        return await asyncio.to_thread(self.ended)


SECRET = JoinSecret(b"right")


def sentences_in(text: str) -> int:
    """How many sentences end in ``text``."""
    return len(re.findall(r"[.!?](\s|$)", text))


class OpenTable:
    """A table somebody hosts in this process."""

    def __init__(self, key: SigningKey, seats: int) -> None:
        self.key = key
        self.listener = Listener(key, HERE, 0)
        self._seats = seats
        self._guests: list[asyncio.Task[object]] = []

    async def open(self) -> None:
        await self.listener.start()
        core = LobbyHost(self.key.identity, "Host", self._seats, SECRET, (), os.urandom)
        self.lobby = HostLobby(core, self.listener, lambda news: None)

    def invite(
        self, secret: JoinSecret = SECRET, mark: bytes | None = None, port: int | None = None
    ) -> Invite:
        return Invite(
            ((HERE, port or self.listener.port),),
            mark or fingerprint(self.key.identity),
            secret,
        )

    def text(self, **other: object) -> str:
        return write_invite(self.invite(**other))  # type: ignore[arg-type]

    def seat(self, key: SigningKey) -> None:
        """Somebody else joins."""
        guest = GuestLobby(key, self.invite(), "Guest", (), os.urandom, lambda news: None)
        self._guests.append(asyncio.ensure_future(guest.seated()))

    async def close(self) -> None:
        for guest in self._guests:
            guest.cancel()
        seatings = await asyncio.gather(*self._guests, return_exceptions=True)
        await self.lobby.close()
        for seating in seatings:
            for link in getattr(seating, "links", {}).values():
                link.close()
                await link.wait_closed()
        await self.listener.stop()


@asynccontextmanager
async def open_table(key: SigningKey, seats: int = 2) -> AsyncIterator[OpenTable]:
    table = OpenTable(key, seats)
    await table.open()
    try:
        yield table
    finally:
        await table.close()
