"""Hints, and what a finished game could have been."""

from dataclasses import replace

from koryo_tui.bots.advice import decisions_of, hint, review
from koryo_tui.bots.answers import check_decision
from koryo_tui.bots.easy import Easy
from koryo_tui.bots.reasons import Reason, Why, reason_for
from koryo_tui.bots.steady import Steady
from protocol.peer.questions import ChooseDiscard, PlaceOrder, PlayTurn
from protocol.rules import (
    Card,
    Deal,
    Destroy,
    Discard,
    Position,
    Record,
    read_move,
    read_order,
)
from protocol.rules.record import Place
from tests.bots.helpers import play, played_out, sight_at
from tests.rules.helpers import at_ending, before_deal, in_turn


def ordering(fronts: str, round: int = 7) -> Position:
    """Seat 0 orders first."""
    return before_deal(fronts, round=round).dealt()


def why_ordered(fronts: str, order: str, round: int = 7) -> Reason:
    """The reason for an order of seat 0."""
    position = ordering(fronts, round)
    hand = f"{order}1234"[: position.hands[0]]
    question = sight_at(position, "".join(sorted(hand))).question
    return reason_for(question, PlaceOrder(read_order(order)))


def why_played(fronts: str, order: str, moves: str, tokens: str = "") -> Reason:
    """The reason for a turn of seat 0."""
    position = in_turn(fronts, order, tokens=tokens)
    turn = PlayTurn(tuple(read_move(text) for text in moves.split()))  # type: ignore[misc]
    return reason_for(sight_at(position, "-", read_order(order)).question, turn)


def test_why_an_order() -> None:
    assert why_ordered("9/8", "88") == Reason(Why.WINS_FAMILY, Card.BROADCASTER, 1, 8)
    assert why_ordered("9/8", "55", round=2) == Reason(Why.WINS_POWER, Card.SHIP_OWNER, None, 5)
    assert why_ordered("9/8", "9") == Reason(Why.STRENGTHENS, Card.MERCHANT, None, 9)
    assert why_ordered("9/8", "8") == Reason(Why.TIES_FAMILY, Card.BROADCASTER, 1, 8)
    assert why_ordered("9/88", "8") == Reason(Why.BUILDS, Card.BROADCASTER)
    assert why_ordered("9/8", "BB") == Reason(Why.USES_EVENT, Card.BARBARIANS)


def test_why_a_turn() -> None:
    assert why_played("9/8", "B", "uB x1:8 .") == Reason(Why.BREAKS_FAMILY, Card.BROADCASTER, 1, 8)
    assert why_played("9/8", "B", "uB dB .") == Reason(Why.SAVES_EVENT)
    assert why_played("9/8", "6", "u6 t .").why is Why.WINS_FAMILY
    assert why_played("669/8", "9", "u9 .") == Reason(Why.PLAIN)
    assert why_played("99/88", "B", "uB x1:8 .") == Reason(Why.WEAKENS, Card.BROADCASTER, 1)
    swaps = "uL w0:1-1:8 ."
    assert why_played("1/888", "L", swaps) == Reason(Why.BUILDS, Card.BROADCASTER)
    assert why_played("1888/8", "L", swaps) == Reason(Why.STRENGTHENS, Card.BROADCASTER, None, 8)
    assert why_played("26/8", "6", "s1 u6 t .", "01") == Reason(Why.TAKES_TOKEN, None, 1, 1)


def test_where_only_one_thing_is_legal_that_is_the_reason() -> None:
    assert why_played("9/8", "9", "u9 .") == Reason(Why.FORCED)
    # Barbarians that find nobody are spent by themselves: nothing was saved.
    assert why_played("9/", "B", "uB .") == Reason(Why.FORCED)
    assert why_played("66/", "B", "uB .") == Reason(Why.PLAIN)
    question = replace(sight_at(ordering("9/8"), "9999").question, legal=(read_order("9"),))  # type: ignore[arg-type]
    assert reason_for(question, PlaceOrder(read_order("9"))) == Reason(Why.FORCED)


def test_why_a_discard() -> None:
    position = at_ending("12344/9", round=1)
    question = sight_at(position).question
    decision = ChooseDiscard(Discard((Card.OMNISCIENT, Card.SPY)))
    assert reason_for(question, decision) == Reason(Why.LETS_GO, Card.OMNISCIENT, None, 3)
    decision = ChooseDiscard(Discard((Card.BANKER,)))
    last = sight_at(at_ending("12334455667/9", round=8)).question
    assert reason_for(last, decision) == Reason(Why.GIVES_UP, Card.BANKER, None, 0)


def test_a_hint_is_legal_and_says_what_to_expect() -> None:
    hinted = 0
    for number, moment in enumerate(play([Easy(seat) for seat in range(3)], seed=30)):
        if number % 3 == 0:
            continue
        given = hint(moment.sight, seed=1)
        check_decision(moment.sight.question, given.decision)
        assert isinstance(given.reason.why, Why)
        assert 0 <= given.chance <= 1
        assert len(given.influence) == 3
        assert given.ahead >= 0
        assert given.next_best != given.decision
        hinted += 1
    assert hinted > 30


def test_the_target_of_an_ordered_event_is_told_if_there_is_a_good_one() -> None:
    """Broadcasters of somebody else can be destroyed; behind Guardians they cannot."""
    for fronts, target in (("-/8", Destroy(1, Card.BROADCASTER)), ("-/78", None)):
        given = hint(sight_at(ordering(fronts), "BBBB"), seed=1)
        assert given.reason == Reason(Why.USES_EVENT, Card.BARBARIANS)
        assert given.target == target


def test_a_review_finds_what_an_easy_player_gave_away() -> None:
    record = played_out([Easy(0), Steady(1)], seed=31)
    found = review(record, 0, most=3, work=60)
    assert [each.chance_lost for each in found] == sorted(
        (each.chance_lost for each in found), reverse=True
    )
    assert len(found) == 3
    for each in found:
        assert each.chance_lost > 0
        assert each.played != each.better.decision
        check_decision(each.question, each.played)
        check_decision(each.question, each.better.decision)
        assert each.question.seat == 0
        assert record.positions()[each.at].round == each.round


def test_a_review_takes_the_moves_as_they_were_made() -> None:
    moments = list(play([Steady(0), Steady(1)], seed=32))
    record = played_out([Steady(0), Steady(1)], seed=32)
    made = [m.decision for m in moments if m.sight.seat == 1]
    assert [decision for _, _, decision in decisions_of(record, 1, 10)] == made
    sights = [m.sight for m in moments if m.sight.seat == 1]
    again = [sight for _, sight, _ in decisions_of(record, 1, sights[0].work or 0)]
    assert [(s.question, s.hand, s.dealt) for s in again] == [
        (s.question, s.hand, s.dealt) for s in sights
    ]


def test_without_hands_only_turns_and_discards_are_reviewed() -> None:
    record = played_out([Steady(0), Steady(1)], seed=33)
    actions = tuple(Deal((None, None)) if isinstance(a, Deal) else a for a in record.actions)
    hidden = Record(record.start, actions)
    kinds = {type(decision) for _, _, decision in decisions_of(hidden, 0, 10)}
    assert PlayTurn in kinds
    assert PlaceOrder not in kinds
    assert any(isinstance(action, Place) for action in actions)
