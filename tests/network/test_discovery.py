"""Machines that find each other, and what the doctor says of those that do not."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from protocol.net.invite import read_invite
from protocol.net.listener import DEFAULT_PORT
from tests.end_to_end.windows import Terminal, wait_until
from tests.koryo_tui.plain.test_commands import running
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
        guest.type("0")
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


async def test_an_invite_holds_every_address_and_one_of_them_is_enough(
    lan: Lan, tmp_path: Path
) -> None:
    ada, ben = (lan.plug_in(name) for name in "ab")
    second, third = "10.78.0.1", "fd77::1"
    ada.ip("addr", "add", f"{second}/24", "dev", "eth0")
    ada.ip("addr", "add", f"{third}/64", "dev", "eth0", "nodad")
    ben.ip("addr", "add", "10.78.0.2/24", "dev", "eth0")
    ben.ip("addr", "del", f"{ben.address}/24", "dev", "eth0")
    kept = tmp_path / "invite"
    for name in ("ada", "ben"):
        (tmp_path / name).mkdir()
    opens = ("host", "--plain", "--name", "Ada", "--seats", "2", "--invite-file", str(kept))
    async with running(tmp_path / "ada", *opens, command=ada.inside(*COMMAND)) as host:
        await host.until("Waiting for others")
        printed = [line for line in host.heard if line.count("-") >= 8 and " " not in line]
        short, long = map(read_invite, printed)
        assert short.addresses == ((ada.address, DEFAULT_PORT),)
        assert {where for where, _ in long.addresses} == {ada.address, second, third}
        assert read_invite(kept.read_text()) == long
        joins = ("join", "--plain", "--name", "Ben", printed[1])
        async with running(tmp_path / "ben", *joins, command=ben.inside(*COMMAND)) as guest:
            await guest.until("You are Ben.")
            guest.type("leave", "yes")
            assert await guest.ended() == 0
        host.type("leave", "yes")
        assert await host.ended() == 0


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


def test_what_firewalls_keep_away_is_said(lan: Lan, tmp_path: Path) -> None:
    """One that swallows, on the other machine, is told from nobody; those of one's own are seen."""
    ada, ben = (lan.plug_in(name) for name in "ab")
    bens_table, forbidden = f"{ben.address}:47999", "198.51.100.7"
    ben.ip("route", "add", "prohibit", forbidden)
    try:
        ben.swallow(47999)
        # One lets multicast out but not in, the other lets out all of it but what finds tables.
        ada.forbid("INPUT", "-d", "224.0.0.0/4")
        ben.forbid("OUTPUT", "-p", "udp", "--dport", "5353")
        ada.swallow(DEFAULT_PORT)
    except NotPossible as error:
        pytest.skip(str(error))
    with ThreadPoolExecutor() as both:
        adas = both.submit(doctor, ada, tmp_path, "--to", bens_table)
        bens = both.submit(doctor, ben, tmp_path, "--to", forbidden)
    code, said = adas.result()
    assert code == 1
    assert f"{bens_table}: no answer at all. Usually a firewall on that machine" in said
    assert f"A table here does not answer at {ada.address}:47210 even from this machine" in said
    assert f"Multicast does not work on {ada.address} (eth0) (what was sent was not heard" in said
    code, said = bens.result()
    assert code == 1
    assert f"A table here answers at {ben.address}:47210" in said
    assert f"Multicast does not work on {ben.address} (eth0)" in said
    assert f"{forbidden}:47210: this machine does not let koryo-tui connect" in said


def test_a_machine_in_no_network_is_told_so(lan: Lan, tmp_path: Path) -> None:
    alone = lan.plug_in("a")
    alone.ip("addr", "flush", "dev", "eth0")
    code, said = doctor(alone, tmp_path)
    assert code == 1
    assert "This machine is in no network" in said
