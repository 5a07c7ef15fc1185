"""What reaches the terminal, counted and read back: nothing while idle, little for a key, colours.

A real pseudo-terminal; pyte reads the stream back as a person would see it.
"""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
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


#: The commands that show a screen round the table, and what it says in the end.
GAME = ROOT / "tests/vectors/transcripts/two-seats.koryo"
AROUND = (
    (("--name", "Ada"), b"Esc quit"),
    (("rules",), b"Phase 1"),
    (("halls",), b"Esc back"),
    (("replay", str(GAME)), b"F7 review"),
)


def at_terminal(how: str = "", **environ: str) -> AbstractContextManager[pexpect.spawn]:
    """The lonely table."""
    return opened("tests.koryo_tui.lonely", how, until=b"Choose your order", **environ)


@contextmanager
def opened(module: str, *words: str, until: bytes, **environ: str) -> Iterator[pexpect.spawn]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", module, *words],
        cwd=str(ROOT),
        dimensions=(24, 80),
        env={"PATH": "/usr/bin:/bin", "HOME": str(ROOT), "LANG": "C.UTF-8", **environ},
        timeout=30,
    )
    try:
        child.expect_exact(until)
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


@pytest.mark.parametrize(("words", "until"), AROUND)
def test_no_colour_leaves_every_screen_round_the_table_to_be_read(
    words: tuple[str, ...], until: bytes, tmp_path: Path
) -> None:
    environ = {"TERM": "xterm-256color", "NO_COLOR": "1", "HOME": str(tmp_path)}
    with opened("koryo_tui", *words, until=until, **environ) as child:
        output = first_screen(child)
    assert colours(output) == set()
    assert_legible(output)


@pytest.mark.parametrize("background", ["15;0", "0;15"])
def test_with_sixteen_colours_nothing_is_invisible(background: str) -> None:
    with at_terminal("environ", TERM="xterm", COLORFGBG=background) as child:
        output = first_screen(child)
    assert 38 not in colours(output)
    assert 48 not in colours(output)
    assert_legible(output)


def test_with_sixteen_colours_the_start_screen_is_legible_too(tmp_path: Path) -> None:
    words, until = AROUND[0]
    with opened("koryo_tui", *words, until=until, TERM="xterm", HOME=str(tmp_path)) as child:
        output = first_screen(child)
    assert colours(output).isdisjoint((38, 48))
    assert_legible(output)


def assert_legible(output: bytes) -> None:
    """Nothing is written in the colour of its background."""
    cells = [cell for row in screen_of(output).buffer.values() for cell in row.values()]
    assert any(cell.data != " " for cell in cells)
    for cell in cells:
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


def test_what_is_copied_is_given_to_the_terminal() -> None:
    with at_terminal(TERM="xterm-256color") as child:
        for keys in (b"\r\r\r", b"\x1bOQ"):
            child.send(keys)
            settled(child)
        child.send(b"y")
        # OSC 52 sets the clipboard.
        child.expect(rb"\x1b\]52;c;(.*?)\x07")
        assert base64.b64decode(child.match[1]) == b"You sealed 3 cards."


#: What is no UTF-8: an old click past column 95, a Latin-1 letter and an arrow key; and a key for a
#: character there is not.
UNREADABLE = (b"\x1b[M\x20\xa1\x21", b"\xe9\x1b[B", b"\x1b[1114112u")


def test_what_cannot_be_read_is_no_key_and_no_end() -> None:
    with at_terminal(TERM="xterm-256color") as child:
        output = first_screen(child)
        for sent in UNREADABLE:
            child.send(sent)
        output += settled(child)
        before = screen_of(output).display
        assert "2 ORDER" in before[0]
        assert not any("Settings" in line for line in before), "M opens the menu"
        child.send(b"\x1b[B")
        output += settled(child)
        assert screen_of(output).display != before


def test_letters_are_read_in_the_encoding_of_the_terminal() -> None:
    koi8 = {"PYTHONIOENCODING": "koi8-u", "TERM": "xterm-256color"}
    with at_terminal(**koi8) as child:
        settled(child)
        child.send("ь".encode("koi8-u"))
        child.expect_exact(b"Settings: name, language")


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
