"""Seats that go missing and come back (R8)."""

import pytest

from protocol.rules import (
    Phase,
    Position,
    Reason,
    Standing,
    outcome,
    penalty_now,
    read_cards,
    read_order,
)
from tests.rules.helpers import after, assert_illegal, at_ending, before_deal, in_turn, legal

MISSING = (Standing.ABSENT, Standing.LEFT, Standing.FAULT)


def ordering(seats: int = 3) -> Position:
    """Round 1, hands just dealt, seat 0 first."""
    return Position.start(tuple(range(seats)), 0).dealt()


@pytest.mark.parametrize("standing", MISSING)
def test_a_seat_missing_before_the_deal_is_dealt_nothing_and_loses_nothing(
    standing: Standing,
) -> None:
    position = Position.start((0, 1, 2), 1).without(2, standing)
    assert position.deal_map() == (1, 0) * 10
    assert position.penalties == (0, 0, 0)
    assert position.dealt().order_of_play() == (1, 0)


@pytest.mark.parametrize("standing", MISSING)
def test_leaving_before_the_own_order_costs_one(standing: Standing) -> None:
    position = ordering().without(0, standing)
    assert (position.actor, position.penalties) == (1, (1, 0, 0))
    assert position.hands == (0, 10, 10)


def test_an_order_never_opened_goes_back_and_costs_one_a_card() -> None:
    position = ordering().placed(4).without(0, Standing.LEFT)
    assert (position.actor, position.penalties) == (1, (4, 0, 0))
    acting = position.placed(1).placed(1)
    assert (acting.phase, acting.actor) == (Phase.ACTION, 1)
    assert acting.orders[0] is None


def test_a_turn_left_half_way_costs_one_for_each_card_still_face_down() -> None:
    position = after(in_turn("-/-/9", "6B", actor=1), "u6")
    left = position.without(1, Standing.LEFT)
    assert left.penalties == (0, 1, 0)
    assert left.fronts[1] == read_cards("6")
    assert left.turn is None


def test_a_seat_that_has_had_its_turn_loses_nothing_more() -> None:
    position = ordering(2).placed(3).placed(1).opened(read_order("999"))
    left = after(position, "u9 .").without(0, Standing.ABSENT)
    assert left.penalties == (0, 0)
    assert left.actor == 1


def test_what_going_missing_would_cost_now() -> None:
    position = ordering().placed(4)
    assert [penalty_now(position, seat) for seat in range(3)] == [4, 1, 1]
    assert penalty_now(position.without(0, Standing.LEFT), 0) == 0


def test_penalties_count_against_the_score() -> None:
    position = ordering().placed(2).without(0, Standing.ABSENT)
    assert position.influence() == (-2, 0, 0)


def test_a_missing_seat_discards_its_lowest_families_to_the_limit() -> None:
    position = at_ending("23999/-/9", round=1, standing="ass")
    assert position.fronts[0] == read_cards("999")
    assert position.phase is Phase.DEAL


def test_a_missing_seat_has_no_use_of_its_senators() -> None:
    assert at_ending("3334/-/9", round=1, standing="ass").fronts[0] == read_cards("334")


def test_a_missing_seat_with_too_many_events_keeps_only_those() -> None:
    assert at_ending("9BBBB/-/9", round=1, standing="lss").fronts[0] == read_cards("BBBB")


def test_a_seat_missing_at_its_discard_discards_by_the_fixed_rule() -> None:
    position = at_ending("8999/7999/-", round=1)
    gone = position.without(0, Standing.ABSENT)
    assert gone.fronts[0] == read_cards("999")
    assert gone.actor == 1


def test_a_seat_missing_before_its_discard_is_not_asked() -> None:
    position = at_ending("8999/7999/-", round=1).without(1, Standing.ABSENT)
    assert position.actor == 0
    done = after(position, "-9")
    assert done.fronts[1] == read_cards("999")
    assert done.phase is Phase.DEAL


def test_a_missing_seats_discard_can_give_a_later_seat_the_senators() -> None:
    position = at_ending("3999/35556/-", round=1, standing="ass")
    assert position.actor == 1
    assert "-" in legal(position)


