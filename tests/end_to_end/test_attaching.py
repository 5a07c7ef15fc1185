"""A terminal multiplexer is left and come back to, from a terminal of another size too."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect
import pyte
import pytest

from tests.end_to_end.gathering import open_window
from tests.end_to_end.windows import HEIGHT, WIDTH, Terminal, Window, wait_until

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.timeout(120),
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]
#: pyte does not know these private sequences (keyboard protocol, modes asked for).
UNKNOWN = re.compile(rb"\x1b\[[<>?=][0-9;]*[a-z$]*")
#: One of which the end has not come yet.
BEGUN = re.compile(rb"\x1b[^A-Za-z~]*$")


class Client:
    """A terminal of some size in which a window is looked at."""

    def __init__(self, window: Window, width: int, height: int) -> None:
        command, *words = window.attaching()
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._rest = b""
        self._child = pexpect.spawn(
            command,
            words,
            dimensions=(height, width),
            env={"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8"},
        )

    def wait_for(self, lines: list[str]) -> None:
        """Until it shows just these lines."""
        wanted = [line.rstrip() for line in lines]
        wait_until(lambda: self.lines() == wanted, "the same screen", self.text)

    def lines(self) -> list[str]:
        """What it shows now, without blanks at the ends of lines."""
        with suppress(pexpect.TIMEOUT):
            sent = self._rest + self._child.read_nonblocking(1 << 16, timeout=0.1)
            begun = BEGUN.search(sent)
            whole = len(sent) if begun is None else begun.start()
            self._rest = sent[whole:]
            self._stream.feed(UNKNOWN.sub(b"", sent[:whole]))
        return [line.rstrip() for line in self._screen.display]

    def text(self) -> str:
        return "\n".join(self.lines())

    def press(self, key: bytes) -> None:
        self._child.send(key)

    def detach(self) -> None:
        """Ctrl+B d; the window goes on without it."""
        self._child.send(b"\x02d")
        self._child.expect(pexpect.EOF, timeout=30)
        self._child.close()
        assert self._child.exitstatus == 0


@contextmanager
def attached(window: Window, width: int = WIDTH, height: int = HEIGHT) -> Iterator[Client]:
    client = Client(window, width, height)
    yield client
    client.detach()


def marked(window: Window) -> str:
    """The row with the mark."""
    (row,) = (line for line in window.screen()[3:14] if line.startswith(">"))
    return row[1:17].strip()


def test_a_table_is_left_and_come_back_to_in_terminals_of_other_sizes(
    terminal: Terminal, tmp_path: Path
) -> None:
    # Two seats more would only take time; the computer player waits for the person.
    window = open_window(terminal, tmp_path, "solo", "--bots", "1")
    terminal.call("set", "-g", "status", "off")
    window.wait_for("Choose your order")
    before, card = window.screen(), marked(window)
    with attached(window) as client:
        client.wait_for(before)
        client.press(b"\x1b[B")
        wait_until(lambda: marked(window) != card, "another card", window.text)
        moved, card = window.screen(), marked(window)
    assert window.screen() == moved

    with attached(window, 120, 40) as client:
        wait_until(lambda: "PLAYERS" in client.text(), "the wide layout", client.text)
        assert f">{card}" in client.text()
    with attached(window, 60, 20) as client:
        wait_until(lambda: "this window has 60 x 20" in client.text(), "a notice", client.text)
    with attached(window) as client:
        client.wait_for(moved)
        client.press(b"\x1b[A")
        wait_until(lambda: window.screen() == before, "the first card", window.text)
    assert window.exit_code() is None
