from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from koryo_tui.bots.registry import make_bot
from koryo_tui.bots.sight import sight_of
from koryo_tui.drafts.preview import of_order
from koryo_tui.drawing.scene import Scene
from koryo_tui.drawing.scores_page import result_page
from koryo_tui.learn.app import LearnApp
from koryo_tui.learn.plain import leaving_lesson, plain_session
from koryo_tui.learn.screens import LearnScreen, LessonScreen, lesson_page
from koryo_tui.learn.table import DEAL, LearnTable
from koryo_tui.plain.going import Goodbye
from koryo_tui.plain.run import Lines, PlainStage
from koryo_tui.plain.table import TableDesk
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.text import choices, lessons, pages, rules, waiting, words
from koryo_tui.text.waiting import Waiting
from koryo_tui.text.words import Names
from protocol.peer.questions import (
    Decision,
    OrderQuestion,
    PlaceOrder,
    TurnQuestion,
)
from protocol.peer.view import MovePlayed, OrderOpened, RoundDealt, RoundEnded, TableView
from protocol.rules import (
    CARDS,
    EVENTS,
    FAMILIES,
    Card,
    IllegalMove,
    Order,
    Phase,
    RemoveEvent,
    Steal,
    TakeToken,
    TurnUp,
)
from tests.koryo_tui.helpers import STILL, text_of, until
from tests.koryo_tui.learn.learners import played
from tests.koryo_tui.typist import Typist


def test_the_game_waits_while_a_lesson_is_read() -> None:
    table = LearnTable("Olena")
    assert table.lesson is not None
    assert table.lesson.id == lessons.WELCOME
    assert table.view().question is None
    table.read()
    assert table.lesson.id == lessons.ORDER
    # What the hand is good for, before the first choice, and nothing of what is not in it yet.
    said = " ".join(lessons.of_card(Card.GUARDIAN, "").paragraphs)
    assert not [card for card in (Card.SPY, Card.LOBBYING) if words.many(card) in said]
    assert read_all(table) == [lessons.ORDER, Card.SENATOR.name, Card.GUARDIAN.name]
    assert isinstance(table.view().question, OrderQuestion)


def test_three_rounds_are_played_to_a_result() -> None:
    table = LearnTable("Olena")
    played(table)
    view = table.view()
    assert view.outcome is not None
    assert view.position is not None
    assert view.position.phase is Phase.OVER
    assert sum(isinstance(each, RoundDealt) for each in view.happenings) == lessons.ROUNDS
    assert sum(isinstance(each, RoundEnded) for each in view.happenings) == lessons.ROUNDS
    assert sum(isinstance(each, OrderOpened) for each in view.happenings) == 3 * lessons.ROUNDS
    assert tuple(s.total for s in view.outcome.scores) == view.position.influence()


def test_the_same_choices_give_the_same_game() -> None:
    tables = [LearnTable("Olena", DEAL), LearnTable("Olena", DEAL)]
    assert played(tables[0]) == played(tables[1])
    assert tables[0].view().happenings == tables[1].view().happenings


def test_what_the_rules_refuse_changes_nothing() -> None:
    table = LearnTable("Olena")
    read_all(table)
    before = table.view()
    with pytest.raises(IllegalMove):
        table.decide(PlaceOrder(Order(())))
    assert table.view() == before


def test_every_lesson_fits_a_page_without_scrolling() -> None:
    long = (lessons.WELCOME, lessons.ORDER, lessons.END)
    whole = [lessons.phase(id) for id in long]
    whole.append(lessons.discard(lessons.MAY_KEEP.format(front=9, limit=5, number="2 to 4 cards")))
    whole += [lessons.of_card(card, "Because.") for card in CARDS]
    for lesson in whole:
        assert len(lesson_page(lesson, 76)) <= 20, lesson.id
    assert rules.WHO[1:] == LearnTable.RIVALS


