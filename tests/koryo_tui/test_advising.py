"""Hints: who gets them, when they are thought of, and what is said."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from textual.pilot import Pilot

from koryo_tui.advising import Advice, Adviser, think_apart
from koryo_tui.apart import WorkFailed
from koryo_tui.bots.advice import Costly, Hint
from koryo_tui.bots.answers import check_decision
from koryo_tui.bots.reasons import Later, Reason, Sacrifice, Why
from koryo_tui.bots.sight import Sight, sight_of
from koryo_tui.plain.table import TableDesk
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.table import TableScreen
from koryo_tui.seat import adviser_at, who_must_agree
from koryo_tui.text import advice
from koryo_tui.text.words import Names
from protocol.peer.questions import ChooseDiscard, Decision, PlaceOrder, PlayTurn
from protocol.peer.talk import HINTS_ARE_FINE
from protocol.peer.view import TalkView
from protocol.rules import (
    Card,
    Destroy,
    Discard,
    Done,
    Order,
    Phase,
    Swap,
    TakeToken,
    TurnMove,
    TurnUp,
)
from tests.koryo_tui.helpers import (
    RulesTable,
    adviser_saying,
    position,
    shown,
    text_of,
    turn_position,
    until,
)

ME, OTHER = b"\x01" * 32, b"\x02" * 32
NAMES = Names(("Ada", "Olena", "Marco"), you=0)
FRONTS = ("446779", "133688899-", "2355770")


def ordering() -> RulesTable:
    return RulesTable.of(position(*FRONTS, first=0), hand="26648-")


def turning() -> RulesTable:
    return RulesTable.of(turn_position("0-", *FRONTS, pair=True), hand="4788", order="0-")


def hint(decision: Decision, reason: Reason | None = None, ahead: float = 0.05) -> Hint:
    return Hint(decision, reason or Reason(Why.PLAIN), 0.5, (17.4, 11.6, 9.0), decision, ahead)


MERCHANTS = PlaceOrder(Order((Card.MERCHANT,) * 2))
MOST_GOES, ALL_GOES = (Card.MERCHANT, 9, 1), (Card.MERCHANT, 9, 0)
TWO_BANKERS = hint(PlaceOrder(Order((Card.BANKER,) * 2)))


@pytest.mark.parametrize(
    ("owners", "people"),
    [
        ((b"", ME, ME, ME), set()),
        ((b"", ME, b"", ME), {0, 2}),
        ((b"", b"", ME, OTHER), {0, 1}),
        ((), {0, 1, 2, 3}),
    ],
)
def test_all_people_have_to_agree_to_hints_where_there_is_more_than_one(
    owners: tuple[bytes, ...], people: set[int]
) -> None:
    assert who_must_agree(owners, 4, 0) == people


def saying(*seats: int) -> tuple[TalkView, ...]:
    return tuple(TalkView(seat, "", HINTS_ARE_FINE) for seat in seats)


async def test_hints_are_given_once_everybody_has_said_that_they_are_fine() -> None:
    thinker, table = Thinker(), ordering()
    adviser = Adviser(lambda: None, thinker, frozenset({0, 2}))
    for talk in ((), saying(0), saying(0, 1), (*saying(0), TalkView(2, "hints-are-fine", ""))):
        table.talk = talk
        adviser.ask(table.view())
        assert adviser.found(table.view()) is Advice.NOT_ASKED
    table.talk = saying(2)
    assert adviser.may_ask(table.view()), "what seat 0 said is not forgotten"
    adviser.ask(table.view())
    assert adviser.found(table.view()) is Advice.THINKING
    adviser.close()


@pytest.mark.parametrize("in_lines", [False, True])
async def test_what_was_agreed_is_known_after_a_restart(tmp_path: Path, in_lines: bool) -> None:
    table, people = ordering(), frozenset({0, 2})
    table.adviser = adviser_at(tmp_path, people, lambda: None)
    table.talk = saying(0)
    if in_lines:
        TableDesk(table, lambda: 0.0, None, table.adviser).take()
    else:
        async with shown(table) as pilot:
            await pilot.pause()
    table.talk = ()
    assert not adviser_at(tmp_path, people, lambda: None).may_ask(table.view())
    table.talk = saying(2)
    assert adviser_at(tmp_path, people, lambda: None).may_ask(table.view())
    table.talk = ()
    assert adviser_at(tmp_path, people, lambda: None).may_ask(table.view())


def test_where_it_cannot_be_kept_it_is_fine_until_the_end(tmp_path: Path) -> None:
    table = ordering()
    table.talk = saying(0, 2)
    adviser = adviser_at(tmp_path / "gone", frozenset({0, 2}), lambda: None)
    assert adviser.may_ask(table.view())


async def test_who_has_left_is_not_waited_for() -> None:
    table = ordering()
    table.talk, table.gone = saying(0), (2,)
    assert Adviser(lambda: None, Thinker(), frozenset({0, 2})).may_ask(table.view())


async def the_menu_says(pilot: Pilot[int], why_not: str) -> None:
    """Its line for hints does nothing but say why there are none."""
    await pilot.press("m")
    await until(pilot, lambda: "6. Hint" in "\n".join(text_of(pilot)))
    await pilot.press("6")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    await until(pilot, lambda: why_not in "\n".join(text_of(pilot)))


async def test_until_then_the_screen_and_the_lines_say_how_to_agree() -> None:
    table = ordering()
    table.adviser = Adviser(lambda: None, Thinker(), frozenset({0, 1}))
    async with shown(table) as pilot:
        assert "h hint" not in text_of(pilot)[22]
        await pilot.press("h")
        await until(pilot, lambda: advice.not_yet() in "\n".join(text_of(pilot)))
        await the_menu_says(pilot, advice.not_yet())
    desk = TableDesk(table, lambda: 0.0, None, table.adviser)
    assert desk.hear("hint") == ((advice.not_yet(),), None)
    desk.hear("say hints are fine with me")
    assert table.view().talk[-1].phrase == HINTS_ARE_FINE


# When it thinks


class Thinker:
    """Thinks until it is told what it finds."""

    def __init__(self) -> None:
        self.sights: list[Sight] = []
        self.answers: list[asyncio.Future[Hint]] = []

    async def __call__(self, sight: Sight) -> Hint:
        self.sights.append(sight)
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]


async def settled() -> None:
    """Everything that is due has been done."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_it_thinks_once_about_a_question_and_keeps_what_it_found() -> None:
    thinker, changes = Thinker(), []
    adviser, view = Adviser(lambda: changes.append(1), thinker), ordering().view()
    assert adviser.found(view) is Advice.NOT_ASKED
    adviser.ask(view)
    await settled()
    adviser.ask(view)
    assert adviser.found(view) is Advice.THINKING
    assert thinker.sights == [sight_of(view, seconds=1.0)]
    thinker.answers[0].set_result(TWO_BANKERS)
    await settled()
    assert changes == [1]
    adviser.ask(view)
    assert adviser.found(view) is TWO_BANKERS
    assert len(thinker.sights) == 1


