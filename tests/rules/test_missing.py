"""Seats that go missing and come back (R8)."""

from dataclasses import replace

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
    """Nothing is dealt to it (R8.1), so nothing is lost (R8.7)."""
    position = Position.start((0, 1, 2), 1).without(2, standing)
    assert position.deal_map() == (1, 0) * 10
    assert position.penalties == (0, 0, 0)
    assert position.dealt().order_of_play() == (1, 0)


@pytest.mark.parametrize("standing", MISSING)
def test_leaving_before_the_own_order_costs_one(standing: Standing) -> None:
    """It was dealt into the round (R8.7)."""
    position = ordering().without(0, standing)
    assert (position.actor, position.penalties) == (1, (1, 0, 0))
    assert position.hands == (0, 10, 10)


def test_an_order_never_opened_goes_back_and_costs_one_a_card() -> None:
    """Unseen (R8.1), at the price of R8.7."""
    position = ordering().placed(4).without(0, Standing.LEFT)
    assert (position.actor, position.penalties) == (1, (4, 0, 0))
    acting = position.placed(1).placed(1)
    assert (acting.phase, acting.actor) == (Phase.ACTION, 1)
    assert acting.orders[0] is None


def test_a_turn_left_half_way_costs_one_for_each_card_still_face_down() -> None:
    """What was turned up stays (R8.2), the rest is lost and costs points (R8.7)."""
    position = after(in_turn("-/-/9", "6B", actor=1), "u6")
    left = position.without(1, Standing.LEFT)
    assert left.penalties == (0, 1, 0)
    assert left.fronts[1] == read_cards("6")
    assert left.turn is None


def test_a_seat_that_has_had_its_turn_loses_nothing_more() -> None:
    """Nothing of it lies face down any more (R8.7)."""
    position = ordering(2).placed(3).placed(1).opened(read_order("999"))
    left = after(position, "u9 .").without(0, Standing.ABSENT)
    assert left.penalties == (0, 0)
    assert left.actor == 1


def test_what_going_missing_would_cost_now() -> None:
    """The price of R8.7 before it is paid."""
    position = ordering().placed(4)
    assert [penalty_now(position, seat) for seat in range(3)] == [4, 1, 1]
    assert penalty_now(position.without(0, Standing.LEFT), 0) == 0


def test_penalties_count_against_the_score() -> None:
    """A point is a point of the score (R8.7)."""
    position = ordering().placed(2).without(0, Standing.ABSENT)
    assert position.influence() == (-2, 0, 0)


def test_a_missing_seat_discards_its_lowest_families_to_the_limit() -> None:
    """The fixed discard of R8.3."""
    position = at_ending("23999/-/9", round=1, standing="ass")
    assert position.fronts[0] == read_cards("999")
    assert position.phase is Phase.DEAL


def test_a_missing_seat_has_no_use_of_its_senators() -> None:
    """The end of R8.3."""
    assert at_ending("3334/-/9", round=1, standing="ass").fronts[0] == read_cards("334")


def test_a_missing_seat_with_too_many_events_keeps_only_those() -> None:
    """R6.4 for a seat that is not asked (R8.3)."""
    assert at_ending("9BBBB/-/9", round=1, standing="lss").fronts[0] == read_cards("BBBB")


def test_a_seat_missing_at_its_discard_discards_by_the_fixed_rule() -> None:
    """It has no choice any more (R8.1, R8.3)."""
    position = at_ending("8999/7999/-", round=1)
    gone = position.without(0, Standing.ABSENT)
    assert gone.fronts[0] == read_cards("999")
    assert gone.actor == 1


def test_a_seat_missing_before_its_discard_is_not_asked() -> None:
    """It discards at its place in turn (R8.3)."""
    position = at_ending("8999/7999/-", round=1).without(1, Standing.ABSENT)
    assert position.actor == 0
    done = after(position, "-9")
    assert done.fronts[1] == read_cards("999")
    assert done.phase is Phase.DEAL


