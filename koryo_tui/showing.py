"""How a session is shown: on a screen or in lines; and its invite as a QR code before that."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import TYPE_CHECKING, Final

from koryo_tui import terminal
from koryo_tui.port import Session
from koryo_tui.qr import invite_lines
from koryo_tui.saying import say
from koryo_tui.text import finding

if TYPE_CHECKING:
    from koryo_tui.look import Look

#: What is printed with the code takes so many lines.
_LINES_BESIDE: Final = 3
_STDIN: Final = 0


async def show_session(session: Session, look: Look | None) -> int:
    """Runs ``session`` on the screen, or in lines if ``look`` is None; the exit code."""
    if look is None:
        from koryo_tui.plain.run import run_plain_async

        return await run_plain_async(session)
    from koryo_tui.app import run_app_async

    return await run_app_async(session, look)


async def show_invite(short: str, long: str, *, waits: bool = True) -> None:
    """Prints the code and, if it ``waits``, comes back when Enter is pressed; the loop goes on
    meanwhile."""
    say(finding.QR_BELOW)
    for text in invite_lines(
        short,
        long,
        shutil.get_terminal_size().lines - _LINES_BESIDE,
        blocks=terminal.draws_lines(os.environ),
        light=terminal.theme(os.environ).endswith("light"),
    ):
        print(text)
    if waits:
        say(finding.ENTER_OPENS)
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