async def test_another_question_ends_the_thinking_about_the_one_before() -> None:
    thinker = Thinker()
    adviser = Adviser(lambda: None, thinker)
    adviser.ask(ordering().view())
    await settled()
    view = turning().view()
    assert adviser.found(view) is Advice.NOT_ASKED
    await settled()
    assert thinker.answers[0].cancelled()
    adviser.ask(view)
    await settled()
    assert thinker.sights[1].question == view.question
    adviser.close()
    await settled()
    assert thinker.answers[1].cancelled()


async def test_what_failed_can_be_asked_again() -> None:
    thinker = Thinker()
    adviser, view = Adviser(lambda: None, thinker), ordering().view()
    adviser.ask(view)
    await settled()
    thinker.answers[0].set_exception(WorkFailed())
    await settled()
    assert adviser.found(view) is Advice.FAILED
    adviser.ask(view)
    await settled()
    assert len(thinker.answers) == 2
    adviser.close()


async def test_where_nothing_is_asked_nothing_is_thought_about() -> None:
    thinker, table = Thinker(), ordering()
    table.silent = True
    adviser = Adviser(lambda: None, thinker)
    adviser.ask(table.view())
    await settled()
    assert thinker.sights == []


async def test_the_strong_player_thinks_in_its_own_process() -> None:
    sight = replace(sight_of(turning().view(), seconds=1.0), work=20)
    found = await think_apart(sight)
    check_decision(sight.question, found.decision)
    assert len(found.influence) == 3


# On the screen and in lines


async def test_h_opens_the_hint_and_says_when_it_is_still_thinking() -> None:
    thinker, table = Thinker(), ordering()
    table.adviser = Adviser(lambda: None, thinker)
    async with shown(table) as pilot:
        assert "h hint" in text_of(pilot)[22]
        await pilot.press("h")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await until(pilot, lambda: advice.THINKING in "\n".join(text_of(pilot)))
        thinker.answers[0].set_result(TWO_BANKERS)
        await until(pilot, lambda: "Order 2 Bankers: there is little" in "\n".join(text_of(pilot)))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


