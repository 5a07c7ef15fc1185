"""Every prompt and every complaint is a sentence that fits a line of 76 cells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koryo_tui.drafts.base import Complaint, Watch, Why
from koryo_tui.drawing import cells
from koryo_tui.text import prompts, waiting
from koryo_tui.text.waiting import Waiting
from koryo_tui.text.words import Names
from protocol.peer.view import Doing, LinkState
from protocol.rules import CARDS, Phase, Referee
from tests.koryo_tui.helpers import RulesTable, position, shuffled

WIDEST = Names(("W" * 12,) * 4, you=3)


@pytest.mark.parametrize("why", list(Why))
def test_every_complaint_is_a_sentence_that_fits(why: Why) -> None:
    for card in CARDS:
        said = prompts.complaint(Complaint(why, card, 0, (0, 1, 2)), WIDEST)
        assert said.endswith(".")
        assert said[0].isupper()
        assert "  " not in said
        assert cells.width(said) <= 74


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((1,), "1 card"),
        ((2,), "2 cards"),
        ((0, 1, 2), "0 to 2 cards"),
        ((1, 2, 5), "1, 2 or 5 cards"),
    ],
)
def test_numbers_of_cards_are_said_in_words(numbers: tuple[int, ...], text: str) -> None:
    assert prompts.number_wanted(numbers) == text


def watched(table: RulesTable, now: float = 100.0, **more: object) -> prompts.Prompt:
    view = table.view()
    assert prompts.of_draft(Watch(), Names.of(view)) is None
    return waiting.of_view(view, Names.of(view), Waiting(now, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        (Phase.ORDER, "Olena is choosing an order."),
        (Phase.ENDING, "Olena is choosing what to discard."),
    ],
)
def test_who_must_decide_is_named(phase: Phase, text: str) -> None:
    table = RulesTable.of(position("3", "45678" * 1, "7", phase=phase, actor=1, round=1))
    assert watched(table).text == text


def test_an_order_sent_but_not_yet_checked_by_all_is_waited_for() -> None:
    table = RulesTable.of(position("3", "4", "7", actor=1))
    table.doing[1] = Doing.CHECKING
    assert watched(table).text == "Everybody checks the order: waiting for Olena."


def test_a_lost_link_that_is_waited_for_is_named_with_its_time() -> None:
    table = RulesTable.of(position("3", "4", "7", actor=1))
    table.links[1] = LinkState.LOST
    said = watched(table, now=160.0, lost=(1,))
    assert said.text == "The table waits for Olena: no link for 1:12."
    assert said.urgent


def test_a_table_that_cannot_go_on_says_why() -> None:
    table = RulesTable(Referee.start((0, 1), 0, shuffled("stop")))
    table.stopped = "Olena is at fault: the opening does not match."
    said = watched(table)
    assert (said.text, said.urgent) == (table.stopped, True)


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (Phase.ORDER, "Your order is sealed. It waits for Marco: no link for 0:12."),
        (Phase.ACTION, "Your turn is sent. It waits for Marco: no link for 0:12."),
        (Phase.ENDING, "Your discard is sent. It waits for Marco: no link for 0:12."),
    ],
)
def test_what_was_sent_is_said_while_somebody_is_lost(phase: Phase, said: str) -> None:
    table = RulesTable.of(position("4", "6", "7"))
    table.links, table.silent, table.doing = {2: LinkState.LOST}, True, {0: Doing.READY}
    view = table.view()
    assert view.position is not None
    known = replace(view, position=replace(view.position, phase=phase), waiting_for=(2,))
    assert waiting.of_view(known, Names.of(known), Waiting(100.0, lost=(2,))).text == said


def test_whoever_left_reads_whether_it_goes_on() -> None:
    table = RulesTable.of(position("4", "6", "7"))
    table.silent, table.gone = True, (0,)
    assert "You ask for your seat" in watched(table).text
    table.gone = (0, 1, 2)
    assert "does not go on" in watched(table).text