def test_a_missing_seats_discard_can_give_a_later_seat_the_senators() -> None:
    """R6.6 with the discard of R8.3."""
    position = at_ending("3999/35556/-", round=1, standing="ass")
    assert position.actor == 1
    assert "-" in legal(position)


def test_the_first_player_token_skips_a_missing_seat() -> None:
    """Before a deal and when a round ends (R8.4)."""
    before = Position.start((0, 1, 2), 0).without(0, Standing.ABSENT)
    assert before.first == 1
    assert at_ending("-/-/-", round=1, first=0, standing="sas").first == 2


def test_a_first_player_gone_within_a_round_keeps_the_token_until_its_end() -> None:
    """The token stays where it is (R8.4)."""
    position = ordering().without(0, Standing.ABSENT)
    assert (position.first, position.order_of_play()) == (0, (1, 2))


def test_the_worse_of_two_standings_stands_and_costs_only_once() -> None:
    """It only ever gets worse (R8.9), at one price (R8.7)."""
    position = ordering().without(0, Standing.LEFT).without(0, Standing.ABSENT)
    assert position.standing[0] is Standing.LEFT
    fault = position.without(0, Standing.FAULT).without(0, Standing.LEFT)
    assert fault.standing[0] is Standing.FAULT
    assert fault.penalties == (1, 0, 0)


def test_a_missing_seat_returns_before_a_deal() -> None:
    """One that was absent and one that had left (R8.9)."""
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
    """A seat at fault (R8.5), and any seat but before a deal (R8.9)."""
    with pytest.raises(ValueError, match=why):
        position.again(seat)


def test_going_missing_needs_a_seat_and_a_standing_that_is_missing() -> None:
    with pytest.raises(ValueError, match="goes missing"):
        ordering().without(0, Standing.SEATED)
    with pytest.raises(ValueError, match="no seat -1"):
        ordering().without(-1, Standing.ABSENT)


def test_with_one_seat_left_the_round_is_finished_and_no_other_dealt() -> None:
    """The game ends there, unless the other returns (R8.8)."""
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
    """The seat left wins, and nobody enters a hall (R8.8)."""
    position = before_deal("B/6789/-", round=5, standing="saf").ended_by_default()
    ended = outcome(position)
    assert (ended.places, ended.winners) == ((1, 2, None), (0,))
    assert (ended.hall_of_fame, ended.wall_of_shame) == ((), ())


def test_a_game_nobody_is_left_in_has_no_winner() -> None:
    """Nobody is ranked (R8.8)."""
    ended = outcome(before_deal("9/8", round=5, standing="la").ended_by_default())
    assert (ended.winners, ended.places) == ((), (None, None))


def test_a_game_with_two_seated_does_not_end_by_default() -> None:
    """Two can go on (R8.8)."""
    for position in (before_deal("-/-"), ordering(2).without(0, Standing.LEFT)):
        with pytest.raises(ValueError, match="by default"):
            position.ended_by_default()


def test_a_last_round_finished_alone_is_scored_like_any_other() -> None:
    """The end of R8.8."""
    ended = outcome(at_ending("8/9", round=8, standing="sa", first=1))
    assert not ended.by_default
    assert ended.winners == (1,)


def test_whoever_goes_missing_with_the_seat_that_ended_the_game_is_ranked_so() -> None:
    """R8.10, and R8.6: whoever left comes last, however many points it has."""
    over = at_ending("8/9", round=8)
    assert outcome(over).winners == (1,)
    left = over.without(1, Standing.LEFT)
    assert outcome(left).winners == (0,)
    assert replace(left, standing=over.standing) == over, "nothing else changes"


def test_a_missing_seat_cannot_be_waited_for() -> None:
    """It has no turn (R8.1)."""
    position = ordering(2).placed(1).placed(2).without(0, Standing.ABSENT)
    assert position.actor == 1
    gone = position.without(1, Standing.ABSENT)
    assert (gone.phase, gone.round, gone.penalties) == (Phase.DEAL, 2, (1, 2))
    assert_illegal(gone, ".", Reason.NOT_YOUR_TURN)