async def test_between_people_there_is_no_hint() -> None:
    async with shown(ordering()) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: advice.NOT_HERE in "\n".join(text_of(pilot)))
        await the_menu_says(pilot, advice.NOT_HERE)


async def test_in_lines_the_hint_is_told_when_it_is_there() -> None:
    thinker, table = Thinker(), ordering()
    told: list[str] = []
    desk = TableDesk(table, lambda: 0.0, None, Adviser(lambda: told.extend(desk.take()), thinker))
    desk.take()
    assert desk.hear("hint") == ((advice.THINKING,), None)
    await settled()
    thinker.answers[0].set_result(TWO_BANKERS)
    await settled()
    assert told[0] == "Order 2 Bankers: there is little to choose."
    assert told[1].startswith(
        "Influence expected when the round ends: you: 17, Olena: 12, Marco: 9."
    )
    said, _ = desk.hear("hint")
    assert said == tuple(told), "it is known now"
    assert TableDesk(ordering(), lambda: 0.0).hear("hint") == ((advice.NOT_HERE,), None)


def test_a_name_that_ends_in_a_number_is_told_from_its_points() -> None:
    question = ordering().view().question
    assert question is not None
    said = advice.hint_sentences(question, TWO_BANKERS, Names(("Ada", "Strong 1", "Strong 2"), 0))
    assert "you: 17, Strong 1: 12, Strong 2: 9." in said[1]


async def test_in_lines_a_hint_for_a_question_that_is_over_is_not_told() -> None:
    table = ordering()
    desk = TableDesk(table, lambda: 0.0, None, adviser_saying(TWO_BANKERS))
    desk.take()
    desk.hear("hint")
    table.play(Order((Card.SPY,)))
    await settled()
    assert not [line for line in desk.take() if "Order 2 Bankers" in line]


# What it says


@pytest.mark.parametrize("why", Why)
@pytest.mark.parametrize("seat", [None, 1])
def test_every_reason_is_half_a_sentence(why: Why, seat: int | None) -> None:
    said = advice.why(Reason(why, Card.BANKER, seat, 6), NAMES)
    assert said[0].islower()
    assert not said.endswith(".")
    assert "{" not in said
    if seat is None:
        assert "Olena" not in said


def test_a_turn_is_told_move_by_move() -> None:
    question = turning().view().question
    assert question is not None
    moves = (
        TurnUp(Card.BARBARIANS),
        Destroy(1, Card.SENATOR),
        TurnUp(Card.LOBBYING),
        Swap(0, Card.PRIEST, 2, Card.SHIP_OWNER),
        Done(),
    )
    said = advice.decision(question, PlayTurn(moves), NAMES)
    assert said == (
        "In your turn, turn up Barbarians, destroy Olena's Senator, turn up Lobbying, "
        "swap your Priest and Marco's Ship Owner"
    )
    watched = Names(NAMES.names, you=-1)
    assert advice.decision(question, PlayTurn(moves[:1]), watched) == "Turn: turn up Barbarians"


def test_a_hint_says_each_thing_once() -> None:
    start = turn_position("28", "66", "3", "9", pair=True)
    question = RulesTable.of(start, hand="28", order="28").view().question
    assert question is not None
    up = (TurnUp(Card.BROADCASTER), TurnUp(Card.SPY))
    taking, other = PlayTurn((*up, TakeToken(), Done())), PlayTurn((*up, Done()))
    found = replace(
        hint(taking, Reason(Why.TAKES_TOKEN), ahead=0.03), next_best=other, influence=(9.0, 2.0, 1)
    )
    what, _, second = advice.hint_sentences(question, found, NAMES)
    assert what == "In your turn, turn up 1 Broadcaster and 1 Spy, take a token from the bank."
    assert second.startswith("Second best: turn up 1 Broadcaster and 1 Spy. With that you win")
    found = replace(found, sacrifice=Sacrifice(other, 2, Later.WINS, 3))
    said = " ".join(advice.hint_sentences(question, found, NAMES))
    assert said.count("turn up") == 2, "the advice, and the choice given up for it"
    assert "Second best" not in said


def test_orders_and_discards_are_told() -> None:
    question = ordering().view().question
    assert question is not None
    ending = RulesTable.of(position("33456789", "19", "2", round=1, phase=Phase.ENDING))
    giving = ending.view().question
    assert giving is not None
    spy = ChooseDiscard(Discard((Card.SENATOR, Card.PRIEST)))
    assert advice.decision(question, TWO_BANKERS.decision, NAMES) == "Order 2 Bankers"
    assert advice.decision(giving, spy, NAMES) == "Discard 1 Senator and 1 Priest"
    assert advice.decision(giving, ChooseDiscard(Discard(())), NAMES) == "Discard nothing"


