"""The screens round the table by keyboard, and as text at 80x24.

``KORYO_WRITE_GOLDENS=1 pytest tests/koryo_tui/around/test_screens.py`` writes the files anew.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from koryo_tui import screens
from koryo_tui.apart import Tell, WorkFailed
from koryo_tui.browsing import Seen, open_invite
from koryo_tui.drawing import cells
from koryo_tui.drawing.rules import RulesPage
from koryo_tui.halls import Entry, Halls
from koryo_tui.home import HomeApp
from koryo_tui.in_thread import GivenUp
from koryo_tui.known import KnownHosts
from koryo_tui.learn.screens import lesson_page
from koryo_tui.past_games import past_games
from koryo_tui.replay import Game, read_game
from koryo_tui.reviewing import Moment
from koryo_tui.screens import join
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.halls import HallsScreen
from koryo_tui.screens.join import JoinScreen, Tried
from koryo_tui.screens.list import ListScreen
from koryo_tui.screens.lobby import LobbyScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.past_games import PastGamesScreen
from koryo_tui.screens.replay import LoadScreen, ReplayScreen
from koryo_tui.screens.review import ReviewScreen
from koryo_tui.screens.rules import RulesScreen
from koryo_tui.screens.settings import SettingsScreen
from koryo_tui.screens.start import CHANGED, Around, StartScreen
from koryo_tui.settings import Settings, read_settings
from koryo_tui.start import Known, Resumable, with_tables
from koryo_tui.text import going, lessons, rules, words
from koryo_tui.text.lessons import Lesson
from koryo_tui.text.spoken import spoken
from protocol.net.found import Found
from protocol.net.invite import Invite, JoinSecret, read_invite, write_invite
from protocol.net.listener import DEFAULT_PORT
from protocol.rules import Card
from tests.koryo_tui.cuts import noticed
from tests.koryo_tui.games import played, same_game, transcripts
from tests.koryo_tui.helpers import (
    SIZES,
    STILL,
    check_golden,
    golden_name,
    resized,
    text_of,
    until,
)
from tests.koryo_tui.reviews import same_review
from tests.koryo_tui.test_browsing import ADA, BEN, CLEO, DAN
from tests.koryo_tui.test_lobby_screen import GUESTS, OPEN, Lobby

GOLDENS = Path(__file__).parent / "goldens"
SIZE = (80, 24)
INVITE = Invite((("203.0.113.9", 47210),), bytes(10), JoinSecret(b"right"))


def halls(folder: Path = Path("/nowhere")) -> Halls:
    games = (
        played("c3", "2026-03-03", 18, 12, 7, 30),
        played("b2", "2026-03-02", -1, 40, -4),
        played("a1", "2026-03-01", 31, 12),
    )
    listed = tuple(Entry(game, 0, folder / game.transcript) for game in games)
    fame = [replace(each, seat=seat) for each in listed for seat in each.game.fame]
    shame = [replace(each, seat=seat) for each in listed for seat in each.game.shame]
    return Halls(
        tuple(sorted(fame, key=lambda entry: -entry.score)),
        tuple(sorted(shame, key=lambda entry: entry.score)),
        listed,
    )


TABLES = (
    Resumable(
        "  1  2026-03-05 21:14  round 4            Ada and Olena",
        ("resume", "a1"),
        "waits since 2026-03-05 21:14, round 4",
        "with Olena",
    ),
    Resumable("  2  2026-03-04 20:02  before round 1     Ada, Olena and Marco", ("resume", "b2")),
)


def start(
    *transcripts: Path,
    tables: tuple[Resumable, ...] = (),
    found: tuple[Found, ...] | None = (),
    tried: Tried | None = None,
) -> StartScreen:
    """``found`` is what can be joined on the network, None while that is looked for."""

    async def look() -> Seen:
        if found is None:
            await asyncio.Event().wait()
        return Seen(found or ())

    known = with_tables(Known("default", transcripts, name="Ada"), tables)
    return StartScreen(known, Around(halls, lambda: tables, look), STILL, tried=tried)


def resuming() -> StartScreen:
    return start(tables=TABLES)


def joining() -> StartScreen:
    return start(found=(ADA, BEN, CLEO))


@asynccontextmanager
async def shown(
    screen: Screen[Any], size: tuple[int, int] = SIZE, by_itself: type[Screen[Any]] | None = None
) -> AsyncIterator[Pilot[Any]]:
    """``by_itself``: what ``screen`` opens at once."""
    app: HomeApp[Any] = HomeApp(screen, STILL)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, by_itself or type(screen)))
        yield pilot


async def finds_nothing(game: Game, seat: int, tell: Tell) -> tuple[Moment, ...]:
    return ()


async def is_half_done(game: Game, seat: int, tell: Tell) -> tuple[Moment, ...]:
    tell(0.5)
    await asyncio.Event().wait()
    return ()


class Loading(LoadScreen):
    """A record that is being verified for as long as somebody looks."""

    CSS_PATH = str(Path(screens.__file__).with_name("around.tcss"))

    async def _load(self) -> None:
        self._verifying.tell(0.4)
        self._draw()
        await asyncio.Event().wait()


class Left(LobbyScreen):
    """Asks what the app of a table asks over its lobby."""

    CSS_PATH = str(Path(screens.__file__).with_name("lobby.tcss"))

    def key_l(self) -> None:
        self.app.push_screen(ChoiceScreen(going.leave_lobby(self._port.view().you_are_host)))


def a_card_lesson() -> Lesson:
    """The longest there is."""
    why = lessons.YOU_LEAD.format(cards=words.many(Card.SHIP_OWNER))
    return lessons.of_card(Card.SHIP_OWNER, why)


def lesson(which: Lesson) -> PageScreen:
    return PageScreen(which.title, lambda width: lesson_page(which, width), hint=lessons.GOES_ON)


MOMENTS: tuple[tuple[str, Callable[[], Screen[Any]], tuple[str, ...]], ...] = (
    ("start", start, ()),
    ("start-host", start, ("down", "down", "tab", "right")),
    ("start-nothing-to-resume", start, ("5",)),
    ("start-resume", resuming, ("5", "down")),
    ("start-waiting", resuming, ("up",) * 5),
    ("settings", start, ("s", "down", "down", "right")),
    ("settings-name", start, ("s", "1", "O", "l")),
    ("start-looking", lambda: start(found=None), ("4",)),
    ("start-join", joining, ("4", "down")),
    ("start-join-needs-invite", joining, ("4", "down", "down", "enter")),
    ("start-join-compare", joining, ("4", "down", "enter")),
    ("start-invite", start, ("4",)),
    ("start-invite-wrong", start, ("4", "x", "/", "y", "enter")),
    ("replay-loading", lambda: Loading(Path("2026-03-01-a1.koryo"), STILL), ()),
    ("replay", lambda: ReplayScreen(same_game(), STILL), ()),
    ("replay-move", lambda: ReplayScreen(same_game(), STILL), ("4", *["right"] * 7)),
    ("replay-open", lambda: ReplayScreen(same_game(opened=True), STILL), ("4", *["right"] * 5)),
    ("replay-hands", lambda: ReplayScreen(same_game(opened=True), STILL), ("2", "f4")),
    ("replay-no-hands", lambda: ReplayScreen(same_game(), STILL), ("f4",)),
    ("replay-log", lambda: ReplayScreen(same_game(), STILL), ("2", "f2")),
    ("replay-result", lambda: ReplayScreen(same_game(), STILL), ("f5",)),
    ("replay-help", lambda: ReplayScreen(same_game(), STILL), ("f1",)),
    (
        "replay-review",
        lambda: ReplayScreen(same_game(opened=True), STILL, same_review),
        ("v", "down"),
    ),
    ("replay-no-review", lambda: ReplayScreen(same_game(), STILL, finds_nothing), ("v",)),
    ("replay-reviewing", lambda: ReplayScreen(same_game(), STILL, is_half_done), ("v",)),
    ("replay-end", lambda: ReplayScreen(same_game(4), STILL), ("end",)),
    ("halls", lambda: HallsScreen(halls(), STILL), ("down",)),
    ("halls-gone", lambda: HallsScreen(halls(), STILL), ("enter",)),
    ("halls-empty", lambda: HallsScreen(Halls((), (), ()), STILL), ()),
    ("lobby", lambda: LobbyScreen(Lobby(OPEN), STILL), ("up",)),
    ("lobby-own-bot", lambda: LobbyScreen(Lobby(OPEN), STILL), ("down", "down")),
    ("lobby-which-bot", lambda: LobbyScreen(Lobby(OPEN), STILL), ("up", "b")),
    ("lobby-change-bot", lambda: LobbyScreen(Lobby(OPEN), STILL), ("down", "down", "b")),
    ("lobby-qr", lambda: LobbyScreen(Lobby(OPEN), replace(STILL, ascii=False)), ("q",)),
    ("lobby-qr-too-big", lambda: LobbyScreen(Lobby(OPEN), STILL), ("q",)),
    ("lobby-guest", lambda: LobbyScreen(Lobby(GUESTS), STILL), ()),
    ("lobby-close", lambda: Left(Lobby(OPEN), STILL), ("l",)),
    ("lobby-leave", lambda: Left(Lobby(GUESTS), STILL), ("l",)),
    ("lesson", lambda: lesson(lessons.phase(lessons.WELCOME)), ()),
    ("lesson-card", lambda: lesson(a_card_lesson()), ()),
    ("rules", lambda: RulesScreen(STILL), ()),
    ("rules-card", lambda: RulesScreen(STILL, rules.topic_of(Card.LOBBYING)), ()),
    ("rules-search", lambda: RulesScreen(STILL), ("t", "i", "e")),
    ("rules-nothing", lambda: RulesScreen(STILL), ("z", "z")),
)
WIDE = ("replay-move", "rules-card")


@pytest.mark.parametrize(
    ("name", "screen", "keys"), MOMENTS, ids=[name for name, _screen, _keys in MOMENTS]
)
async def test_the_screens_at_their_main_moments(
    name: str,
    screen: Callable[[], Screen[Any]],
    keys: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In three sizes one after another, as a window is drawn larger and smaller; nothing is cut."""
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    with noticed() as cuts:
        async with shown(screen(), SIZE) as pilot:
            await pilot.press(*keys)
            await until(pilot, lambda: any(text_of(pilot)))
            for size in SIZES:
                check_golden(GOLDENS, name, size, await resized(pilot, size))
                assert cuts.on(pilot) == ()


