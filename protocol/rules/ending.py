"""The ending phase: fronts over the limit are discarded down (R6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from protocol.rules import majority
from protocol.rules.cards import FAMILIES, Card, Counts, add, cards_of, characters, events
from protocol.rules.illegal import IllegalMove, Reason
from protocol.rules.moves import Discard
from protocol.rules.seating import with_item

if TYPE_CHECKING:
    from protocol.rules.position import Position

#: How many cards over the limit the Senators let their holder keep (R6.3).
SENATORS_KEEP: Final = 2


def legal_discards(position: Position, seat: int) -> tuple[Discard, ...]:
    """Every discard ``seat`` may make in its ending phase; always at least one."""
    front = position.fronts[seat]
    total = characters(front) + events(front)
    least = _least_left(position, seat)
    most = max(least, min(total, position.limit + SENATORS_KEEP))
    return tuple(
        Discard(cards)
        for left in range(most, least - 1, -1)
        for cards in _choices(front, total - left)
        if left == least or _keeps_senators(position, seat, cards)
    )


def check_discard(position: Position, seat: int, discard: Discard) -> None:
    """Raises ``IllegalMove`` unless ``seat`` may discard these cards (R6.2, R6.3, R6.4, R6.5)."""
    front = position.fronts[seat]
    if discard.cards != tuple(sorted(discard.cards)):
        raise IllegalMove(Reason.BAD_DISCARD)
    for card in set(discard.cards):
        if card.is_event:
            raise IllegalMove(Reason.NOT_A_CHARACTER)
        if discard.cards.count(card) > front[card]:
            raise IllegalMove(Reason.NOTHING_IN_FRONT)
    left = characters(front) + events(front) - len(discard.cards)
    least = _least_left(position, seat)
    if left == least:
        return
    most = position.limit + SENATORS_KEEP
    if not least < left <= most or not _keeps_senators(position, seat, discard.cards):
        raise IllegalMove(Reason.BAD_DISCARD)


def discarded(position: Position, seat: int, discard: Discard) -> Position:
    """The position with the cards gone from the front, unchecked."""
    return replace(position, fronts=_fronts_after(position, seat, discard.cards))


def fixed_discard(position: Position, seat: int) -> Discard:
    """What a missing seat discards: its lowest families, as few as possible (R8.3)."""
    front = position.fronts[seat]
    number = characters(front) + events(front) - _least_left(position, seat)
    return Discard(cards_of(front)[:number])


def _least_left(position: Position, seat: int) -> int:
    """How many cards a discard without the Senators leaves: all (R6.1), the limit (R6.2), or the
    events, which are never discarded (R6.4)."""
    front = position.fronts[seat]
    total = characters(front) + events(front)
    return min(total, max(position.limit, events(front)))


def _keeps_senators(position: Position, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether ``seat`` holds the Senators once these cards are gone (R6.3)."""
    fronts = _fronts_after(position, seat, cards)
    return majority.holder(fronts, Card.SENATOR, omniscient=True) == seat


def _fronts_after(position: Position, seat: int, cards: tuple[Card, ...]) -> tuple[Counts, ...]:
    front = position.fronts[seat]
    for card in cards:
        front = add(front, card, -1)
    return with_item(position.fronts, seat, front)


def _choices(front: Counts, number: int, lowest: int = 0) -> Iterator[tuple[Card, ...]]:
    """Every way to take ``number`` characters out of ``front``, each rising."""
    if number == 0:
        yield ()
        return
    for index, family in enumerate(FAMILIES[lowest:], lowest):
        for taken in range(1, min(front[family], number) + 1):
            for rest in _choices(front, number - taken, index + 1):
                yield (family,) * taken + rest
