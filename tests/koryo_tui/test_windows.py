"""What opens over the table: leaving, votes on silent seats, being alone, pauses, talk, copies."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from koryo_tui.leaving import leave_table
from koryo_tui.screens.choice import ChoiceScreen, MenuScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.replay import LoadScreen, ReplayScreen
from koryo_tui.screens.table import TableScreen
from koryo_tui.text import choices, going
from koryo_tui.text.words import Names
from protocol.log.messages import StepKind
from protocol.peer.talk import ANOTHER_GAME, COME_ALONG
from protocol.peer.view import LinkEnd, LinkState, SeatView, TalkView, VoteView
from protocol.rules import Order, Phase, Standing
from tests.koryo_tui.games import transcripts
from tests.koryo_tui.helpers import (
    STILL,
    RulesTable,
    position,
    resized,
    shown,
    text_of,
    turn_position,
    until,
)

FRONTS = ("446779", "133688899-", "2355770", "458999")


def prompt_of(pilot: Pilot[int]) -> str:
    return text_of(pilot)[21].strip()


def choosing() -> RulesTable:
    return RulesTable.of(position(*FRONTS), hand="26648-")


def silent(*seats: int) -> RulesTable:
    table = RulesTable.of(position(*FRONTS, first=2, actor=2))
    table.silent_seats, table.since = seats, 40.0
    table.links = dict.fromkeys(seats, LinkState.LOST)
    return table


def on_page(pilot: Pilot[int]) -> bool:
    return isinstance(pilot.app.screen, PageScreen)


async def window(pilot: Pilot[int]) -> str:
    await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
    await pilot.pause()
    return "\n".join(text_of(pilot))


@pytest.mark.parametrize(
    ("keys", "left", "closed"),
    [
        (("ctrl+q",), 0, 1),
        (("ctrl+c",), 0, 1),
        (("down", "enter"), 0, 1),
        (("2",), 0, 1),
        (("3", "enter"), 1, 0),
    ],
)
async def test_leaving_asks_whether_for_good(keys: tuple[str, ...], left: int, closed: int) -> None:
    table = choosing()
    async with shown(table) as pilot:
        await pilot.press("ctrl+q")
        assert "Give up my seat" in await window(pilot)
        await pilot.press(*keys)
        await until(pilot, lambda: pilot.app.return_code is not None)
    assert (table.left, table.closed) == (left, closed)


@pytest.mark.parametrize("keys", [("escape",), ("enter",), ("1",), ("up", "down", "space")])
async def test_staying_changes_nothing(keys: tuple[str, ...]) -> None:
    async with shown(choosing()) as pilot:
        await pilot.press("6", "ctrl+q")
        await window(pilot)
        await pilot.press(*keys)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert prompt_of(pilot) == "Enter seals 2 Bankers face down."


async def test_after_the_game_there_is_nothing_to_ask() -> None:
    table = RulesTable.of(position("4", "6", round=8, phase=Phase.ENDING))
    table.game = replace(table.game, position=replace(table.game.position, phase=Phase.OVER))
    async with shown(table) as pilot:
        await pilot.press("ctrl+q")
        await until(pilot, lambda: pilot.app.return_code is not None)
    assert (table.left, table.closed) == (1, 0)


async def test_a_silent_seat_is_voted_on_and_the_vote_is_taken_back() -> None:
    table = silent(2)
    async with shown(table) as pilot:
        assert prompt_of(pilot) == "No link to Marco for 1:00. Go on without Marco?"
        await pilot.press("f7")
        assert "agreed by Olena and Wei too" in (await window(pilot)).replace("|\n  | ", "")
        assert any("> 1. Wait for Marco" in line for line in text_of(pilot))
        await pilot.press("2", "enter")
        await until(pilot, lambda: table.agreed == (2,))
        assert "You agreed to go on without Marco" in prompt_of(pilot)
        assert any("? vote 1/3" in line for line in text_of(pilot))
        await pilot.press("м")
        await window(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: table.agreed == ())


async def test_at_three_seats_the_window_says_who_alone_vouches() -> None:
    table = RulesTable.of(position(*FRONTS[:3], first=2, actor=2))
    table.silent_seats, table.since, table.links = (2,), 40.0, {2: LinkState.LOST}
    async with shown(table) as pilot:
        await pilot.press("f7")
        assert "Besides you only Olena vouches for it that Marco is silent" in await window(pilot)
        await pilot.press("escape")
        assert table.agreed == ()
    names = Names.of(table.view())
    for asked, bots, said in (
        ((0, 1), (1,), "Besides you only your own program is asked, for Olena: nobody else"),
        ((0, 1, 3), (1, 3), "Besides you only your own program is asked, for Olena and Wei:"),
        ((0, 1, 3), (1,), "This has to be agreed by Olena and Wei too."),
    ):
        vote = choices.vote(2, Names((*names.names, "Wei"), 0), asked, bots)
        assert vote.sentences[2].startswith(said)


async def test_whoever_closed_the_program_is_not_called_silent_or_lost() -> None:
    table = host_gone(4, (1, 2), (1,))
    table.ends = {1: LinkEnd.CLOSED, 2: LinkEnd.CLOSED}
    async with shown(table) as pilot:
        both = "The table waits for Olena and Marco: program closed 1:00 ago."
        assert prompt_of(pilot) == both
        await pilot.press("f7")
        assert "The program of Marco was closed, and said so" in await window(pilot)
        await pilot.press("escape")
        table.links = {1: LinkState.LOST}
        table.changed()
        asks = "Olena closed the program 1:00 ago. Go on without Olena?"
        await until(pilot, lambda: prompt_of(pilot) == asks)
        assert "x closed" in text_of(pilot)[2]
        await pilot.press("f7")
        said = " ".join((await window(pilot)).replace("|", " ").split())
        assert "Olena can come back to this seat. If all of you agree" in said


async def test_of_several_who_are_voted_on_one_is_chosen() -> None:
    """Two who only said that the other is silent: both are there."""
    table = silent(1, 2)
    table.links, table.votes = {}, (VoteView(1, 1, (2,)), VoteView(2, 1, (1,)))
    async with shown(table) as pilot:
        await pilot.press("f7")
        assert "Who is silent?" in await window(pilot)
        await pilot.press("down", "enter")
        assert "Go on without Marco?" in await window(pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: table.agreed == (2,))


def host_gone(seats: int, gone: tuple[int, ...], asked: tuple[int, ...]) -> RulesTable:
    """A table whose host was killed, and with it the computer players that the host ran."""
    table = RulesTable.of(position(*FRONTS[:seats], first=gone[0], actor=gone[0]))
    table.links, table.since = dict.fromkeys(gone, LinkState.LOST), 40.0
    table.silent_seats = asked
    return table


@pytest.mark.parametrize(
    ("seats", "gone", "asked", "prompt", "why"),
    [
        (4, (1, 2), (1,), "Olena and Marco", "all others must agree"),
        (4, (1, 2, 3), (1,), "Olena, Marco and Wei", "all others must agree"),
        (3, (1, 2), (1,), "Olena and Marco", "all others must agree"),
        (2, (1,), (), "Olena", "Two cannot go on without each other."),
    ],
)
async def test_a_vote_that_leads_nowhere_is_not_asked_for(
    seats: int, gone: tuple[int, ...], asked: tuple[int, ...], prompt: str, why: str
) -> None:
    """All who are away are named, and the key says why no vote helps and how to come back."""
    async with shown(host_gone(seats, gone, asked)) as pilot:
        assert prompt_of(pilot) == f"The table waits for {prompt}: no link for 1:00."
        assert "F7 what can be done  ^Q close and come back later" in text_of(pilot)[22]
        await pilot.press("f7")
        said = " ".join((await window(pilot)).replace("|", " ").split())
        assert why in said
        assert "koryo-tui resume" in said
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("escape")
        assert "Somebody is away: what can be done" in await window(pilot)
        await pilot.press("0")
        await until(pilot, lambda: why.split()[-1] in "\n".join(text_of(pilot)))
        await pilot.press("2")
        await until(pilot, lambda: pilot.app.return_code is not None)


async def test_when_all_but_one_are_back_the_vote_is_asked_for() -> None:
    table = host_gone(4, (1, 2), (1,))
    async with shown(table) as pilot:
        table.links = {1: LinkState.LOST}
        table.changed()
        await until(pilot, lambda: "Go on without Olena?" in prompt_of(pilot))


async def test_a_link_that_is_just_lost_asks_no_less_about_somebody_else() -> None:
    table = host_gone(4, (1,), (1,))
    shown_as = table._seat

    def lost_just_now(seat: int) -> SeatView:
        found = shown_as(seat)
        return replace(found, link=LinkState.LOST, link_since=95.0) if seat == 2 else found

    table._seat = lost_just_now  # type: ignore[method-assign]
    async with shown(table) as pilot:
        assert prompt_of(pilot) == "No link to Olena for 1:00. Go on without Olena?"


async def test_many_long_names_are_said_where_there_is_room() -> None:
    table = host_gone(4, (1, 2, 3), (1,))
    shown_as = table._seat
    table._seat = lambda seat: replace(shown_as(seat), name=f"{'W' * 11}{seat}")  # type: ignore[method-assign]
    async with shown(table) as pilot:
        for size, said in (
            ((120, 40), "WWWWWWWWWWW1, WWWWWWWWWWW2 and WWWWWWWWWWW3: no link for 1:00."),
            ((80, 24), "WWWWWWWWWWW1, WWWWWWWWWWW2 and WWWWWWWWWWW3: no answer."),
            ((76, 24), "The table waits for several players, and cannot go on without them."),
        ):
            assert said in "\n".join(await resized(pilot, size))


async def test_before_the_first_deal_nobody_can_be_gone_on_without() -> None:
    table = host_gone(4, (1,), ())
    object.__setattr__(table.game.position, "phase", Phase.DEAL)
    object.__setattr__(table.game.position, "actor", None)
    table.waits = (1,)
    view = table.view
    table.view = lambda: replace(view(), kind=StepKind.KEYS)  # type: ignore[method-assign]
    async with shown(table) as pilot:
        await pilot.press("f7")
        assert "Before the first cards are dealt" in await window(pilot)


async def test_in_a_pause_whoever_decides_may_do_it() -> None:
    table = choosing()
    table.wants_pause = (0, 1, 2, 3)
    async with shown(table) as pilot:
        said = "Choose your order: cards of one type."
        assert prompt_of(pilot) == f"Paused; you may decide all the same. {said}"
        assert "F8 go on" in text_of(pilot)[22]
        await pilot.press("6", "enter", "enter")
        await until(pilot, lambda: bool(table.decisions))


async def test_in_a_pause_whoever_waits_reads_for_whom() -> None:
    table = host_gone(4, (1,), ())
    table.wants_pause = (0, 1, 2, 3)
    async with shown(table) as pilot:
        assert prompt_of(pilot).endswith("Paused. The table waits for Olena: no link for 1:00.")
        lines = await resized(pilot, (120, 40))
        assert "The table is paused, until somebody goes on. The table waits" in "\n".join(lines)


async def test_lines_of_the_menu_keep_their_places_and_idle_ones_say_why() -> None:
    table = choosing()
    over = finished([])
    over.record = Path("transcript")
    found = []
    for each, vote in ((table, ()), (table, (2,)), (over, ())):
        each.silent_seats = vote
        each.links = dict.fromkeys(vote, LinkState.LOST)
        async with shown(each) as pilot:
            if each is over:
                await until(pilot, partial(on_page, pilot))
                await pilot.press("escape")
            await pilot.press("escape")
            await window(pilot)
            screen = pilot.app.screen
            assert isinstance(screen, ChoiceScreen)
            found.append({choice.key: choice.id for choice in screen.choices.choices})
            if each is table and not vote:
                assert {c.id for c in screen.choices.choices if c.idle} == {"hint", "vote"}
                await pilot.press("6")
                assert "hints" in prompt_of(pilot).lower()
    assert found[0] == found[1]
    assert "".join(found[0]) == "".join(found[2]) == "1234567890-"
    assert {key: found[2][key] for key in found[2] if found[2][key] != found[0][key]} == {
        "6": "replay",
        "8": "again",
        "0": choices.OPEN_HANDS,
    }, "hints, pauses and votes are over"


async def test_in_the_menu_a_key_does_what_it_does_at_the_table() -> None:
    for keys, title in ((("f3",), "Players"), (("0",), "Go on"), (("-",), "Settings")):
        async with shown(silent(2)) as pilot:
            await pilot.press("escape")
            await window(pilot)
            await pilot.press(*keys)
            await until(pilot, lambda t=title: any(t in line for line in text_of(pilot)[:8]))
            assert not isinstance(pilot.app.screen, MenuScreen)


async def test_hands_that_can_never_be_opened_are_not_offered_and_it_is_said() -> None:
    table = finished([])
    table.gone, table.links, table.opens = (1,), {1: LinkState.LOST}, (0,)
    async with shown(table) as pilot:
        await until(pilot, partial(on_page, pilot))
        page = " ".join(" ".join(text_of(pilot)).replace("|", " ").split())
        assert "hands stay closed: everybody would have to agree, and Olena left for good" in page
        await pilot.press("escape")
        assert prompt_of(pilot).endswith("The hands stay closed: Olena left for good.")
        await pilot.press("escape")
        assert "Open all hands" not in await window(pilot)


async def test_who_is_linked_and_thinks_is_not_asked_about() -> None:
    table = RulesTable.of(position(*FRONTS, first=2, actor=2))
    table.silent_seats = (2,)
    async with shown(table) as pilot:
        assert prompt_of(pilot) == "Marco is choosing an order."
        await pilot.press("f7")
        assert "Nobody has been silent" in prompt_of(pilot)


async def test_the_question_comes_by_itself_when_the_grace_time_is_over() -> None:
    now = [100.0]
    table = silent(2)
    table.since = 80.0
    async with shown(table, look=replace(STILL, clock=lambda: now[0])) as pilot:
        assert prompt_of(pilot) == "The table waits for Marco: no link for 0:20."
        now[0] = 111.0
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.repaint()
        await until(pilot, lambda: "Go on without Marco?" in prompt_of(pilot))


async def test_alone_one_waits_or_ends_the_game() -> None:
    table = RulesTable.of(position(*FRONTS[:2], actor=1))
    table.game = table.game.without(1, Standing.LEFT)
    table.alone = table.silent = True
    async with shown(table) as pilot:
        assert prompt_of(pilot).startswith("You are alone at the table")
        await pilot.press("enter")
        await window(pilot)
        await pilot.press("enter")
        assert table.ended_alone == 0
        await pilot.press("enter")
        await window(pilot)
        table.alone = False
        table.changed()
        await until(pilot, lambda: prompt_of(pilot).startswith("You are not alone any more"))
        table.alone = True
        table.changed()
        await pilot.pause()
        await pilot.press("escape")
        assert "Nobody else plays: wait, or end the game" in await window(pilot)
        await pilot.press("escape", "ctrl+q")
        assert "End the game now, and win" in await window(pilot)
        await pilot.press("escape", "f7")
        await window(pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: table.ended_alone == 1)


async def test_a_pause_is_wanted_agreed_to_and_ended() -> None:
    table = RulesTable.of(position(*FRONTS, actor=1))
    table.wants_pause = (1, 2)
    async with shown(table) as pilot:
        assert "Olena and Marco want a pause." in "\n".join(text_of(pilot))
        assert "F8 pause" in text_of(pilot)[22]
        await pilot.press("p")
        assert "F8 pause" not in text_of(pilot)[22]
        assert table.wants_pause == (1, 2, 0)
        table.wants_pause = (0, 1, 2, 3)
        table.changed()
        await until(pilot, lambda: "PAUSED" in text_of(pilot)[0])
        assert prompt_of(pilot).startswith("The table is paused, until somebody goes on.")
        await pilot.press("f8")
        assert table.wants_pause == (1, 2, 3)


async def test_the_clock_of_the_own_decision_is_shown_and_rings_near_its_end() -> None:
    now = [100.0]
    calls: list[bool] = []
    look = replace(STILL, clock=lambda: now[0], attention=lambda app, mine: calls.append(mine))
    table = choosing()
    table.deadline = 130.0
    async with shown(table, look=look) as pilot:
        assert "0:30 left" in text_of(pilot)[0]
        assert calls == [True]
        now[0] = 121.0
        table.changed()
        await until(pilot, lambda: "0:09 left" in text_of(pilot)[0])
        table.changed()
        await pilot.pause()
        assert calls == [True, True]


async def test_a_line_is_written_and_heard() -> None:
    table = choosing()
    async with shown(table) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
        await pilot.press(*"gg 9", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert table.talk == (TalkView(0, "gg 9", ""),)
        await until(pilot, lambda: "You: gg 9" in "\n".join(text_of(pilot)))


def burst(pilot: Pilot[int], *keys: str) -> None:
    """Keys that come in one read, as from a fast typist or out of a script."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))


