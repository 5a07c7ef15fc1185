"""The box: nine families, two kinds of events, eight tokens, eight rounds (docs/rules.md, R1)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Card(IntEnum):
    """A type of card. A family's number is its influence and its number of copies (R1.1)."""

    OMNISCIENT = 1
    SPY = 2
    SENATOR = 3
    PRIEST = 4
    SHIP_OWNER = 5
    BANKER = 6
    GUARDIAN = 7
    BROADCASTER = 8
    MERCHANT = 9
    BARBARIANS = 10
    LOBBYING = 11

    @property
    def is_event(self) -> bool:
        return self >= Card.BARBARIANS

    @property
    def copies(self) -> int:
        """How many of this type are in the box."""
        return BOX[self]

    @property
    def influence(self) -> int:
        """Points at final scoring: a family's to its majority, an event's to its owner."""
        return -1 if self.is_event else int(self)


#: Cards of each type, counted: a tuple of 12, indexed by ``Card``; index 0 is unused and always 0.
Counts = tuple[int, ...]

FAMILIES: Final = tuple(Card(number) for number in range(1, 10))
EVENTS: Final = (Card.BARBARIANS, Card.LOBBYING)
CARDS: Final = FAMILIES + EVENTS

NOTHING: Final[Counts] = (0,) * 12
#: The families (R1.1), six Barbarians and four Lobbying (R1.2).
BOX: Final[Counts] = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 6, 4)
BOX_SIZE: Final = 55
#: All in the bank at the start; none ever goes back there (R1.3).
TOKENS: Final = 8
#: Of a game, whatever the number of players (R1.4).
ROUNDS: Final = 8


def add(counts: Counts, card: Card, number: int = 1) -> Counts:
    """``counts`` with ``number`` more of ``card`` (fewer, if negative).

    Raises ``ValueError`` if that would leave less than none.
    """
    left = counts[card] + number
    if left < 0:
        raise ValueError(f"there are only {counts[card]} of {card.name}")
    return (*counts[:card], left, *counts[card + 1 :])


def counts_of(cards: tuple[Card, ...]) -> Counts:
    """The cards counted by type."""
    return tuple(sum(1 for c in cards if c == number) for number in range(12))


def cards_of(counts: Counts) -> tuple[Card, ...]:
    """The counted cards one by one, rising in the box's order."""
    return tuple(card for card in CARDS for _ in range(counts[card]))


def characters(counts: Counts) -> int:
    """How many character cards are counted."""
    return sum(counts[1:10])


def events(counts: Counts) -> int:
    """How many event cards are counted."""
    return counts[Card.BARBARIANS] + counts[Card.LOBBYING]
