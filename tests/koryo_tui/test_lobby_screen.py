"""The lobby: who is here, the invite, start, removal, and the way from it to the table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
from textual.pilot import Pilot

from koryo_tui.app import KoryoApp
from koryo_tui.bots.registry import styles
from koryo_tui.drawing.lobby_page import lobby_page, lobby_prompt
from koryo_tui.keys import Keys
from koryo_tui.look import Look
from koryo_tui.plain.lobby import LobbyDesk
from koryo_tui.port import LobbyPlayer, LobbyView, Stage
from koryo_tui.qr import qr_lines
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.lobby import LobbyScreen
from koryo_tui.screens.qr import QrScreen
from koryo_tui.screens.rules import RulesScreen
from koryo_tui.screens.table import TableScreen
from koryo_tui.text import lobby
from koryo_tui.text.spoken import spoken
from protocol.net.fingerprint import fingerprint
from protocol.rules import Referee
from tests.koryo_tui.helpers import STILL, RulesTable, shuffled, text_of, until

INVITE = "ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567 ABCD"
ADA = LobbyPlayer("Ada", b"\x01" * 32, is_you=True, is_host=True)
OLENA = LobbyPlayer("Olena", b"\x02" * 32, is_you=False, is_host=False)
BOT = LobbyPlayer("Robot", b"\x03" * 32, is_you=False, is_host=False, bot_of="Ada")
HOSTS = LobbyView((ADA, OLENA, BOT), 4, True, True, INVITE, f"{INVITE} MORE", "Olena has come.")
GUESTS = LobbyView(
    (replace(ADA, is_you=False), replace(OLENA, is_you=True)), 3, False, False, None, None, None
)


@dataclass
class Lobby:
    """A ``LobbyPort`` that notes what it is asked to do."""

    now: LobbyView
    started: int = 0
    removed: list[bytes] = field(default_factory=list)
    left: int = 0
    seated: list[tuple[str, bytes | None]] = field(default_factory=list)

    def view(self) -> LobbyView:
        return self.now

    def start(self) -> None:
        self.started += 1

    def remove(self, identity: bytes) -> None:
        self.removed.append(identity)

    def bots(self) -> tuple[str, ...]:
        return ("easy", "steady", "strong", "collector")

    def hold(self) -> None:
        self.now = replace(self.now, is_held=True)

    def seat_bot(self, plays: str, instead_of: bytes | None = None) -> None:
        self.seated.append((plays, instead_of))

    async def leave(self) -> None:
        self.left += 1


@asynccontextmanager
async def shown(
    lobby: Lobby, size: tuple[int, int] = (80, 24), look: Look = STILL
) -> AsyncIterator[tuple[Pilot[int], Stage]]:
    stages: list[Stage] = []

    async def session(stage: Stage) -> None:
        stages.append(stage)
        stage.show_lobby(lobby)
        await asyncio.Event().wait()

    app = KoryoApp(session, look)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.pause()
        yield pilot, stages[0]
    await app.close_session()


def test_the_longest_name_that_the_protocol_lets_in_is_whole() -> None:
    """24 characters, of two cells each: another version of Unicode may have let them in."""
    name = "宽" * 24
    view = replace(HOSTS, players=(ADA, replace(BOT, name=name)))
    lines = [line.text for line in lobby_page(view, 0, 80, Keys())]
    assert any(name in line and "computer player of Ada" in line for line in lines)


async def test_everybody_is_listed_with_fingerprint_and_kind() -> None:
    async with shown(Lobby(HOSTS)) as (pilot, _):
        text = text_of(pilot)
        assert any(line.startswith(" > Ada") and "you, host" in line for line in text)
        row = next(y for y, line in enumerate(text) if "Olena" in line)
        assert text[row + 1].strip() == spoken(fingerprint(OLENA.identity))
        assert any("computer player of Ada" in line for line in text)
        assert any("could read its hand" in line for line in text)
        assert any("3 of 4 taken, 1 free" in line for line in text)
        assert any("Under each name: the eight words of its fingerprint" in line for line in text)
        assert any("Olena has come." in line for line in text)


async def test_the_invite_stands_alone_on_its_line() -> None:
    async with shown(Lobby(HOSTS)) as (pilot, _):
        assert INVITE in text_of(pilot)


@pytest.mark.parametrize("key", ["y", "н"])
async def test_the_long_invite_is_copied(key: str) -> None:
    async with shown(Lobby(HOSTS)) as (pilot, _):
        await pilot.press(key)
        assert pilot.app.clipboard == f"{INVITE} MORE"


async def qr_code(pilot: Pilot[int], key: str = "q") -> tuple[str, ...]:
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, QrScreen))
    await until(pilot, lambda: any(text_of(pilot)))
    return text_of(pilot)


BLOCKS = replace(STILL, ascii=False)


@pytest.mark.parametrize("key", ["q", "й"])
async def test_the_invite_is_shown_as_a_qr_code_until_any_key(key: str) -> None:
    async with shown(Lobby(HOSTS), look=BLOCKS) as (pilot, _):
        code = tuple(line.rstrip() for line in qr_lines(f"{INVITE} MORE"))
        assert (await qr_code(pilot, key))[1 : 1 + len(code)] == code
        await pilot.press("x")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))


async def test_a_click_closes_the_code_too_and_dark_letters_turn_it_round() -> None:
    look = replace(BLOCKS, theme="ansi-light")
    async with shown(Lobby(HOSTS), look=look) as (pilot, _):
        code = tuple(line.rstrip() for line in qr_lines(f"{INVITE} MORE", light=True))
        assert (await qr_code(pilot))[1 : 1 + len(code)] == code
        await pilot.click(offset=(3, 3))
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))


async def test_a_code_of_plain_characters_needs_a_larger_window_and_says_so() -> None:
    async with shown(Lobby(HOSTS)) as (pilot, _):
        shown_text = " ".join(await qr_code(pilot))
        assert "needs a window of 66 x 34 characters" in shown_text
        assert INVITE in shown_text
    async with shown(Lobby(HOSTS), size=(80, 36)) as (pilot, _):
        code = tuple(line.rstrip() for line in qr_lines(INVITE, blocks=False))
        assert (await qr_code(pilot))[1 : 1 + len(code)] == code


async def test_who_waits_alone_is_told_of_the_code_and_of_nobody_to_remove() -> None:
    alone = replace(HOSTS, players=(ADA,), can_start=False)
    async with shown(Lobby(alone), size=(76, 24)) as (pilot, _):
        assert text_of(pilot)[-1] == " ^Q leave  F1 rules"
        assert text_of(pilot)[1].endswith(":  y copy the invite  q QR code")
        await pilot.click(offset=(text_of(pilot)[1].index("copy"), 1))
        await until(pilot, lambda: pilot.app.clipboard == f"{INVITE} MORE")


async def test_guests_have_no_invite_to_show_and_see_who_of_the_last_game_has_not_come() -> None:
    after = replace(GUESTS, awaited=("Marco", "Jan"))
    async with shown(Lobby(after)) as (pilot, _):
        await pilot.press("q")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert any(line.strip() == "Not here yet: Marco and Jan." for line in text_of(pilot))
    assert "Not here yet: Marco and Jan." in LobbyDesk(Lobby(after)).take()


async def test_a_full_lobby_fits_into_the_smallest_window() -> None:
    players = tuple(replace(BOT, name="W" * 12, identity=bytes([n]) * 32) for n in range(4))
    crowd = replace(HOSTS, players=players, clock=60, absences=1)
    async with shown(Lobby(crowd), size=(76, 24)) as (pilot, _):
        text = text_of(pilot)
        assert all(spoken(fingerprint(p.identity)) in "\n".join(text) for p in players)
        assert any("After 1 absence a seat stays out" in line for line in text)
        assert "Enter starts" in text[-2]
        assert "^Q leave" in text[-1]


async def test_the_host_starts_once_enough_are_here() -> None:
    lobby = Lobby(replace(HOSTS, can_start=False))
    async with shown(lobby) as (pilot, stage):
        await pilot.press("enter")
        assert lobby.started == 0
        lobby.now = HOSTS
        stage.changed()
        await until(pilot, lambda: "Enter starts with" in text_of(pilot)[-2])
        await pilot.press("enter")
        assert lobby.started == 1


async def test_the_host_removes_somebody_by_delete_twice() -> None:
    lobby = Lobby(HOSTS)
    async with shown(lobby) as (pilot, _):
        await pilot.press("delete")
        assert lobby.removed == []
        await pilot.press("down", "delete")
        assert "Remove Olena" in text_of(pilot)[-2]
        await pilot.press("escape", "delete", "down", "delete")
        assert lobby.removed == []
        await pilot.press("delete")
        assert lobby.removed == [BOT.identity]


OWN_BOT = replace(BOT, name="Steady 1", plays="steady:raider")
OPEN = replace(
    HOSTS,
    players=(ADA, OLENA, OWN_BOT),
    can_add=True,
)


def test_nobody_is_waited_for_where_nobody_else_can_come() -> None:
    on_the_way = replace(OPEN, invite=None, can_add=False, players=OPEN.players[:1])
    for view in (on_the_way, replace(on_the_way, can_start=False)):
        said = lobby_prompt(view, 0, None, 80, Keys())[0].text
        assert said.strip() == "Your computer players sit down."
    free = replace(on_the_way, can_add=True, can_start=False)
    assert "others to join" in lobby_prompt(free, 0, None, 80, Keys())[0].text


async def test_the_host_gives_a_free_seat_to_a_computer_player() -> None:
    lobby = Lobby(OPEN)
    async with shown(lobby) as (pilot, stage):
        assert "b computer player" in text_of(pilot)[-1]
        await pilot.press("up", "b")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        said = "\n".join(text_of(pilot))
        assert all(name in said for name in lobby.bots())
        await pilot.press("3")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        assert lobby.seated == [("strong", None)]
        assert text_of(pilot)[-2].strip() == "Enter starts with those who are here."
        await pilot.press("b", "escape")
        assert lobby.seated == [("strong", None)]
        lobby.now = replace(lobby.now, seats=3, can_add=False)
        stage.changed()
        full = "The table is full: Enter starts."
        await until(pilot, lambda: text_of(pilot)[-2].strip() == full)


async def test_enter_pressed_twice_on_a_computer_player_does_not_start_the_game() -> None:
    lobby, now = Lobby(OPEN), [100.0]
    async with shown(lobby, look=replace(STILL, clock=lambda: now[0])) as (pilot, _):
        await pilot.press("up", "b")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        await pilot.press("enter")
        assert (len(lobby.seated), lobby.started) == (1, 0)
        now[0] += 1
        await pilot.press("enter")
        assert lobby.started == 1


async def test_the_host_changes_a_computer_player_that_is_here() -> None:
    lobby = Lobby(OPEN)
    async with shown(lobby) as (pilot, _):
        assert any("steady:raider" in line for line in text_of(pilot))
        await pilot.press("down", "down")
        assert "b change it" in text_of(pilot)[-1]
        await pilot.press("и")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        assert "instead of Steady 1" in "\n".join(text_of(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: bool(lobby.seated))
        assert lobby.seated == [("easy", OWN_BOT.identity)]


async def test_the_mouse_opens_a_free_seat_and_a_computer_player() -> None:
    lobby = Lobby(OPEN)
    async with shown(lobby) as (pilot, _):
        for said, seated in (("(free seat)", ("easy", None)), ("Steady 1", ("easy", BOT.identity))):
            row = next(y for y, line in enumerate(text_of(pilot)) if said in line)
            await pilot.click(offset=(8, row))
            await until(pilot, lambda row=row: text_of(pilot)[row].startswith(" >"))
            await pilot.click(offset=(8, row))
            await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
            await pilot.press("enter")
            await until(pilot, lambda seated=seated: lobby.seated[-1:] == [seated])


async def test_where_nothing_is_free_and_for_guests_there_is_no_computer_player_to_choose() -> None:
    full = replace(OPEN, seats=3, can_add=False)
    for view in (full, GUESTS):
        lobby = Lobby(view)
        async with shown(lobby) as (pilot, _):
            await pilot.press("b")
            assert isinstance(pilot.app.screen, LobbyScreen)
            assert "computer player" not in text_of(pilot)[-1]


async def test_guests_see_whom_they_wait_for_and_can_neither_start_nor_remove() -> None:
    lobby = Lobby(GUESTS)
    async with shown(lobby) as (pilot, stage):
        assert "Waiting for Ada to start" in text_of(pilot)[-2]
        lobby.now = replace(GUESTS, seats=2)
        stage.changed()
        await until(pilot, lambda: "Everybody is here. Waiting for Ada" in text_of(pilot)[-2])
        await pilot.press("enter", "delete", "delete")
        assert (lobby.started, lobby.removed) == (0, [])


@pytest.mark.parametrize("key", ["f1", "question_mark"])
async def test_the_rules_can_be_read_in_the_lobby(key: str) -> None:
    async with shown(Lobby(GUESTS)) as (pilot, _):
        assert text_of(pilot)[-1] == " ^Q leave  F1 rules"
        await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))


async def test_the_table_takes_the_place_of_the_lobby_and_of_what_is_over_it() -> None:
    async with shown(Lobby(HOSTS)) as (pilot, stage):
        await pilot.press("ctrl+c")
        stage.show_table(RulesTable(Referee.start((0, 1), 0, shuffled("lobby"))))
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert not any(isinstance(screen, LobbyScreen) for screen in pilot.app.screen_stack)


async def test_leaving_the_lobby_says_goodbye() -> None:
    lobby = Lobby(GUESTS)
    async with shown(lobby) as (pilot, _):
        await pilot.press("ctrl+q")
    assert lobby.left == 1


def test_each_style_is_explained_where_a_computer_player_is_chosen() -> None:
    (said,) = lobby.which_bot(("easy",), None).sentences
    for style in styles():
        assert style in said
        assert style in lobby.STYLES


def test_the_lobby_explains_styles_once_one_is_seen() -> None:
    def said(view: LobbyView) -> str:
        return " ".join(line.text.strip() for line in lobby_page(view, 0, 80, Keys()))

    assert lobby.STYLES not in said(HOSTS)
    with_style = replace(HOSTS, players=(ADA, replace(BOT, plays="steady:raider")))
    assert lobby.STYLES in said(with_style)