async def test_a_line_and_enter_in_one_burst_are_said_as_they_came() -> None:
    table = choosing()
    async with shown(table) as pilot:
        await pilot.press("f6")
        await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
        burst(pilot, *"again me", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert table.talk == (TalkView(0, "again me", ""),)


async def test_what_is_typed_while_the_window_opens_is_in_the_line() -> None:
    table = choosing()
    async with shown(table) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.action_talk()
        burst(pilot, *"at once", "enter", "enter")
        await until(pilot, lambda: table.talk == (TalkView(0, "at once", ""),))
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


async def test_what_is_said_during_the_own_turn_stands_in_the_line_above_it() -> None:
    table = RulesTable.of(turn_position("0-", *FRONTS, pair=True), order="0-")
    async with shown(table) as pilot:
        table.talk = (TalkView(1, "take my Guardians", ""),)
        table.changed()
        await until(pilot, lambda: text_of(pilot)[18].startswith("-- Olena: take my Guardians --"))
        assert prompt_of(pilot).startswith("Your turn.")


async def test_a_phrase_is_chosen_by_arrows_and_enter_alone_says_nothing() -> None:
    table = choosing()
    async with shown(table) as pilot:
        await pilot.press("е")
        await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
        await pilot.press("enter")
        assert table.talk == ()
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: table.talk == (TalkView(0, "", "good-luck"),))


