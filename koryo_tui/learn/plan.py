"""What is dealt and ordered in the guided game, so that each power and event comes up in it.

The learner may choose whatever the rules allow: what the others show is what nothing in the
learner's hand can prevent. Ada leads the Ship Owners from the first round on, so she orders two
types in the others. Ben takes a token, and Ada another by the Omniscient, which Ben steals with his
Spies. Ben leads the Broadcasters, and one of the two has too many cards in the second round, even
if the learner destroys one. The rest is in the learner's hand: Senators, Guardians, Merchants, and
events.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from koryo_tui.bots.sight import Bot, Sight
from protocol.peer.questions import Decision, OrderQuestion, PlaceOrder, PlayTurn, TurnQuestion
from protocol.rules import (
    Card,
    Order,
    Position,
    Shuffle,
    TurnMove,
    TurnUp,
    cards_of,
    read_cards,
)

#: For each round what is dealt to the learner, and what Ada and Ben order.
_ROUNDS: Final = MappingProxyType(
    {
        1: ("3337788999", "555", "6"),
        2: ("6677999BL", "16", "8888"),
        3: ("3577999L", "4L", "22"),
    }
)
#: What else the learner may be dealt: nothing that would be in the way of what the others show.
_ALSO: Final = (Card.SENATOR, Card.GUARDIAN, Card.MERCHANT)


def arranged(position: Position, name: str) -> Shuffle:
    """A shuffle for the deal that is due in ``position``: first what is planned, and for the rest
    one that is always the same for the same ``name``."""
    seats = position.deal_map()
    return lambda pile: _deck(pile, seats, position.round, name)


class Showing:
    """Orders what is planned for its seat, turns up events first, and else plays as ``bot``."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def decide(self, sight: Sight) -> Decision:
        """The planned order where it is legal."""
        match sight.question:
            case OrderQuestion() as question:
                wanted = Order(_planned(sight.position.round)[sight.seat])
                return PlaceOrder(wanted) if wanted in question.legal else self._bot.decide(sight)
            case TurnQuestion() as question:
                return PlayTurn(self._turn(sight, question))
            case _:
                return self._bot.decide(sight)

    def _turn(self, sight: Sight, question: TurnQuestion) -> tuple[TurnMove, ...]:
        """What is turned up after an event cannot be swapped away by it before it was used."""
        first = tuple(TurnUp(card) for card in question.order.cards if card.is_event)[:1]
        position = question.position
        for move in first:
            position = position.played(move)
        rest = self._bot.decide(replace(sight, question=replace(question, position=position)))
        assert isinstance(rest, PlayTurn)
        return first + rest.moves


def _planned(round_number: int) -> tuple[tuple[Card, ...], ...]:
    """Cards for each seat; none after the last round of the plan."""
    texts = _ROUNDS.get(round_number, ("-", "-", "-"))
    return tuple(cards_of(read_cards(text)) for text in texts)


def _deck(
    pile: tuple[Card, ...], seats: tuple[int, ...], round_number: int, name: str
) -> tuple[Card, ...]:
    left = _mixed(pile, name)
    hands = [_taken(left, cards) for cards in _planned(round_number)]
    for seat, hand in enumerate(hands):
        missing = seats.count(seat) - len(hand)
        fitting = [card for card in left if seat or card in _ALSO or round_number not in _ROUNDS]
        hand += _taken(left, tuple(fitting[:missing]))
    return (*(hands[seat].pop() for seat in seats), *left)


def _taken(left: list[Card], wanted: tuple[Card, ...]) -> list[Card]:
    """Those of ``wanted`` that there are, taken out of ``left``."""
    found = []
    for card in wanted:
        if card in left:
            left.remove(card)
            found.append(card)
    return found


def _mixed(pile: tuple[Card, ...], name: str) -> list[Card]:
    """The same for the same name and pile: nothing hidden depends on it."""

    def rank(index: int) -> bytes:
        return hashlib.sha256(f"{name} {len(pile)} {index}".encode()).digest()

    return [pile[index] for index in sorted(range(len(pile)), key=rank)]
