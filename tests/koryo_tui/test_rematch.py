"""Another game with the same players: one listener, one invite, a new table."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from koryo_tui.advising import Adviser
from koryo_tui.halls import read_halls
from koryo_tui.hosting import HostOptions, _Room
from koryo_tui.joining import JoinOptions, _Guest
from koryo_tui.port import LobbyPort, TablePort
from koryo_tui.tables import listen, nearby
from protocol.net.invite import Invite
from protocol.net.listener import Listener
from protocol.net.profile import Profile, Profiles
from tests.net.links import HERE
from tests.peer.harness import first_choice

#: A bound for two games, in seconds.
PATIENCE = 100


class Person:
    """A stage that decides at once and wants ``games`` of them."""

    def __init__(self, games: int) -> None:
        self.tables: list[bytes] = []
        self.seated: list[list[str]] = []
        self.games = games
        self.finished = asyncio.Event()
        self.lobbies = 0
        self._lobby: LobbyPort | None = None
        self._table: TablePort | None = None
        self._again: Callable[[], None] | None = None

    def show_lobby(self, port: LobbyPort) -> None:
        self._lobby, self._table = port, None
        self.lobbies += 1
        self.changed()

    def show_table(
        self,
        port: TablePort,
        again: Callable[[], None] | None = None,
        adviser: Adviser | None = None,
        bots: tuple[int, ...] = (),
    ) -> None:
        assert adviser is not None
        assert not adviser.may_ask(port.view()), "nobody has agreed to hints"
        self._table, self._again = port, again
        self.tables.append(port.view().table)
        self.seated.append(sorted(seat.name for seat in port.view().seats))
        self.changed()

    def changed(self) -> None:
        asyncio.get_running_loop().call_soon(self._act)

    def _act(self) -> None:
        if self._table is None:
            assert self._lobby is not None
            lobby = self._lobby.view()
            if lobby.can_start and len(lobby.players) == lobby.seats:
                self._lobby.start()
            return
        view = self._table.view()
        if view.question is not None:
            self._table.decide(first_choice(view.question))
            self.changed()
        elif view.outcome is not None and len(view.results) == len(view.seats):
            if len(self.tables) == self.games:
                self.finished.set()
            elif self._again is not None:
                again, self._again = self._again, None
                again()

    async def leave(self) -> None:
        assert self._table is not None
        await self._table.leave()


def profile(root: Path) -> Profile:
    return Profiles(root, os.urandom).open("default")


def hosts(at: Profile, listener: Listener) -> _Room:
    options = HostOptions(None, "Ada", HERE, 0, None, 3, ("easy",), None, None)
    return _Room(options, at, listener)


def joins(at: Profile, listener: Listener, invite: Invite) -> _Guest:
    return _Guest(JoinOptions(None, None, "Olena", HERE, 0, None), at, listener, invite)


async def test_people_and_a_computer_player_play_again_and_both_games_are_remembered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with profile(tmp_path / "ada") as ada, profile(tmp_path / "olena") as olena:
        here, there = await listen(ada, HERE, 0), await listen(olena, HERE, 0)
        room = hosts(ada, here)
        guest = joins(olena, there, nearby(room._short, here))
        await guest.let_in()
        people = Person(2), Person(2)
        sessions = [
            asyncio.ensure_future(room.session(people[0])),
            asyncio.ensure_future(guest.session(people[1])),
        ]
        async with asyncio.timeout(PATIENCE):
            for person in people:
                finished = asyncio.ensure_future(person.finished.wait())
                await asyncio.wait((finished, *sessions), return_when=asyncio.FIRST_COMPLETED)
                assert finished.done(), [task for task in sessions if task.done()]
            await asyncio.gather(*(person.leave() for person in people))
            await asyncio.gather(*sessions)
        await guest.close()
        await room.close()
        await there.stop()
        await here.stop()
    assert people[0].tables == people[1].tables
    assert len(set(people[0].tables)) == 2
    assert [person.lobbies for person in people] == [2, 2]
    names = ["Ada", "Easy 1", "Olena"]
    assert [person.seated for person in people] == [[names, names]] * 2
    for at, own in ((ada, room), (olena, guest)):
        games = read_halls((at.folder,)).games
        assert {game.game.table for game in games} == {t.hex() for t in people[0].tables}
        assert all(game.path.exists() for game in games)
        own.table.say_where()
        assert capsys.readouterr().out.count(".koryo") == 2