async def test_lessons_stand_over_the_table_until_enter() -> None:
    table = LearnTable("Olena")
    app = LearnApp(table, STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PageScreen))
        assert "Welcome to Koryo" in "\n".join(text_of(pilot))
        await pilot.press("f1", "f2")
        await until(pilot, lambda: "Log" in "\n".join(text_of(pilot)))
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        assert "Welcome to Koryo" in "\n".join(text_of(pilot)), "no page is lost to another"
        await pilot.press("enter")
        for title in ("choose your order", "3 Senators", "7 Guardians"):
            shown = f"{title}   {lessons.GOES_ON}"
            await until(pilot, lambda: shown in "\n".join(text_of(pilot)))  # noqa: B023
            await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, PageScreen))
        question = table.view().question
        assert isinstance(question, OrderQuestion)
        key = str(int(question.legal[-1].cards[0]))
        await pilot.press(key, "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, PageScreen))
        assert "Sealed" in "\n".join(text_of(pilot))
    await app.close_session()


async def test_who_may_end_the_lesson_is_asked_with_staying_first() -> None:
    app = LearnApp(LearnTable("Olena"), STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PageScreen))
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, PageScreen))
        app.push_screen(ChoiceScreen(choices.whom((1, 2), Names(("Olena", "Ada", "Ben"), 0))))
        await until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.press("ctrl+q")
        windows = [each for each in app.screen_stack if isinstance(each, ChoiceScreen)]
        assert len(windows) == 1, "what was open gives way"
        await pilot.press("ctrl+q")
    await app.close_session()
    assert app.return_code == 0


