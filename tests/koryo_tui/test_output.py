"""What reaches the terminal, counted and read back: nothing while idle, little for a key, colours.

A real pseudo-terminal; pyte reads the stream back as a person would see it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pyte
import pytest

ROOT = Path(__file__).parents[2]
#: Nothing for so many seconds: what was sent has come.
QUIET = 0.4
#: The screen looks at the clock each second, and still nothing is sent.
IDLE = 2.5
KILOBYTE = 1000
MOUSE_ON = b"\x1b[?1000h"


@contextmanager
def at_terminal(how: str = "", **environ: str) -> Iterator[pexpect.spawn]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tests.koryo_tui.lonely", how],
        cwd=str(ROOT),
        dimensions=(24, 80),
        env={"PATH": "/usr/bin:/bin", "HOME": str(ROOT), "LANG": "C.UTF-8", **environ},
        timeout=30,
    )
    try:
        child.expect(b"Choose your order")
        yield child
    finally:
        child.close(force=True)


def settled(child: pexpect.spawn, quiet: float = QUIET) -> bytes:
    """Everything that has been sent until nothing comes for a while."""
    found = b""
    while True:
        try:
            found += child.read_nonblocking(65536, timeout=quiet)
        except pexpect.TIMEOUT:
            return found


def first_screen(child: pexpect.spawn) -> bytes:
    return bytes(child.before) + bytes(child.after) + settled(child)


def screen_of(output: bytes) -> pyte.Screen:
    screen = pyte.Screen(80, 24)
    # pyte does not know these private sequences (keyboard protocol, modes asked for).
    known = re.sub(rb"\x1b\[[<>?=][0-9;]*[a-z$]*", b"", output)
    pyte.ByteStream(screen).feed(known)
    return screen


def test_nothing_is_sent_while_idle_and_less_than_a_kilobyte_for_a_key() -> None:
    with at_terminal(TERM="xterm-256color", COLORTERM="truecolor") as child:
        settled(child, 1.0)
        assert settled(child, IDLE) == b""
        for key in (b"\x1b[B", b"\x1b[B", b"\x1b[A", b"\t"):
            child.send(key)
            sent = settled(child)
            assert 0 < len(sent) < KILOBYTE


def colours(output: bytes) -> set[int]:
    """The colour numbers of every SGR sequence: 30-38, 40-48, 90-97, 100-107."""
    found = set()
    for codes in re.findall(rb"\x1b\[([0-9;]*)m", output):
        numbers = [int(code or 0) for code in codes.split(b";")]
        found |= {n for n in numbers if 30 <= n <= 38 or 40 <= n <= 48 or 90 <= n <= 107}
    return found


def test_no_colour_sends_none_and_says_everything_all_the_same() -> None:
    with at_terminal("environ", TERM="xterm-256color", NO_COLOR="1") as child:
        output = first_screen(child)
    assert colours(output) == set()
    assert "Enter" in "\n".join(screen_of(output).display)


@pytest.mark.parametrize("background", ["15;0", "0;15"])
def test_with_sixteen_colours_nothing_is_invisible(background: str) -> None:
    with at_terminal("environ", TERM="xterm", COLORFGBG=background) as child:
        output = first_screen(child)
    assert 38 not in colours(output)
    assert 48 not in colours(output)
    for row in screen_of(output).buffer.values():
        for cell in row.values():
            assert cell.data == " " or cell.fg != cell.bg or cell.fg == "default"


def test_without_the_mouse_no_clicks_are_asked_for() -> None:
    with at_terminal("no-mouse", TERM="xterm-256color") as child:
        output = first_screen(child)
    assert MOUSE_ON not in output


def test_a_terminal_without_utf8_gets_plain_characters_only() -> None:
    with at_terminal("environ", TERM="xterm-256color", LANG="C", PYTHONCOERCECLOCALE="0",
                     PYTHONUTF8="0") as child:  # fmt: skip
        output = first_screen(child)
    assert output.isascii()


def test_frames_are_lines_where_the_terminal_draws_them() -> None:
    with at_terminal("environ", TERM="xterm-256color") as child:
        output = first_screen(child)
    assert MOUSE_ON in output
    assert "\u2500" * 40 in "\n".join(screen_of(output).display)


#: An operating system command (OSC), the second of which sets the title; the BEL at its end rings
#: nothing.
COMMAND = re.compile(rb"\x1b\](\d+);(.*?)(?:\x07|\x1b\\)")
BELL = b"\x07"


def titles(output: bytes) -> list[bytes]:
    return [text for number, text in COMMAND.findall(output) if number == b"2"]


def rung(output: bytes) -> int:
    return COMMAND.sub(b"", output).count(BELL)


@pytest.mark.parametrize(("how", "rings"), [("environ", 1), ("no-bell", 0)])
def test_the_bell_rings_once_for_a_decision_and_the_title_says_so_until_it_is_made(
    how: str, rings: int
) -> None:
    with at_terminal(how, TERM="xterm-256color") as child:
        output = first_screen(child)
        assert titles(output)[-1] == b"Koryo - your turn"
        assert rung(output) == rings
        for _key in range(3):
            child.send(b"\r")
        child.expect_exact(b"\x1b]2;Koryo\x07")
        assert rung(bytes(child.before)) == 0
