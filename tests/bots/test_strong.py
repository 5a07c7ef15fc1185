"""The strong player finds what can be found."""

import pytest

from koryo_tui.bots.steady import Steady
from koryo_tui.bots.strong import Budget, Strong
from protocol.peer.questions import ChooseDiscard, PlaceOrder, PlayTurn, TurnQuestion
from protocol.rules import (
    Card,
    Decline,
    Destroy,
    Move,
    Order,
    RemoveEvent,
    Swap,
    TakeToken,
    TurnMove,
    read_order,
)
from tests.bots.helpers import play, sight_at
from tests.rules.helpers import at_ending, before_deal, in_turn


def turn_by_strong(fronts: str, order: str, tokens: str = "") -> tuple[TurnMove, ...]:
    """Its moves in the last turn of the game."""
    cards = read_order(order)
    position = in_turn(fronts, order, tokens=tokens)
    decision = Strong(1).decide(sight_at(position, "-", cards))
    assert isinstance(decision, PlayTurn)
    return decision.moves


def test_an_event_hits_the_only_card_that_decides_the_game() -> None:
    assert Destroy(1, Card.MERCHANT) in turn_by_strong("5779/699", "B")


def test_an_event_that_would_help_another_is_declined() -> None:
    # Without one of the two tied Merchants the other would be worth nine.
    assert Decline(Card.BARBARIANS) in turn_by_strong("88/9/9", "B")


def test_a_power_is_used_before_it_is_swapped_away() -> None:
    moves = turn_by_strong("6/9", "L")
    assert moves.index(TakeToken()) < moves.index(Swap(0, Card.BANKER, 1, Card.MERCHANT))


def test_an_event_is_resolved_before_the_priest_removes_it() -> None:
    moves = turn_by_strong("4579/699", "B")
    assert moves.index(Destroy(1, Card.MERCHANT)) < moves.index(RemoveEvent(Card.BARBARIANS))


def test_the_order_that_wins_the_last_round() -> None:
    position = before_deal("8/77", round=8).dealt()
    decision = Strong(1).decide(sight_at(position, "1777"))
    assert decision == PlaceOrder(read_order("777"))


@pytest.mark.parametrize(
    "fronts", ["455666778899/99/88", "333455667789/45/69", "12344556788/7/8899"]
)
def test_the_last_discard_of_the_game_is_the_best_there_is(fronts: str) -> None:
    position = at_ending(fronts, round=8)
    decision = Strong(1).decide(sight_at(position))
    assert isinstance(decision, ChooseDiscard)

    def margin(discard: Move) -> int:
        mine, *others = position.played(discard).influence()
        return mine - max(others)

    assert margin(decision.discard) == max(map(margin, position.legal_moves()))


def test_the_same_seed_and_work_give_the_same_choice() -> None:
    for moment in play([Steady(0), Steady(1)], seed=11):
        one, other = (Strong(3).decide(moment.sight) for _ in range(2))
        assert one == other


def test_a_single_choice_takes_no_time() -> None:
    position = in_turn("9/8", "9")
    weighed = Strong(1).weigh(sight_at(position, "-", Order((Card.MERCHANT,)), work=10_000))
    assert [each.samples for each in weighed] == [1]


def test_a_decision_to_compare_is_always_weighed() -> None:
    compared = 0
    for moment in play([Steady(seat) for seat in range(3)], seed=12):
        weighed = Strong(1).weigh(moment.sight, also=moment.decision)
        decisions = [each.decision for each in weighed]
        if not isinstance(moment.sight.question, TurnQuestion):
            assert moment.decision in decisions
            compared += 1
        assert all(-0.1 < each.chance < 1.1 for each in weighed)
        assert all(len(each.influence) == 3 for each in weighed)
    assert compared > 20


def test_a_budget_of_rounds_needs_no_clock() -> None:
    budget = Budget(seconds=0.0, work=10)
    assert budget.spend(5) == 0.5
    assert budget.spend(5) == 1.0
