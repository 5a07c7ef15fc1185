"""The terminal itself: whether there is one, how many colours it has, how it asks us to end."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TextIO

from koryo_tui.saying import asked
from koryo_tui.typed import plain_form

#: A shell reports a program ended by signal n as 128 + n.
SIGNALLED: Final = 128
_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGINT")
#: What COLORTERM says, or how TERM ends, where at least 256 colours can be told apart.
_MANY_COLOURS: Final = ("truecolor", "24bit")

PLAIN_THEME: Final = "ansi-dark"
COLOUR_THEME: Final = "textual-dark"
_PLAIN_LIGHT: Final = "ansi-light"
PLAIN_THEMES: Final = (PLAIN_THEME, _PLAIN_LIGHT)
_COLOUR_LIGHT: Final = "textual-light"
#: Background colours that COLORFGBG gives for a light terminal.
_LIGHT: Final = ("7", "15")


def is_terminal() -> bool:
    """Whether a screen can be drawn and keys be read; without it the app would draw into a file."""
    return all(stream is not None and stream.isatty() for stream in _streams())


def _streams() -> tuple[TextIO | None, ...]:
    return (sys.__stdin__, sys.__stdout__, sys.__stderr__)


def read_line(prompt: str) -> str:
    """A typed line, in its plain form. What follows it in a pipe stays there for whoever reads
    next; ``EOFError`` if there is no line."""
    if sys.stdin.isatty():
        return plain_form(input(asked(prompt)))
    if prompt:
        print(prompt, flush=True)
    read = b""
    while not read.endswith(b"\n"):
        some = os.read(sys.stdin.fileno(), 1)
        if not some:
            break
        read += some
    if not read:
        raise EOFError
    return plain_form(read.decode(errors="replace").rstrip("\r\n"))


def theme(environ: Mapping[str, str], wanted: str = "auto") -> str:
    """The theme for this terminal: its own 16 colours if it has no more or none are wanted.

    ``NO_COLOR`` (no-color.org) set to anything means none; the plain theme then sends none.
    ``wanted``: ``dark``, ``light``, ``terminal`` (its own colours), or ``auto``: light if
    ``COLORFGBG`` says that its background is.
    """
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    light = wanted == "light" or (wanted != "dark" and background in _LIGHT)
    if wanted == "terminal" or not _has_many_colours(environ):
        return _PLAIN_LIGHT if light else PLAIN_THEME
    return _COLOUR_LIGHT if light else COLOUR_THEME


def _has_many_colours(environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR"):
        return False
    if environ.get("COLORTERM", "").lower() in _MANY_COLOURS:
        return True
    term = environ.get("TERM", "")
    return "256color" in term or "direct" in term


def draws_lines(environ: Mapping[str, str]) -> bool:
    """Whether the terminal can be trusted with more than ASCII: the locale is UTF-8 (the first of
    LC_ALL, LC_CTYPE and LANG that is set says so), and it is not the plain console."""
    locale = next((environ[n] for n in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(n)), "")
    is_utf8 = locale.upper().replace("-", "").endswith("UTF8")
    return is_utf8 and environ.get("TERM", "") not in ("linux", "dumb", "")


def has_title() -> bool:
    """Whether the terminal is one of those with a title; the plain console would print it."""
    return os.environ.get("TERM") not in ("linux", "dumb")


def be_legible() -> None:
    """What the terminal's encoding cannot show becomes a question mark instead of an error."""
    stream = sys.__stderr__
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")


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
            loop.add_signal_handler(number, end, SIGNALLED + number)
            taken.append(number)
    try:
        yield
    finally:
        for number in taken:
            loop.remove_signal_handler(number)