def test_every_golden_belongs_to_a_moment() -> None:
    known = {golden_name(name, size) for name, *_ in MOMENTS for size in SIZES}
    assert {file.name for file in GOLDENS.glob("*.txt")} == known


@pytest.mark.parametrize("size", [(20, 6), (76, 24), (200, 60)])
async def test_no_size_of_the_window_stops_a_screen(size: tuple[int, int]) -> None:
    for screen in (
        start(),
        ReplayScreen(same_game(4, opened=True), STILL),
        HallsScreen(halls(), STILL),
        RulesScreen(STILL),
    ):
        async with shown(screen, size) as pilot:
            await until(pilot, lambda: any(text_of(pilot)))
            assert all(cells.width(line) <= size[0] for line in text_of(pilot))


async def test_a_chosen_line_is_a_command_line() -> None:
    async with shown(start()) as pilot:
        await pilot.press("down", "left", "enter")
        assert pilot.app.return_value == ("solo", "--bots", "2")


@pytest.mark.parametrize(("key", "result"), [("escape", ()), ("ctrl+q", None), ("ctrl+c", None)])
async def test_quitting_chooses_nothing(key: str, result: object) -> None:
    async with shown(start()) as pilot:
        await pilot.press(key)
        assert pilot.app.return_value == result


async def test_a_click_marks_a_line_and_a_second_one_goes() -> None:
    async with shown(start()) as pilot:
        await pilot.click("#whole", offset=(5, 6))
        assert pilot.app.return_value is None
        await pilot.click("#whole", offset=(5, 6))
        assert pilot.app.return_value == ("solo", "--bots", "3")


