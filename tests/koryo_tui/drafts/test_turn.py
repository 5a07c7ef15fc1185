"""The draft of a turn: a list of things to do, targets chosen in the ledger, undo until Done."""

from __future__ import annotations

from typing import Any

import pytest

from koryo_tui.drafts.aim import cells_of
from koryo_tui.drafts.base import Cell, Complaint, Press, Reply, Why
from koryo_tui.drafts.turn import DutyKind, TurnDraft
from protocol.peer.questions import PlayTurn, TurnQuestion
from protocol.rules import (
    Card,
    Decline,
    Destroy,
    Done,
    Order,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnUp,
    cards_of,
)
from tests.koryo_tui.helpers import cards, turn_position

PRESSES = {
    "E": Press.ACCEPT,
    ">": Press.RIGHT,
    "<": Press.LEFT,
    "x": Press.BACK,
    "u": Press.UNDO,
    "v": Press.DOWN,
    "^": Press.UP,
    "t": Press.NEXT,
    "T": Press.PREVIOUS,
}
KEYS = {"0": Card.BARBARIANS, "-": Card.LOBBYING}


def draft(order: str, *fronts: str, **others: Any) -> TurnDraft:
    placed = Order(cards_of(cards(order)))
    start = turn_position(order, *fronts, **others).opened(placed)
    return TurnDraft.begin(TurnQuestion(0, start, placed))


def after(begun: TurnDraft, keys: str) -> Reply:
    reply = Reply(begun)
    for key in keys:
        if key in PRESSES:
            reply = reply.draft.press(PRESSES[key])
        else:
            reply = reply.draft.jump(KEYS[key] if key in KEYS else Card(int(key)))
    return reply


def turn(reply: Reply) -> TurnDraft:
    assert isinstance(reply.draft, TurnDraft)
    return reply.draft


def why(reply: Reply) -> Why:
    assert isinstance(reply.complaint, Complaint)
    return reply.complaint.why


def test_turning_up_and_done_are_sent_together_after_enter_twice() -> None:
    begun = draft("66", "4", "6", "7")
    assert after(begun, "EEE").decision is None
    sent = PlayTurn((TurnUp(Card.BANKER), TakeToken(), Done()))
    assert after(begun, "EEEE").decision == sent
    assert after(begun, "E^EE").decision == PlayTurn((TurnUp(Card.BANKER), Done()))


def test_a_gained_power_appears_in_the_list_at_once() -> None:
    begun = draft("66", "4", "6", "7")
    assert [d.kind for d in begun.duties] == [DutyKind.TURN_UP, DutyKind.POWER, DutyKind.DONE]
    assert begun.duties[1].card is Card.PRIEST
    turned = turn(after(begun, "E"))
    assert [d.card for d in turned.duties] == [Card.BANKER, Card.PRIEST, None]


def test_done_before_turning_up_says_why_not() -> None:
    assert why(after(draft("66", "4", "6", "7"), "^E")) is Why.NOT_DONE


def test_the_bankers_take_a_token_and_undo_gives_it_back() -> None:
    begun = draft("9", "66", "6", "7", tokens=(0, 0, 0))
    taken = turn(after(begun, "6E"))
    assert (taken.moves, taken.position.tokens[0]) == ((TakeToken(),), 1)
    undone = turn(after(begun, "6Eu"))
    assert (undone.moves, undone.position) == ((), begun.position)


def test_undo_with_nothing_to_undo_says_so() -> None:
    assert why(after(draft("9", "6", "7"), "u")) is Why.NOTHING_TO_UNDO


def test_a_used_power_is_listed_as_used() -> None:
    used = after(draft("9", "66", "6", tokens=(0, 0)), "6E6E")
    assert why(used) is Why.USED


def test_an_empty_bank_and_nobody_to_rob_are_reasons() -> None:
    begun = draft("9", "266", "6", tokens=(8, 0))
    assert why(after(begun, "6E")) is Why.BANK_EMPTY
    assert why(after(begun, "2E")) is Why.NOBODY_HAS_TOKENS


