"""Why a decision is refused: a short code for programs, a plain sentence for people."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Reason(Enum):
    """What is wrong with a decision. The values are stable and may be written down."""

    NOT_YOUR_TURN = "not-your-turn"
    NO_SUCH_SEAT = "no-such-seat"
    WRONG_SIZE = "wrong-size"
    NOT_AN_ORDER = "not-an-order"
    NEEDS_SHIP_OWNERS = "needs-ship-owners"
    NOT_IN_HAND = "not-in-hand"
    NOT_IN_PILE = "not-in-pile"
    NOT_IN_ORDER = "not-in-order"
    EVENT_WAITS = "event-waits"
    NOT_DONE = "not-done"
    NOT_WAITING = "not-waiting"
    NO_POWER = "no-power"
    POWER_USED = "power-used"
    BANK_EMPTY = "bank-empty"
    NO_TOKEN = "no-token"  # noqa: S105
    STILL_WAITING = "still-waiting"
    NOT_AN_EVENT = "not-an-event"
    NOT_A_CHARACTER = "not-a-character"
    OWN_SEAT = "own-seat"
    SAME_SEAT = "same-seat"
    SAME_FAMILY = "same-family"
    NOTHING_IN_FRONT = "nothing-in-front"
    SHIELDED = "shielded"
    BAD_DISCARD = "bad-discard"


SENTENCES: Final = {
    Reason.NOT_YOUR_TURN: "This decision is not due now.",
    Reason.NO_SUCH_SEAT: "There is no such seat at this table.",
    Reason.WRONG_SIZE: "The number of cards does not fit.",
    Reason.NOT_AN_ORDER: "An order is cards of one type, or exactly two cards of two types.",
    Reason.NEEDS_SHIP_OWNERS: "Two types need the Ship Owners when the order is placed.",
    Reason.NOT_IN_HAND: "The hand does not hold these cards.",
    Reason.NOT_IN_PILE: "More of these cards than lie outside the fronts.",
    Reason.NOT_IN_ORDER: "No card of this type lies face down.",
    Reason.EVENT_WAITS: "A waiting event must be resolved or declined first.",
    Reason.NOT_DONE: "Cards still lie face down.",
    Reason.NOT_WAITING: "No event of this type is waiting.",
    Reason.NO_POWER: "The majority that gives this power is not held now.",
    Reason.POWER_USED: "This power has been used in this turn.",
    Reason.BANK_EMPTY: "The bank is empty.",
    Reason.NO_TOKEN: "This seat has no token.",
    Reason.STILL_WAITING: "Every event of this type in front is still waiting.",
    Reason.NOT_AN_EVENT: "This card is not an event.",
    Reason.NOT_A_CHARACTER: "This card is not a character.",
    Reason.OWN_SEAT: "The own seat cannot be chosen.",
    Reason.SAME_SEAT: "A swap is between two different seats, the lower one first.",
    Reason.SAME_FAMILY: "A swap of two cards of one family changes nothing.",
    Reason.NOTHING_IN_FRONT: "There is no such card in this front.",
    Reason.SHIELDED: "A shield protects this seat.",
    Reason.BAD_DISCARD: "This discard leaves a front that the rules do not allow.",
}


class IllegalMove(ValueError):
    """The rules refuse this decision; ``reason`` says which one of them."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(SENTENCES[reason])
        self.reason = reason
