"""People sit down at one table, each at a window of a real terminal, all in one home."""

from __future__ import annotations

import re
from pathlib import Path

from tests.end_to_end.windows import Terminal, Window, wait_until
from tests.koryo_tui.processes import COMMAND, home

HERE = ("--bind", "127.0.0.1")


def open_window(
    terminal: Terminal, at: Path, *command: str, program: tuple[str, ...] = COMMAND
) -> Window:
    """A window in which somebody has typed ``command``."""
    return terminal.open((*program, *command), home(at / "home"))


def people(
    terminal: Terminal,
    at: Path,
    names: tuple[str, ...],
    *options: str,
    bots: int = 0,
    program: tuple[str, ...] = COMMAND,
) -> list[Window]:
    """A host, with ``options`` and ``bots``, and those who join with its invite."""
    host_name, *guests = names
    seats = ("--seats", str(len(names) + bots), "--bots", str(bots))
    opens = ("host", "--name", host_name, *seats, *HERE, *options)
    host = open_window(terminal, at, *opens, program=program)
    host.wait_for("Others join with this invite")
    invite = invite_on(host)
    windows = [host]
    for name in guests:
        guest = open_window(terminal, at, "join", "--name", name, *HERE, program=program)
        guest.wait_for("Invite:")
        guest.type(invite)
        windows.append(guest)
    return windows


def seated_people(
    terminal: Terminal,
    at: Path,
    names: tuple[str, ...],
    *options: str,
    bots: int = 0,
    program: tuple[str, ...] = COMMAND,
) -> list[Window]:
    """The same, once the first round has begun for everybody."""
    windows = people(terminal, at, names, *options, bots=bots, program=program)
    for window in windows:
        window.wait_for("Round 1")
    return windows


def invite_on(window: Window) -> str:
    """The invite on the screen of the lobby."""
    shown = "\n".join(window.screen())
    (invite,) = re.findall(r"^\s*((?:[0-9A-Z]{4}-){8}[0-9A-Z]{4})\s*$", shown, re.M)
    return str(invite)


def asked_first(windows: list[Window]) -> Window:
    """Whoever is asked for an order first, once somebody is."""
    asks = "Choose your order"
    wait_until(
        lambda: any(asks in window.text() for window in windows),
        f"{asks!r} in one of the windows",
        lambda: "\n".join(window.text() for window in windows),
    )
    return next(window for window in windows if asks in window.text())
