"""What a closed step means to the people at the table."""

from __future__ import annotations

from protocol.log.messages import StepKind
from protocol.peer.checks import the_position
from protocol.peer.closing import Closing
from protocol.peer.state import PlayedTurn
from protocol.peer.view import (
    Happening,
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    RoundEnded,
    SeatLeftOut,
    SeatReturned,
)
from protocol.rules import Discard, Phase, Position


def happenings_of(closing: Closing) -> tuple[Happening, ...]:
    """The happenings of one closed step, oldest first; none for most machine steps."""
    tell = _TELL.get(closing.kind, _nothing) if closing.counts else _nothing
    return (*tell(closing), *_left_out(closing), *_round_end(closing))


def _nothing(_closing: Closing) -> tuple[Happening, ...]:
    return ()


def _left_out(closing: Closing) -> tuple[Happening, ...]:
    return tuple(
        SeatLeftOut(the_position(closing.before).round, seat, why, closing.members)
        for seat, why in closing.made_absent
    )


def _returned(closing: Closing) -> tuple[Happening, ...]:
    before, after = _positions(closing)
    return tuple(
        SeatReturned(after.round, seat)
        for seat in closing.after.seated
        if before.standing[seat].is_missing
    )


def _dealt(closing: Closing) -> tuple[Happening, ...]:
    position = the_position(closing.after)
    return (RoundDealt(position.round, position.deal_sizes(), position),)


def _placed(closing: Closing) -> tuple[Happening, ...]:
    before, position = _positions(closing)
    (seat,) = closing.checked
    placed = position.orders[seat]
    assert placed is not None
    return (OrderPlaced(before.round, seat, placed.size, position),)


def _played(closing: Closing) -> tuple[Happening, ...]:
    before, _ = _positions(closing)
    ((seat, played),) = closing.checked.items()
    assert isinstance(played, PlayedTurn)
    told: list[Happening] = [OrderOpened(before.round, seat, played.order, played.opened)]
    current = played.opened
    for move, position in played.moves:
        told.append(MovePlayed(before.round, seat, move, current, position))
        current = position
    return tuple(told)


def _discarded(closing: Closing) -> tuple[Happening, ...]:
    before, after = _positions(closing)
    ((seat, (discard, _position)),) = closing.checked.items()
    assert isinstance(discard, Discard)
    return (MovePlayed(before.round, seat, discard, before, after),)


def _round_end(closing: Closing) -> tuple[Happening, ...]:
    if closing.before.position is None:
        return ()
    before, after = _positions(closing)
    over = after.phase is Phase.OVER and before.phase is not Phase.OVER
    if after.round != before.round or over:
        return (RoundEnded(before.round, after),)
    return ()


def _positions(closing: Closing) -> tuple[Position, Position]:
    return the_position(closing.before), the_position(closing.after)


_TELL = {
    StepKind.SEATS: _returned,
    StepKind.SHARES: _dealt,
    StepKind.ORDER: _placed,
    StepKind.TURN: _played,
    StepKind.DISCARD: _discarded,
}