async def test_an_invite_is_read_before_the_screen_is_left() -> None:
    async with shown(start()) as pilot:
        await pilot.press("4")
        await until(pilot, lambda: isinstance(pilot.app.screen, JoinScreen))
        for wrong, why in (
            ("banana", "banana is no invite"),
            (write_invite(INVITE)[:-5], "too short or too long"),
            ("", "No invite was given"),
        ):
            await pilot.press(*wrong, "enter")
            await until(pilot, lambda why=why: why in "\n".join(text_of(pilot)))  # type: ignore[misc]
            assert isinstance(pilot.app.screen, JoinScreen)
            assert pilot.app.screen.query_one(Input).value == wrong, "it can be corrected"
            await pilot.press("ctrl+u")
        await pilot.press(*write_invite(INVITE).lower(), "enter")
        await until(pilot, lambda: pilot.app.return_value is not None)
    assert pilot.app.return_value == ("join", write_invite(INVITE))


async def test_behind_an_address_the_invite_of_the_table_there_is_typed() -> None:
    async with shown(start()) as pilot:
        await pilot.press("4")
        await until(pilot, lambda: isinstance(pilot.app.screen, JoinScreen))
        await pilot.press(*"192.0.2.7", "enter")
        await until(pilot, lambda: "192.0.2.7 is an address" in "\n".join(text_of(pilot)))
        await pilot.press(*write_invite(INVITE), "enter")
        await until(pilot, lambda: pilot.app.return_value is not None)
    there = write_invite(INVITE.at(("192.0.2.7", DEFAULT_PORT)))
    assert pilot.app.return_value == ("join", there)


