from __future__ import annotations

import pytest

from koryo_tui.plain.ask import Ask, Heard
from koryo_tui.plain.asking import ask_for
from koryo_tui.plain.reading import NotUnderstood
from koryo_tui.text.plain import Word
from koryo_tui.text.words import Names
from protocol.peer.questions import (
    ChooseDiscard,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    TurnQuestion,
)
from protocol.rules import Discard, Phase, read_move, read_order
from tests.koryo_tui.helpers import RulesTable, cards, position, turn_position

NAMES = Names(("Ada", "Olena", "Marco"), 0)


def ordering(hand: str, *fronts: str) -> Ask:
    start = position(*(fronts or ("", "", "")))
    table = RulesTable.of(start, hand=hand)
    question = table.question
    assert isinstance(question, OrderQuestion)
    return ask_for(question)


def turning(order: str, *fronts: str, tokens: tuple[int, ...] = (0, 1, 0)) -> Ask:
    table = RulesTable.of(
        turn_position(order, *fronts, pair=True, tokens=tokens), hand="88", order=order
    )
    question = table.question
    assert isinstance(question, TurnQuestion)
    return ask_for(question)


def discarding(*fronts: str) -> Ask:
    question = RulesTable.of(position(*fronts, round=1, phase=Phase.ENDING)).question
    assert isinstance(question, DiscardQuestion)
    return ask_for(question)


def typed(ask: Ask, *lines: str | Word) -> Heard:
    """What comes of these lines, one after another."""
    heard = Heard(ask)
    for line in lines:
        now = heard.ask
        heard = now.word(line, NAMES) if isinstance(line, Word) else now.answer(line, NAMES)
    return heard


def test_each_question_has_an_example_that_can_be_typed() -> None:
    for ask, typed_line in (
        (ordering("26648-"), "66"),
        (ordering("24"), "2"),
        (ordering("266", "5", "", ""), "26"),
        (turning("66", "", "1", ""), "1"),
        (discarding("33456789", "19", "2"), "345"),
    ):
        example = ask.example(NAMES)
        assert example is not None
        assert example.typed == typed_line
        typed(ask, example.typed)


def test_who_can_discard_nothing_sees_no_example() -> None:
    question = RulesTable.of(position("4", "6", round=8, phase=Phase.ENDING)).question
    assert isinstance(question, DiscardQuestion)
    assert ask_for(question).example(NAMES) is None


def test_an_order_is_sealed_once_it_is_affirmed() -> None:
    ask = ordering("26648-")
    assert ask.lines(NAMES)[0] == (
        "Your hand: 1 Spy (2), 1 Priest (4), 2 Bankers (6), 1 Broadcaster (8) and Lobbying (-)."
    )
    chosen = typed(ask, "66")
    assert chosen.decision is None
    assert "Bankers: you lead 2 to 0" in chosen.said[0]
    assert chosen.ask.lines(NAMES) == ("? Seal 2 Bankers for good? yes or no",)
    assert typed(chosen.ask, Word.YES).decision == PlaceOrder(read_order("66"))


def test_what_an_event_will_do_to_others_is_not_counted_and_that_is_said() -> None:
    assert typed(ordering("266"), "66").said[0].count(". ") == 0
    for key, what in (("-", "Lobbying may swap"), ("0", "Barbarians may destroy")):
        (said,) = typed(ordering("266-0"), key).said
        assert said.endswith(f"What your {what} is not counted in that.")


def test_an_order_that_is_not_affirmed_is_asked_for_again() -> None:
    ask = ordering("266")
    assert typed(ask, "66", Word.NO).ask.lines(NAMES) == ask.lines(NAMES)


def test_another_order_may_be_typed_instead_of_yes() -> None:
    assert typed(ordering("266"), "66", "2", Word.YES).decision == PlaceOrder(read_order("2"))


