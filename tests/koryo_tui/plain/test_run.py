from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from koryo_tui.plain.lobby import LobbyDesk
from koryo_tui.plain.run import Lines, PlainStage, read_in_thread
from koryo_tui.port import LobbyPlayer, LobbyView, SessionEnded, Stage
from tests.koryo_tui.helpers import RulesTable, position
from tests.koryo_tui.plain.test_table import Seat

HOST = LobbyPlayer("Ada", bytes(32), is_you=True, is_host=True)
GUEST = LobbyPlayer("Bot 1", bytes([1]) * 32, is_you=False, is_host=False, bot_of="Ada")


class Lobby:
    """A lobby of a host, to which a computer player comes."""

    def __init__(self) -> None:
        self.players: tuple[LobbyPlayer, ...] = (HOST,)
        self.began = asyncio.Event()
        self.removed: list[bytes] = []
        self.seated: list[tuple[str, bytes | None]] = []
        self.can_add = False
        self.seats = 2
        self.has_begun = False
        self.left = 0

    def view(self) -> LobbyView:
        enough = len(self.players) > 1 and not self.has_begun
        return LobbyView(
            self.players,
            self.seats,
            True,
            enough,
            invite="KORYO-1-AB",
            can_add=self.can_add,
        )

    def start(self) -> None:
        self.began.set()

    def remove(self, identity: bytes) -> None:
        self.removed.append(identity)

    def bots(self) -> tuple[str, ...]:
        return ("easy", "steady", "strong")

    def hold(self) -> None:
        pass

    def seat_bot(self, plays: str, instead_of: bytes | None = None) -> None:
        self.seated.append((plays, instead_of))

    async def leave(self) -> None:
        self.left += 1