async def test_where_no_seat_was_got_the_invite_is_still_there_with_what_was_wrong() -> None:
    tried = Tried(write_invite(INVITE)[:-1], "The table is full.")
    async with shown(start(tried=tried), by_itself=JoinScreen) as pilot:
        await until(pilot, lambda: tried.trouble in "\n".join(text_of(pilot)))
        assert pilot.app.screen.query_one(Input).value == tried.typed
        await pilot.press("end", write_invite(INVITE)[-1])
        await until(pilot, lambda: tried.trouble not in "\n".join(text_of(pilot)))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.return_value is not None)
    assert pilot.app.return_value == ("join", write_invite(INVITE))


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KnownHosts:
    hosts = KnownHosts(tmp_path)
    monkeypatch.setattr(join, "KnownHosts", lambda: hosts)
    return hosts


async def test_an_open_table_of_the_list_is_joined_once_its_host_was_compared(
    known: KnownHosts,
) -> None:
    async with shown(joining()) as pilot:
        await pilot.press("4")
        await until(pilot, lambda: any("open to everybody" in line for line in text_of(pilot)))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.pause()
        asked = " ".join("\n".join(text_of(pilot)).replace("|", " ").split())
        assert spoken(ADA.sign.fingerprint) in asked
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, JoinScreen))
        await until(pilot, lambda: "nothing was sent" in "\n".join(text_of(pilot)))
        assert not known.knows(ADA.sign.fingerprint)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("down", "enter")
        await until(pilot, lambda: pilot.app.return_value is not None)
    assert pilot.app.return_value == ("join", write_invite(open_invite(ADA)))
    assert known.knows(ADA.sign.fingerprint)


async def test_a_table_that_all_its_players_announce_is_one_row_of_the_list() -> None:
    async with shown(start(found=(CLEO, ADA, DAN))) as pilot:
        await pilot.press("4")
        await until(pilot, lambda: any("under way" in row for row in text_of(pilot)))
        assert [row.split()[0] for row in text_of(pilot) if row.startswith("   ")] == [
            "Ada",
            "Cleo",
        ]


async def test_the_invite_can_be_seen_below_many_tables_and_a_long_trouble() -> None:
    many = tuple(
        replace(BEN, sign=replace(BEN.sign, fingerprint=bytes([number]) * 10))
        for number in range(20)
    )
    tried = Tried("1G00", "Somebody else answers there, and that may be for many reasons. " * 3)
    async with shown(start(found=many, tried=tried), (76, 24), JoinScreen) as pilot:
        await until(pilot, lambda: any("needs its invite" in row for row in text_of(pilot)))
        rows = text_of(pilot)
        assert rows[0].strip() == "Join a table"
        assert any("1G00" in row for row in rows)


async def test_a_host_that_was_compared_is_not_asked_about_again(known: KnownHosts) -> None:
    known.remember(ADA.sign.fingerprint)
    async with shown(joining()) as pilot:
        await pilot.press("4")
        await until(pilot, lambda: any("open to everybody" in line for line in text_of(pilot)))
        await pilot.click("#tables", offset=(5, 1))
        assert pilot.app.return_value is None
        await pilot.click("#tables", offset=(5, 1))
        assert pilot.app.return_value == ("join", write_invite(open_invite(ADA)))