def test_the_first_player_token_skips_a_missing_seat() -> None:
    before = Position.start((0, 1, 2), 0).without(0, Standing.ABSENT)
    assert before.first == 1
    assert at_ending("-/-/-", round=1, first=0, standing="sas").first == 2


def test_a_first_player_gone_within_a_round_keeps_the_token_until_its_end() -> None:
    position = ordering().without(0, Standing.ABSENT)
    assert (position.first, position.order_of_play()) == (0, (1, 2))


def test_the_worse_of_two_standings_stands_and_costs_only_once() -> None:
    position = ordering().without(0, Standing.LEFT).without(0, Standing.ABSENT)
    assert position.standing[0] is Standing.LEFT
    fault = position.without(0, Standing.FAULT).without(0, Standing.LEFT)
    assert fault.standing[0] is Standing.FAULT
    assert fault.penalties == (1, 0, 0)


def test_a_missing_seat_returns_before_a_deal() -> None:
    position = before_deal("9/-/-", round=3, standing="als", first=2)
    back = position.again(0).again(1)
    assert back.standing == (Standing.SEATED,) * 3
    assert back.deal_sizes() == (8, 8, 8)


@pytest.mark.parametrize(
    ("position", "seat", "why"),
    [
        (before_deal("-/-/-", standing="sfs"), 1, "never returns"),
        (before_deal("-/-/-"), 1, "not missing"),
        (before_deal("-/-/-").dealt().without(1, Standing.ABSENT), 1, "before a deal"),
        (before_deal("-/-/-"), 3, "no seat 3"),
    ],
)
def test_a_seat_that_cannot_return_is_refused(position: Position, seat: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        position.again(seat)


def test_going_missing_needs_a_seat_and_a_standing_that_is_missing() -> None:
    with pytest.raises(ValueError, match="goes missing"):
        ordering().without(0, Standing.SEATED)
    with pytest.raises(ValueError, match="no seat -1"):
        ordering().without(-1, Standing.ABSENT)


def test_with_one_seat_left_the_round_is_finished_and_no_other_dealt() -> None:
    position = ordering(2).without(1, Standing.LEFT)
    played = after(position.placed(1).opened(read_order("9")), "u9 .")
    assert (played.phase, played.round) == (Phase.DEAL, 2)
    with pytest.raises(ValueError, match="two seats"):
        played.dealt()
    ended = outcome(played.ended_by_default())
    assert ended.by_default
    assert (ended.winners, ended.missing, ended.places) == ((0,), (1,), (1, 2))
    assert played.again(1).dealt().hands == (9, 9)


def test_a_game_won_by_default_enters_no_hall_whatever_the_scores() -> None:
    position = before_deal("B/6789/-", round=5, standing="saf").ended_by_default()
    ended = outcome(position)
    assert (ended.places, ended.winners) == ((1, 2, None), (0,))
    assert (ended.hall_of_fame, ended.wall_of_shame) == ((), ())


def test_a_game_nobody_is_left_in_has_no_winner() -> None:
    ended = outcome(before_deal("9/8", round=5, standing="la").ended_by_default())
    assert (ended.winners, ended.places) == ((), (None, None))


def test_a_game_with_two_seated_does_not_end_by_default() -> None:
    for position in (before_deal("-/-"), ordering(2).without(0, Standing.LEFT)):
        with pytest.raises(ValueError, match="by default"):
            position.ended_by_default()


def test_a_last_round_finished_alone_is_scored_like_any_other() -> None:
    ended = outcome(at_ending("8/9", round=8, standing="sa", first=1))
    assert not ended.by_default
    assert ended.winners == (1,)


def test_a_finished_game_stays_as_it_is() -> None:
    over = at_ending("8/9", round=8)
    assert over.without(0, Standing.FAULT) == over


def test_a_missing_seat_cannot_be_waited_for() -> None:
    position = ordering(2).placed(1).placed(2).without(0, Standing.ABSENT)
    assert position.actor == 1
    gone = position.without(1, Standing.ABSENT)
    assert (gone.phase, gone.round, gone.penalties) == (Phase.DEAL, 2, (1, 2))
    assert_illegal(gone, ".", Reason.NOT_YOUR_TURN)
