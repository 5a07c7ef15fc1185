"""``koryo-tui doctor``, run as a person does."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

import pytest

from koryo_tui import doctor, own_files, room
from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.errors import Version
from protocol.net.fingerprint import fingerprint
from protocol.net.invite import Invite, JoinSecret, write_invite
from protocol.net.multicast import NotHeard
from protocol.net.probe import Outcome, Probe
from tests.koryo_tui.processes import open_table, run
from tests.net.links import HERE, key, serving


def free_port() -> int:
    with socket.create_server((HERE, 0)) as there:
        return int(there.getsockname()[1])


def examine(at: Path, code: int, *arguments: str) -> str:
    said = run("doctor", "--bind", HERE, *arguments, at=at, code=code).stdout
    return " ".join(said.split())


def test_what_is_listened_on_is_said(tmp_path: Path) -> None:
    port = free_port()
    said = examine(tmp_path, 0, "--port", str(port))
    assert f"Port {port} is free; a table would listen there, on {HERE}." in said
    assert f"A table here answers at {HERE}:{port}" in said
    assert "Your files can be kept" in said
    assert "Nothing is wrong" in said


def test_without_a_terminal_each_finding_is_one_line(tmp_path: Path) -> None:
    to = f"{HERE}:{free_port()}"
    own = ("--bind", HERE, "--port", str(free_port()), "--to", to)
    *found, last = run("doctor", *own, at=tmp_path, code=1).stdout.splitlines()
    assert all(line[:6] in (" ok   ", "!!!!  ", " ??   ") for line in found)
    assert max(map(len, found)) > 80
    assert last == "What is marked !!!! stands in the way."


def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    with socket.create_server((HERE, 0)) as taken:
        taken.settimeout(10)
        said = examine(tmp_path, 1, "--port", str(taken.getsockname()[1]))
    assert "is taken by another program" in said


async def test_a_port_where_a_table_is_already(tmp_path: Path) -> None:
    async with open_table(key(0)) as table:
        port = str(table.listener.port)
        said = await asyncio.to_thread(examine, tmp_path, 0, "--port", port)
    assert "is taken by a koryo-tui that runs already" in said


async def test_a_table_that_answers(tmp_path: Path) -> None:
    async with open_table(key(0)) as table:
        to = f"{HERE}:{table.listener.port}"
        own = ("--port", str(free_port()), "--to")
        said = await asyncio.to_thread(examine, tmp_path, 0, *own, to)
        assert f"{to}: {Version(PROTOCOL_VERSION, '')} answers." in said
        said = await asyncio.to_thread(examine, tmp_path, 0, *own, table.text())
        assert "the host of this invite is there" in said
        assert len(table.lobby.view.players) == 1, "no seat was taken"
        wrong = table.text(mark=fingerprint(key(7).identity))
        said = await asyncio.to_thread(examine, tmp_path, 1, *own, wrong)
        assert "Another table than that of this invite answers" in said


def test_nothing_listens(tmp_path: Path) -> None:
    to = f"{HERE}:{free_port()}"
    said = examine(tmp_path, 1, "--port", str(free_port()), "--to", to)
    assert f"{to}: the machine is there, but nothing listens at that port." in said
    assert "What is marked !!!! stands in the way." in said


async def test_another_program(tmp_path: Path) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.0 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    async with serving(greet, tls=False) as port:
        to = f"{HERE}:{port}"
        own = ("--port", str(free_port()), "--to")
        said = await asyncio.to_thread(examine, tmp_path, 1, *own, to)
    assert f"{to}: another program answers there" in said


async def test_folders_that_cannot_be_written_to_and_a_full_disk_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, settings = tmp_path / "data", tmp_path / "settings" / "settings.toml"
    for module in (own_files, room, doctor):
        monkeypatch.setattr(module, "data_root", lambda: root)
    monkeypatch.setattr(room, "settings_file", lambda: settings)
    (found,) = await doctor._files()
    assert (found.mark, found.said) == (
        doctor.Mark.OK,
        f"Your files can be kept: there is room in {root}.",
    )
    assert not root.exists(), "and nothing was made"
    profile = root / "profiles" / "default"
    profile.mkdir(parents=True)
    (profile / "identity").touch()
    (profile / "transcripts").touch()
    settings.parent.touch()
    found, other = await doctor._files()
    assert {found.mark, other.mark} == {doctor.Mark.PROBLEM}
    assert f"in {profile / 'transcripts'} (Not a directory), where the records" in found.said
    assert f"in {settings.parent} (Not a directory), where your settings are" in other.said
    (profile / "transcripts").unlink()
    settings.parent.unlink()
    usage = room.shutil.disk_usage(tmp_path)._replace(free=5)
    monkeypatch.setattr(room.shutil, "disk_usage", lambda _folder: usage)
    (found,) = await doctor._files()
    assert found.said.startswith("The disk is full")
    assert found.mark is doctor.Mark.PROBLEM


def test_a_name_nobody_has(tmp_path: Path) -> None:
    own = ("--port", str(free_port()), "--to")
    said = examine(tmp_path, 1, *own, "no-such-machine.invalid")
    assert "no machine of that name is known here" in said


async def test_one_good_address_of_an_invite_is_enough(tmp_path: Path) -> None:
    async with open_table(key(0)) as table:
        good = (HERE, table.listener.port)
        mark = fingerprint(key(0).identity)
        invite = Invite(((HERE, free_port()), good), mark, JoinSecret(b"right"))
        own = ("--port", str(free_port()), "--to")
        said = await asyncio.to_thread(examine, tmp_path, 0, *own, write_invite(invite))
    assert "the host of this invite is there" in said


def test_what_is_no_target_is_refused(tmp_path: Path) -> None:
    done = run("doctor", "--to", "no_such_thing!", at=tmp_path, code=2)
    assert "neither an IP address nor the name of a machine" in done.stderr


@pytest.mark.parametrize(("system", "told"), [("darwin", True), ("linux", False)])
async def test_where_the_local_network_needs_leave_that_is_said(
    monkeypatch: pytest.MonkeyPatch, system: str, told: bool
) -> None:
    async def deaf(host: str, index: int) -> None:
        raise NotHeard(0, "what was sent was not heard again")

    monkeypatch.setattr(doctor, "check_multicast", deaf)
    monkeypatch.setattr(sys, "platform", system)
    (found,) = await doctor._multicast((), HERE)
    said = [found.said, *(doctor._what(Probe(HERE, 1, each)) for each in Outcome)]
    monkeypatch.undo()
    assert found.mark is doctor.Mark.UNKNOWN
    assert "Multicast does not work" in found.said
    about_macs = [text for text in said if "On macOS" in text]
    # A machine that is not heard by multicast, and one that seems not to be there.
    assert len(about_macs) == (2 if told else 0)
    assert all("Local Network" in text for text in about_macs)
