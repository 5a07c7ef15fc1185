"""Somebody leaves, comes back, or wants a pause: it is seen at once, by whoever decides too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koryo_tui.drawing.players_page import players_page
from koryo_tui.drawing.scene import Scene, seat_word
from koryo_tui.drawing.scores_page import scores_page
from koryo_tui.leaving import leave_table
from koryo_tui.plain.table import TableDesk
from koryo_tui.text import choices
from protocol.log.messages import Why
from protocol.peer.view import LinkState, SeatLeftOut
from protocol.rules import Standing
from tests.koryo_tui.helpers import RulesTable, position, shown, text_of, until

FRONTS = ("446779", "133688899-", "2355770", "458999")
#: Where who deals in again is said, of the lines of the screen; and the keys for it.
PROMPT, KEYS = 21, 22


def missing(seat: int, actor: int = 0) -> RulesTable:
    """A table that ``seat`` was left out of."""
    start = position(*FRONTS, actor=actor)
    standing = [Standing.SEATED] * 4
    standing[seat] = Standing.ABSENT
    table = RulesTable.of(start, hand="26648-")
    table.game = replace(table.game, position=replace(start, standing=tuple(standing)))
    return table


def page_of(table: RulesTable) -> str:
    lines = players_page(Scene(table.view(), len(table.happenings)), 76)
    return "\n".join(line.text for line in lines)


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ((), "You were left out while away: you are dealt in again at the next deal."),
        ((0,), "You were left out while you were away: your seat stays out of this game."),
    ],
)
async def test_whoever_was_left_out_reads_what_becomes_of_the_seat(
    out: tuple[int, ...], said: str
) -> None:
    table = missing(0, actor=1)
    table.out = out
    assert said in TableDesk(table, lambda: 0.0).take()
    assert said in TableDesk(table, lambda: 0.0).hear("")[0]
    async with shown(table) as pilot:
        assert text_of(pilot)[PROMPT].strip() == said
        table.links = {1: LinkState.LOST}
        table.changed()
        await until(pilot, lambda: "The table waits for Olena" in text_of(pilot)[PROMPT])


async def test_the_others_see_that_it_is_back_and_waits() -> None:
    table = missing(2)
    assert seat_word(Scene(table.view(), 0), 2) == ("x absent", True)
    desk = TableDesk(table, lambda: 0.0)
    desk.take()
    async with shown(table) as pilot:
        table.back = (2,)
        table.changed()
        said = "Marco is back, and is dealt in again at the next deal."
        await until(pilot, lambda: said in text_of(pilot)[PROMPT])
        assert any("+ returns" in line for line in text_of(pilot))
    assert said in desk.take()
    assert said in page_of(table)
    table.gone = (2,)
    assert seat_word(Scene(table.view(), 0), 2) == ("+ returns", False)
    table.links = {2: LinkState.LOST}
    assert seat_word(Scene(table.view(), 0), 2)[0].startswith("x ")
    table.out = (2,)
    assert "not dealt in again" in page_of(table)


async def test_that_somebody_leaves_is_said_to_whoever_decides() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    desk = TableDesk(table, lambda: 0.0)
    desk.take()
    async with shown(table) as pilot:
        table.gone = (1,)
        table.changed()
        await until(pilot, lambda: "Olena has left the table." in text_of(pilot)[PROMPT])
        table.gone = (1, 3)
        table.changed()
        await until(pilot, lambda: "Olena and Wei have left" in text_of(pilot)[PROMPT])
        await pilot.press("6")
        assert "Enter seals" in text_of(pilot)[PROMPT]
    assert [line for line in desk.take() if "has left" in line] == [
        "Olena has left the table.",
        "Wei has left the table.",
    ]


async def test_a_wish_for_a_pause_is_said_to_whoever_decides_with_its_key() -> None:
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    desk = TableDesk(table, lambda: 0.0)
    desk.take()
    async with shown(table) as pilot:
        assert "F8" not in text_of(pilot)[KEYS]
        table.wants_pause = (1,)
        assert desk.take() == ("Olena would like a pause.", "If you want one too, type pause.")
        table.changed()
        await until(pilot, lambda: "Olena wants a pause." in text_of(pilot)[PROMPT])
        assert "F8 pause" in text_of(pilot)[KEYS]
        assert "pause 1/4" in text_of(pilot)[0]
        table.gone = (3,)
        table.changed()
        await until(pilot, lambda: "pause 1/3" in text_of(pilot)[0])


def test_what_leaving_means_is_about_those_who_are_there() -> None:
    table = missing(2)
    table.gone = (3,)
    assert any("Olena can wait for you" in said for said in leave_table(table.view(), ()).sentences)
    own = leave_table(table.view(), bots=(1,)).sentences
    assert any("the computer players leave too" in said for said in own)
    table.gone = (1, 3)
    soon, ends = leave_table(table.view(), bots=(1,)).sentences[1:]
    assert soon.startswith("Nobody else plays now: play this round to its end, then wait")
    assert ends.startswith("If you give up your seat too")
    table.gone = (0, 1)
    left = leave_table(table.view(), ())
    assert [each.id for each in left.choices] == [choices.STAY, choices.LATER]
    assert not any("It costs you" in said for said in left.sentences)


@pytest.mark.parametrize(
    ("whys", "said"),
    [
        ((Why.SILENT,), "for absence -2"),
        ((Why.GOODBYE, Why.GOODBYE), "for leaving -2"),
        ((Why.SILENT, Why.GOODBYE), "for absence and leaving -2"),
        ((Why.SILENT, Why.FAULT), "for cards not played -2"),
    ],
)
def test_scores_say_for_what_points_are_lost(whys: tuple[Why, ...], said: str) -> None:
    table = missing(2)
    penalties = replace(table.game.position, penalties=(0, 0, 2, 0))
    table.game = replace(table.game, position=penalties)
    table.happenings = tuple(SeatLeftOut(4, 2, why, (0, 1, 3)) for why in whys)
    page = "\n".join(line.text for line in scores_page(Scene(table.view(), 0), 76))
    assert page.count("for ") == page.count(said) == 1


async def test_whoever_stays_alone_is_told_at_once_what_can_be_done() -> None:
    table = RulesTable.of(position(*FRONTS[:2]), hand="26648-")
    desk = TableDesk(table, lambda: 0.0)
    desk.take()
    soon = "Nobody else plays now: play this round to its end, then wait for somebody, or end the"
    async with shown(table) as pilot:
        table.gone = (1,)
        table.changed()
        await until(pilot, lambda: "Olena has left the table. Nobody" in text_of(pilot)[PROMPT])
        told = desk.take()
        assert told[0] == "Olena has left the table."
        assert told[1].startswith(soon)
        table.game = table.game.without(1, Standing.LEFT)
        table.happenings = (SeatLeftOut(5, 1, Why.GOODBYE, (0,)),)
        table.changed()
        await pilot.press("f7")
        assert soon[:60] in text_of(pilot)[PROMPT]
    assert not any("left the table" in said for said in desk.take()), "it has been told"
    for word in ("alone", "agree"):
        assert desk.hear(word)[0][0].startswith(soon)
    table.happenings = ()
    assert "It left the table. It can ask" in page_of(table)
    table.game = replace(table.game, position=replace(table.game.position, round=8))
    assert desk.hear("alone")[0][0].endswith("last round to its end, which ends the game.")


async def test_whoever_gave_up_a_seat_reads_that_the_game_may_have_ended() -> None:
    table = missing(1)
    table.game = RulesTable.of(position(*FRONTS[:2])).game
    table.gone, table.silent, table.links = (0,), True, {1: LinkState.LOST}
    desk = TableDesk(table, lambda: 0.0)
    desk.take()
    unknown = "You gave up this seat, and nobody else is reached. Perhaps the game has ended"
    for word in ("", "alone", "rematch"):
        assert desk.hear(word)[0][0].startswith(unknown)
    assert "takes it off your list" in desk.hear("leave")[0][2]
    page = page_of(table)
    assert "deciding" not in page
    assert "Waiting for" not in page
    async with shown(table) as pilot:
        short = "You gave up this seat. The game may have ended; nobody is reached."
        assert text_of(pilot)[PROMPT].strip() == short
        assert "YOU" not in text_of(pilot)[0]
        table.links = {}
        table.changed()
        await until(pilot, lambda: "You ask for your seat when" in text_of(pilot)[PROMPT])
