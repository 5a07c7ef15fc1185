"""From a game that is over to the next: who opens it, and how the others get there. The links are
real, the game is not."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from koryo_tui import company
from koryo_tui.company import After, Who
from koryo_tui.hosting import Room, room_after
from koryo_tui.rematch import Step
from koryo_tui.seat import Game, Table
from koryo_tui.tables import listen
from koryo_tui.visiting import Guest
from protocol.log.messages import Roster, Settings
from protocol.net.disk import Disk
from protocol.net.lifetime import End
from protocol.net.listener import Listener
from protocol.net.meeting import Meeting, Place, write_meeting
from protocol.net.profile import Profile, Profiles
from protocol.peer.talk import ANOTHER_GAME, COME_ALONG, TooMuchTalk
from protocol.peer.view import LinkState, TableView, TalkView
from protocol.rules import Phase
from tests.koryo_tui.helpers import RulesTable, position
from tests.net.links import HERE, eventually
from tests.peer.harness import NAMES, make_roster

SETTINGS = Settings(90, 2)
ADA, BOB, CLEO = NAMES[:3]


class Over:
    """The session of ``seat`` at a table of three that is over. ``talk`` is everybody's."""

    ended = End.FINISHED

    def __init__(self, roster: Roster, seat: int, talk: list[TalkView]) -> None:
        self.roster, self.seat, self.talk = roster, seat, talk
        self.lost: set[int] = set()
        self.has_said_too_much = False
        self.is_closed = False

    def view(self) -> TableView:
        table = RulesTable.of(position("4", "6", "7", round=8, phase=Phase.ENDING))
        over = replace(table.game.position, phase=Phase.OVER, actor=None)
        table.game = replace(table.game, position=over)
        table.you, table.talk = self.seat, tuple(self.talk)
        table.links = dict.fromkeys(self.lost, LinkState.LOST)
        view = table.view()
        pairs = zip(view.seats, self.roster.players, strict=True)
        seats = tuple(replace(seat, identity=player.identity) for seat, player in pairs)
        return replace(view, seats=seats)

    def phrase(self, code: str) -> None:
        if self.has_said_too_much:
            self.has_said_too_much = False
            raise TooMuchTalk("Not now.")
        self.talk.append(TalkView(self.seat, "", code))

    async def leave(self) -> None:
        self.is_closed = True


class Player:
    """One of them, who was the host or was not, and came back to the table without the invite."""

    def __init__(self, who: Who, session: Over) -> None:
        self.who, self.session = who, session
        self.after = After(who, self._open)
        self.awaited: tuple[str, ...] = ()

    async def _open(self) -> Room:
        return room_after(self.who)

    async def next(self) -> Room | Guest:
        """Where it has come to."""
        assert self.after.next is not None
        async with asyncio.timeout(20):
            found = await self.after.next
        assert isinstance(found, Room | Guest)
        assert self.session.is_closed
        return found


@asynccontextmanager
async def over(root: Path, *, known: bool = True) -> AsyncIterator[tuple[Player, ...]]:
    """Ada, who hosted, Bob and Cleo behind a game; they have ``known`` each other's places."""
    profiles: list[Profile] = [Profiles(root / name, os.urandom).open("p") for name in NAMES[:3]]
    listeners: list[Listener] = [await listen(each, HERE, 0) for each in profiles]
    roster = make_roster([each.key for each in profiles], [bytes(32)] * 3, SETTINGS)
    places = tuple((Place(HERE, each.port),) if known else () for each in listeners)
    talk: list[TalkView] = []
    players = []
    for seat, (profile, listener) in enumerate(zip(profiles, listeners, strict=True)):
        folder = root / f"table-{seat}"
        folder.mkdir()
        write_meeting(folder, Meeting(roster, (), places, HERE, listener.port), Disk())
        session = Over(roster, seat, talk)
        table = Table(profile, listener)
        table._games.append(Game(cast(Any, session), folder, roster, seat, ()))
        players.append(Player(Who(profile, listener, table, NAMES[seat], None), session))
    try:
        yield tuple(players)
    finally:
        for player, profile, listener in zip(players, profiles, listeners, strict=True):
            await player.after.close()
            await listener.stop()
            profile.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "_CALL_EVERY", 0.02)
    monkeypatch.setattr(company, "SECONDS_A_LINE", 0.0)


async def test_guests_find_the_host_without_an_invite_and_see_who_has_not_come_yet(
    tmp_path: Path,
) -> None:
    async with over(tmp_path) as (ada, bob, cleo):
        assert bob.after.again() is Step.WISH
        assert bob.after.again() is Step.WISH, "to ask twice changes nothing"
        assert ada.session.talk == [TalkView(1, "", ANOTHER_GAME)], "everybody is told once"
        ada.session.has_said_too_much = True
        assert ada.after.again() is Step.OPEN
        room, guest = await ada.next(), await bob.next()
        assert ada.session.talk[1:] == [TalkView(0, "", COME_ALONG)]
        for place in (room, guest):
            view = place._lobby.view
            assert view is not None
            assert (view.seats, view.settings) == (3, SETTINGS)
            assert [player.name for player in view.players] == [ADA, BOB]
            assert [each.name for each in place._former if each.name != BOB][-1] == CLEO
        assert cleo.after.again() is Step.JOIN
        last = await cleo.next()
        await asyncio.gather(last.close(), guest.close())
        after = room.after
        after.again()
        assert after.next is not None
        assert await after.next is room, "whoever hosts goes on in the same room"
        assert isinstance(room, Room)
        assert [each.name for each in room._former] == [BOB, CLEO]


async def test_where_the_host_is_gone_another_one_opens_the_next_game(tmp_path: Path) -> None:
    async with over(tmp_path) as (ada, bob, cleo):
        await ada.who.listener.stop()
        bob.session.lost, cleo.session.lost = {0}, {0}
        assert bob.after.again() is Step.AWAY
        assert bob.after.again() is Step.OPEN
        assert bob.after.again() is Step.OPEN, "it is being opened"
        await bob.next()
        assert cleo.after.again() is Step.JOIN
        guest = await cleo.next()
        view = guest._lobby.view
        assert view is not None
        assert [player.name for player in view.players] == [BOB, CLEO]
        await guest.close()


async def test_whoever_opened_a_game_and_is_gone_too_is_not_waited_for(tmp_path: Path) -> None:
    async with over(tmp_path, known=False) as (ada, bob, _cleo):
        ada.session.phrase(COME_ALONG)
        assert bob.after.again() is Step.JOIN
        await eventually(lambda: bob.after._unanswered >= 5)
        assert bob.after.again() is Step.AWAY
        assert bob.after.again() is Step.OPEN
        await bob.next()


async def test_a_wish_is_told_anew_to_who_comes_back_to_the_table(tmp_path: Path) -> None:
    async with over(tmp_path) as (ada, bob, _cleo):
        bob.session.lost = {2}
        bob.after.again()
        bob.session.lost = set()
        await eventually(lambda: len(ada.session.talk) == 2)
        assert set(ada.session.talk) == {TalkView(1, "", ANOTHER_GAME)}
