"""Places, halls and who won (R7.3, R7.4, R8.5, R8.6, R8.8), from the position a game ended in."""

from __future__ import annotations

from typing import NamedTuple

from tests.second_reader.rules import Position

HALL_OF_FAME = 30
"""Points from which on a seat enters it (R7.4)."""

#: Which seats come before which, whatever their points (R8.6, R8.8); a seat at fault is not ranked.
FINISHED = {"seated": 0, "absent": 0, "left": 1}
BY_DEFAULT = {"seated": 0, "absent": 1, "left": 2}


class Ranking(NamedTuple):
    """What a game came to, beside its points."""

    points: tuple[int, ...]
    """Of each seat."""
    places: tuple[int | None, ...]
    """Of each seat, from 1; None for one that is not ranked."""
    by_default: bool
    fame: tuple[int, ...]
    """The seats that enter the Hall of Fame, rising."""
    shame: tuple[int, ...]
    """Those that enter the Wall of Shame, rising."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place, rising."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def ranking(position: Position, by_default: bool) -> Ranking:
    """The ranking of a game that is over in this position."""
    points = position.scores()
    groups = BY_DEFAULT if by_default else FINISHED
    ranks = [
        (groups[standing], -scored) if standing in groups else None
        for standing, scored in zip(position.standing, points, strict=True)
    ]
    if by_default and "seated" not in position.standing:
        ranks = [None] * len(points)
    ranked = [rank for rank in ranks if rank is not None]
    places = tuple(
        None if rank is None else 1 + sum(other < rank for other in ranked) for rank in ranks
    )
    honoured = [] if by_default else [seat for seat, place in enumerate(places) if place]
    return Ranking(
        tuple(points),
        places,
        by_default,
        tuple(seat for seat in honoured if points[seat] >= HALL_OF_FAME),
        tuple(seat for seat in honoured if points[seat] < 0),
    )