def test_the_second_best_is_told_with_how_far_behind_it_is() -> None:
    question = ordering().view().question
    assert question is not None
    behind = advice.hint_sentences(question, TWO_BANKERS, NAMES)[-1]
    assert behind == (
        "Second best: order 2 Bankers. With that you win about 5 fewer of 100 games from here."
    )
    even = advice.hint_sentences(question, replace(TWO_BANKERS, ahead=0.001), NAMES)[-1]
    assert even == "As good: order 2 Bankers."
    alone = advice.hint_sentences(question, replace(TWO_BANKERS, next_best=None), NAMES)
    assert len(alone) == 2


@pytest.mark.parametrize(
    ("later", "said"),
    [
        (
            Sacrifice(MERCHANTS, 7, Later.FLEETING, 2, Card.MERCHANT),
            "By the end of the game the advice is worth about 2 more: what the other choice wins in"
            " Merchants is often lost again.",
        ),
        (
            Sacrifice(MERCHANTS, 7, Later.WINS, 4, None, None, True, *MOST_GOES),
            "But the 9 for Merchants are easily lost again: by the end of the game they are worth"
            " about 1. Of 100 games from here the advice wins about 4 more.",
        ),
        (
            Sacrifice(MERCHANTS, 7, Later.HOLDS_BACK, 3, None, 1, False, *ALL_GOES),
            "But the 9 for Merchants can hardly be expected to last. Instead the advice hinders"
            " Olena: at the end of the game Olena can be expected to have about 3 less.",
        ),
        (
            Sacrifice(MERCHANTS, 7, Later.HOLDS_BACK, 3, Card.SPY, 1),
            "Instead the advice hinders Olena, above all in Spies: at the end of the game Olena can"
            " be expected to have about 3 less.",
        ),
        (
            Sacrifice(MERCHANTS, 7, Later.WINS, 4, in_games=True),
            "Of 100 games from here the advice wins about 4 more.",
        ),
    ],
)
def test_a_hint_that_brings_less_now_says_why(later: Sacrifice, said: str) -> None:
    question = ordering().view().question
    assert question is not None
    what, less, *_ = advice.hint_sentences(question, replace(TWO_BANKERS, sacrifice=later), NAMES)
    assert what.startswith("Order 2 Bankers")
    assert less == f"Another choice brings 7 more in this round: order 2 Merchants. {said}"


@pytest.mark.parametrize("later", [e for e in Later if e not in (Later.HOLDS_BACK, Later.WINS)])
@pytest.mark.parametrize("in_games", [False, True])
def test_what_is_worth_more_later_is_a_whole_sentence(later: Later, in_games: bool) -> None:
    question = ordering().view().question
    assert question is not None
    less_now = Sacrifice(MERCHANTS, 7, later, 2, Card.SPY, in_games=in_games)
    found = replace(TWO_BANKERS, sacrifice=less_now)
    less = advice.hint_sentences(question, found, NAMES)[1]
    by_the_end = "By the end of the game the advice is worth about 2 more: "
    games = "Of 100 games from here the advice wins about 2 more: "
    assert (games if in_games else by_the_end) in less
    assert "{" not in less


def test_what_was_played_may_have_brought_more_at_first() -> None:
    question = ordering().view().question
    assert question is not None
    better = replace(TWO_BANKERS, sacrifice=Sacrifice(MERCHANTS, 7, Later.SAFER, 2, Card.BANKER))
    costly = Costly(3, 0, question, MERCHANTS, better, 0.05, -7.0)
    *_, less = advice.costly_sentences(costly, NAMES)
    assert less == (
        "What was played brings 7 more in that round. By the end of the game the advice is worth"
        " about 2 more: it makes the majority of Bankers safer."
    )


def test_what_an_event_is_to_be_aimed_at_is_told() -> None:
    question = ordering().view().question
    assert question is not None
    lobbying = hint(PlaceOrder(Order((Card.LOBBYING,))), Reason(Why.USES_EVENT, Card.LOBBYING))
    aimed = replace(lobbying, target=Swap(0, Card.PRIEST, 2, Card.SHIP_OWNER))
    assert advice.sentence(question, lobbying, NAMES).endswith("brings Lobbying into play.")
    assert advice.sentence(question, aimed, NAMES) == (
        "Order Lobbying. Its best target, as the table stands: swap your Priest and Marco's "
        "Ship Owner."
    )


def test_every_move_has_words() -> None:
    assert set(advice._MOVES) == set(get_args(TurnMove))