async def test_the_whole_lesson_by_keyboard_reaches_its_result() -> None:
    """The keys a beginner would press: Enter for what is offered, digits where it is asked."""
    table = LearnTable("Olena")
    app = LearnApp(table, STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(300):
            if table.view().outcome is not None and table.lesson is None:
                break
            await pilot.pause()
            view = table.view()
            if isinstance(app.screen, PageScreen) or view.question is None:
                await pilot.press("enter")
            elif view.position is not None and view.position.phase is Phase.ENDING:
                front = view.position.fronts[0]
                least = next(card for card in CARDS if front[card])
                await pilot.press(str(int(least)), "enter", "enter")
            elif isinstance(view.question, OrderQuestion):
                cards = view.question.legal[0].cards
                await pilot.press(str(int(cards[0])), "enter", "enter")
            else:
                await pilot.press("enter")
        assert table.view().outcome is not None
        await until(pilot, lambda: "with" in "\n".join(text_of(pilot)))
        assert lessons.ENTER_NEXT in "\n".join(text_of(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, LearnScreen))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.press("enter")
    await app.close_session()
    assert app.return_code == 0
    assert app.wants_game, "a whole game is what is offered first"


async def test_the_lesson_in_lines() -> None:
    typed: Lines = asyncio.Queue()
    typist = Typist()
    said: list[str] = []
    table = LearnTable("Olena")

    def tell(line: str) -> None:
        said.append(line)
        typist.read([line])
        reply = typist.reply()
        if reply is not None:
            typed.put_nowait(reply)
        if table.view().outcome is not None and typed.empty():
            typed.put_nowait("leave")

    stage = PlainStage(plain_session(table, tell), typed, tell, lambda: 0.0)
    async with asyncio.timeout(30):
        assert await stage.run() == 0
    assert "Lesson: Welcome to Koryo." in said
    assert said.index("Lesson: Phase 2: choose your order.") < next(
        number for number, line in enumerate(said) if line.startswith("? Your order")
    )
    assert any(line.startswith("Lesson: You know the game") for line in said)
    assert not any("Enter" in line or "below" in line for line in said)


def test_leaving_the_lesson_in_lines_says_that_nothing_is_lost() -> None:
    desk = TableDesk(LearnTable("Olena"), lambda: 0.0, leaving=leaving_lesson)
    said = ("It can be begun again at any time.", "? End the lesson? yes or no")
    assert desk.hear("leave") == (said, None)
    assert desk.hear("yes") == ((), Goodbye.LEAVE)


def read_all(table: LearnTable) -> list[str]:
    """Reads what is due now; the lessons in their order."""
    ids = []
    while table.lesson is not None:
        ids.append(table.lesson.id)
        table.read()
    return ids


def decided(table: LearnTable, wanted: Decision | None = None) -> list[str]:
    """Decides (as a computer player would, if not told what) and reads what follows."""
    mind = make_bot("steady", "learner")
    table.decide(wanted or mind.decide(sight_of(table.view(), seconds=1.0)))
    return read_all(table)


@pytest.mark.parametrize("deal", [DEAL, "event 1"])
def test_whatever_an_own_turn_can_use_is_explained_before_it_is_chosen(deal: str) -> None:
    table, held = LearnTable("Olena", deal), 0
    read_all(table)
    while table.view().outcome is None:
        question = table.view().question
        if isinstance(question, OrderQuestion):
            events = [card for card in EVENTS if question.hand[card]]
            order = Order((events[0],)) if events else question.legal[-1]
            held += bool(events)
            decided(table, PlaceOrder(order))
            continue
        if isinstance(question, TurnQuestion):
            usable = {card for card in question.order.cards if card.is_event}
            later = of_order(question.position, 0, question.order).after.powers()
            powers = (Card.BANKER, Card.SPY, Card.PRIEST)
            usable |= {card for card in powers if later[FAMILIES.index(card)] == 0}
            assert {card.name for card in usable} <= table.seen
        decided(table)
    assert held or deal != DEAL


@pytest.mark.parametrize("deal", [DEAL, "power 8"])
def test_a_power_that_somebody_used_has_been_explained(deal: str) -> None:
    table = LearnTable("Olena", deal)
    played(table)
    kinds = {TakeToken: Card.BANKER, Steal: Card.SPY, RemoveEvent: Card.PRIEST}
    moves = [each.move for each in table.view().happenings if isinstance(each, MovePlayed)]
    used = {kinds[type(move)] for move in moves if type(move) in kinds}
    used |= {move.card for move in moves if isinstance(move, TurnUp) and move.card.is_event}
    assert {card.name for card in used} <= table.seen


def test_the_result_comes_after_the_last_lesson_and_names_no_record() -> None:
    table = LearnTable("Olena")
    while not (table.lesson is not None and table.lesson.id == lessons.END):
        if table.lesson is not None:
            table.read()
        else:
            table.decide(make_bot("steady", "").decide(sight_of(table.view(), seconds=1.0)))
    assert table.view().outcome is None
    table.read()
    view = table.view()
    assert view.outcome is not None
    page = "\n".join(line.text for line in result_page(Scene(view, len(view.happenings)), 76))
    assert "Table" not in page
    assert "agrees" not in page
    assert "Ada" in page
    assert "koryo-tui solo" in page


def test_a_lesson_counts_for_no_hall() -> None:
    table = LearnTable("Olena")
    played(table)
    view = table.view()
    assert view.outcome is not None
    outcome = replace(view.outcome, hall_of_fame=(1,), wall_of_shame=(0,))
    in_halls = replace(view, outcome=outcome)

    def page(view: TableView) -> str:
        return "\n".join(line.text for line in result_page(Scene(view, 0), 76))

    kept = replace(in_halls, table=bytes([1]) * 32)
    for hall in (pages.HALL_OF_FAME, pages.WALL_OF_SHAME):
        assert hall in page(kept)
        assert hall not in page(in_halls)


def test_behind_a_lesson_nothing_is_said_to_be_checked() -> None:
    view = LearnTable("Olena").view()
    assert waiting.of_view(view, Names.of(view), Waiting(0.0)).text == "You are next."
