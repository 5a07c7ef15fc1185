"""Computer players come to a lobby, change there and go, as its host wants."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from koryo_tui.advising import Adviser
from koryo_tui.bots.keeping import kept_player, remember
from koryo_tui.bots.owner import OwnedBots, _Player
from koryo_tui.bots.players import called, with_styles
from koryo_tui.company import Company
from koryo_tui.hosting import HostOptions, Room
from koryo_tui.own_files import identity_in
from koryo_tui.port import Again, LobbyPlayer, LobbyPort, TablePort
from koryo_tui.tables import listen
from protocol.net.keeping import unfinished
from protocol.net.names import MAX_CELLS, cells, clean
from protocol.net.profile import Profiles
from tests.net.links import HERE, eventually

#: A bound for processes that come and go, in seconds.
PATIENCE = 40


class Stage:
    """What the session shows."""

    lobby: LobbyPort | None = None
    table: TablePort | None = None
    adviser: Adviser | None = None
    rivals: tuple[int, ...] = ()

    def show_lobby(self, port: LobbyPort) -> None:
        self.lobby = port

    def show_table(
        self,
        port: TablePort,
        again: Again | None = None,
        adviser: Adviser | None = None,
        bots: tuple[int, ...] = (),
    ) -> None:
        self.table, self.adviser, self.rivals = port, adviser, bots

    def changed(self) -> None:
        """Whoever waits looks by itself."""

    @property
    def bots(self) -> tuple[LobbyPlayer, ...]:
        assert self.lobby is not None
        return self.lobby.view().players[1:]


@asynccontextmanager
async def hosted(root: Path, *bots: str, seats: int) -> AsyncIterator[Stage]:
    """A table that Ada hosts in this process."""
    with Profiles(root, os.urandom).open("default") as profile:
        listener = await listen(profile, HERE, 0)
        options = HostOptions(None, "Ada", HERE, 0, None, seats, bots, None, None)
        room, stage = Room(options, profile, listener), Stage()
        company = Company(room)
        session = asyncio.ensure_future(company.session(stage))
        try:
            await eventually(lambda: stage.lobby is not None, bound=PATIENCE)
            yield stage
        finally:
            session.cancel()
            await asyncio.gather(session, return_exceptions=True)
            await company.close()
            await listener.stop()
        room.table.say_where()


async def test_the_host_seats_changes_and_sends_away_computer_players(tmp_path: Path) -> None:
    async with hosted(tmp_path, seats=4) as stage:
        lobby = stage.lobby
        assert lobby is not None
        assert {"easy", "steady", "strong"} <= set(lobby.bots())
        lobby.seat_bot("easy")
        lobby.seat_bot("steady:raider")
        assert lobby.view().can_add
        await eventually(lambda: len(stage.bots) == 2, bound=PATIENCE)
        by_name = {bot.name: bot for bot in stage.bots}
        assert set(by_name) == {"Easy 1", "Steady 2"}
        assert (by_name["Easy 1"].plays or "").startswith("easy:"), "some style"
        assert by_name["Steady 2"].plays == "steady:raider"
        assert all(bot.bot_of == "Ada" for bot in stage.bots)

        lobby.seat_bot("strong:even", instead_of=by_name["Easy 1"].identity)
        await eventually(lambda: "Strong 1" in [bot.name for bot in stage.bots], bound=PATIENCE)
        assert {bot.plays for bot in stage.bots} == {"strong:even", "steady:raider"}

        for _ in range(2):
            lobby.remove(by_name["Steady 2"].identity)
            # It is told once to go; whoever does not wait for that does not shut it out.
            await asyncio.sleep(0)
        await eventually(lambda: len(stage.bots) == 1, bound=PATIENCE)
        assert stage.bots[0].plays == "strong:even"
        # It went by itself, and was not removed: it can come back.
        lobby.seat_bot("easy")
        await eventually(lambda: len(stage.bots) == 2, bound=PATIENCE)
        assert (stage.bots[1].plays or "").startswith("easy:")


async def test_no_more_come_than_there_are_seats_and_each_is_remembered_at_the_table(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path, "steady:builder", seats=3) as stage:
        lobby = stage.lobby
        assert lobby is not None
        lobby.seat_bot("easy:raider")
        assert not lobby.view().can_add, "both seats are taken or will be"
        lobby.seat_bot("strong")
        await eventually(lambda: len(stage.bots) == 2, bound=PATIENCE)
        assert (lobby.view().is_held, lobby.view().can_start) == (True, True)
        lobby.start()
        await eventually(lambda: stage.table is not None, bound=PATIENCE)
        assert stage.table is not None
        view = stage.table.view()
        assert {seat.name for seat in view.seats[1:]} == {"Steady 1", "Easy 2"}
        assert stage.adviser is not None
        assert stage.adviser.may_ask(view), "there is nobody to agree to hints"
        table = view.table.hex()[:16]
        bots = [tmp_path / f"profiles/default/bots/{n}/profiles/default" for n in (1, 2)]
        wanted = {"steady:builder", "easy:raider"}
        # Each of them sits down by itself, perhaps later than the host.
        await eventually(
            lambda: {kept_player(bot, table) for bot in bots} == wanted, bound=PATIENCE
        )


def test_a_player_that_ended_before_its_time_says_why_and_what_to_do(tmp_path: Path) -> None:
    owned = OwnedBots(tmp_path, HERE, bytes(32))
    ended = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])
    ended.wait()
    owned._players.append(_Player(2, ended))
    (tmp_path / "2.err").write_text("Traceback\nModuleNotFoundError: no such thing\n")
    said = owned.failed()
    assert said is not None
    assert said.startswith("Computer player 2 cannot play. Leave this table and open it again;")
    assert said.endswith("Its program said: ModuleNotFoundError: no such thing")
    (tmp_path / "2.err").write_text("")
    assert (owned.failed() or "").endswith("said: exit code 3")


def test_a_player_is_called_by_its_level_and_its_number() -> None:
    assert called("strong:raider", 2) == "Strong 2"
    assert called("steady", 1) == "Steady 1"
    for plays in ("a-player-with-a-long-name", "глибокодумний", "棋士棋士棋士棋士", "\u202e\u200b"):
        name = called(plays, 3)
        assert name == clean(name)
        assert name.endswith("3")
        assert cells(name) <= MAX_CELLS


def test_styles_differ_and_are_the_same_for_the_same_seed() -> None:
    drawn = [with_styles(("steady",) * 4, seed) for seed in range(8)]
    assert len(set(drawn)) > 4
    assert drawn == [with_styles(("steady",) * 4, seed) for seed in range(8)]
    assert with_styles(("easy:even", "collector")) == ("easy:even", "collector")


def test_who_plays_is_kept_for_as_long_as_the_table_is(tmp_path: Path) -> None:
    (tmp_path / "tables" / "a1").mkdir(parents=True)
    remember(tmp_path, "a1", "strong:raider")
    remember(tmp_path, "b2", "easy")
    assert kept_player(tmp_path, "a1") == "strong:raider"
    assert kept_player(tmp_path, "b2") == "easy"
    remember(tmp_path, "c3", "steady")
    assert kept_player(tmp_path, "b2") is None, "a table that is no more"
    assert kept_player(tmp_path, "never") is None


def test_the_identity_of_a_profile_can_be_read_without_its_secret(tmp_path: Path) -> None:
    with Profiles(tmp_path, os.urandom).open("default") as profile:
        assert identity_in(profile.folder) == profile.key.identity
    assert identity_in(tmp_path / "nowhere") is None
    (tmp_path / "identity").write_bytes(bytes(40))
    assert identity_in(tmp_path) is None, "damaged"


async def test_alone_with_computer_players_a_pause_is_one_and_leaving_for_good_is_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with hosted(tmp_path, "easy", "easy", seats=3) as stage:
        await eventually(lambda: stage.table is not None, bound=PATIENCE)
        assert stage.table is not None
        assert stage.rivals == (1, 2)
        await eventually(lambda: stage.table.view().step >= 3, bound=PATIENCE)
        stage.table.pause(True)
        await eventually(lambda: stage.table.view().paused, bound=PATIENCE)
        stage.table.pause(False)
        await eventually(lambda: not stage.table.view().wants_pause, bound=PATIENCE)
        await stage.table.leave()
    profile = tmp_path / "profiles/default"
    assert unfinished(profile) == ()
    assert list((profile / "tables").iterdir()) == []
    (record,) = (profile / "transcripts").glob("*.koryo")
    assert record.stat().st_size > 0
    said = " ".join(capsys.readouterr().out.split())
    assert "this game is over. Its record: " in said
    assert "not finished" not in said
