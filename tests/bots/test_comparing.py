"""What a good choice gives up in its round, and what for."""

from koryo_tui.bots.answers import check_decision
from koryo_tui.bots.comparing import more_now, sacrifice
from koryo_tui.bots.easy import Easy
from koryo_tui.bots.reasons import Later
from koryo_tui.bots.sight import Sight
from koryo_tui.bots.strong import Strong, Weighed
from protocol.peer.questions import ChooseDiscard, Decision, PlaceOrder, PlayTurn
from protocol.rules import Card, Discard, read_move, read_order
from tests.bots.helpers import play, sight_at
from tests.rules.helpers import at_ending, before_deal, in_turn


def weighed(decision: Decision, chance: float) -> Weighed:
    return Weighed(decision, chance, (), 1)


def ordered(text: str, chance: float) -> Weighed:
    return weighed(PlaceOrder(read_order(text)), chance)


def turn(moves: str, chance: float) -> Weighed:
    played = tuple(read_move(text) for text in moves.split())
    return weighed(PlayTurn(played), chance)  # type: ignore[arg-type]


def ordering(fronts: str, hand: str, round: int) -> Sight:
    """Seat 0 orders first."""
    return sight_at(before_deal(fronts, round=round).dealt(), hand)


def turning(fronts: str, order: str, round: int) -> Sight:
    """Seat 0 has the last turn of its round, which it begins, so that nothing is left to chance."""
    return sight_at(in_turn(fronts, order, round=round), "-", read_order(order))


def test_points_that_are_easily_lost_again_are_given_up() -> None:
    sight = ordering("1/2", "123456799", round=2)
    best, other = ordered("5", 0.5), ordered("99", 0.4)
    assert more_now(sight, best.decision, [other.decision], seed=1) == other.decision
    found = sacrifice(sight, best, other, seed=1)
    assert found is not None
    assert found.points >= 3
    assert (found.fleeting, found.later, found.gain) == (Card.MERCHANT, Later.WINS, 10)
    assert found.lasting <= found.brief / 2 <= found.points


def test_a_choice_that_was_not_weighed_is_seen_too() -> None:
    sight = ordering("1/2", "123456799", round=2)
    found = more_now(sight, PlaceOrder(read_order("5")), [], seed=1)
    assert isinstance(found, PlaceOrder)
    assert Card.MERCHANT in found.order.cards


def test_another_seat_is_kept_from_what_it_would_have() -> None:
    """In round 8 points are points: 5 for oneself, or 9 that the other does not have."""
    sight = turning("5/59", "B", round=8)
    best, other = turn("uB x1:9 .", 0.9), turn("uB x1:5 .", 0.3)
    found = sacrifice(sight, best, other, seed=1)
    assert found is not None
    assert (found.points, found.gain) == (5, 9)
    assert found.fleeting is None, "nothing is lost again any more"
    assert (found.later, found.card, found.seat) == (Later.HOLDS_BACK, Card.MERCHANT, 1)


def test_seats_that_cannot_win_are_not_kept_back() -> None:
    position = in_turn("5/59/8", "B", round=8, standing="sls")
    sight = sight_at(position, "-", read_order("B"))
    found = sacrifice(sight, turn("uB x1:9 .", 0.9), turn("uB x1:5 .", 0.3), seed=1)
    assert found is not None
    assert (found.later, found.gain, found.in_games) == (Later.WINS, 60, True)


def test_a_power_is_kept_for_the_rounds_to_come() -> None:
    """The Omniscient gives the power of Ship Owners in a tie, which is worth no points."""
    best, other = turn("uB x1:5 .", 0.6), turn("uB x1:4 .", 0.5)
    found = sacrifice(turning("145/3455/", "B", round=2), best, other, seed=1)
    assert found is not None
    assert (found.points, found.later, found.card) == (4, Later.POWER, Card.SHIP_OWNER)
    assert (found.gain, found.in_games) == (10, True)


def test_who_gives_nothing_up_has_no_reason_for_it() -> None:
    sight = ordering("1/2", "123456799", round=2)
    most, less = ordered("99", 0.5), ordered("5", 0.4)
    assert more_now(sight, most.decision, [less.decision], seed=1) is None
    assert sacrifice(sight, most, less, seed=1) is None
    ending = sight_at(at_ending("1239/9", round=1), "-")
    best = ChooseDiscard(Discard(()))
    assert more_now(ending, best, [], seed=1) is None


def test_where_both_are_as_good_nothing_is_explained() -> None:
    sight = turning("5/59", "B", round=8)
    best, other = turn("uB x1:9 .", 0.505), turn("uB x1:5 .", 0.5)
    assert sacrifice(sight, best, other, seed=1) is None


def test_what_is_said_of_whole_games_is_possible() -> None:
    found = 0
    for moment in play([Easy(seat) for seat in range(3)], seed=30):
        if found == 5:
            break
        sight = moment.sight
        best, *others = Strong(1).weigh(sight)
        instead = more_now(sight, best.decision, [each.decision for each in others], seed=1)
        if instead is None:
            continue
        less = sacrifice(sight, best, weighed(instead, best.chance - 0.1), seed=1)
        assert less is not None
        assert less.instead == instead != best.decision
        check_decision(sight.question, less.instead)
        assert less.points >= 1
        assert less.gain >= 1
        assert (less.fleeting is not None) == (less.brief > less.lasting)
        assert less.seat != sight.seat
        assert (less.seat is not None) == (less.later is Later.HOLDS_BACK)
        found += 1
    assert found == 5
