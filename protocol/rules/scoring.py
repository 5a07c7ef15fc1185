"""Points, places and halls (R7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol.rules import majority
from protocol.rules.cards import FAMILIES, Card, Counts, add, events
from protocol.rules.moves import Order
from protocol.rules.seating import with_item
from protocol.rules.state import Phase, Standing

if TYPE_CHECKING:
    from protocol.rules.position import Position

#: From this score on a seat enters the Hall of Fame; below zero the Wall of Shame (R7.4).
HALL_OF_FAME: Final = 30


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat's points come from.

    ``families``: those it holds alone, each worth its number. ``tokens``: +1 each. ``events``:
    -1 each. ``penalties``: -1 each (R8.7). ``total``: the sum.
    """

    families: tuple[Card, ...]
    tokens: int
    events: int
    penalties: int
    total: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``places`` by seat: 1 is the first, equal places are shared, None is not ranked. ``missing``:
    the seats that were not playing at the end. ``by_default``: one seat won because of them.
    """

    scores: tuple[Score, ...]
    places: tuple[int | None, ...]
    winners: tuple[int, ...]
    hall_of_fame: tuple[int, ...]
    wall_of_shame: tuple[int, ...]
    missing: tuple[int, ...]
    by_default: bool


def influence(
    fronts: tuple[Counts, ...], tokens: tuple[int, ...], penalties: tuple[int, ...]
) -> tuple[int, ...]:
    """The score of each seat with these fronts, tokens and minus points (R7.1, R7.2)."""
    points = [
        token - events(front) - penalty
        for front, token, penalty in zip(fronts, tokens, penalties, strict=True)
    ]
    for family in FAMILIES:
        seat = majority.holder(fronts, family, omniscient=False)
        if seat is not None:
            points[seat] += family
    return tuple(points)


def breakdown(position: Position, seat: int) -> Score:
    """Where the influence of ``seat`` comes from, at this moment (R7.6)."""
    fronts = position.fronts
    return Score(
        families=tuple(
            family
            for family in FAMILIES
            if majority.holder(fronts, family, omniscient=False) == seat
        ),
        tokens=position.tokens[seat],
        events=events(fronts[seat]),
        penalties=position.penalties[seat],
        total=position.influence()[seat],
    )


def preview_order(position: Position, seat: int, order: Order) -> tuple[int, ...]:
    """The influence of each seat as if this order alone were turned up now (R7.7)."""
    front = position.fronts[seat]
    for card in order.cards:
        front = add(front, card)
    return influence(with_item(position.fronts, seat, front), position.tokens, position.penalties)


def outcome(position: Position) -> Outcome:
    """The result of a finished game. Raises ``ValueError`` unless the phase is OVER."""
    if position.phase is not Phase.OVER:
        raise ValueError("the game is not over")
    seats = range(position.seats)
    scores = tuple(breakdown(position, seat) for seat in seats)
    places = _places(position, tuple(score.total for score in scores))
    halls = [s for s in seats if places[s] is not None and not position.by_default]
    return Outcome(
        scores=scores,
        places=places,
        winners=tuple(seat for seat in seats if places[seat] == 1),
        hall_of_fame=tuple(s for s in halls if scores[s].total >= HALL_OF_FAME),
        wall_of_shame=tuple(s for s in halls if scores[s].total < 0),
        missing=tuple(seat for seat in seats if position.standing[seat].is_missing),
        by_default=position.by_default,
    )


def _places(position: Position, totals: tuple[int, ...]) -> tuple[int | None, ...]:
    """Each seat's place: by group, then by points; equals share (R7.3, R8.5, R8.6, R8.8)."""
    group_of = _BY_DEFAULT if position.by_default else _PLAYED_OUT
    groups = [group_of.get(standing) for standing in position.standing]
    if position.by_default and Standing.SEATED not in position.standing:
        return (None,) * position.seats
    keys = [
        None if group is None else (group, -total)
        for group, total in zip(groups, totals, strict=True)
    ]
    ranked = sorted(key for key in keys if key is not None)
    return tuple(None if key is None else ranked.index(key) + 1 for key in keys)


#: Which standings are ranked before which; those not listed are not ranked.
_PLAYED_OUT: Final = {Standing.SEATED: 0, Standing.ABSENT: 0, Standing.LEFT: 1}
_BY_DEFAULT: Final = {Standing.SEATED: 0, Standing.ABSENT: 1, Standing.LEFT: 2}
