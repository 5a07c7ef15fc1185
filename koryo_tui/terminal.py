"""The terminal itself: whether there is one, how many colours it has, how it asks us to end."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TextIO

NEEDS_TERMINAL: Final = (
    "koryo-tui needs a terminal to show the table; input, output or errors are redirected here."
)
#: A shell reports a program ended by signal n as 128 + n.
_SIGNALLED: Final = 128
_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGINT")
#: What COLORTERM says, or how TERM ends, where at least 256 colours can be told apart.
_MANY_COLOURS: Final = ("truecolor", "24bit")

PLAIN_THEME: Final = "ansi-dark"
COLOUR_THEME: Final = "textual-dark"


def is_terminal() -> bool:
    """Whether a screen can be drawn and keys be read; without it the app would draw into a file."""
    return all(stream is not None and stream.isatty() for stream in _streams())


def _streams() -> tuple[TextIO | None, ...]:
    return (sys.__stdin__, sys.__stdout__, sys.__stderr__)


def theme(environ: Mapping[str, str]) -> str:
    """The theme for this terminal: its own 16 colours if it has no more or none are wanted.

    ``NO_COLOR`` (no-color.org) set to anything means none; the plain theme then sends none.
    """
    if environ.get("NO_COLOR"):
        return PLAIN_THEME
    if environ.get("COLORTERM", "").lower() in _MANY_COLOURS:
        return COLOUR_THEME
    term = environ.get("TERM", "")
    return COLOUR_THEME if "256color" in term or "direct" in term else PLAIN_THEME


@contextlib.contextmanager
def signals(end: Callable[[int], None]) -> Iterator[None]:
    """While inside, signals that ask the process to end call ``end`` with the exit code instead.

    So the terminal is given back before the process ends. Needs a running loop; where a loop
    takes no signal handlers (Windows) nothing is done.
    """
    loop = asyncio.get_running_loop()
    taken = []
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is None:
            continue
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, end, _SIGNALLED + number)
            taken.append(number)
    try:
        yield
    finally:
        for number in taken:
            loop.remove_signal_handler(number)
