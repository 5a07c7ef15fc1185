"""What a player may decide: an order, the moves of a turn, a discard.

Every class here is plain data; whether it is legal is ``position``'s business, how it is written
down is ``notation``'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.rules.cards import Card


@dataclass(frozen=True, slots=True, order=True)
class Order:
    """The cards placed face down in a round, rising: of one type, or two of two types (R4)."""

    cards: tuple[Card, ...]

    @property
    def is_pair(self) -> bool:
        """Two different types, which needs the Ship Owners when it is placed."""
        return len(set(self.cards)) == 2


@dataclass(frozen=True, slots=True, order=True)
class TurnUp:
    """Turn up all ordered cards of one type; an event then waits to be resolved (R5.2)."""

    card: Card


@dataclass(frozen=True, slots=True, order=True)
class TakeToken:
    """Banker: one token from the bank (R5.7)."""


@dataclass(frozen=True, slots=True, order=True)
class Steal:
    """Spy: one token from another seat (R5.8)."""

    seat: int


@dataclass(frozen=True, slots=True, order=True)
class RemoveEvent:
    """Priest: one event out of the own front that is not waiting (R5.9)."""

    card: Card


@dataclass(frozen=True, slots=True, order=True)
class Destroy:
    """Resolve waiting Barbarians: destroy one character of another seat (R5.10)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True, order=True)
class Swap:
    """Resolve waiting Lobbying: swap one character between two seats (R5.11).

    The lower seat comes first, so that one swap has one way to be written.
    """

    seat: int
    card: Card
    other_seat: int
    other_card: Card


@dataclass(frozen=True, slots=True, order=True)
class Decline:
    """Leave one waiting event unresolved, for good (R5.5)."""

    card: Card


@dataclass(frozen=True, slots=True, order=True)
class Done:
    """End the turn (R5.12)."""


@dataclass(frozen=True, slots=True, order=True)
class Discard:
    """The characters given up in the ending phase, rising; may be empty for the Senators (R6)."""

    cards: tuple[Card, ...]


TurnMove = TurnUp | TakeToken | Steal | RemoveEvent | Destroy | Swap | Decline | Done
Move = TurnMove | Discard