def test_spies_choose_whom_among_those_with_tokens() -> None:
    begun = draft("9", "2", "6", "7", "8", tokens=(0, 2, 0, 1))
    aiming = turn(after(begun, "2E"))
    assert aiming.aim is not None
    assert aiming.aim.cursor == Cell(1, None)
    assert turn(after(begun, "2EE")).moves == (Steal(1),)
    assert turn(after(begun, "2E<E")).moves == (Steal(3),)
    poor = after(begun, "2E>E")
    assert (why(poor), poor.complaint and poor.complaint.seat) == (Why.NO_TOKEN, 2)


def test_a_single_victim_is_robbed_at_once() -> None:
    begun = draft("9", "2", "6", "7", tokens=(0, 2, 0))
    assert turn(after(begun, "2E")).moves == (Steal(1),)


def test_priests_choose_among_two_kinds_of_events() -> None:
    begun = draft("9", "440-", "6", "7")
    assert turn(after(begun, "4EE")).moves == (RemoveEvent(Card.BARBARIANS),)
    assert turn(after(begun, "4E-E")).moves == (RemoveEvent(Card.LOBBYING),)


def test_priests_may_not_touch_a_waiting_event() -> None:
    begun = draft("0", "44-", "6", "7")
    turned = turn(after(begun, "E"))
    assert turned.position.turn is not None
    removal = next(d for d in turned.duties if d.card is Card.PRIEST)
    assert removal.moves == (RemoveEvent(Card.LOBBYING),)


def test_barbarians_destroy_after_enter_twice() -> None:
    begun = draft("0", "4", "66", "8")
    once = turn(after(begun, "EEE"))
    assert once.aim is not None
    assert once.aim.sure
    assert len(once.moves) == 1
    twice = turn(after(begun, "EEEE"))
    assert twice.moves == (TurnUp(Card.BARBARIANS), Destroy(1, Card.BANKER))
    assert twice.position.fronts[1][Card.BANKER] == 1


def test_the_guardians_holder_can_be_marked_but_not_chosen() -> None:
    refused = after(draft("0", "4", "77", "8"), "EE<E")
    assert (why(refused), refused.complaint and refused.complaint.seat) == (Why.GUARDED, 1)
    assert turn(after(draft("0", "4", "77", "8"), "EEEE")).moves[-1] == Destroy(2, Card.BROADCASTER)


def test_own_cards_are_no_targets_of_barbarians() -> None:
    begun = turn(after(draft("0", "46", "66", "8"), "EE"))
    assert begun.aim is not None
    assert {cell.seat for cell in begun.aim.places} == {1, 2}
    assert why(after(begun, "4")) is Why.NOT_A_TARGET
    assert turn(after(begun, "8")).aim.cursor == Cell(2, Card.BROADCASTER)  # type: ignore[union-attr]


def test_declining_is_a_line_of_its_own() -> None:
    begun = draft("0", "4", "66", "8")
    declined = turn(after(begun, "E0E"))
    assert declined.moves == (TurnUp(Card.BARBARIANS), Decline(Card.BARBARIANS))


def test_nothing_is_turned_up_while_an_event_waits() -> None:
    begun = draft("60", "455", "66", "8", pair=True)
    assert why(after(begun, "0E6E")) is Why.EVENT_WAITS


def test_two_barbarians_are_resolved_one_by_one() -> None:
    begun = draft("00", "4", "66", "8")
    both = turn(after(begun, "EEEEEEE"))
    assert both.moves == (
        TurnUp(Card.BARBARIANS),
        Destroy(1, Card.BANKER),
        Destroy(1, Card.BANKER),
    )


def test_lobbying_chooses_two_cards_of_two_players() -> None:
    begun = draft("-", "4", "66", "8")
    first = turn(after(begun, "EE>E"))
    assert first.aim is not None
    assert first.aim.first == Cell(1, Card.BANKER)
    swapped = turn(after(begun, "EE>E>>EE"))
    assert swapped.moves[-1] == Swap(1, Card.BANKER, 2, Card.BROADCASTER)
    assert swapped.position.fronts[2] == cards("6")