async def test_too_many_lines_are_refused_in_the_window() -> None:
    table = choosing()
    table.refuses_talk = True
    async with shown(table) as pilot:
        await pilot.press("f6")
        await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Too many lines at once" in "\n".join(text_of(pilot)))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


async def test_who_is_muted_is_not_shown_until_heard_again() -> None:
    table = choosing()
    table.talk = (TalkView(1, "buy my Bankers", ""),)
    async with shown(table) as pilot:
        assert "Olena: buy my Bankers" in "\n".join(text_of(pilot))
        for is_shown in (False, True):
            await pilot.press("f6")
            await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
            await pilot.press("up", "up", "up", "enter", "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
            await pilot.pause()
            assert ("Olena: buy my Bankers" in "\n".join(text_of(pilot))) is is_shown


async def test_talk_is_no_part_of_the_log_and_never_read_as_markup() -> None:
    table = choosing()
    table.talk = (TalkView(1, "[b]hi[/b]", ""),)
    async with shown(table) as pilot:
        assert "[b]hi[/b]" in "\n".join(text_of(pilot))
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        assert "Olena: " not in "\n".join(text_of(pilot))


@pytest.mark.parametrize("key", ["y", "н", "space"])
async def test_the_log_is_copied_as_sentences(key: str) -> None:
    table = RulesTable.of(position(*FRONTS, first=1, actor=1), hand="26648-")
    table.play(Order((table.game.legal()[0].cards[0],)))  # type: ignore[union-attr]
    async with shown(table) as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.press(key)
        assert pilot.app.clipboard == "Olena sealed 1 card."
        await until(pilot, lambda: "Copied." in "\n".join(text_of(pilot)))


async def test_after_the_game_hands_are_opened_from_the_menu() -> None:
    table = RulesTable.of(position("4", "6", round=8, phase=Phase.ENDING))
    table.game = replace(table.game, position=replace(table.game.position, phase=Phase.OVER))
    async with shown(table) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.press("escape", "escape")
        await window(pilot)
        await pilot.press("0")
        assert table.opens == (), "which cannot be taken back: its key only marks it"
        await pilot.press("enter")
        await until(pilot, lambda: table.opens == (0,))
        await until(pilot, lambda: prompt_of(pilot).startswith("You agreed to open all hands. Not"))


async def test_whoever_has_not_agreed_to_open_the_hands_is_told_who_has() -> None:
    table = finished([])
    table.opens = (1,)
    async with shown(table) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        page = " ".join(" ".join(text_of(pilot)).replace("|", " ").split())
        assert "So far: Olena. Esc twice opens the menu: agree there." in page
        await pilot.press("escape")
        await until(pilot, lambda: "Olena agreed, you can in the menu (Esc)" in prompt_of(pilot))


async def test_the_game_that_is_over_is_watched_again_from_the_menu(tmp_path: Path) -> None:
    table = finished([])
    table.record = tmp_path / "transcript"
    table.record.write_bytes(transcripts()[1])
    async with shown(table) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        assert any("koryo-tui replay 0001020304050607" in line for line in text_of(pilot))
        await pilot.press("escape", "escape")
        await window(pilot)
        await pilot.press("6")
        await until(pilot, lambda: isinstance(pilot.app.screen, LoadScreen | ReplayScreen))
        await pilot.app.workers.wait_for_complete()
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: prompt_of(pilot) == "The game is over.")


