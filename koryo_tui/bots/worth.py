"""What a position is worth to a seat: influence now, and what majorities will bring later.

The weights say what good players say: engines first, high families late, a shield is worth
something to who has much to lose. They are counted in points of influence.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from protocol.rules import FAMILIES, ROUNDS, Card, Counts, Position, characters, events, holder

#: Points that holding a family's power brings in each round still to be played.
_EACH_ROUND: Final = MappingProxyType(
    {
        Card.SHIP_OWNER: 1.6,
        Card.SENATOR: 1.3,
        Card.BANKER: 1.2,
        Card.SPY: 1.2,
        Card.BROADCASTER: 0.4,
        Card.GUARDIAN: 0.4,
        Card.OMNISCIENT: 0.3,
    }
)
#: A card of a family counts this part of its influence while it gives no majority.
_SEED: Final = 0.06
#: Lead over the second in a family, card by card: more is safer, each less than the one before.
_LEAD: Final = (0.0, 0.0, 0.12, 0.18, 0.2)
#: How much of the influence of now is still there at the end, at the first and the last round.
_LASTS_FIRST: Final = 0.35


def worth(position: Position, seat: int) -> float:
    """What the table is worth to ``seat``: its own side less the mean of the others'."""
    sides = [_side(position, other) for other in range(position.seats)]
    others = sum(sides) - sides[seat]
    return sides[seat] - others / (position.seats - 1)


def swing(before: Position, after: Position, seat: int) -> int:
    """Points of influence that ``seat`` gains and all others lose from one position to the next."""
    gained = [new - old for old, new in zip(before.influence(), after.influence(), strict=True)]
    return 2 * gained[seat] - sum(gained)


def _side(position: Position, seat: int) -> float:
    left = ROUNDS - position.round
    lasts = _LASTS_FIRST + (1 - _LASTS_FIRST) * position.round / ROUNDS
    front = position.fronts[seat]
    points = float(position.tokens[seat] - position.penalties[seat]) - events(front)
    for family in FAMILIES:
        points += _family(position.fronts, seat, family, left, lasts)
    return points - _crowding(front, position.limit)


def _family(fronts: tuple[Counts, ...], seat: int, family: Card, left: int, lasts: float) -> float:
    mine = fronts[seat][family]
    if not mine:
        return 0.0
    best = max(front[family] for other, front in enumerate(fronts) if other != seat)
    value = family * _SEED * mine if left else 0.0
    if mine > best:
        lead = min(mine - best, len(_LEAD) - 1)
        value += family * lasts * (1 + (_LEAD[lead] if left else 0.0))
    if left and holder(fronts, family, omniscient=True) == seat:
        value += _EACH_ROUND.get(family, 0.0) * left
    return value


def _crowding(front: Counts, limit: int) -> float:
    """Cards over the limit have to go at the end of the round: what they bring does not stay."""
    over = characters(front) + events(front) - limit
    return 0.5 * over if over > 0 else 0.0
