"""An invite as a QR code on the terminal, before the app takes it."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import Final

from koryo_tui import terminal
from koryo_tui.qr import invite_lines
from koryo_tui.text import finding

#: What is printed with the code takes so many lines.
_LINES_BESIDE: Final = 3
_STDIN: Final = 0


async def show_invite(short: str, long: str) -> None:
    """Prints the code and comes back when Enter is pressed; the loop goes on meanwhile."""
    print(finding.QR_BELOW)
    for text in invite_lines(
        short,
        long,
        shutil.get_terminal_size().lines - _LINES_BESIDE,
        blocks=terminal.draws_lines(os.environ),
        light=terminal.theme(os.environ).endswith("light"),
    ):
        print(text)
    print(finding.ENTER_OPENS, flush=True)
    await _line_read()


async def _line_read() -> None:
    loop = asyncio.get_running_loop()
    pressed = asyncio.Event()
    try:
        loop.add_reader(_STDIN, pressed.set)
    except NotImplementedError:
        # A loop that watches no files (Windows).
        await asyncio.to_thread(os.read, _STDIN, 4096)
        return
    try:
        await pressed.wait()
        os.read(_STDIN, 4096)
    finally:
        loop.remove_reader(_STDIN)
