"""The draft of an order: one type, or two with the Ship Owners, sealed by Enter twice."""

from __future__ import annotations

import pytest

from koryo_tui.drafts.base import Cell, Press, Reply, Why
from koryo_tui.drafts.order import OrderDraft
from protocol.peer.questions import OrderQuestion, PlaceOrder
from protocol.rules import Card, Order, preview_order
from tests.koryo_tui.helpers import cards, position

KEYS = {"0": Card.BARBARIANS, "-": Card.LOBBYING}


def draft(hand: str = "26648-", own: str = "4479") -> OrderDraft:
    start = position(own, "36", "7")
    question = OrderQuestion(0, start, cards(hand), start.legal_orders(cards(hand)))
    return OrderDraft.begin(question)


def after(draft: OrderDraft, keys: str) -> Reply:
    """What becomes of the draft after these keys; letters are presses."""
    presses = {
        "E": Press.ACCEPT,
        ">": Press.RIGHT,
        "<": Press.LEFT,
        " ": Press.TOGGLE,
        "x": Press.BACK,
        "u": Press.UNDO,
        "v": Press.DOWN,
        "^": Press.UP,
        "t": Press.NEXT,
    }
    reply = Reply(draft)
    for key in keys:
        current = reply.draft
        if key in presses:
            reply = current.press(presses[key])
        else:
            reply = current.jump(KEYS[key] if key in KEYS else Card(int(key)))
    return reply


def chosen(reply: Reply) -> tuple[int, ...]:
    assert isinstance(reply.draft, OrderDraft)
    order = reply.draft.order
    return () if order is None else tuple(int(card) for card in order.cards)


def test_a_digit_takes_all_of_its_cards_in_hand() -> None:
    assert chosen(after(draft(), "6")) == (6, 6)


def test_the_digit_again_takes_one_fewer_and_then_all_again() -> None:
    assert chosen(after(draft(), "66")) == (6,)
    assert chosen(after(draft(), "666")) == (6, 6)


def test_another_digit_replaces_the_choice() -> None:
    assert chosen(after(draft(), "64")) == (4,)


@pytest.mark.parametrize(("key", "card"), [("0", 10), ("-", 11)])
def test_events_have_keys_too(key: str, card: int) -> None:
    assert chosen(after(draft("0-6"), key)) == (card,)


def test_left_and_right_change_the_number_within_the_hand() -> None:
    assert chosen(after(draft(), "6<")) == (6,)
    assert chosen(after(draft(), "6<<")) == ()
    assert chosen(after(draft(), "6<>")) == (6, 6)
    too_many = after(draft(), "6>")
    assert (chosen(too_many), too_many.complaint and too_many.complaint.why) == (
        (6, 6),
        Why.ALL_TAKEN,
    )


def test_a_card_not_in_hand_is_refused_with_its_reason() -> None:
    refused = after(draft(), "67")
    assert refused.complaint is not None
    assert (refused.complaint.why, refused.complaint.card) == (Why.NONE_IN_HAND, Card.GUARDIAN)
    assert chosen(refused) == (6, 6)


def test_a_second_type_needs_the_ship_owners() -> None:
    refused = after(draft(), "6vv ")
    assert refused.complaint is not None
    assert refused.complaint.why is Why.NEEDS_SHIP_OWNERS
    assert chosen(refused) == (6, 6)


def test_the_ship_owners_may_pair_one_card_each() -> None:
    paired = after(draft(own="5479"), "6vv ")
    assert chosen(paired) == (6, 8)
    third = after(draft(own="5479"), "6vv ^^^^ ")
    assert third.complaint is not None
    assert third.complaint.why is Why.PAIR_IS_FULL
    more = after(draft(own="5479"), "6vv >")
    assert more.complaint is not None
    assert more.complaint.why is Why.PAIR_IS_FULL


def test_a_pair_loses_one_of_its_two_by_space() -> None:
    assert chosen(after(draft(own="5479"), "6vv  ")) == (6,)


def test_enter_takes_the_marked_cards_then_asks_then_seals() -> None:
    first = after(draft(), "E")
    assert (chosen(first), first.decision) == ((2,), None)
    asked = after(draft(), "6E")
    assert isinstance(asked.draft, OrderDraft)
    assert (asked.draft.sealing, asked.decision) == (True, None)
    sealed = after(draft(), "6EE")
    assert sealed.decision == PlaceOrder(Order((Card.BANKER, Card.BANKER)))


@pytest.mark.parametrize("key", ["x", "v", "<", "4", "t", " "])
def test_any_other_key_takes_back_the_first_enter(key: str) -> None:
    asked = after(draft(), f"6E{key}")
    assert isinstance(asked.draft, OrderDraft)
    assert not asked.draft.sealing


def test_escape_and_undo_clear_the_choice() -> None:
    assert chosen(after(draft(), "6x")) == ()
    assert chosen(after(draft(), "6u")) == ()
    nothing = after(draft(), "u")
    assert nothing.complaint is not None
    assert nothing.complaint.why is Why.NOTHING_TO_UNDO


def test_tab_goes_from_card_to_card_of_the_hand_and_round() -> None:
    marks = [after(draft(), "t" * number).draft.card for number in range(6)]
    assert [int(card) for card in marks] == [2, 4, 6, 8, 11, 2]


def test_a_click_marks_and_a_second_click_takes() -> None:
    marked = draft().point(Cell(0, Card.BANKER))
    assert (chosen(marked), marked.draft.card) == ((), Card.BANKER)
    assert chosen(marked.draft.point(Cell(0, Card.BANKER))) == (6, 6)


def test_every_legal_order_can_be_chosen_and_nothing_else_is_ever_sealed() -> None:
    begun = draft(hand="2666489-", own="5479")
    reached = set()
    for first in begun.question.legal:
        if first.is_pair:
            one, other = first.cards
            rows = "v" * ((list(Card).index(other) - list(Card).index(one)) % 11)
            keys = f"{'-' if one is Card.LOBBYING else int(one)}{rows} "
        else:
            held = begun.question.hand[first.cards[0]]
            key = "-" if first.cards[0] is Card.LOBBYING else str(int(first.cards[0]))
            keys = key * (held - len(first.cards) + 1)
        sealed = after(begun, f"{keys}EE").decision
        assert isinstance(sealed, PlaceOrder)
        reached.add(sealed.order)
    assert reached == set(begun.question.legal)


def test_the_preview_is_that_of_the_rules() -> None:
    begun = draft()
    for key in "2648-":
        shown = after(begun, key).draft
        assert isinstance(shown, OrderDraft)
        assert shown.order is not None
        assert shown.change is not None
        expected = preview_order(begun.question.position, 0, shown.order)
        assert shown.change.after.influence() == expected
