"""What the owner of a computer player says to it, on its standard input."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from koryo_tui.bots.players import LEAVE

_STDIN: Final = 0


async def owner_says(leave: Callable[[], object], gone: Callable[[], object]) -> str:
    """The first line of standard input. Later, on the loop, ``leave`` is called if the owner says
    so, and ``gone`` when the input ends.

    Read in a daemon thread without Python's own buffer, whose lock would outlive the process.
    """
    loop = asyncio.get_running_loop()
    first: asyncio.Future[str] = loop.create_future()

    def deliver(said: bytes) -> None:
        line = said.decode("ascii", "replace").strip()
        if not first.done():
            first.set_result(line)
        elif line == LEAVE:
            leave()

    def read() -> None:
        rest = b""
        with suppress(OSError, RuntimeError):
            # The loop may have been closed in the meantime.
            while some := os.read(_STDIN, 4096):
                *lines, rest = (rest + some).split(b"\n")
                for line in lines:
                    loop.call_soon_threadsafe(deliver, line)
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(gone)

    threading.Thread(target=read, daemon=True, name="owner").start()
    return await first
