"""Another game with the same players: nobody needs the invite again, and it is a new table."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from koryo_tui.advising import Adviser
from koryo_tui.company import Company, Who
from koryo_tui.halls import read_halls
from koryo_tui.hosting import HostOptions, Room
from koryo_tui.port import Again, LobbyPort, TablePort
from koryo_tui.resuming import ResumeOptions, Seat
from koryo_tui.returning import open_table
from koryo_tui.seat import Table
from koryo_tui.tables import listen, nearby
from koryo_tui.visiting import Guest
from protocol.log.messages import Settings
from protocol.net.listener import Listener
from protocol.net.profile import Profile, Profiles
from tests.net.links import HERE
from tests.peer.harness import first_choice

#: A bound for a game, in seconds.
PATIENCE = 100


class Person:
    """A stage: is dealt cards at a first table, decides at once when that is resumed, and asks for
    another game after it."""

    def __init__(self) -> None:
        self.dealt, self.again_seated = asyncio.Event(), asyncio.Event()
        self.tables: list[bytes] = []
        self.plays: set[str | None] = set()
        self.settings: list[tuple[int, int]] = []
        self.lobby: LobbyPort | None = None
        self.table: TablePort | None = None
        self._again: Again | None = None

    def show_lobby(self, port: LobbyPort) -> None:
        self.lobby, self.table = port, None
        self.settings.append((port.view().clock, port.view().absences))
        self.changed()

    def show_table(
        self,
        port: TablePort,
        again: Again | None = None,
        adviser: Adviser | None = None,
        bots: tuple[int, ...] = (),
    ) -> None:
        assert adviser is not None
        assert not adviser.may_ask(port.view()), "nobody has agreed to hints"
        self.table, self._again = port, again
        self.tables.append(port.view().table)
        self.changed()

    def changed(self) -> None:
        asyncio.get_running_loop().call_soon(self._act)

    def _act(self) -> None:
        if self.table is None:
            assert self.lobby is not None
            self.plays |= {player.plays for player in self.lobby.view().players}
            return
        view, number = self.table.view(), len(self.tables)
        if number == 3:
            self.again_seated.set()
        elif number == 1:
            if view.hand is not None:
                self.dealt.set()
        elif view.question is not None:
            self.table.decide(first_choice(view.question))
            self.changed()
        elif self._again is not None and len(view.results) == len(view.seats):
            again, self._again = self._again, None
            again()


def profile(root: Path) -> Profile:
    return Profiles(root, os.urandom).open("default")


async def shown(
    people: tuple[Person, ...],
    companies: tuple[Company, ...],
    reached: Callable[[Person], asyncio.Event],
) -> None:
    """Until all people have ``reached`` it; then all programs are closed."""
    pairs = zip(people, companies, strict=True)
    sessions = [asyncio.ensure_future(each.session(person)) for person, each in pairs]
    try:
        async with asyncio.timeout(PATIENCE):
            for person in people:
                waits = asyncio.ensure_future(reached(person).wait())
                await asyncio.wait((waits, *sessions), return_when=asyncio.FIRST_COMPLETED)
                for session in sessions:
                    if not waits.done() and session.done():
                        session.result()
                        pytest.fail("it came to an end")
            for person in people:
                assert person.table is not None
                await person.table.close()
    finally:
        for session in sessions:
            session.cancel()
        await asyncio.gather(*sessions, return_exceptions=True)
        for each in companies:
            await each.close()


async def test_after_a_game_that_was_resumed_people_and_a_computer_player_sit_down_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On other ports than before, under the same settings, with the same computer player."""
    people = ada, olena = Person(), Person()

    async def resumed(at: Profile, listener: Listener, person: Person) -> Seat:
        kept = await open_table(at, at.table_folder(person.tables[0]))
        return Seat(ResumeOptions(None, None, None, HERE, 0, None), at, listener, kept, {})

    with profile(tmp_path / "ada") as host, profile(tmp_path / "olena") as guest:
        here, there = await listen(host, HERE, 0), await listen(guest, HERE, 0)
        options = HostOptions(None, "Ada", HERE, 0, None, 3, ("easy:raider",), None, None)
        room = Room(options, host, here)
        who = Who(guest, there, Table(guest, there), "Olena", None)
        visit = Guest(who, nearby(room._short, here))
        await visit.let_in()
        await shown(people, (Company(room), Company(visit)), lambda person: person.dealt)
        await here.stop()
        here = await listen(host, HERE, 0)
        seats = await resumed(host, here, ada), await resumed(guest, there, olena)
        await shown(people, tuple(map(Company, seats)), lambda person: person.again_seated)
        await there.stop()
        await here.stop()
    assert ada.tables == olena.tables
    assert ada.tables[0] == ada.tables[1] != ada.tables[2]
    assert ada.plays == {None, "easy:raider"}
    usual = (0, Settings().absences)
    assert ada.settings == olena.settings == [usual, usual]
    for at, own in ((host, seats[0]), (guest, seats[1])):
        (game,) = read_halls((at.folder,)).games
        assert game.game.table == ada.tables[0].hex()
        assert game.path.exists()
        own.table.say_where()
        assert capsys.readouterr().out.count(".koryo") == 1