def test_escape_unmarks_the_second_then_the_first_then_the_aim() -> None:
    begun = draft("-", "4", "66", "8")
    sure = turn(after(begun, "EEEE"))
    assert sure.aim is not None
    assert (sure.aim.sure, sure.aim.first) == (True, Cell(0, Card.PRIEST))
    second = turn(after(begun, "EEEEx"))
    assert second.aim is not None
    assert (second.aim.sure, second.aim.first) == (False, Cell(0, Card.PRIEST))
    first = turn(after(begun, "EEEExx"))
    assert first.aim is not None
    assert (first.aim.first, first.aim.cursor) == (None, Cell(0, Card.PRIEST))
    assert turn(after(begun, "EEEExxx")).aim is None


def test_the_spies_keep_lobbying_off_and_say_so() -> None:
    refused = after(draft("-", "4", "22", "8"), "EE>E")
    assert (why(refused), refused.complaint and refused.complaint.seat) == (Why.SPIED, 1)


def test_a_swap_within_one_family_or_one_front_is_refused() -> None:
    begun = draft("-", "4", "46", "68")
    assert why(after(begun, "EEEvE")) is Why.SAME_FAMILY
    assert why(after(begun, "EEE<E")) is Why.SAME_SEAT


def test_lobbying_without_a_target_is_spent_by_itself() -> None:
    begun = draft("-", "4", "22")
    turned = turn(after(begun, "E"))
    assert [d.kind for d in turned.duties] == [DutyKind.POWER, DutyKind.DONE]


def test_every_move_can_be_undone_back_to_the_start() -> None:
    begun = draft("0-", "4455", "66", "8", pair=True)
    played = turn(after(begun, "0EEEE-EEEEE"))
    assert len(played.moves) == 4
    reply = Reply(played)
    for number in (3, 2, 1, 0):
        reply = reply.draft.press(Press.UNDO)
        assert len(turn(reply).moves) == number
    assert turn(reply).position == begun.position


def test_the_change_shown_is_what_the_move_does() -> None:
    aiming = turn(after(draft("0", "6", "66", "8"), "EE"))
    assert aiming.change is not None
    assert aiming.pending == Destroy(1, Card.BANKER)
    after_it = aiming.position.played(Destroy(1, Card.BANKER))
    assert aiming.change.after.influence() == after_it.influence()


def test_ending_the_turn_with_a_power_left_names_it() -> None:
    left = turn(after(draft("9", "66", "6", "7"), "E^"))
    assert left.duty.kind is DutyKind.DONE
    assert left.unused == (Card.BANKER,)


@pytest.mark.parametrize("keys", ["x", "v", "^", "6"])
def test_another_key_takes_back_the_first_enter_on_done(keys: str) -> None:
    asked = turn(after(draft("9", "66", "6", "7"), f"E^E{keys}"))
    assert not asked.sure


def test_a_click_marks_a_target_and_a_second_click_chooses_it() -> None:
    aiming = turn(after(draft("0", "4", "66", "8"), "EE"))
    marked = turn(aiming.point(Cell(2, Card.BROADCASTER)))
    assert marked.aim is not None
    assert marked.aim.cursor == Cell(2, Card.BROADCASTER)
    again = turn(marked.point(Cell(2, Card.BROADCASTER)))
    assert again.aim is not None
    assert again.aim.sure
    assert why(aiming.point(Cell(0, Card.PRIEST))) is Why.YOUR_OWN
    assert why(aiming.point(Cell(1, Card.PRIEST))) is Why.EMPTY_PLACE
    assert why(aiming.point(Cell(1, Card.LOBBYING))) is Why.NO_CHARACTER


def test_every_legal_target_can_be_reached_by_arrows() -> None:
    aiming = turn(after(draft("-", "134", "5678", "49", "2299"), "EE"))
    assert aiming.aim is not None
    for wanted in aiming.aim.legal:
        seen, reply = set(), Reply(aiming)
        for column in range(4):
            for _ in range(9):
                aim = turn(reply).aim
                assert aim is not None
                seen.add(aim.cursor)
                reply = reply.draft.press(Press.DOWN)
            reply = reply.draft.press(Press.RIGHT)
            assert column < 4
        assert wanted in seen


def test_places_of_a_swap_are_both_its_cells() -> None:
    assert cells_of(Swap(0, Card.SPY, 2, Card.BANKER)) == (
        Cell(0, Card.SPY),
        Cell(2, Card.BANKER),
    )
