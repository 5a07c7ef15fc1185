"""The draft of a discard: as many as the limit asks, or fewer with the Senators."""

from __future__ import annotations

from koryo_tui.drafts.base import Press, Reply, Why
from koryo_tui.drafts.discard import DiscardDraft
from protocol.peer.questions import ChooseDiscard, DiscardQuestion
from protocol.rules import Card, Discard, Phase
from tests.koryo_tui.helpers import position

PRESSES = {
    "E": Press.ACCEPT,
    ">": Press.RIGHT,
    "<": Press.LEFT,
    " ": Press.TOGGLE,
    "x": Press.BACK,
    "u": Press.UNDO,
    "v": Press.DOWN,
    "t": Press.NEXT,
}


def draft(*fronts: str, round: int = 1) -> DiscardDraft:
    start = position(*fronts, round=round, phase=Phase.ENDING)
    legal = tuple(move for move in start.legal_moves() if isinstance(move, Discard))
    return DiscardDraft.begin(DiscardQuestion(0, start, legal))


def after(begun: DiscardDraft, keys: str) -> Reply:
    reply = Reply(begun)
    for key in keys:
        press = PRESSES.get(key)
        reply = reply.draft.press(press) if press else reply.draft.jump(Card(int(key)))
    return reply


def chosen(reply: Reply) -> tuple[int, ...]:
    assert isinstance(reply.draft, DiscardDraft)
    return tuple(int(card) for card in reply.draft.discard.cards)


def why(reply: Reply) -> Why | None:
    return reply.complaint.why if reply.complaint else None


def test_a_digit_gives_one_card_up_and_enter_twice_sends_it() -> None:
    begun = draft("45678", "9")
    assert begun.numbers == (2,)
    assert chosen(after(begun, "48")) == (4, 8)
    assert after(begun, "48E").decision is None
    sent = after(begun, "48EE").decision
    assert sent == ChooseDiscard(Discard((Card.PRIEST, Card.BROADCASTER)))


def test_too_few_and_too_many_are_refused() -> None:
    assert why(after(draft("45678", "9"), "4E")) is Why.WRONG_NUMBER
    assert why(after(draft("45678", "9"), "456")) is Why.WRONG_NUMBER


def test_right_gives_one_more_and_left_takes_it_back() -> None:
    assert chosen(after(draft("44678", "9"), ">>")) == (4, 4)
    assert chosen(after(draft("44678", "9"), ">><")) == (4,)
    assert why(after(draft("4467", "9"), "v<")) is Why.NOTHING_CHOSEN


def test_undo_takes_back_a_card_wherever_the_mark_is() -> None:
    assert chosen(after(draft("45678", "9"), "48vu")) == (4,)
    assert why(after(draft("45678", "9"), "u")) is Why.NOTHING_TO_UNDO


def test_cards_not_in_front_and_events_stay() -> None:
    assert why(after(draft("45678", "9"), "9")) is Why.NONE_IN_FRONT
    event = draft("456780", "9").jump(Card.BARBARIANS)
    assert event.complaint is not None
    assert event.complaint.why is Why.EVENTS_STAY


def test_the_senators_choose_how_many_up_to_two_over_the_limit() -> None:
    begun = draft("33456789", "9")
    assert begun.numbers == (3, 4, 5)
    sent = after(begun, "456EE").decision
    assert sent == ChooseDiscard(Discard((Card.PRIEST, Card.SHIP_OWNER, Card.BANKER)))


def test_giving_up_the_senators_takes_the_right_to_stay_over_the_limit() -> None:
    assert why(after(draft("33456789", "3"), "345E")) is Why.LOSES_SENATORS


def test_nothing_at_all_may_be_given_up_with_the_senators() -> None:
    begun = draft("3345", "9")
    assert begun.numbers == (0, 1)
    assert after(begun, "EE").decision == ChooseDiscard(Discard(()))


def test_escape_clears_and_takes_back_the_first_enter() -> None:
    begun = draft("45678", "9")
    assert chosen(after(begun, "48Ex")) == (4, 8)
    assert chosen(after(begun, "48Exx")) == ()


def test_the_preview_shows_lost_influence() -> None:
    shown = after(draft("45678", "9"), "48").draft
    assert isinstance(shown, DiscardDraft)
    before, now = shown.change.influence()[0]
    assert before - now == 4 + 8
