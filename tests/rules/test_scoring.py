"""Points, places and halls (R7)."""

import pytest

from protocol.rules import (
    Card,
    Outcome,
    Position,
    Score,
    breakdown,
    outcome,
    preview_order,
    read_order,
)
from tests.rules.helpers import at_ending, before_deal


def result(fronts: str, *, tokens: str = "", standing: str = "") -> Outcome:
    """The outcome of a round 8 that ends with these fronts."""
    return outcome(at_ending(fronts, round=8, tokens=tokens, standing=standing))


def totals(ended: Outcome) -> list[int]:
    return [score.total for score in ended.scores]


def test_a_three_way_tie_of_merchants_with_the_omniscient_is_worth_nothing() -> None:
    """Ties give nobody anything (R7.1)."""
    ended = result("199/99/99")
    assert totals(ended) == [1, 0, 0]
    assert ended.scores[0].families == (Card.OMNISCIENT,)


@pytest.mark.parametrize(
    ("fronts", "tokens", "total", "fame", "shame"),
    [
        ("6789/-", "00", 30, (0,), ()),
        ("6789B/-", "00", 29, (), ()),
        ("B/-", "10", 0, (), ()),
        ("B/-", "00", -1, (), (0,)),
    ],
)
def test_thirty_enters_the_hall_of_fame_and_below_zero_the_wall_of_shame(
    fronts: str, tokens: str, total: int, fame: tuple[int, ...], shame: tuple[int, ...]
) -> None:
    """Both borders of R7.4."""
    ended = result(fronts, tokens=tokens)
    assert totals(ended)[0] == total
    assert (ended.hall_of_fame, ended.wall_of_shame) == (fame, shame)


def test_a_shared_first_place() -> None:
    """After two in place 1 comes place 3 (R7.3)."""
    ended = result("9/45/3")
    assert (ended.places, ended.winners) == ((1, 1, 3), (0, 1))


def test_three_share_the_first_place_below_zero() -> None:
    """All in place 1 win (R7.3), and may all be shamed (R7.4)."""
    ended = result("BB/BL/LL/BBB")
    assert totals(ended) == [-2, -2, -2, -3]
    assert (ended.places, ended.winners) == ((1, 1, 1, 4), (0, 1, 2))
    assert ended.wall_of_shame == (0, 1, 2, 3)


def test_an_absent_seats_merchants_still_block_a_tie() -> None:
    """Its cards stay (R8.2)."""
    ended = result("99/99/8", standing="sas")
    assert totals(ended) == [0, 0, 8]
    assert ended.missing == (1,)


def test_a_score_is_families_and_tokens_less_events() -> None:
    """R7.1 and R7.2 in one sum."""
    position = before_deal("1266BB/26/-", tokens="300")
    assert breakdown(position, 0) == Score(
        families=(Card.OMNISCIENT, Card.BANKER), tokens=3, events=2, penalties=0, total=8
    )
    assert position.influence() == (8, 0, 0)


def test_influence_now_counts_strict_majorities_and_discards_nothing() -> None:
    """The scoring of this moment (R7.6)."""
    assert before_deal("19/9/8888").influence() == (1, 0, 8)


def test_an_order_is_previewed_as_if_it_alone_were_turned_up() -> None:
    """And no event of it resolved (R7.7)."""
    position = before_deal("9/9/-")
    assert preview_order(position, 0, read_order("99")) == (9, 0, 0)
    assert preview_order(position, 2, read_order("8B")) == (0, 0, 7)
    assert position.influence() == (0, 0, 0)


def test_an_absent_seat_may_win_and_one_that_left_comes_after_all_present() -> None:
    """How R8.6 ranks them."""
    assert result("8/9/-", standing="sas").places == (2, 1, 3)
    left = result("8/9/-", standing="sls")
    assert (left.places, left.winners) == ((1, 3, 2), (0,))


def test_a_seat_at_fault_is_scored_but_neither_ranked_nor_in_a_hall() -> None:
    """However many points it has (R8.5)."""
    ended = result("B/6789/8", standing="sfs")
    assert ended.places == (2, None, 1)
    assert (ended.hall_of_fame, ended.wall_of_shame) == ((), (0,))


def test_there_is_no_outcome_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        outcome(Position.start((0, 1), 0))
