"""What has happened at a table, as the rules write games down."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from protocol.log.messages import Why
from protocol.peer.view import (
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    RoundEnded,
    SeatLeftOut,
    SeatReturned,
    TableView,
)
from protocol.rules import (
    Action,
    Counts,
    Deal,
    GoMissing,
    Open,
    Place,
    Position,
    Record,
    Return,
    Standing,
)

_STANDINGS: Final = MappingProxyType(
    {Why.SILENT: Standing.ABSENT, Why.GOODBYE: Standing.LEFT, Why.FAULT: Standing.FAULT}
)


def actions_of(view: TableView) -> tuple[Action, ...]:
    """Everything since the start, oldest first, with those hands that ``view`` shows."""
    return tuple(_actions(view))


def record_of(view: TableView) -> Record:
    """The game so far. Raises ``ValueError`` if nothing was dealt, or if it cannot be played again
    (the step in which a seat goes missing does not always tell in which order things happened)."""
    first = next((each for each in view.happenings if isinstance(each, RoundDealt)), None)
    if first is None:
        raise ValueError("nothing has been dealt")
    start = Position.start(first.position.clockwise, first.position.first)
    record = Record(start, actions_of(view))
    if record.positions()[-1] != view.position:
        raise ValueError("what has happened does not lead to what lies on the table")
    return record


def _actions(view: TableView) -> Iterator[Action]:
    happenings = view.happenings
    last = max((i for i, each in enumerate(happenings) if isinstance(each, RoundDealt)), default=-1)
    for index, each in enumerate(happenings):
        match each:
            case RoundDealt():
                yield Deal(_hands(view, each, view.hand if index == last else None))
            case OrderPlaced():
                yield Place(each.size)
            case OrderOpened():
                yield Open(each.order)
            case MovePlayed():
                yield each.move
            case SeatReturned():
                yield Return(each.seat)
            case SeatLeftOut():
                yield GoMissing(each.seat, _STANDINGS[each.why])
            case RoundEnded():
                pass


def _hands(view: TableView, dealt: RoundDealt, own: Counts | None) -> tuple[Counts | None, ...]:
    """The hands of one deal: opened after the game, or the own one of this round."""
    known = {each.seat: each.cards for each in view.hands if each.round == dealt.round}
    if own is not None:
        known.setdefault(view.you, own)
    return tuple(known.get(seat) for seat in range(len(dealt.sizes)))
