"""Somebody's terminal is gone: the others are asked, and it is they who decide to go on."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.log.messages import Why
from protocol.peer.verify import verify
from tests.end_to_end.gathering import asked_first, open_window, seated_people
from tests.end_to_end.impatient import IMPATIENT
from tests.end_to_end.players import Person, Typing, own_order_on, play_until
from tests.end_to_end.windows import Terminal, Window, wait_until
from tests.koryo_tui.processes import run

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.timeout(180),
    pytest.mark.skipif(
        shutil.which("tmux") is None, reason="tmux is not here to drive a real terminal"
    ),
]

NAMES = ("Ada", "Ben", "Cleo")
BOT = "Steady 1"


def kill(window: Window) -> None:
    window.signal(signal.SIGKILL)
    wait_until(window.is_dead, "its end", window.text)


def play(windows: list[Window], holds: Callable[[], bool]) -> None:
    """All at ``windows`` decide what they are asked, until ``holds()``."""
    seated: list[tuple[Window, Person]] = [(window, Typing()) for window in windows]
    play_until(seated, holds)


def play_until_asked(windows: list[Window], name: str) -> None:
    """The same, until they are asked about ``name``."""
    asks = f"Go on without {name}?"
    play(windows, lambda: all(asks in window.text() for window in windows))


def agree(window: Window, name: str, vouches: str) -> None:
    """Presses what the prompt says, reads the window, and agrees."""
    window.press("F7")
    window.wait_for(vouches)
    window.wait_for(f"> 1. Wait for {name}")
    window.press("2", "Enter")
    window.wait_for_no("Esc back")


def record_of(at: Path, name: str) -> Path:
    """The record of the table that this one of ``NAMES`` plays."""
    number = NAMES.index(name) + 1
    profile = "default" if number == 1 else f"default-{number}"
    (record,) = (at / "home").rglob(f"profiles/{profile}/tables/*/transcript")
    return record


def gone(record: Path) -> list[tuple[str, Why]]:
    """Who was left out, and why."""
    found = verify(record.read_bytes())
    names = [player.name for player in found.roster.players]
    return [(names[seat], why) for step in found.log.closed for seat, why in step.made_absent]


def test_two_are_asked_whether_to_go_on_without_the_third(
    terminal: Terminal, tmp_path: Path
) -> None:
    windows = seated_people(terminal, tmp_path, NAMES, program=IMPATIENT)
    seated = dict(zip(NAMES, windows, strict=True))
    killed = asked_first([*seated.values()])
    (name,) = (each for each, window in seated.items() if window is killed)
    first, second = (each for each in NAMES if each != name)
    one, other = seated[first], seated[second]
    kill(killed)
    play_until_asked([one, other], name)
    agree(one, name, f"Besides you only {second} vouches for it that {name} is silent.")
    one.wait_for(f"You agreed to go on without {name}, if the others do too.")
    other.wait_for(f"To go on without {name}: {first} agreed, you not yet.")

    # It is back before both have agreed, so nobody goes on without it.
    back = open_window(terminal, tmp_path, "resume", program=IMPATIENT)
    play([one, other, back], lambda: "Your turn." in back.text())
    assert f"without {name}" not in one.text() + other.text()

    kill(back)
    play_until_asked([one, other], name)
    agree(other, name, f"Besides you only {first} vouches for it that {name} is silent.")
    one.wait_for(f"To go on without {name}: {second} agreed, you not yet.")
    agree(one, name, f"Besides you only {second} vouches for it that {name} is silent.")
    play([one, other], lambda: "Your turn." in one.text() + other.text())
    for window in (one, other):
        window.press("F2")
        window.wait_for(f"{name} is left out (silent for too long)")
        window.press("Escape")
        window.press("C-q", "C-q")
        assert window.wait_for_end() == 0
    for each in (first, second):
        assert gone(record_of(tmp_path, each)) == [(name, Why.SILENT)]


def test_one_who_leaves_says_goodbye_and_the_others_go_on_at_once(
    terminal: Terminal, tmp_path: Path
) -> None:
    seated = dict(zip(NAMES, seated_people(terminal, tmp_path, NAMES), strict=True))
    leaving = asked_first([*seated.values()])
    (name,) = (each for each, window in seated.items() if window is leaving)
    leaving.press("C-q")
    leaving.wait_for("Give up my seat")
    leaving.press("3", "Enter")
    leaving.wait_for_end()
    assert "The game was not finished; its record so far:" in leaving.text()
    others = [window for window in seated.values() if window is not leaving]
    # Nobody is asked about it; the next one is asked for an order.
    next_one = asked_first(others)
    for window in others:
        window.wait_for("x left")
        assert "Go on without" not in window.text()
    play([next_one], lambda: own_order_on(next_one.screen()).startswith("["))
    for window in others:
        window.press("C-q", "C-q")
        assert window.wait_for_end() == 0
    run("verify", record_of(tmp_path, name), at=tmp_path, code=3)
    for each in NAMES:
        if each != name:
            assert gone(record_of(tmp_path, each)) == [(name, Why.GOODBYE)]


@pytest.mark.skipif("KORYO_SOAK" not in os.environ, reason="make soak plays it: five processes")
def test_computer_players_agree_only_once_every_person_present_has(
    terminal: Terminal, tmp_path: Path
) -> None:
    windows = seated_people(terminal, tmp_path, NAMES, bots=1, program=IMPATIENT)
    host, *guests = windows
    asks = "Choose your order"
    play([host], lambda: any(asks in guest.text() for guest in guests))
    killed = asked_first(guests)
    (staying,) = (window for window in guests if window is not killed)
    name, other = (NAMES[windows.index(window)] for window in (killed, staying))
    kill(killed)
    play_until_asked([host, staying], name)
    agree(host, name, f"This has to be agreed by {BOT} and {other} too.")
    staying.wait_for(f"To go on without {name}: Ada agreed, {BOT} and you not yet.")
    # One takes it back, and the other agrees: there are votes all the time, but never of both.
    host.press("F7")
    host.wait_for(f"> 1. Wait for {name}")
    host.press("Enter")
    agree(staying, name, f"This has to be agreed by Ada and {BOT} too.")
    host.wait_for(f"To go on without {name}: {other} agreed, you and {BOT} not yet.")
    assert f"{name} is left out" not in host.text() + staying.text()
    agree(host, name, f"This has to be agreed by {BOT} and {other} too.")
    play([host, staying], lambda: "Your turn." in host.text() + staying.text())
    host.press("F2")
    host.wait_for(f"{name} is left out (silent for too long)")
    host.press("Escape")
    for window in (host, staying):
        window.press("C-q", "C-q")
        assert window.wait_for_end() == 0
    assert gone(record_of(tmp_path, other)) == [(name, Why.SILENT)]
