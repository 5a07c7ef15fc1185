"""Windows of a real terminal, seen and typed into as by the people in front of them."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

#: The size of every window.
WIDTH, HEIGHT = 80, 24


class Terminal:
    """A terminal multiplexer of its own, with nothing of the account's settings."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._windows = 0

    def open(self, command: tuple[str, ...], environment: Mapping[str, str]) -> Window:
        """Runs ``command`` in a new window, which stays when it ends."""
        settings = [f"{name}={value}" for name, value in environment.items()]
        name = f"w{self._windows}"
        self._windows += 1
        # The multiplexer itself does not always learn how a command ended.
        number, code = (self._socket.parent / f"{name}.{what}" for what in ("pid", "code"))
        remember = f'echo $$ > {shlex.quote(str(number))}; exec "$@"'
        run = shlex.join(["env", "-i", *settings, "/bin/sh", "-c", remember, "sh", *command])
        line = f"{run}; echo $? > {shlex.quote(str(code))}"
        size = ("-x", str(WIDTH), "-y", str(HEIGHT))
        self.call("new-session", "-d", "-s", name, *size, line, ";", "set", "remain-on-exit", "on")
        return Window(self, name, number, code)

    def call(self, *words: str) -> str:
        """Gives the multiplexer a command; what it answers."""
        line = self.command(*words)
        done = subprocess.run(line, capture_output=True, text=True, timeout=20)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def command(self, *words: str) -> tuple[str, ...]:
        """The command line of a command for the multiplexer."""
        return ("tmux", "-u", "-S", str(self._socket), "-f", "/dev/null", *words)

    def close(self) -> None:
        """Ends everything in it."""
        self.call("kill-server")


class Window:
    """One window of a terminal."""

    def __init__(self, terminal: Terminal, name: str, number: Path, code: Path) -> None:
        self._terminal = terminal
        self._name = name
        self._number, self._code = number, code

    def screen(self) -> list[str]:
        """The lines that are on the screen now."""
        shown = self._terminal.call("capture-pane", "-p", "-t", self._name)
        return (shown.split("\n") + [""] * HEIGHT)[:HEIGHT]

    def text(self) -> str:
        """The screen as one text, with what ran over the edge joined."""
        return self._terminal.call("capture-pane", "-p", "-J", "-S", "-200", "-t", self._name)

    def history(self) -> list[str]:
        """Every line that was printed, what ran over the edge joined, without blanks at its end."""
        shown = self._terminal.call("capture-pane", "-p", "-J", "-S", "-", "-t", self._name)
        lines = [line.rstrip() for line in shown.split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def attaching(self) -> tuple[str, ...]:
        """The command with which a terminal shows it."""
        return self._terminal.command("attach-session", "-t", self._name)

    def press(self, *keys: str) -> None:
        """Presses keys by name: Enter, Tab, C-q ..."""
        self._terminal.call("send-keys", "-t", self._name, *keys)

    def click(self, x: int, y: int) -> None:
        """A click on a cell, counted from 0, as a terminal tells of it (xterm, SGR 1006)."""
        where = f"0;{x + 1};{y + 1}"
        self._send(f"\x1b[<{where}M\x1b[<{where}m")

    def turn_wheel(self, x: int, y: int, *, up: bool) -> None:
        """One notch of the wheel over a cell, counted from 0, told of in the same way."""
        self._send(f"\x1b[<{64 if up else 65};{x + 1};{y + 1}M")

    def _send(self, text: str) -> None:
        """Sends bytes as they are."""
        codes = [f"{byte:02x}" for byte in text.encode()]
        self._terminal.call("send-keys", "-t", self._name, "-H", *codes)

    def type(self, text: str) -> None:
        """Types ``text`` and Enter."""
        self._terminal.call("send-keys", "-t", self._name, "-l", text)
        self.press("Enter")

    def exit_code(self) -> int | None:
        """How the command ended, None while it runs."""
        told = self._code.read_text() if self._code.exists() else ""
        return int(told) if told.endswith("\n") else None

    def is_dead(self) -> bool:
        """Whether the command has ended, however."""
        told = self._terminal.call("display-message", "-p", "-t", self._name, "#{pane_dead}")
        return told.strip() == "1"

    def modes(self) -> str:
        """What the program has asked of the terminal: another screen, the mouse."""
        flags = "#{alternate_on} #{mouse_any_flag}"
        return self._terminal.call("display-message", "-p", "-t", self._name, flags).strip()

    @property
    def process(self) -> int:
        """The number of the process that runs in it."""
        return int(self._number.read_text())

    def signal(self, number: signal.Signals) -> None:
        """Sends the command in it a signal."""
        os.kill(self.process, number)

    def wait_for(self, text: str) -> None:
        """Until ``text`` is on the screen."""
        wait_until(lambda: text in self.text(), f"{text!r} on the screen", self.text)

    def wait_for_no(self, text: str) -> None:
        """Until ``text`` is not on the screen any more."""
        wait_until(
            lambda: all(text not in line for line in self.screen()),
            f"{text!r} to go from the screen",
            self.text,
        )

    def wait_for_end(self) -> int:
        """The exit code, once the command has ended."""
        wait_until(lambda: self.exit_code() is not None, "the end", self.text)
        code = self.exit_code()
        assert code is not None
        return code


def wait_until(
    holds: Callable[[], bool], what: str, told: Callable[[], str], bound: float = 60.0
) -> None:
    """Looks again and again; fails with what is there instead after ``bound`` seconds."""
    until = time.monotonic() + bound
    while not holds():
        assert time.monotonic() < until, f"waited in vain for {what}; there is:\n{told()}"
        time.sleep(0.1)


def processes_of(folder: Path) -> list[str]:
    """The command lines, of all that run, in which ``folder`` is named."""
    listed = subprocess.run(["ps", "-ewwo", "args"], capture_output=True, text=True, timeout=20)
    return [line for line in listed.stdout.splitlines() if str(folder) in line]
