from __future__ import annotations

from collections.abc import Callable

import pytest

from koryo_tui.bots.registry import make_bot
from koryo_tui.bots.sight import Bot
from koryo_tui.learn.table import LearnTable
from koryo_tui.text import lessons
from protocol.peer.view import MovePlayed, OrderOpened
from protocol.rules import CARDS, Card, Discard, RemoveEvent, Steal, Swap, TakeToken
from tests.koryo_tui.learn.learners import Eventful, First, lessons_of

PHASES = (
    lessons.WELCOME,
    lessons.ORDER,
    lessons.SEALED,
    lessons.TURN,
    lessons.OTHERS,
    lessons.ENDING,
    lessons.SECOND,
    lessons.GIVEN_UP,
    lessons.END,
)
MINDS: tuple[Callable[[str], Bot], ...] = (
    lambda seed: First(),
    lambda seed: Eventful(),
    lambda seed: make_bot("easy", seed),
    lambda seed: make_bot("steady", seed),
)


def matters(table: LearnTable, card: Card) -> bool:
    """Whether a card is in sight: in a hand of the learner, face up, or opened."""
    view = table.view()
    assert view.position is not None
    held = view.hand is not None and view.hand[card] > 0
    opened = [each.order for each in view.happenings if isinstance(each, OrderOpened)]
    return held or any(card in order.cards for order in opened)


@pytest.mark.parametrize("mind", MINDS)
def test_each_phase_and_each_power_is_explained_once_and_not_before_it_matters(
    mind: Callable[[str], Bot],
) -> None:
    for number in range(8):
        deal = f"deal {number}"
        table = LearnTable("Olena", deal)
        ids = []
        for lesson in lessons_of(table, mind(deal)):
            ids.append(lesson.id)
            if lesson.id in Card.__members__:
                assert matters(table, Card[lesson.id]), (deal, lesson.id)
        assert len(set(ids)) == len(ids)
        assert [id for id in ids if id in PHASES] == list(PHASES)
        # What only somebody with too many cards is asked need not come up.
        assert set(ids) - {lessons.DISCARD} == {*PHASES, *(card.name for card in CARDS)}


def test_others_use_what_a_beginner_could_overlook() -> None:
    table = LearnTable("Olena")
    why = {each.id: each.paragraphs[0] for each in lessons_of(table, make_bot("steady", "learner"))}
    used = {
        type(each.move)
        for each in table.view().happenings
        if isinstance(each, MovePlayed) and each.seat
    }
    assert {TakeToken, Steal, Swap, RemoveEvent, Discard} <= used
    # The screen shows the round in which they are read.
    assert why[Card.BANKER.name] == "In the last round: Ben has used the power of the Bankers."
    assert why[Card.SPY.name] == "Ben has used the power of the Spies."
    assert "the limit is 4. You lead the Senators" in why[lessons.DISCARD]
    assert "give up 0 to 1 card." in why[lessons.DISCARD]
