"""Machines that find each other, and what the doctor says of those that do not."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.windows import Terminal, wait_until
from tests.koryo_tui.processes import COMMAND, home
from tests.network.lan import Lan, Machine, NotPossible

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not here to drive a real terminal")
    opened = Terminal(tmp_path / "socket")
    try:
        yield opened
    finally:
        opened.close()


def doctor(machine: Machine, at: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        machine.inside(*COMMAND, "doctor", *arguments),
        env=home(at / "home"),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, " ".join(done.stdout.split())


def test_a_table_is_found_from_another_machine(
    lan: Lan, terminal: Terminal, tmp_path: Path
) -> None:
    ada, ben, cut_off = (lan.plug_in(name) for name in "abc")
    cut_off.move_to("two")
    there = home(tmp_path / "ada")
    host = terminal.open(
        ada.inside(*COMMAND, "host", "--open", "--seats", "3", "--bots", "1", "--name", "Ada"),
        there,
    )
    host.wait_for("compares these words with you")

    guest = terminal.open(ben.inside(*COMMAND, "join", "--name", "Ben"), home(tmp_path / "ben"))
    guest.wait_for("Invite:")
    if "Ada" not in guest.text():
        guest.press("Enter")
        guest.wait_for("1 of 3 seats free")
    code, said = doctor(cut_off, tmp_path)
    assert code == 0
    assert "No table was found." in said
    code, said = doctor(ben, tmp_path, "--to", ada.address)
    assert code == 0
    assert f"The table of Ada was found on this network, at {ada.address}:47210." in said
    assert f"{ada.address} is in the same network as {ben.address}" in said
    assert re.search(
        rf"{re.escape(ada.address)}:47210: koryo-tui \S+ \(protocol \d+\) answers", said
    )

    guest.type("1")
    guest.wait_for("Are they the same?")
    guest.type("yes")
    for window in (host, guest):
        window.wait_for("Round 1")

    # The computer player listens like everybody, beside the one who runs it.
    code, said = doctor(ben, tmp_path, "--to", f"{ada.address}:47211")
    assert code == 0
    assert re.search(
        rf"{re.escape(ada.address)}:47211: koryo-tui \S+ \(protocol \d+\) answers", said
    )
    guest.press("F3")
    linked = "linked directly"
    wait_until(lambda: guest.text().count(linked) == 2, "links to both", guest.text)


def test_nobody_at_an_address_is_told_from_a_closed_port(lan: Lan, tmp_path: Path) -> None:
    ada, ben = (lan.plug_in(name) for name in "ab")
    code, said = doctor(ada, tmp_path, "--to", ben.address)
    assert code == 1
    assert "the machine is there, but nothing listens at that port" in said
    ada.isolate(True)
    ben.isolate(True)
    ada.ip("neigh", "flush", "all")
    code, said = doctor(ada, tmp_path, "--to", ben.address)
    assert code == 1
    assert "no machine says that it has this address" in said
    assert "client isolation" in said
    code, said = doctor(ada, tmp_path, "--to", "198.51.100.7")
    assert code == 1
    assert "this machine knows no way there" in said
    assert "198.51.100.7 is in none of this machine's networks" in said


def test_a_firewall_that_swallows_is_told_from_nobody(lan: Lan, tmp_path: Path) -> None:
    ada, ben = (lan.plug_in(name) for name in "ab")
    try:
        ben.swallow(47210)
    except NotPossible as error:
        pytest.skip(str(error))
    code, said = doctor(ada, tmp_path, "--to", ben.address)
    assert code == 1
    assert "no answer at all. Usually a firewall on that machine" in said


def test_a_machine_in_no_network_is_told_so(lan: Lan, tmp_path: Path) -> None:
    alone = lan.plug_in("a")
    alone.ip("addr", "flush", "dev", "eth0")
    code, said = doctor(alone, tmp_path)
    assert code == 1
    assert "This machine is in no network" in said