class Printed:
    """What was printed; ``shows`` waits for a line, for a bounded number of turns of the loop."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def shows(self, text: str) -> None:
        for _ in range(500):
            if any(text in line for line in self.lines):
                return
            await asyncio.sleep(0)
        raise AssertionError(f"{text!r} was not printed: {self.lines}")


def ordering() -> Seat:
    return Seat(RulesTable.of(position("4", "1", first=0), hand="266"))


def session_of(*steps: Callable[[Stage], Awaitable[None]]) -> Callable[[Stage], Awaitable[None]]:
    async def session(stage: Stage) -> None:
        for step in steps:
            await step(stage)
        await asyncio.Event().wait()

    return session


def begin(
    session: Callable[[Stage], Awaitable[None]],
) -> tuple[PlainStage, Lines, Printed, asyncio.Task[int]]:
    typed: Lines = asyncio.Queue()
    printed = Printed()
    stage = PlainStage(session, typed, printed.lines.append, lambda: 0.0)
    return stage, typed, printed, asyncio.create_task(stage.run())


def test_who_has_been_told_of_in_a_lobby_is_not_again_when_somebody_comes() -> None:
    lobby = Lobby()
    desk = LobbyDesk(lobby)
    assert any("Ada, that is you, the host" in line for line in desk.take())
    lobby.players = (HOST, GUEST)
    taken, guest, asked = desk.take()
    assert taken == "2 of 2 seats are taken."
    assert guest.startswith("2. Bot 1, a computer player of Ada")
    assert asked.startswith("? Type start")
    assert desk.take() == ()
    assert len(desk.hear("players")[0]) == 4, "everybody"


def test_a_host_hears_how_to_start_before_anybody_is_here_and_once_that_it_begins() -> None:
    lobby = Lobby()
    lobby.seats = 4
    desk = LobbyDesk(lobby)
    *_, waits = desk.take()
    assert waits.endswith("As soon as one of them is here you can type start instead.")
    assert desk.hear("start")[0] == (waits,)
    assert "1 of 4 seats is taken." in desk.hear("")[0]
    lobby.players = (HOST, GUEST)
    desk.take()
    assert desk.hear("start")[0] == ("The game begins.",)
    lobby.has_begun = True
    assert desk.hear("start")[0] == ("The game begins.",)
    assert desk.take() == ()
    assert desk.hear("players")[0][-1] == "The game begins."
    lobby.players, lobby.has_begun = (HOST,), False
    assert desk.take()[-1] == waits


async def test_from_the_lobby_to_the_table_and_away() -> None:
    lobby, seat = Lobby(), ordering()

    async def in_lobby(stage: Stage) -> None:
        stage.show_lobby(lobby)
        lobby.players = (HOST, GUEST)
        stage.changed()
        await lobby.began.wait()

    async def at_table(stage: Stage) -> None:
        seat.table.changed = stage.changed
        stage.show_table(seat)

    _, typed, printed, running = begin(session_of(in_lobby, at_table))
    await printed.shows("? Type start")
    assert "KORYO-1-AB" in printed.lines, "alone on its line"
    assert any("a computer player of Ada" in line for line in printed.lines)
    typed.put_nowait("start")
    await printed.shows("? Your order")
    typed.put_nowait("66")
    await printed.shows("? Seal 2 Bankers")
    typed.put_nowait("leave")
    await printed.shows("? Give up your seat?")
    typed.put_nowait("yes")
    assert await running == 0
    assert seat.wanted == ["leave"]
    assert lobby.left == 0


async def test_the_host_seats_computer_players_by_their_names() -> None:
    lobby = Lobby()

    async def in_lobby(stage: Stage) -> None:
        stage.show_lobby(lobby)

    _, typed, printed, running = begin(session_of(in_lobby))
    await printed.shows("1 of 2 seats is taken.")
    typed.put_nowait("add strong")
    await printed.shows("No seat is free.")
    typed.put_nowait("add nobody")
    await printed.shows("Say which computer player: easy, steady and strong. Behind a colon")
    typed.put_nowait("help")
    await printed.shows("steady: looks one step ahead")
    lobby.can_add = True
    typed.put_nowait("add strong:raider")
    typed.put_nowait("change 1 easy")
    await printed.shows("That is no computer player of yours.")
    lobby.players = (HOST, replace(GUEST, plays="strong:raider"))
    typed.put_nowait("players")
    await printed.shows("a computer player of Ada, strong:raider, fingerprint")
    typed.put_nowait("change 2 easy")
    for line in ("yes", "leave", "no", "leave", "yes"):
        typed.put_nowait(line)
    assert await running == 0
    closes = "You host this table: it closes, for everybody who is here."
    assert printed.lines.count(closes) == printed.lines.count("? Leave this table? yes or no") == 2
    assert "Nothing is asked of you now." in printed.lines
    assert "You stay." in printed.lines
    assert lobby.seated == [("strong:raider", None), ("easy", GUEST.identity)]


async def test_the_end_of_the_input_keeps_the_seat() -> None:
    seat = ordering()

    async def at_table(stage: Stage) -> None:
        stage.show_table(seat)

    _, typed, printed, running = begin(session_of(at_table))
    await printed.shows("? Your order")
    typed.put_nowait(None)
    assert await running == 0
    assert seat.wanted == ["close"]
    assert "your seat stays yours" in printed.lines[-1]


async def test_a_signal_keeps_the_seat_and_gives_its_exit_code() -> None:
    seat = ordering()

    async def at_table(stage: Stage) -> None:
        stage.show_table(seat)

    stage, _, printed, running = begin(session_of(at_table))
    await printed.shows("? Your order")
    stage.end(143)
    assert await running == 143
    assert seat.wanted == ["close"]


async def test_a_host_removes_somebody_by_number() -> None:
    lobby = Lobby()
    lobby.players = (HOST, GUEST)

    async def in_lobby(stage: Stage) -> None:
        stage.show_lobby(lobby)

    _, typed, printed, running = begin(session_of(in_lobby))
    await printed.shows("? Type start")
    for line in ("remove 1", "remove 3", "remove 2", "leave", "maybe", "yes"):
        typed.put_nowait(line)
    assert await running == 0
    assert lobby.removed == [GUEST.identity]
    assert lobby.left == 1
    assert printed.lines[-1] == "? Leave this table? yes or no", "asked once more after a slip"


async def test_a_session_that_cannot_go_on_says_so() -> None:
    async def fails(stage: Stage) -> None:
        raise SessionEnded("The host closed the table.")

    _, _, printed, running = begin(session_of(fails))
    assert await running == 1
    assert printed.lines == ["The host closed the table."]


async def test_what_nobody_expected_is_raised() -> None:
    async def fails(stage: Stage) -> None:
        raise KeyError("seat")

    _, _, _, running = begin(session_of(fails))
    with pytest.raises(KeyError):
        await running


async def test_lines_come_whole_from_a_pipe() -> None:
    reading, writing = os.pipe()
    typed: Lines = asyncio.Queue()
    with os.fdopen(reading, encoding="utf-8") as source:
        read_in_thread(source, typed)
        os.write(writing, b"6")
        os.write(writing, "6\nsay при".encode())
        os.write(writing, "віт\nleave".encode())
        os.close(writing)
        async with asyncio.timeout(5):
            got = [await typed.get() for _ in range(4)]
    assert got == ["66", "say привіт", "leave", None]
