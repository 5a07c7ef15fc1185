"""The local draft of a decision: what is marked, what is chosen, and what a key makes of it.

A draft never changes: each key gives another one, perhaps with a finished decision or with a
complaint. Nothing here knows a terminal, and nothing leaves the machine before a decision is
given to the session.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from protocol.peer.questions import Decision
from protocol.rules import CARDS, Card, Counts, Position


class Press(Enum):
    """What a key means to a draft."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    NEXT = "next"
    PREVIOUS = "previous"
    TOGGLE = "toggle"
    ACCEPT = "accept"
    BACK = "back"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the ledger: a card in a seat's column, or with ``card`` None its tokens."""

    seat: int
    card: Card | None


class Why(Enum):
    """Why a key does nothing."""

    NONE_IN_HAND = "none-in-hand"
    ALL_TAKEN = "all-taken"
    NEEDS_SHIP_OWNERS = "needs-ship-owners"
    SAME_ROW = "same-row"
    PAIR_IS_FULL = "pair-is-full"
    NOTHING_CHOSEN = "nothing-chosen"
    NOTHING_TO_UNDO = "nothing-to-undo"
    ORDER_SEALED = "order-sealed"
    TURN_SENT = "turn-sent"
    DISCARD_SENT = "discard-sent"
    NO_DUTY = "no-duty"
    NOT_DONE = "not-done"
    EVENT_WAITS = "event-waits"
    USED = "used"
    BANK_EMPTY = "bank-empty"
    NOBODY_HAS_TOKENS = "nobody-has-tokens"
    NO_TOKEN = "no-token"  # noqa: S105
    NO_EVENT = "no-event"
    STILL_WAITING = "still-waiting"
    GUARDED = "guarded"
    SPIED = "spied"
    SAME_SEAT = "same-seat"
    SAME_FAMILY = "same-family"
    NO_PARTNER = "no-partner"
    NOT_A_TARGET = "not-a-target"
    YOUR_OWN = "your-own"
    NOT_YOURS = "not-yours"
    EMPTY_PLACE = "empty-place"
    NO_CHARACTER = "no-character"
    NONE_IN_FRONT = "none-in-front"
    EVENTS_STAY = "events-stay"
    WRONG_NUMBER = "wrong-number"
    LOSES_SENATORS = "loses-senators"


@dataclass(frozen=True, slots=True)
class Complaint:
    """Why, and what it is about. ``numbers`` are the numbers that would do."""

    why: Why
    card: Card | None = None
    seat: int | None = None
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a key: the draft after it, and perhaps one of the rest.

    ``decision``: finished, to be given to the session. ``inspect``: show this card's rules.
    ``out``: Esc was pressed and nothing is left here to step back from.
    """

    draft: Draft
    decision: Decision | None = None
    complaint: Complaint | None = None
    inspect: Card | None = None
    out: bool = False


class Draft(Protocol):
    """What the table screen asks of every draft."""

    @property
    def card(self) -> Card:
        """The marked row, whose rules the help shows first."""

    def press(self, key: Press) -> Reply:
        """The draft after a key."""

    def jump(self, card: Card) -> Reply:
        """The draft after the key of a card."""

    def point(self, cell: Cell) -> Reply:
        """The draft after a click on a place of the ledger."""


def columns(position: Position, you: int) -> tuple[int, ...]:
    """The seats from left to right: ``you`` first, then clockwise; who only watches has none."""
    start = position.clockwise.index(you) if you in position.clockwise else 0
    return position.clockwise[start:] + position.clockwise[:start]


def stepped(card: Card, key: Press) -> Card:
    """The row above or below ``card``, round the ends."""
    step = {Press.UP: -1, Press.DOWN: 1}.get(key, 0)
    return CARDS[(CARDS.index(card) + step) % len(CARDS)]


def alone(card: Card, number: int) -> Counts:
    """``number`` of ``card`` and nothing else."""
    return tuple(number if index == card else 0 for index in range(12))


@dataclass(frozen=True, slots=True)
class Watch:
    """Nothing to decide: a mark to look at the rows with."""

    card: Card = Card.OMNISCIENT

    def press(self, key: Press) -> Reply:
        if key is Press.ACCEPT:
            return Reply(self, inspect=self.card)
        if key is Press.BACK:
            return Reply(self, out=True)
        if key is Press.UNDO:
            return Reply(self, complaint=Complaint(Why.NOTHING_TO_UNDO))
        return Reply(Watch(stepped(self.card, key)))

    def jump(self, card: Card) -> Reply:
        return Reply(Watch(card))

    def point(self, cell: Cell) -> Reply:
        if cell.card is None:
            return Reply(self)
        return Reply(Watch(cell.card), inspect=cell.card if cell.card is self.card else None)
