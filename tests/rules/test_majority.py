"""Who holds a family, and what shields it gives (R2)."""

import pytest

from protocol.rules import Card, Reason, holder
from tests.rules.helpers import after, assert_illegal, before_deal, fronts_of, in_turn, legal


@pytest.mark.parametrize(
    ("fronts", "who"), [("6/-", 0), ("6/66", 1), ("66/6/6", 0), ("-/-/666/66", 2), ("B/6B/L", 1)]
)
def test_strictly_more_than_each_other_seat_holds_a_family(fronts: str, who: int) -> None:
    """One against none is enough (R2.1)."""
    assert holder(fronts_of(fronts), Card.BANKER, omniscient=True) == who
    assert holder(fronts_of(fronts), Card.BANKER, omniscient=False) == who


def test_none_against_none_is_nobodys_even_with_the_omniscient() -> None:
    """The end of R2.1."""
    assert before_deal("1/-/9").holder(Card.BANKER) is None


def test_the_omniscient_below_two_tied_leaders_decides_nothing() -> None:
    """Its owner has fewer (R2.2)."""
    assert before_deal("16/66/66").holder(Card.BANKER) is None


def test_the_omniscient_among_the_tied_leaders_wins_the_tie() -> None:
    """For powers and shields (R2.2), not at the scoring (R7.1)."""
    position = before_deal("6/166/66")
    assert position.holder(Card.BANKER) == 1
    assert holder(position.fronts, Card.BANKER, omniscient=False) is None


def test_an_omniscient_swapped_within_a_turn_moves_the_powers_at_once() -> None:
    """The majority moves at once (R2.3), and the power with it (R2.5)."""
    position = after(in_turn("669/166", "L"), "uL")
    assert position.holder(Card.BANKER) == 1
    assert "t" not in legal(position)
    swapped = after(position, "w0:9-1:1")
    assert swapped.holder(Card.BANKER) == 0
    assert "t" in legal(swapped)


def test_a_face_down_guardian_does_not_lift_the_shield_of_the_spies() -> None:
    """Face-down cards count for nothing (R2.4)."""
    face_down = in_turn("22/9/8", "7L")
    assert face_down.shielded_from_lobbying(0)
    assert not face_down.has_power(0, Card.GUARDIAN)
    turned_up = after(face_down, "u7")
    assert not turned_up.shielded_from_lobbying(0)
    assert turned_up.shielded_from_barbarians(0)


def test_tied_spies_with_the_omniscient_are_a_shield() -> None:
    """The majority of R2.2 shields as well (R5.11)."""
    position = after(in_turn("9/12/28", "L"), "uL")
    assert position.shielded_from_lobbying(1)
    assert_illegal(position, "w0:9-1:1", Reason.SHIELDED)
    assert "w0:9-2:8" in legal(position)


def test_events_have_no_majority() -> None:
    with pytest.raises(ValueError, match="no majority of events"):
        holder(fronts_of("B/-"), Card.BARBARIANS, omniscient=True)


def test_a_tied_guardian_shields_only_the_owner_of_the_omniscient() -> None:
    """By R2.2 the shield of R5.10 is its alone."""
    position = before_deal("7/17/-")
    assert not position.shielded_from_barbarians(0)
    assert position.shielded_from_barbarians(1)
