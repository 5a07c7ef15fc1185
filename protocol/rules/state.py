"""The small parts a position is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.rules.cards import NOTHING, Card, Counts


class Phase(Enum):
    """Where a round stands (R1.4). DEAL waits for cards; OVER is the end of the game."""

    DEAL = "deal"
    ORDER = "order"
    ACTION = "action"
    ENDING = "ending"
    OVER = "over"


class Standing(Enum):
    """Whether a seat plays. The last three are missing (R8), each worse than the one before."""

    SEATED = "seated"
    ABSENT = "absent"
    LEFT = "left"
    FAULT = "fault"

    @property
    def is_missing(self) -> bool:
        return self is not Standing.SEATED

    def worse_of(self, other: Standing) -> Standing:
        """The one of the two that comes later in SEATED, ABSENT, LEFT, FAULT."""
        ranks = list(Standing)
        return max(self, other, key=ranks.index)


@dataclass(frozen=True, slots=True)
class Placed:
    """A face-down order as everybody sees it: how many cards.

    ``pair_allowed``: the seat held the Ship Owners when it placed it (R4.3).
    """

    size: int
    pair_allowed: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way, its order opened.

    ``face_down``: ordered cards not yet turned up; they are in no front, and so count for nothing
    (R2.4). ``waiting``: events in front that wait to be resolved (R5.3). ``used``: which of Banker,
    Spy and Priest have been used (R5.6).
    """

    face_down: Counts
    waiting: Counts = NOTHING
    used: frozenset[Card] = frozenset()