@pytest.mark.parametrize(
    ("line", "why"),
    [("666", "You do not hold 3 Bankers"), ("26", "Two types"), ("6x", "6x. is no card")],
)
def test_an_order_that_is_refused_says_why(line: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        typed(ordering("266"), line)


def test_two_types_are_asked_for_with_the_ship_owners() -> None:
    ask = ordering("269", "5", "", "")
    assert "two types" in ask.lines(NAMES)[-1]
    assert typed(ask, "96", Word.YES).decision == PlaceOrder(read_order("69"))


def test_a_turn_is_sent_as_a_whole_when_its_end_is_affirmed() -> None:
    ask = turning("66", "", "1", "")
    assert ask.lines(NAMES) == (
        "1. turn up 2 Bankers",
        "? Your turn, order 2 Bankers. Type the number of a line.",
    )
    up = typed(ask, "1")
    assert up.said == ("You turn up 2 Bankers. Bankers: you lead 2 to 0.",)
    assert up.ask.lines(NAMES)[:2] == (
        "1. take a token from the bank (Bankers)",
        "2. end your turn",
    )
    asked = typed(up.ask, "2")
    assert asked.decision is None, "a token could still be had"
    assert typed(asked.ask, Word.YES).decision == PlayTurn(tuple(map(read_move, ("u6", "."))))
    taken = typed(up.ask, "1")
    assert taken.ask.lines(NAMES) == (
        "1. end your turn",
        "? Your turn, order 2 Bankers. Type the number of a line, or undo to take back your last "
        "move.",
    )
    done = typed(taken.ask, "1")
    assert done.decision == PlayTurn(tuple(map(read_move, ("u6", "t", "."))))


def test_a_turn_without_any_choice_takes_one_answer() -> None:
    ask = turning("9", "", "1", "")
    assert ask.lines(NAMES) == (
        "1. turn up 1 Merchant and end your turn",
        "? Your turn, order 1 Merchant. Type the number of a line.",
    )
    done = typed(ask, "1")
    assert done.said == ("You turn up 1 Merchant. Merchants: you lead 1 to 0.",)
    assert done.decision == PlayTurn(tuple(map(read_move, ("u9", "."))))


def test_ending_a_turn_names_what_was_not_used() -> None:
    asked = typed(turning("66", "", "1", ""), "1", "2")
    assert "You have not used: Bankers." in asked.ask.lines(NAMES)[0]


def test_undo_takes_back_one_move_after_another() -> None:
    ask = turning("66", "", "1", "")
    back = typed(ask, "1", "1", Word.UNDO)
    assert back.ask.lines(NAMES)[0] == "1. take a token from the bank (Bankers)"
    assert typed(back.ask, Word.UNDO).ask.lines(NAMES) == ask.lines(NAMES)
    with pytest.raises(NotUnderstood, match="nothing to take back"):
        typed(ask, Word.UNDO)


def test_barbarians_have_a_list_of_victims_and_ask_again() -> None:
    ask = turning("0", "6", "66", "7")
    victims = typed(ask, "1", "1")
    assert victims.ask.lines(NAMES)[:-1] == (
        "Your Barbarians destroy one of these:",
        "1. Olena's Banker",
    )
    sure = typed(victims.ask, "1")
    assert sure.said == ("Then: Bankers: a tie at 1; influence: Olena from 7 to 1.",)
    assert sure.ask.lines(NAMES) == ("? Destroy Olena's Banker. Do it? yes or no",)
    assert typed(sure.ask, Word.YES, "1").decision == PlayTurn(
        tuple(map(read_move, ("uB", "x1:6", ".")))
    )


def test_lobbying_asks_for_both_cards_one_after_the_other() -> None:
    ask = turning("-", "3", "39", "8")
    firsts = typed(ask, "1", "1")
    assert firsts.ask.lines(NAMES)[:-1] == (
        "Your Lobbying swaps two of these; the first one:",
        "1. your Senator",
        "2. Olena's Senator",
        "3. Olena's Merchant",
        "4. Marco's Broadcaster",
    )
    seconds = typed(firsts.ask, "1")
    assert seconds.ask.lines(NAMES)[:-1] == (
        "Swap your Senator with one of these:",
        "1. Olena's Merchant",
        "2. Marco's Broadcaster",
    )
    assert typed(seconds.ask, Word.BACK).ask.lines(NAMES) == firsts.ask.lines(NAMES)
    sure = typed(seconds.ask, "1")
    assert "Swap your Senator with Olena's Merchant." in sure.ask.lines(NAMES)[0]


def test_a_discard_names_how_many_and_is_affirmed() -> None:
    ask = discarding("3456", "33", "2")
    assert ask.lines(NAMES) == (
        "You may give up: 1 Senator (3), 1 Priest (4), 1 Ship Owner (5) and 1 Banker (6).",
        "? You are over the limit: type the cards to discard, 1 card in all.",
    )
    (about, _) = discarding("4560", "33", "2").lines(NAMES)
    assert about == (
        "You may give up: 1 Priest (4), 1 Ship Owner (5) and 1 Banker (6). Events are never"
        " discarded."
    )
    assert typed(ask, "4", Word.YES).decision == ChooseDiscard(Discard(read_order("4").cards))


@pytest.mark.parametrize(
    ("fronts", "line", "why"),
    [
        (("3456", "33", "2"), "34", "Another number of cards is needed: 1 card"),
        (("3456", "33", "2"), "9", "do not have"),
        (("4560", "33", "2"), "0", "Events are never discarded"),
        (("33456", "3", "2"), "33", None),
        (("334567", "3", "2"), "33", "Without the majority"),
    ],
)
def test_a_discard_that_is_refused_says_why(
    fronts: tuple[str, ...], line: str, why: str | None
) -> None:
    if why is None:
        assert typed(discarding(*fronts), line, Word.YES).decision is not None
        return
    with pytest.raises(NotUnderstood, match=why):
        typed(discarding(*fronts), line)


def test_with_the_senators_nothing_need_be_discarded() -> None:
    ask = discarding("3345", "3", "2")
    assert "or no for none" in ask.lines(NAMES)[-1]
    kept = typed(ask, Word.NO)
    assert kept.ask.lines(NAMES) == ("? Discard nothing? yes or no",)
    assert typed(kept.ask, Word.YES).decision == ChooseDiscard(Discard(()))


def test_the_helper_reads_cards_as_the_mode_does() -> None:
    assert sum(cards("66-0")) == 4