async def test_an_invite_gets_the_addresses_at_which_its_host_was_found() -> None:
    invite = replace(INVITE, fingerprint=BEN.sign.fingerprint)
    async with shown(joining()) as pilot:
        await pilot.press("4")
        await until(pilot, lambda: any("needs its invite" in line for line in text_of(pilot)))
        await pilot.press(*write_invite(invite), "enter")
        await until(pilot, lambda: pilot.app.return_value is not None)
        (command, said) = pilot.app.return_value or ("", "")
    assert command == "join"
    assert read_invite(said) == Invite(
        (*invite.addresses, *BEN.addresses), invite.fingerprint, invite.secret
    )


async def test_a_table_that_waits_is_chosen_from_the_list() -> None:
    async with shown(resuming()) as pilot:
        await pilot.press("5")
        await until(pilot, lambda: isinstance(pilot.app.screen, ListScreen))
        await pilot.press("down", "enter")
        assert pilot.app.return_value == ("resume", "b2")


async def test_the_only_table_that_waits_is_chosen_at_once_but_not_one_that_was_left() -> None:
    waits, left = TABLES
    async with shown(start(tables=(waits,))) as pilot:
        await pilot.press("5")
        assert pilot.app.return_value == ("resume", "a1")
    async with shown(start(tables=(left,))) as pilot:
        await pilot.press("5")
        await until(pilot, lambda: isinstance(pilot.app.screen, ListScreen))


async def test_a_line_too_long_for_the_list_stands_whole_under_it() -> None:
    names = words.listed(tuple(f"{letter * 11}{letter.upper()}" for letter in "abcd"))
    long = Resumable(f"  3  2026-03-04 20:02  before round 1     {names}", ("resume", "c3"))
    async with shown(start(tables=(*TABLES, long))) as pilot:
        await pilot.press("5")
        await until(pilot, lambda: isinstance(pilot.app.screen, ListScreen))
        await pilot.press("down", "down")
        await until(pilot, lambda: "dddddddddddD" in "\n".join(text_of(pilot)))


async def lists(pilot: Pilot[Any]) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen, ListScreen))
    await until(pilot, lambda: any(line.startswith(" > ") for line in text_of(pilot)))


async def test_a_long_list_of_games_shows_how_far_it_is_and_ends_when_it_is_left() -> None:
    may_go_on, ended = threading.Event(), threading.Event()

    def read(tell: Callable[[float], None]) -> tuple[str, ...]:
        try:
            tell(0.4)
            may_go_on.wait(20)
            tell(0.5)
        finally:
            ended.set()
        return ("never",)

    found: list[tuple[str, ...]] = []
    async with shown(PastGamesScreen("Replay", read, found.append)) as pilot:
        await until(pilot, lambda: any("] 40 %" in line for line in text_of(pilot)))
        await pilot.press("enter", "escape")
        may_go_on.set()
    assert ended.wait(20)
    assert pilot.app.return_value is None
    assert found == []


async def test_a_record_that_is_left_is_verified_no_further(tmp_path: Path) -> None:
    file = tmp_path / "2026-03-01-ab.koryo"
    file.write_bytes(transcripts()[1])
    screen = LoadScreen(file, STILL)
    async with shown(screen) as pilot:
        await pilot.press("escape")
    screen._verifying.share = 0.0
    with pytest.raises(GivenUp):
        read_game(file, screen._verifying.tell)
    assert screen._verifying.share == 0.0, "not one step of it"


async def test_a_game_of_the_list_is_verified_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "2026-03-01-ab.koryo"
    file.write_bytes(transcripts()[1])
    async with shown(start(file)) as pilot:
        await pilot.press("6")
        await lists(pilot)
        await pilot.press("enter")
        await shows_replay(pilot)
        await pilot.press("end", "escape")
        await lists(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))


