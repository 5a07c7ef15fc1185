"""Short labels keep to the cells they have; sentences of windows fit theirs."""

from __future__ import annotations

import pytest

from koryo_tui.drawing import cells, panels
from koryo_tui.drawing.choice_page import choice_at, choice_page
from koryo_tui.drawing.scene import Scene
from koryo_tui.text import choices, going, labels, phrases, waiting
from koryo_tui.text.words import Names
from protocol.peer.talk import PHRASES
from protocol.peer.view import TalkView
from tests.koryo_tui.helpers import RulesTable, position

WIDEST = Names(("W" * 12,) * 4, you=3)
ROWS = (labels.IN_FRONT, labels.ORDER, labels.TOKENS, labels.INFLUENCE)


def test_rows_of_the_ledger_fit_their_column() -> None:
    assert all(cells.width(text) <= 15 for text in ROWS)


def test_words_for_seats_fit_a_narrow_column() -> None:
    found = (*labels.DOING.values(), *labels.LINKS.values(), labels.AT_FAULT, labels.HAS_LEFT)
    found += (
        labels.ABSENT,
        labels.RETURNS,
        labels.LOST_FOR.format(time="59:59"),
        labels.CLOSED,
        labels.VOTED.format(number=2, of=3),
    )
    assert all(cells.width(text) <= 12 for text in found)
    assert all(text[0] in "~+x!?" for text in found), "no mark of a count"


def test_what_works_everywhere_fits_and_the_menu_is_always_there() -> None:
    scene = Scene(RulesTable.of(position("4", "6", "7")).view(), 0)
    assert cells.width(panels.footer(scene, 80).text.rstrip()) <= 80
    for width in (76, 60, 40):
        assert "Esc Menu" in panels.footer(scene, width).text


@pytest.mark.parametrize(
    "window",
    [
        going.LEAVE_TABLE,
        going.leave_lobby(False),
        going.leave_lobby(True),
        going.ALONE,
        choices.vote(0, WIDEST, (1, 2, 3)),
        choices.vote(0, WIDEST, (1, 3)),
        choices.whom((0, 1, 2), WIDEST),
        choices.only_wait((0, 1, 2), choices.NoVote.SEVERAL, WIDEST),
        choices.menu(tuple(choices.MENU)),
    ],
)
def test_windows_fit_the_smallest_terminal(window: choices.Choices) -> None:
    lines = choice_page(window, 0, 74)
    assert len(lines) <= 22
    assert all(line.width == 74 for line in lines)
    for row, line in enumerate(lines):
        index = choice_at(window, 74, row)
        if index is not None:
            assert window.choices[index].label in line.text


def test_to_wait_is_offered_first() -> None:
    first = choices.vote(0, WIDEST, (1, 2, 3)).choices[0]
    assert first.id == choices.DISAGREE


def test_every_phrase_that_travels_has_a_sentence() -> None:
    for code in PHRASES:
        assert phrases.said(TalkView(0, "", code)).rstrip()[-1] in ".!"
    assert phrases.said(TalkView(0, "", "new-one")) == "new-one"
    assert phrases.said(TalkView(0, "gg", "")) == "gg"


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        ((3,), "You want a pause. It begins when all want it."),
        ((0,), f"{'W' * 12} wants a pause. It begins when all want it."),
        ((0, 3), f"{'W' * 12} and you want a pause. It begins when all want it."),
    ],
)
def test_wishes_for_a_pause_are_sentences(seats: tuple[int, ...], text: str) -> None:
    assert waiting.pause_wish(seats, WIDEST) == text
