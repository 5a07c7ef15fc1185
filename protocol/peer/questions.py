"""What only the player can decide, with everything needed to decide it, and the answers."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.rules import Counts, Discard, Order, Position, TurnMove


@dataclass(frozen=True, slots=True)
class OrderQuestion:
    """Which order to place. ``legal`` is never empty; ``hand`` is known to this seat alone."""

    seat: int
    position: Position
    hand: Counts
    legal: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """Which moves to make, up to and including ``Done``.

    ``position`` is the own turn with the own ``order`` already opened: ask it for legal moves, play
    them on it as a draft, undo by going back to an earlier position. Nothing leaves the machine
    before the whole list is given as a ``PlayTurn``.
    """

    seat: int
    position: Position
    order: Order


@dataclass(frozen=True, slots=True)
class DiscardQuestion:
    """Which characters to give up in the ending phase. ``legal`` has at least two."""

    seat: int
    position: Position
    legal: tuple[Discard, ...]


@dataclass(frozen=True, slots=True)
class PlaceOrder:
    """Answer to an ``OrderQuestion``: seals the order for good."""

    order: Order


@dataclass(frozen=True, slots=True)
class PlayTurn:
    """Answer to a ``TurnQuestion``: the whole turn, ending with ``Done``."""

    moves: tuple[TurnMove, ...]


@dataclass(frozen=True, slots=True)
class ChooseDiscard:
    """Answer to a ``DiscardQuestion``."""

    discard: Discard


class NotAsked(ValueError):
    """This decision is not one that is asked for now; nothing has changed."""


Question = OrderQuestion | TurnQuestion | DiscardQuestion
Decision = PlaceOrder | PlayTurn | ChooseDiscard
