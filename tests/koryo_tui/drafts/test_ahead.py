"""A decision prepared while others think: kept here, offered as far as it is legal when asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koryo_tui.drafts.ahead import (
    AheadDraft,
    Prepared,
    begun,
    is_changed,
    prepared_in,
    question_ahead,
    survives,
)
from koryo_tui.drafts.base import Cell, Press
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.turn import TurnDraft
from protocol.peer.questions import DiscardQuestion, OrderQuestion, TurnQuestion
from protocol.rules import Card, Destroy, Order, Phase, Placed, Standing, TakeToken, TurnUp
from tests.koryo_tui.helpers import RulesTable, cards, position, turn_position

FRONTS = ("446779", "133688899-", "2355770", "458999")


def before_my_order(hand: str = "26648-") -> RulesTable:
    return RulesTable.of(position(*FRONTS, actor=1), hand=hand)


def before_my_turn(order: str = "66", *fronts: str) -> RulesTable:
    start = turn_position(order, *(fronts or FRONTS), first=1)
    orders = (Placed(len(order), False), Placed(1, False), *start.orders[2:])
    return RulesTable.of(replace(start, actor=1, orders=orders), order=order, orders=("9",))


def ahead_of(table: RulesTable) -> AheadDraft:
    question = question_ahead(table.view())
    assert question is not None
    return AheadDraft(begun(question, None, confirm=True))


def pressed(draft: AheadDraft, *keys: Press) -> AheadDraft:
    for key in keys:
        reply = draft.press(key)
        assert reply.decision is None
        assert isinstance(reply.draft, AheadDraft)
        draft = reply.draft
    return draft


def test_an_order_can_be_prepared_before_the_others_have_placed_theirs() -> None:
    table = before_my_order()
    question = question_ahead(table.view())
    assert isinstance(question, OrderQuestion)
    assert question.seat == 0
    assert question.hand == cards("26648-")
    assert Order((Card.BANKER, Card.BANKER)) in question.legal


def test_a_turn_can_be_prepared_once_the_own_order_is_sealed() -> None:
    question = question_ahead(before_my_turn().view())
    assert isinstance(question, TurnQuestion)
    assert question.position.actor == 0
    assert question.position.legal_moves() == (TurnUp(Card.BANKER),)


def test_what_is_asked_now_is_not_prepared() -> None:
    assert question_ahead(RulesTable.of(position(*FRONTS), hand="26648-").view()) is None


def test_nothing_is_prepared_while_no_hand_is_dealt_or_after_the_own_turn() -> None:
    table = before_my_order()
    assert question_ahead(replace(table.view(), hand=None)) is None
    mine_next = before_my_turn()
    placed = mine_next.view()
    assert placed.position is not None
    played = replace(placed.position, orders=(None, *placed.position.orders[1:]))
    assert question_ahead(replace(placed, position=played)) is None


def test_who_is_missing_prepares_nothing() -> None:
    table = before_my_order()
    table.game = table.game.without(0, Standing.ABSENT)
    assert question_ahead(table.view()) is None


def test_enter_on_a_prepared_order_keeps_it_and_never_gives_it() -> None:
    draft = ahead_of(before_my_order()).jump(Card.BANKER).draft
    reply = draft.press(Press.ACCEPT)
    assert reply.decision is None
    assert reply.out
    assert isinstance(reply.draft, AheadDraft)
    assert reply.draft.kept
    assert reply.draft.prepared == Prepared(5, chosen=cards("66"))


def test_escape_clears_a_prepared_order_and_then_leaves() -> None:
    draft = ahead_of(before_my_order()).jump(Card.BANKER).draft
    cleared = draft.press(Press.BACK)
    assert not cleared.out
    assert isinstance(cleared.draft, AheadDraft)
    assert cleared.draft.prepared.is_empty
    assert cleared.draft.press(Press.BACK).out


def test_the_end_of_a_prepared_turn_keeps_its_moves() -> None:
    draft = pressed(ahead_of(before_my_turn()), Press.ACCEPT, Press.ACCEPT)
    assert draft.prepared.moves == (TurnUp(Card.BANKER), TakeToken())
    last = len(draft.inner.duties) - 1  # type: ignore[union-attr]
    marked = draft.pointed(last).draft
    reply = marked.press(Press.ACCEPT)
    assert (reply.out, reply.decision) == (True, None)


def test_a_prepared_order_is_offered_if_the_hand_still_has_it() -> None:
    kept = Prepared(5, chosen=cards("66"))
    table = RulesTable.of(position(*FRONTS), hand="26648-")
    question = table.question
    assert isinstance(question, OrderQuestion)
    draft = begun(question, kept, confirm=True)
    assert isinstance(draft, OrderDraft)
    assert draft.chosen == cards("66")
    assert draft.card is Card.BANKER
    assert not draft.sealing
    assert survives(kept, draft)


@pytest.mark.parametrize(
    "kept", [Prepared(5, chosen=cards("77")), Prepared(4, chosen=cards("66")), None]
)
def test_an_order_that_is_not_legal_or_of_another_round_is_not_offered(
    kept: Prepared | None,
) -> None:
    question = RulesTable.of(position(*FRONTS), hand="26648-").question
    assert isinstance(question, OrderQuestion)
    draft = begun(question, kept, confirm=True)
    assert draft == OrderDraft.begin(question)
    assert kept is None or not survives(kept, draft)


def test_a_pair_is_not_offered_once_the_ship_owners_are_gone() -> None:
    kept = Prepared(5, chosen=cards("24"))
    with_owners = RulesTable.of(position("5559", "6", "7"), hand="26648-").question
    without = RulesTable.of(position("9", "5556", "7"), hand="26648-").question
    assert isinstance(with_owners, OrderQuestion)
    assert isinstance(without, OrderQuestion)
    assert survives(kept, begun(with_owners, kept, confirm=True))
    assert not survives(kept, begun(without, kept, confirm=True))


def test_a_prepared_turn_is_offered_up_to_the_first_move_that_is_not_legal_any_more() -> None:
    kept = Prepared(5, moves=(TurnUp(Card.BARBARIANS), Destroy(1, Card.BANKER)))
    there = RulesTable.of(turn_position("0", "4", "6", "8"), order="0").question
    gone = RulesTable.of(turn_position("0", "4", "9", "8"), order="0").question
    assert isinstance(there, TurnQuestion)
    assert isinstance(gone, TurnQuestion)
    whole, part = (begun(question, kept, confirm=True) for question in (there, gone))
    assert isinstance(whole, TurnDraft)
    assert isinstance(part, TurnDraft)
    assert whole.moves == kept.moves
    assert survives(kept, whole)
    assert part.moves == kept.moves[:1]
    assert not survives(kept, part)


@pytest.mark.parametrize(
    ("fronts", "changed"),
    [(("9", "9", "8"), False), (("9", "98", "8"), False), (("9", "99", "8"), True)],
)
def test_it_is_known_whether_what_was_prepared_comes_to_the_same(
    fronts: tuple[str, ...], changed: bool
) -> None:
    """To destroy the only other Merchant gives the majority; to destroy one of two does not."""
    moves = (TurnUp(Card.BARBARIANS), Destroy(1, Card.MERCHANT))
    first, later = (
        RulesTable.of(turn_position("0", *each), order="0").question
        for each in (("9", "9", "8"), fronts)
    )
    assert isinstance(first, TurnQuestion)
    assert isinstance(later, TurnQuestion)
    kept = prepared_in(begun(first, Prepared(5, moves=moves), confirm=True))
    draft = begun(later, kept, confirm=True)
    assert survives(kept, draft)
    assert is_changed(kept, draft) is changed


def test_clicks_choose_in_a_prepared_order_too() -> None:
    draft = ahead_of(before_my_order())
    marked = draft.point(Cell(0, Card.BANKER)).draft
    taken = marked.point(Cell(0, Card.BANKER)).draft
    assert isinstance(taken, AheadDraft)
    assert taken.prepared.chosen == cards("66")
    assert taken.card is Card.BANKER


#: Limit 3: two of the own characters have to go, and two or more of the neighbour's.
CROWDED = ("45678", "99889", "2")


def before_my_discard(*fronts: str, first: int = 1) -> RulesTable:
    table = position(*(fronts or CROWDED), round=1, phase=Phase.ENDING, first=first, actor=first)
    return RulesTable.of(table)


def test_a_discard_can_be_prepared_while_those_before_choose_theirs() -> None:
    question = question_ahead(before_my_discard().view())
    assert isinstance(question, DiscardQuestion)
    assert question.seat == 0
    assert {len(discard.cards) for discard in question.legal} == {2}


def test_a_discard_can_be_prepared_once_the_own_turn_is_over() -> None:
    start = turn_position("9", *CROWDED, round=1, first=0)
    placed = replace(start, actor=1, orders=(None, Placed(1, False), None))
    question = question_ahead(RulesTable.of(placed, orders=("9",)).view())
    assert isinstance(question, DiscardQuestion)
    assert question.position.phase is Phase.ENDING


def test_no_discard_is_prepared_after_the_own_or_without_a_choice() -> None:
    after_mine = before_my_discard(first=0)
    ending = replace(after_mine.game.position, actor=1)
    after_mine.game = replace(after_mine.game, position=ending)
    assert question_ahead(after_mine.view()) is None
    assert question_ahead(before_my_discard("456", *CROWDED[1:]).view()) is None
    assert question_ahead(before_my_discard("9999", *CROWDED[1:]).view()) is None


def test_enter_on_a_prepared_discard_keeps_it_and_never_gives_it() -> None:
    draft = ahead_of(before_my_discard())
    for card in (Card.PRIEST, Card.BROADCASTER):
        draft = AheadDraft(draft.jump(card).draft.inner)  # type: ignore[attr-defined]
    reply = draft.press(Press.ACCEPT)
    assert (reply.out, reply.decision) == (True, None)
    assert isinstance(reply.draft, AheadDraft)
    assert reply.draft.prepared == Prepared(1, discard=cards("48"))
    assert reply.draft.prepared.is_for(question_ahead(before_my_discard().view()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("front", "chosen"), [("45678", "48"), ("55678", "8"), ("456888", "48"), ("4568", "4")]
)
def test_a_prepared_discard_is_offered_as_far_as_it_is_still_there_and_may_go(
    front: str, chosen: str
) -> None:
    kept = Prepared(1, discard=cards("48"))
    question = question_ahead(before_my_discard(front, *CROWDED[1:]).view())
    assert isinstance(question, DiscardQuestion)
    draft = begun(question, kept, confirm=True)
    assert isinstance(draft, DiscardDraft)
    assert draft.chosen == cards(chosen)
    assert not draft.sure
    assert survives(kept, draft) == (chosen == "48")
