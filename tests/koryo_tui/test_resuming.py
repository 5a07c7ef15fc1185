"""What is remembered of a table that is resumed, beyond the game itself."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from koryo_tui.exits import WrongUse
from koryo_tui.own_files import last_name
from koryo_tui.port import LobbyPort, TablePort
from koryo_tui.resuming import ResumeOptions, Seat
from koryo_tui.returning import open_table
from koryo_tui.seat import Table
from koryo_tui.tables import listen
from koryo_tui.waiting_tables import Waiting, choose, forget_table, line_of, resumable
from protocol.log.signing import SigningKey
from protocol.net.addresses import Address
from protocol.net.errors import NoSuchTable
from protocol.net.folder import read_advertised
from protocol.net.keeping import Unfinished
from protocol.net.listener import Listener
from protocol.net.lobby_messages import addresses_of
from protocol.net.meeting import read_meeting
from protocol.net.profile import Profile, Profiles
from protocol.net.seating import Seating
from protocol.net.whereabouts import ask_for_seats
from tests.end_to_end.long_bots import gather_players
from tests.net.links import BOUND, HERE, eventually
from tests.peer.harness import make_roster

CHOSEN = "10.98.76.54"


class Stage:
    """Nobody looks."""

    def __init__(self) -> None:
        self.port: TablePort | None = None

    def show_lobby(self, port: LobbyPort) -> None:
        raise AssertionError("the lobby is over")

    def show_table(self, port: TablePort, *_more: object) -> None:
        self.port = port

    def changed(self) -> None:
        """It may."""


class Two:
    """A host and a guest, who have sat down at a table."""

    def __init__(self, root: Path) -> None:
        self.host, self.guest = (Profiles(root, os.urandom).open(n) for n in ("ada", "ben"))
        self.seating: Seating

    async def sit_down(self, listener: Listener) -> None:
        listening = await listen(self.guest, HERE, 0)
        places: list[tuple[Profile, Listener]] = [(self.host, listener), (self.guest, listening)]
        self.seating, other = await gather_players(places)
        for link in (*self.seating.links.values(), *other.links.values()):
            link.close()
            await link.wait_closed()
        await listening.stop()

    @property
    def folder(self) -> Path:
        return self.host.table_folder(self.seating.table)

    async def told(self, listener: Listener) -> tuple[Address, ...]:
        """Where the host is, as it tells the guest itself."""
        async with asyncio.timeout(BOUND):
            while True:
                # It answers once the table is open.
                with suppress(NoSuchTable):
                    _, seats = await ask_for_seats((HERE, listener.port), self.guest.key, (), None)
                    return addresses_of(seats.hints[0])


@asynccontextmanager
async def shown(playing: Callable[[Stage], asyncio.Future[None]]) -> AsyncIterator[None]:
    """While a table is on the screen; then it is closed, to be resumed."""
    stage = Stage()
    running = playing(stage)
    try:
        await eventually(lambda: stage.port is not None or running.done())
        yield
    finally:
        if stage.port is not None:
            await stage.port.close()
        await running


async def test_the_address_that_a_host_chose_is_told_again_when_the_table_is_resumed(
    tmp_path: Path,
) -> None:
    two = Two(tmp_path)
    listener = await listen(two.host, HERE, 0)
    await two.sit_down(listener)
    hosting = Table(two.host, listener, CHOSEN)
    async with shown(lambda stage: asyncio.ensure_future(hosting.play(two.seating, stage))):
        assert await two.told(listener) == ((CHOSEN, listener.port),)
    assert read_advertised(two.folder) == CHOSEN
    meeting = read_meeting(two.folder)
    assert meeting is not None
    assert [place.host for place in meeting.places[0]] == [CHOSEN]

    for said, expected in ((None, (CHOSEN,)), ("10.9.9.9", ("10.9.9.9",)), ("", (HERE,))):
        options = ResumeOptions("ada", None, None, HERE, 0, None, advertise=said)
        kept = await open_table(two.host, two.folder)
        seat = Seat(options, two.host, listener, kept, {})
        try:
            async with shown(lambda stage, seat=seat: asyncio.ensure_future(seat.play(stage))):
                assert [host for host, _ in await two.told(listener)] == list(expected)
        finally:
            await seat.close()
    await listener.stop()


def waits(name: str, *, is_free: bool = True, is_left: bool = False) -> Waiting:
    keys = [SigningKey(os.urandom(32)) for _ in range(2)]
    roster = make_roster(keys, [os.urandom(32) for _ in keys])
    return Waiting(name, Unfinished(Path(name), roster, 1, 0.0, True, is_left), is_free)


def typed(*lines: str) -> Callable[[str], str]:
    rest = list(lines)
    return lambda _question: rest.pop(0)


def test_what_is_open_elsewhere_is_not_offered() -> None:
    busy, free = waits("busy", is_free=False), waits("free")
    assert choose((busy, free), typed()) is free
    with pytest.raises(WrongUse, match="in another window"):
        choose((busy,), typed())
    with pytest.raises(WrongUse, match="No table waits"):
        choose((), typed())


def test_a_table_that_waits_says_since_when_and_with_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = (waits("left", is_left=True), waits("one"))
    monkeypatch.setattr("koryo_tui.waiting_tables.waiting", lambda _profile: tables)
    one, left = resumable(None)
    assert re.fullmatch(r"waits since \d{4}-\d\d-\d\d \d\d:\d\d, round 1", one.since)
    names = [player.name for player in tables[1].table.roster.players]
    monkeypatch.setattr("koryo_tui.waiting_tables.identity_in", lambda _folder: None)
    assert one.people == f"with {' and '.join(names)}"
    assert left.since == ""
    assert "(profile one)" in one.said
    monkeypatch.setattr("koryo_tui.waiting_tables.waiting", lambda _profile: tables[1:])
    assert "profile" not in resumable(None)[0].said


def test_a_table_that_was_left_is_taken_only_if_it_is_chosen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left, one, other = waits("left", is_left=True), waits("one"), waits("other")
    assert choose((left, one), typed()) is one
    assert choose((left, one, other), typed("")) is one
    assert choose((left, one, other), typed("9", "3")) is left
    for none in ("Q", "\u0439", "\u0419", "None"):
        assert choose((left, one, other), typed(none)) is None, "whatever the layout"
    assert choose((left,), typed("")) is None
    assert choose((left,), typed("1")) is left
    assert choose((left,), typed(), is_named=True) is left, "its name has chosen it"
    said = capsys.readouterr().out
    assert "Tables at which you gave up your seat" in said
    assert "you left" in line_of(left, 1)
    assert "in use" in line_of(waits("busy", is_free=False), 1)
    monkeypatch.setattr("koryo_tui.saying._columns", lambda _stream: 60)
    choose((left, one, other), typed(""))
    narrow = capsys.readouterr().out
    assert max(map(len, narrow.splitlines())) < 60
    assert " ".join(line_of(left, 3).split()) in " ".join(narrow.split()), "broken between words"


def test_which_table_is_forgotten_is_chosen_from_a_list(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no id is typed, of those that are not open; the confirmation names it."""
    tables = [waits("busy", is_free=False), waits("one"), waits("left", is_left=True)]
    monkeypatch.setattr("koryo_tui.waiting_tables.waiting", lambda _profile: tables)
    answers = iter(("7", "2", "no", ""))
    monkeypatch.setattr("koryo_tui.terminal.read_line", lambda _question: next(answers))
    assert forget_table(None, "") == 0
    said = capsys.readouterr().out
    assert "There is no table 7" in said
    assert said.index("To forget it") > said.rindex(line_of(tables[2], 1))
    assert "busy" not in said
    assert forget_table(None, "") == 0
    assert "To forget it" not in capsys.readouterr().out, "none was chosen"
    tables.clear()
    with pytest.raises(WrongUse, match="No table waits"):
        forget_table(None, "")


async def test_a_table_is_forgotten_once_that_is_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    two = Two(tmp_path)
    listener = await listen(two.host, HERE, 0)
    await two.sit_down(listener)
    hosting = Table(two.host, listener)
    async with shown(lambda stage: asyncio.ensure_future(hosting.play(two.seating, stage))):
        pass
    await listener.stop()
    monkeypatch.setattr("koryo_tui.waiting_tables.data_root", lambda: tmp_path)
    monkeypatch.setattr("koryo_tui.own_files.data_root", lambda: tmp_path)
    name = two.folder.name
    assert last_name(two.host.folder) == two.seating.roster.players[0].name
    with pytest.raises(WrongUse, match="in another window"):
        forget_table("ada", name)
    two.host.close()
    answers = iter(("no", " Yes"))
    monkeypatch.setattr("koryo_tui.terminal.read_line", lambda _question: next(answers))
    assert forget_table("ada", name) == 0
    assert two.folder.exists()
    assert forget_table("ada", name) == 0
    assert not two.folder.exists()
    (record,) = two.host.transcripts.iterdir()
    assert str(record) in capsys.readouterr().out
    with pytest.raises(WrongUse, match="No table"):
        forget_table("ada", name)
