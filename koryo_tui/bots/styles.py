"""What a player likes a little more than it should, so that tables differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from koryo_tui.bots.values import Values, Weights
from protocol.rules import ROUNDS, Card


@dataclass(frozen=True, slots=True)
class Style:
    """``liked``: families whose majority counts ``points`` more, all of it in round 1 or, if
    ``late``, in round 7. ``events``: points an event in front counts less than it costs."""

    name: str
    liked: tuple[Card, ...] = ()
    points: float = 0.0
    late: bool = False
    events: float = 0.0


EVEN: Final = Style("even")
#: Powers first: more cards, more tokens, more choice.
BUILDER: Final = Style(
    "builder", (Card.SHIP_OWNER, Card.SENATOR, Card.BANKER, Card.SPY), points=0.8
)
#: The high families, and holding on to them.
COLLECTOR: Final = Style(
    "collector", (Card.GUARDIAN, Card.BROADCASTER, Card.MERCHANT), points=0.8, late=True
)
#: Events, and Priests to get rid of them.
RAIDER: Final = Style("raider", (Card.PRIEST, Card.GUARDIAN), points=0.4, events=0.4)

STYLES: Final = (EVEN, BUILDER, COLLECTOR, RAIDER)

#: The ways to stand in a family that are a majority.
_FIRST_HELD: Final = 6


@cache
def values_for(seats: int, style: Style) -> Values:
    """The worth of tables as this style sees them."""
    plain = Values.load(seats)
    if style == EVEN:
        return plain
    weights = [plain.rounds[number].weights for number in range(1, ROUNDS)]
    return Values(seats, _styled(weights, style))


def _styled(rounds: Sequence[Weights], style: Style) -> list[Weights]:
    styled = []
    for number, weights in enumerate(rounds, start=1):
        much = number if style.late else ROUNDS - number
        more = style.points * much / (ROUNDS - 1)
        families = tuple(
            tuple(
                weight + (more if way >= _FIRST_HELD and card in style.liked else 0.0)
                for way, weight in enumerate(family)
            )
            for card, family in enumerate(weights.families, start=1)
        )
        styled.append(replace(weights, families=families, event=weights.event + style.events))
    return styled
