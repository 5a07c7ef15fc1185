"""What is remembered of a table that is resumed, beyond the game itself."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from koryo_tui.port import LobbyPort, TablePort
from koryo_tui.resuming import ResumeOptions, _Seat
from koryo_tui.returning import open_table
from koryo_tui.seat import Table
from koryo_tui.tables import listen
from protocol.net.addresses import Address
from protocol.net.errors import NoSuchTable
from protocol.net.folder import read_advertised, read_meeting
from protocol.net.listener import Listener
from protocol.net.lobby_messages import addresses_of
from protocol.net.profile import Profile, Profiles
from protocol.net.seating import Seating
from protocol.net.whereabouts import ask_for_seats
from tests.end_to_end.long_bots import gather_players
from tests.net.links import BOUND, HERE, eventually

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
        seat = _Seat(options, two.host, listener, kept, {})
        try:
            async with shown(lambda stage, seat=seat: asyncio.ensure_future(seat.session(stage))):
                assert [host for host, _ in await two.told(listener)] == list(expected)
        finally:
            await seat.close()
    await listener.stop()