async def test_games_are_listed_with_their_time_and_players(tmp_path: Path) -> None:
    names = ("2026-03-09-ff.koryo", "2026-03-01-a1.koryo", "letter.koryo")
    files = tuple(tmp_path / name for name in names)
    files[0].write_bytes(transcripts()[1])
    files[1].write_bytes(b"")
    files[2].write_text("Dear Olena")
    at = datetime(2026, 3, 9, 21, 14).timestamp()
    for file in files:
        os.utime(file, (at, at))
    listed = past_games(files, halls().games)
    assert listed == (
        "2026-03-09 21:14  Ada and Ben (no result is known)",
        "2026-03-09 21:14  Ada: 31 and Olena: 12",
        "2026-03-09 21:14  letter",
    )
    async with shown(start(*files)) as pilot:
        await pilot.press("6")
        await lists(pilot)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: "no Koryo transcript" in "\n".join(text_of(pilot)))
        await pilot.press("escape")
        await until(pilot, lambda: "> 2026-03-09 21:14  letter" in text_of(pilot)[4])


async def test_what_was_refused_is_typed_or_pasted_over_and_can_be_put_right() -> None:
    async with shown(start(tried=Tried("1G00", "No such table.")), SIZE, JoinScreen) as pilot:
        line = pilot.app.screen.query_one(Input)
        await pilot.press("left", "x")
        assert line.value == "x1G00", "the arrows correct it"
        await pilot.press("/", "enter")
        line.post_message(events.Paste("KORYO-1-AB"))
        await until(pilot, lambda: line.value == "KORYO-1-AB")


async def test_the_settings_are_changed_where_they_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    path = tmp_path / "settings.toml"
    path.write_text("# my own\r\nbell = false  # quiet\r\n[keys]\r\nundo = 'x'\r\n", newline="")
    begun = start()
    begun._look = replace(STILL, settings_path=path)
    async with shown(begun) as pilot:
        assert text_of(pilot)[2].startswith(" You play as Ada. Another name: s for the settings")
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        await until(pilot, lambda: "ada (your account)" in "\n".join(text_of(pilot)))
        await pilot.press("1")
        pilot.app.screen.query_one(Input).value = "Maximiliana20"
        await pilot.press("enter")
        await until(pilot, lambda: "is too long" in "\n".join(text_of(pilot)))
        await pilot.press("end", "backspace", "backspace", "enter", "5", "down", "left", "2", "9")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        assert any("my own" in line for line in text_of(pilot)), "the keys are in the file"
        await pilot.press("escape", "2")
        await until(pilot, lambda: "started again" in "\n".join(text_of(pilot)))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.return_value == CHANGED)
    kept = path.read_bytes().decode()
    assert kept.endswith("# my own\r\nbell = true  # quiet\r\n[keys]\r\nundo = 'x'\r\n")
    was = Settings(name="Maximiliana", language="uk", motion=False, keys={"undo": ("x",)})
    assert read_settings(path) == was


async def test_settings_that_cannot_be_kept_say_why(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('"bell" = true\n')
    screen = SettingsScreen(path)
    async with shown(screen) as pilot:
        await pilot.press("5")
        await until(pilot, lambda: "only be changed with an editor" in _running(pilot))
        path.unlink()
        path.mkdir()
        await pilot.press("left")
        await until(pilot, lambda: "cannot be" in _running(pilot))
        assert "< yes >" in _running(pilot), "nothing has changed"


def _running(pilot: Pilot[Any]) -> str:
    return " ".join("\n".join(text_of(pilot)).replace("|", " ").split())


async def shows_replay(pilot: Pilot[Any]) -> None:
    """Waits for the thread that verifies, as long as the test may take."""
    screen = pilot.app.screen
    assert isinstance(screen, LoadScreen | ReplayScreen)
    await pilot.app.workers.wait_for_complete()
    await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))


async def test_a_file_that_is_no_game_says_so(tmp_path: Path) -> None:
    file = tmp_path / "letter.koryo"
    file.write_text("Dear Olena")
    async with shown(LoadScreen(file, STILL)) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        said = "letter.koryo cannot be read: this is no Koryo transcript"
        assert said in "\n".join(text_of(pilot))


async def test_a_hall_entry_leads_to_its_game(tmp_path: Path) -> None:
    (tmp_path / "2026-03-02-b2.koryo").write_bytes(transcripts()[0])
    async with shown(HallsScreen(halls(tmp_path), STILL)) as pilot:
        await pilot.press("enter")
        await shows_replay(pilot)


