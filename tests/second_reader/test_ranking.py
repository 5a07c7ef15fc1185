"""Places, halls and who won, of positions made by hand (R7.3, R7.4, R8.5, R8.6, R8.8)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.second_reader.__main__ import result
from tests.second_reader.ranking import ranking
from tests.second_reader.rules import BARBARIANS, Position

STANDINGS = {"s": "seated", "a": "absent", "l": "left", "f": "fault"}


def position(points: list[int], standing: str) -> Position:
    """A position in which the seats have so many points: tokens, or events."""
    made = Position(list(range(len(points))), 0)
    made.tokens = [max(0, one) for one in points]
    made.fronts = [Counter({BARBARIANS: max(0, -one)}) for one in points]
    made.standing = [STANDINGS[letter] for letter in standing]
    return made


@pytest.mark.parametrize(
    ("points", "standing", "places", "winners"),
    [
        ([1, 3, 2], "sss", (3, 1, 2), (1,)),
        ([-3, -1], "ss", (2, 1), (1,)),
        ([2, 2], "ss", (1, 1), (0, 1)),
        ([2, 4, 2, 0], "ssss", (2, 1, 2, 4), (1,)),
        ([0, 4, 4, 0], "ssss", (3, 1, 1, 3), (1, 2)),
        ([1, 2, 0], "sas", (2, 1, 3), (1,)),
        ([2, 2, 0], "sas", (1, 1, 3), (0, 1)),
        ([1, 5, 0], "sls", (1, 3, 2), (0,)),
        ([1, 1], "sl", (1, 2), (0,)),
        ([3, 1, -1, 3], "lasl", (3, 1, 2, 3), (1,)),
        ([1, 5, 0], "sfs", (1, None, 2), (0,)),
        ([0, 4, 3, 2], "saff", (2, 1, None, None), (1,)),
    ],
)
def test_a_finished_game_is_ranked_by_points_and_the_left_come_last(
    points: list[int], standing: str, places: tuple[int | None, ...], winners: tuple[int, ...]
) -> None:
    found = ranking(position(points, standing), by_default=False)
    assert (found.places, found.winners) == (places, winners)
    assert found.points == tuple(points)


@pytest.mark.parametrize(
    ("points", "standing", "places", "winners"),
    [
        ([0, 8], "sl", (1, 2), (0,)),
        ([0, 8], "sf", (1, None), (0,)),
        ([-1, 3, 4, 0], "slaa", (1, 4, 2, 3), (0,)),
        ([2, 2, 2, 2], "alsa", (2, 4, 1, 2), (2,)),
        ([2, 5, 0], "lsl", (2, 1, 3), (1,)),
        ([2, 5], "al", (None, None), ()),
        ([2, 5], "af", (None, None), ()),
    ],
)
def test_by_default_the_seat_left_wins_and_the_absent_come_next(
    points: list[int], standing: str, places: tuple[int | None, ...], winners: tuple[int, ...]
) -> None:
    found = ranking(position(points, standing), by_default=True)
    assert (found.places, found.winners) == (places, winners)


def rich(points: int) -> Position:
    """A position in which seat 0 has so many points from 22 on, and seats 1 to 3 have -1 each."""
    made = position([0, -1, -1, -1], "ssss")
    made.fronts[0] = Counter([9, 8, 5])
    made.tokens[0] = points - 22
    return made


@pytest.mark.parametrize(("points", "fame"), [(29, ()), (30, (0,))])
def test_30_points_enter_the_hall_of_fame_and_fewer_than_0_the_wall_of_shame(
    points: int, fame: tuple[int, ...]
) -> None:
    found = ranking(rich(points), by_default=False)
    assert (found.points[0], found.fame, found.shame) == (points, fame, (1, 2, 3))


def test_no_points_are_no_shame() -> None:
    assert ranking(position([0, 0], "ss"), by_default=False).shame == ()


def test_winning_is_not_needed_for_a_hall_and_keeps_nobody_out_of_one() -> None:
    made = position([-1, -2], "ss")
    assert ranking(made, by_default=False).shame == (0, 1)
    left = rich(30)
    left.standing[0] = "left"
    found = ranking(left, by_default=False)
    assert (found.places, found.fame) == ((4, 1, 1, 1), (0,))


def test_penalties_count_for_places_and_halls() -> None:
    made = rich(30)
    made.penalties = [1, 0, 0, 0]
    assert ranking(made, by_default=False).fame == ()
    made = position([3, 2], "as")
    made.penalties = [4, 0]
    found = ranking(made, by_default=False)
    assert (found.points, found.places, found.shame) == ((-1, 2), (2, 1), (0,))


def test_absent_and_left_seats_enter_halls_and_those_at_fault_do_not() -> None:
    made = rich(30)
    made.standing = ["absent", "left", "fault", "seated"]
    found = ranking(made, by_default=False)
    assert (found.fame, found.shame) == ((0,), (1, 3))
    made.standing[0] = "fault"
    assert ranking(made, by_default=False).fame == ()


def test_by_default_nobody_enters_a_hall() -> None:
    made = rich(30)
    made.standing = ["seated", "absent", "left", "left"]
    found = ranking(made, by_default=True)
    assert (found.points, found.fame, found.shame) == ((30, -1, -1, -1), (), ())


def test_the_result_in_words() -> None:
    assert result(ranking(position([2, 2, -1, 1], "ssaf"), by_default=False)) == [
        "  seat 0: 2 points, place 1",
        "  seat 1: 2 points, place 1",
        "  seat 2: -1 points, place 3",
        "  seat 3: 1 points, not ranked",
        "  won by seat 0, seat 1",
        "  Wall of Shame: seat 2",
    ]
    assert result(ranking(position([0, 0], "ls"), by_default=True))[-1] == (
        "  won by seat 1 by default"
    )
    assert result(ranking(position([0, 0], "la"), by_default=True)) == [
        "  seat 0: 0 points, not ranked",
        "  seat 1: 0 points, not ranked",
    ]
