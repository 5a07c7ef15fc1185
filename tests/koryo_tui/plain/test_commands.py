"""The commands in lines, as processes of their own, read and typed into through pipes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.koryo_tui.processes import COMMAND, PATIENCE, home, open_table
from tests.net.links import HERE, key


class Lines:
    """A running command; ``heard`` are the lines that it has printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.heard: list[str] = []

    async def until(self, text: str) -> str:
        """The next line with ``text`` in it."""
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while read := await self._process.stdout.readline():
                self.heard.append(read.decode().rstrip("\n"))
                if text in self.heard[-1]:
                    return self.heard[-1]
        raise AssertionError(f"it ended before {text!r}: {self.heard}")

    def type(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def ended(self) -> int:
        """Reads to the end; the exit code."""
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            rest = await self._process.stdout.read()
            self.heard += rest.decode().splitlines()
            return await self._process.wait()


@asynccontextmanager
async def running(
    at: Path, *arguments: str, command: tuple[str, ...] = COMMAND
) -> AsyncIterator[Lines]:
    """Runs a command until it has ended, or until whoever runs it has failed."""
    process = await asyncio.create_subprocess_exec(
        *command,
        *arguments,
        cwd=at,
        env={**home(at / "home"), "PYTHONIOENCODING": "utf-8"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield Lines(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def test_a_game_alone_is_begun_closed_and_taken_up_again_in_lines(tmp_path: Path) -> None:
    async with running(tmp_path, "solo", "--plain", "--bots", "1", "--name", "Olena") as solo:
        asked = await solo.until("? Your order")
        hand = next(line for line in solo.heard if line.startswith("Your hand"))
        solo.type("close")
        assert await solo.ended() == 0
    assert solo.heard[-1].endswith("koryo-tui resume")
    async with running(tmp_path, "resume", "--plain") as again:
        assert await again.until("? Your order") == asked
        assert hand in again.heard, "the seat has its hand again"
        again.type("leave", "yes")
        assert await again.ended() == 0


async def test_nothing_to_resume_is_said(tmp_path: Path) -> None:
    async with running(tmp_path, "resume", "--plain") as nothing:
        assert await nothing.ended() == 2
    assert "No table waits to be resumed" in nothing.heard[-1]


async def test_an_invite_and_what_is_typed_after_it_come_through_one_pipe(tmp_path: Path) -> None:
    async with open_table(key(0), seats=4) as table:
        for more in (("-",), ()):
            at = tmp_path / f"{len(more)}"
            at.mkdir()
            arguments = ("join", "--plain", "--name", "Olena", "--bind", HERE)
            async with running(at, *arguments, *more) as joined:
                joined.type(table.text(), "players", "leave", "yes")
                assert await joined.ended() == 0
            assert any("Olena, that is you" in line for line in joined.heard), "it was asked"


async def test_a_host_in_lines_prints_its_invite_once(tmp_path: Path) -> None:
    async with running(tmp_path, "host", "--plain", "--bind", HERE, "--name", "Ada") as hosted:
        await hosted.until("Waiting for others")
        hosted.type("leave", "yes")
        assert await hosted.ended() == 0
    invites = [line for line in hosted.heard if line.count("-") >= 8 and " " not in line]
    assert len(invites) == 1
