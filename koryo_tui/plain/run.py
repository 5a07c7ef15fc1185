"""Runs a session in lines, as ``koryo_tui.app`` runs it on a screen."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TextIO

from koryo_tui.plain.going import Goodbye, Leaving
from koryo_tui.plain.lobby import LobbyDesk
from koryo_tui.plain.table import TableDesk
from koryo_tui.port import Again, LobbyPort, Session, SessionEnded, TablePort
from koryo_tui.saying import say
from koryo_tui.terminal import signals
from koryo_tui.text import plain

if TYPE_CHECKING:
    from koryo_tui.advising import Adviser

#: How long a goodbye may take before the process ends without it.
GOODBYE_SECONDS: Final = 3.0
FAILED: Final = 1
_CHUNK: Final = 4096
_HANG: Final = 4

Lines = asyncio.Queue[str | None]
"""Typed lines, oldest first; None once there will be no more."""


class PlainStage:
    """Runs one session; the session sees it as its ``Stage``."""

    def __init__(
        self,
        session: Session,
        typed: Lines,
        tell: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        leaving: Leaving | None = None,
    ) -> None:
        self._leaving = leaving
        self._session = session
        self._typed = typed
        self._tell = tell
        self._clock = clock
        self._desk: LobbyDesk | TableDesk | None = None
        self._goodbyes: dict[Goodbye, Callable[[], Awaitable[None]]] = {}
        self._take_due = False
        self._end: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._goodbye = Goodbye.LEAVE

    # Stage: what the session calls

    def show_lobby(self, port: LobbyPort) -> None:
        self._desk = LobbyDesk(port)
        self._goodbyes = {Goodbye.LEAVE: port.leave, Goodbye.LATER: port.leave}
        self.changed()

    def show_table(
        self,
        port: TablePort,
        again: Again | None = None,
        adviser: Adviser | None = None,
        bots: tuple[int, ...] = (),
    ) -> None:
        self._desk = TableDesk(port, self._clock, again, adviser, self._leaving, bots)
        self._goodbyes = {Goodbye.LEAVE: port.leave, Goodbye.LATER: port.close}
        self.changed()

    def changed(self) -> None:
        if not self._take_due:
            self._take_due = True
            asyncio.get_running_loop().call_soon(self._take)

    def end(self, code: int) -> None:
        """Ends with an exit code; a table is closed as by ``close``, since nobody said leave."""
        self._goodbye = Goodbye.LATER
        self._finish(code)

    async def run(self) -> int:
        """Until the player goes, the input ends, or the session cannot go on; the exit code."""
        session = asyncio.ensure_future(self._run_session())
        listening = asyncio.ensure_future(self._listen())
        try:
            return await self._end
        finally:
            listening.cancel()
            await self._say_goodbye()
            session.cancel()
            await asyncio.gather(session, listening, return_exceptions=True)

    def _take(self) -> None:
        self._take_due = False
        if self._desk is not None and not self._end.done():
            try:
                self._say(self._desk.take())
            except Exception as failure:
                self._end.set_exception(failure)

    def _say(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self._tell(line)

    async def _run_session(self) -> None:
        try:
            await self._session(self)
        except SessionEnded as ended:
            self._tell(str(ended))
            self._finish(FAILED)
        except Exception as failure:
            if not self._end.done():
                self._end.set_exception(failure)

    async def _listen(self) -> None:
        try:
            while (line := await self._typed.get()) is not None:
                if self._desk is None:
                    continue
                said, goodbye = self._desk.hear(line)
                self._say(said)
                if goodbye is not None:
                    self._goodbye = goodbye
                    self._finish(0)
                    return
            self._input_ended()
        except Exception as failure:
            if not self._end.done():
                self._end.set_exception(failure)

    def _input_ended(self) -> None:
        """Nobody can answer any more. A game that is not over can be taken up again later."""
        if self._desk is not None and not self._desk.is_over:
            self._tell(plain.ENDED)
            self._goodbye = Goodbye.LATER
        self._finish(0)

    def _finish(self, code: int) -> None:
        if not self._end.done():
            self._end.set_result(code)

    async def _say_goodbye(self) -> None:
        goodbye = self._goodbyes.get(self._goodbye)
        if goodbye is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await goodbye()


async def run_plain_async(session: Session, leaving: Leaving | None = None) -> int:
    """As ``app.run_app_async``, in lines: reads standard input, writes standard output.

    It needs no terminal. A line that waits for an answer begins with ``? ``. At the end of the
    input a game that is not over is closed, so that the seat can be taken up again. Exit codes as
    those of ``run_app``.
    """
    typed: Lines = asyncio.Queue()
    read_in_thread(sys.stdin, typed)
    stage = PlainStage(session, typed, print_line, leaving=leaving)
    with signals(stage.end):
        return await stage.run()


def run_plain(session: Session, leaving: Leaving | None = None) -> int:
    """As ``run_app``, in lines. ``leaving``: what it means to leave, where that is no table with
    others."""
    return asyncio.run(run_plain_async(session, leaving))


def print_line(text: str) -> None:
    """One line, at once, also into a pipe. Where a terminal breaks it, the rest is set in, so that
    it is not taken for the next one."""
    say(text, hang=_HANG)


def read_in_thread(source: TextIO, typed: Lines) -> None:
    """Puts the lines of ``source`` into ``typed``, read in a daemon thread without Python's own
    buffer, whose lock would outlive the process."""
    loop = asyncio.get_running_loop()
    descriptor, encoding = source.fileno(), source.encoding

    def deliver(line: str | None) -> None:
        # The loop may have been closed in the meantime.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(typed.put_nowait, line)

    def read() -> None:
        rest = b""
        with contextlib.suppress(OSError):
            while some := os.read(descriptor, _CHUNK):
                *lines, rest = (rest + some).split(b"\n")
                for line in lines:
                    deliver(line.decode(encoding, "replace"))
        if rest:
            deliver(rest.decode(encoding, "replace"))
        deliver(None)

    threading.Thread(target=read, daemon=True, name="lines").start()