async def test_settings_are_written_on_demand(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    async with shown(choosing(), look=replace(STILL, settings_path=path)) as pilot:
        await pilot.press("escape")
        await window(pilot)
        await pilot.press("up", "enter", "9")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        assert not path.exists()
        await pilot.press("space")
        assert path.exists()


def finished(asked: list[str], *fronts: str) -> RulesTable:
    table = RulesTable.of(position("4", "6", *fronts, round=8, phase=Phase.ENDING))
    over = replace(table.game.position, phase=Phase.OVER, actor=None)
    table.game = replace(table.game, position=over)
    table.again = lambda: asked.append("again")
    return table


@pytest.mark.parametrize(
    "keys", [("r",), ("к",), ("escape", "r"), ("escape", "f9"), ("escape", "escape", "8")]
)
async def test_after_the_game_one_key_wants_another(keys: tuple[str, ...]) -> None:
    asked: list[str] = []
    async with shown(finished(asked)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        assert "r another game" in "\n".join(text_of(pilot))
        await pilot.press(*keys)
        await until(pilot, lambda: asked == ["again"])
        await until(pilot, lambda: prompt_of(pilot) == "The table is opened again.")


async def test_a_table_of_which_nobody_would_hear_is_opened_only_if_that_is_meant() -> None:
    asked: list[str] = []
    table = finished(asked)
    table.links = {1: LinkState.LOST}
    async with shown(table) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.press("r")
        assert "Olena is not here any more." in await window(pilot)
        await pilot.press("enter", "f9")
        await window(pilot)
        assert not asked
        await pilot.press("down", "enter")
        await until(pilot, lambda: asked == ["again"])


async def test_a_guest_is_told_for_whom_another_game_waits() -> None:
    table = finished([], "7")
    table.you = 1
    async with shown(table) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        table.phrase_of(2, ANOTHER_GAME)
        await until(pilot, lambda: "Marco would like another game." in "\n".join(text_of(pilot)))
        await pilot.press("r")
        await until(pilot, lambda: "once Ada, the host of this one" in prompt_of(pilot))
        await pilot.press("up")
        assert prompt_of(pilot) == "The game is over. Marco would like another game."
        table.phrase_of(1, ANOTHER_GAME)
        table.links[0] = LinkState.LOST
        table.changed()
        await until(pilot, lambda: "Ada is not here to host. Once more," in prompt_of(pilot))
        table.phrase_of(2, COME_ALONG)
        await until(pilot, lambda: prompt_of(pilot) == "Marco has opened another game.")
        await pilot.press("up")
        assert "Marco has opened another game: you are" in prompt_of(pilot)
        await pilot.press("t")
        await until(pilot, lambda: "Hello!" in "\n".join(text_of(pilot)))
        said = [line for line in text_of(pilot) if "another game" in line]
        assert sum("I would like" in line for line in said) == 2, "each once, and none to choose"


async def test_during_a_game_and_where_it_cannot_be_had_the_key_says_so() -> None:
    asked: list[str] = []
    table = choosing()
    table.again = lambda: asked.append("again")
    async with shown(table) as pilot:
        await pilot.press("r")
        assert prompt_of(pilot) == "Another game can begin once this one is over."
    table = finished(asked)
    table.again = None
    async with shown(table) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        assert "another game" not in "\n".join(text_of(pilot))
        await pilot.press("r", "escape", "r")
        assert prompt_of(pilot).startswith("No other game can be opened here: one of you hosts")
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        assert all("nother game" not in line for line in text_of(pilot))
    assert asked == []


async def test_whose_files_are_lost_is_told_that_the_seat_sits_out() -> None:
    table = RulesTable.of(position(*FRONTS, actor=1))
    table.sits_out = True
    async with shown(table) as pilot:
        assert "SITTING OUT" in text_of(pilot)[0]
        assert prompt_of(pilot).startswith("Your files lack what this seat signed: it sits out")
        table.sits_out = False
        table.changed()
        await until(pilot, lambda: "SITTING OUT" not in text_of(pilot)[0])


async def test_that_a_table_cannot_go_on_stands_in_the_first_line_with_its_reason_below() -> None:
    table = choosing()
    async with shown(table) as pilot:
        table.stopped = "Two players have gone, and nobody may go on alone."
        table.changed()
        await until(pilot, lambda: "STOPPED" in text_of(pilot)[0])
        assert prompt_of(pilot) == table.stopped


async def test_what_could_not_be_done_gives_way_when_the_table_asks() -> None:
    now = [100.0]
    table = silent(2)
    table.silent_seats, table.since = (), 80.0
    async with shown(table, look=replace(STILL, clock=lambda: now[0])) as pilot:
        await pilot.press("f7")
        said = "Marco is silent; in 0:10 the table asks whether to go on without Marco."
        assert prompt_of(pilot) == said
        table.silent_seats, now[0] = (2,), 111.0
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.session_changed()
        await until(pilot, lambda: "Go on without Marco?" in prompt_of(pilot))


async def test_at_two_seats_nobody_can_be_gone_on_without() -> None:
    table = RulesTable.of(position(*FRONTS[:2], actor=1))
    async with shown(table) as pilot:
        await pilot.press("f7")
        assert prompt_of(pilot).startswith("Two cannot go on without each other")
        await pilot.press("escape")
        assert "Go on without" not in await window(pilot)


async def test_what_leaving_means_depends_on_who_stays() -> None:
    alone = going.leave_alone(2, "", may_end=False)
    assert any("computer players leave too and this game is over" in s for s in alone.sentences)
    assert not any("go on without you" in s or "points" in s for s in alone.sentences)
    by_yourself = going.leave_alone(0, "", may_end=True)
    assert "this game is over and nobody wins" in by_yourself.sentences[-1]
    assert not any("computer" in s or "go on" in s for s in by_yourself.sentences)
    assert [each.id for each in by_yourself.choices if each.is_final] == ["leave", "end"]
    leave = partial(going.leave_table, has_ordered=True)
    at_two = leave(0, ("Olena",), 0).sentences
    assert "If you give up your seat, Olena can wait for you, or end the game and win." in at_two
    assert not any("go on without you" in s for s in at_two)
    with_people = leave(1, ("Olena", "Wei"), 1).sentences
    assert "Your computer players leave with you." in with_people
    assert "1 point at the end: one for each card of your order not turned up." in with_people[-1]
    assert leave(0, ("Olena", "Wei"), 0) == going.LEAVE_TABLE
    out = choosing()
    out.game = out.game.without(0, Standing.ABSENT)
    for stays_out, said in (((), "If you stay here, you are dealt in"), ((0,), "Your seat stays")):
        out.out = stays_out
        _, now, *later = leave_table(out.view(), ()).sentences
        assert now == "You play no part now: the others go on without you already."
        assert later[0].startswith(said)
        assert not any("the others wait" in each or "point" in each for each in later)
    async with shown(choosing()) as pilot:
        await pilot.press("ctrl+q")
        assert "It costs you 1 point at the end, since your order" in await window(pilot)
