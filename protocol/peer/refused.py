"""Why an entry is invalid on the head it signs: a code for programs and a sentence for people."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Reason(StrEnum):
    """The codes; docs/protocol.md lists them with the steps they belong to."""

    WRONG_KIND = "wrong-kind"
    NOT_A_SPEAKER = "not-a-speaker"
    WRONG_FOLLOWS = "wrong-follows"
    BAD_BODY = "bad-body"
    OTHER_ROSTER = "other-roster"
    NONCE_MISMATCH = "nonce-mismatch"
    BAD_RETURN = "bad-return"
    BAD_KEY = "bad-key"
    BAD_DECK = "bad-deck"
    BAD_SHUFFLE = "bad-shuffle"
    WRONG_RECIPIENTS = "wrong-recipients"
    WRONG_SHARE_COUNT = "wrong-share-count"
    BAD_SHARE = "bad-share"
    ORDER_SIZE = "order-size"
    WRONG_POSITIONS = "wrong-positions"
    NOT_THE_OPENING = "not-the-opening"
    CARD_NOT_THERE = "card-not-there"
    ILLEGAL_ORDER = "illegal-order"
    BAD_NOTATION = "bad-notation"
    ILLEGAL_MOVE = "illegal-move"
    TURN_NOT_ENDED = "turn-not-ended"
    MOVES_AFTER_END = "moves-after-end"
    ILLEGAL_DISCARD = "illegal-discard"


SENTENCES: Final = {
    Reason.WRONG_KIND: "the entry is of another kind than the step",
    Reason.NOT_A_SPEAKER: "the seat spoke in a step in which it is not asked",
    Reason.WRONG_FOLLOWS: "the entry names an entry before it where there is none to name",
    Reason.BAD_BODY: "the entry's body has another shape than its kind",
    Reason.OTHER_ROSTER: "the entry confirms another roster than the table's",
    Reason.NONCE_MISMATCH: "the nonce does not fit the commitment in the roster",
    Reason.BAD_RETURN: "the entry seats somebody who is not away or did not sign a return",
    Reason.BAD_KEY: "the proof that the seat knows its own deal key fails",
    Reason.BAD_DECK: "the shuffled deck is not made of valid elements, one pair a card",
    Reason.BAD_SHUFFLE: "the proof that the deck was only shuffled fails",
    Reason.WRONG_RECIPIENTS: "the shares are not for exactly the other seats that are dealt cards",
    Reason.WRONG_SHARE_COUNT: "the shares are not exactly one for each card",
    Reason.BAD_SHARE: "the proof that a decryption share is right fails",
    Reason.ORDER_SIZE: "the order has more cards than the hand",
    Reason.WRONG_POSITIONS: "the opened cards are not of the seat's own hand, in rising order",
    Reason.NOT_THE_OPENING: "the opened order is not the one that was sealed",
    Reason.CARD_NOT_THERE: "an opened card is another one than the seat says",
    Reason.ILLEGAL_ORDER: "the order was illegal when it was placed",
    Reason.BAD_NOTATION: "a move is not written in the notation of moves",
    Reason.ILLEGAL_MOVE: "a move of the turn is illegal",
    Reason.TURN_NOT_ENDED: "the turn does not come to its end",
    Reason.MOVES_AFTER_END: "the turn goes on after its end",
    Reason.ILLEGAL_DISCARD: "the discard is illegal",
}


class Refused(ValueError):
    """An entry is invalid on the head it signs: its seat is at fault.

    Raised by checks only, and only for what everybody who holds the same record would refuse.
    """

    def __init__(self, reason: Reason, detail: str = "") -> None:
        sentence = SENTENCES[reason]
        super().__init__(f"{sentence}: {detail}" if detail else sentence)
        self.reason = reason
