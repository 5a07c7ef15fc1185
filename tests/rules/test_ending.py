"""The ending phase: what may and must be discarded (R6)."""

from protocol.rules import Card, Discard, Phase, Reason, read_cards
from tests.rules.helpers import after, assert_illegal, assert_refused, at_ending, legal


def test_a_front_within_the_limit_discards_nothing_and_nobody_is_asked() -> None:
    """Events are counted with the characters (R6.1)."""
    position = at_ending("999/8BB", round=1)
    assert (position.phase, position.round) == (Phase.DEAL, 2)
    assert position.fronts == (read_cards("999"), read_cards("8BB"))


def test_a_front_over_the_limit_is_discarded_down_to_exactly_the_limit() -> None:
    """Its owner chooses which (R6.2), and not one more than asked for (R6.5)."""
    position = at_ending("89999/-", round=1)
    assert position.actor == 0
    assert legal(position) == {"-89", "-99"}
    assert_illegal(position, "-", Reason.BAD_DISCARD)
    assert_illegal(position, "-9", Reason.BAD_DISCARD)
    assert_illegal(position, "-899", Reason.BAD_DISCARD)


def test_senators_gained_because_an_earlier_player_discarded_one() -> None:
    """What R6.6 says of the seats that come after."""
    gained = after(at_ending("3999/35556/-", round=1), "-3")
    assert gained.has_power(1, Card.SENATOR)
    assert "-" in legal(gained)
    still_tied = after(at_ending("3999/35556/-", round=1), "-9")
    assert "-" not in legal(still_tied)


def test_a_discard_that_gives_up_the_senators_leaves_no_more_than_the_limit() -> None:
    """The Senators count after the discard (R6.3)."""
    position = at_ending("3799999/-", round=1)
    assert position.has_power(0, Card.SENATOR)
    assert_illegal(position, "-37", Reason.BAD_DISCARD)
    assert "-79" in legal(position)
    assert "-3799" in legal(position)


def test_five_events_at_a_limit_of_three_stay_and_all_characters_go() -> None:
    """The front stays over the limit (R6.4)."""
    position = at_ending("9BBBBB/7888", round=1)
    assert position.fronts[0] == read_cards("BBBBB")
    assert position.actor == 1


def test_round_eight_discards_to_ten_before_the_scoring() -> None:
    """There is an ending phase in round 8 too (R6.1), and its last discard ends the game (R7.5)."""
    within = at_ending("8999999999/7", round=8)
    assert (within.phase, sum(within.fronts[0])) == (Phase.OVER, 10)
    over = at_ending("888889999999/7", round=8)
    assert over.actor == 0
    assert legal(over) == {"-88", "-89", "-99"}
    assert after(over, "-99").phase is Phase.OVER


def test_a_senator_holder_five_over_keeps_the_limit_or_one_or_two_more() -> None:
    """Any number that R6.3 lets stay."""
    position = at_ending("33388888/-", round=1)
    lefts = {8 - len(text[1:]) for text in legal(position)}
    assert lefts == {3, 4, 5}


def test_discarding_the_own_omniscient_loses_tied_senators() -> None:
    """A majority that the discard gives away does not help (R6.3)."""
    position = at_ending("13999/3", round=1)
    assert position.has_power(0, Card.SENATOR)
    assert_illegal(position, "-1", Reason.BAD_DISCARD)
    assert {"-", "-9", "-19"} <= legal(position)


def test_senators_with_one_card_over_keep_all_or_drop_one() -> None:
    """Any number from the limit to two more (R6.3)."""
    position = at_ending("3399/-", round=1)
    assert legal(position) == {"-", "-3", "-9"}
    assert after(position, "-").fronts[0] == read_cards("3399")


def test_senators_with_four_events_and_two_senators_leave_five_or_four() -> None:
    """R6.4 would have all characters go, R6.3 lets one stay."""
    position = at_ending("33BBBB/-", round=1)
    assert legal(position) == {"-3", "-33"}


def test_cards_kept_over_the_limit_are_judged_again_in_the_next_round() -> None:
    """Not before, and then as any others (R6.6)."""
    kept = after(at_ending("33999/-", round=1), "-")
    assert (kept.round, sum(kept.fronts[0])) == (2, 5)
    again = at_ending("33999/-", round=2)
    assert legal(again) == {"-", "-3", "-9"}


def test_the_seats_discard_in_turn_from_the_first_player() -> None:
    """In turn (R6.1); then the token goes one seat clockwise (R1.7)."""
    position = at_ending("8999/7999/6888", round=1, first=1)
    assert position.actor == 1
    second = after(position, "-7")
    assert second.actor == 2
    third = after(second, "-6")
    assert third.actor == 0
    done = after(third, "-8")
    assert (done.phase, done.round, done.first) == (Phase.DEAL, 2, 2)


def test_a_choice_of_one_is_made_by_itself() -> None:
    """Its owner is not asked (R6.7)."""
    position = at_ending("9999/8999", round=1)
    assert position.fronts[0] == read_cards("999")
    assert position.actor == 1


def test_a_discard_is_refused_with_its_reason() -> None:
    position = at_ending("8999B/-", round=1)
    assert_illegal(position, "-9B", Reason.NOT_A_CHARACTER)
    assert_illegal(position, "-88", Reason.NOTHING_IN_FRONT)
    falling = Discard((Card.MERCHANT, Card.BROADCASTER))
    assert_refused(Reason.BAD_DISCARD, lambda: position.played(falling))
    assert_illegal(position, ".", Reason.NOT_YOUR_TURN)
    over = after(position, "-99")
    assert_illegal(over, "-9", Reason.NOT_YOUR_TURN)