async def test_a_replay_plays_by_itself_until_a_key_stops_it() -> None:
    screen = ReplayScreen(same_game(), replace(STILL, pace=0.01))
    async with shown(screen) as pilot:
        await pilot.press("space")
        for _ in range(100):
            await pilot.pause(0.01)
            if screen.replay.at > 3:
                break
        assert screen.replay.at > 3
        await pilot.press("left")
        stopped = screen.replay
        await pilot.pause(0.2)
        assert screen.replay == stopped


async def test_a_replay_goes_by_wheel_and_click() -> None:
    screen = ReplayScreen(same_game(), STILL)
    async with shown(screen) as pilot:
        await pilot.click("#whole", offset=(70, 5))
        assert screen.replay.at == 2
        await pilot.click("#whole", offset=(5, 5))
        assert screen.replay.at == 1


async def test_a_page_over_a_replay_closes_back_to_the_same_place() -> None:
    screen = ReplayScreen(same_game(), STILL)
    async with shown(screen) as pilot:
        await pilot.press("5", "right", "f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        at = screen.replay
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.replay == at


async def test_rules_are_searched_by_typing_and_left_by_escape() -> None:
    screen = RulesScreen(STILL)
    async with shown(screen) as pilot:
        await pilot.press(*"swap")
        assert screen.page.topic is rules.topic_of(Card.LOBBYING)
        await pilot.press("escape")
        assert screen.page.topic is rules.TOPICS[0]
        await pilot.press("slash")
        await until(pilot, lambda: text_of(pilot)[0].endswith("Search: _"))
        await pilot.press(*"swap")
        assert screen.page.topic is rules.topic_of(Card.LOBBYING)
        await pilot.press("escape", "slash", "escape")
        assert screen.page == RulesPage()
        await pilot.press("escape")
        assert not pilot.app.is_running or pilot.app.return_value is None


async def in_review(pilot: Pilot[Any]) -> str:
    await until(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
    # How far it is, or what was found.
    await until(pilot, lambda: any(s in "\n".join(text_of(pilot)) for s in ("%", "fewer won")))
    return "\n".join(text_of(pilot))


async def test_a_review_leads_to_the_moment_it_is_about_and_is_made_once() -> None:
    made: list[int] = []

    async def review(game: Game, seat: int, tell: Tell) -> tuple[Moment, ...]:
        made.append(seat)
        return await same_review(game, seat)

    screen = ReplayScreen(same_game(opened=True), STILL, review)
    moments = await same_review(same_game(opened=True), 0)
    async with shown(screen) as pilot:
        await pilot.press("v")
        assert "Review of Ada" in await in_review(pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.replay.at == moments[1].at
        await pilot.press("right", "escape")
        assert "> 2" in await in_review(pilot), "Esc leads back, to the same moment"
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.replay.at == 1, "and to where one was before"
        await pilot.press("v")
        await in_review(pilot)
        for _ in range(2):
            await pilot.click(offset=(10, 7))
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.replay.at == moments[2].at
        assert made == [0]
        await pilot.press("tab", "v")
        assert "Review of Olena" in await in_review(pilot)
        await pilot.press("tab")
        await until(pilot, lambda: "Review of Marco" in "\n".join(text_of(pilot)))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.replay.seat == 2
        assert made[:2] == [0, 1]


async def test_a_review_that_is_left_is_ended_and_one_that_failed_is_told() -> None:
    ended: list[int] = []

    async def review(game: Game, seat: int, tell: Tell) -> tuple[Moment, ...]:
        if ended:
            raise WorkFailed
        try:
            return await is_half_done(game, seat, tell)
        finally:
            ended.append(seat)

    screen = ReplayScreen(same_game(), STILL, review)
    async with shown(screen) as pilot:
        await pilot.press("v")
        assert "50 %" in await in_review(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen and ended == [0])
        await pilot.press("v")
        await until(pilot, lambda: "could not be finished" in "\n".join(text_of(pilot)))


async def test_in_a_window_too_small_for_a_replay_only_leaving_means_something() -> None:
    async with shown(ReplayScreen(same_game(), STILL), (40, 10)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        at = screen.replay.at
        await pilot.press("right", "3", "end", "space", "f2", "v")
        await pilot.click(offset=(30, 2))
        assert pilot.app.screen is screen
        assert screen.replay.at == at
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not screen)
