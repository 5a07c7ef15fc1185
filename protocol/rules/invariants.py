"""What is true of every position a game can come to: its parts fit together.

How a position was reached is not asked; a record shows that (N5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.rules.cards import CARDS, NOTHING, ROUNDS, TOKENS, Card, events
from protocol.rules.seating import around
from protocol.rules.state import Phase, Turn

if TYPE_CHECKING:
    from protocol.rules.position import Position

_POWERS_IN_TURN = frozenset({Card.SPY, Card.PRIEST, Card.BANKER})


def check(position: Position) -> None:
    """Raises ``ValueError`` with the first thing that cannot be."""
    for holds, wrong in (
        (_seats_fit, "the seats do not fit"),
        (_box_fits, "the cards are not those of the box"),
        (_tokens_fit, "the tokens are not those of the box"),
        (_missing_hold_nothing, "a missing seat holds cards or is due to decide"),
        (_PHASES[position.phase], f"not a position of the phase {position.phase.value}"),
    ):
        if not holds(position):
            raise ValueError(wrong)


def _seats_fit(position: Position) -> bool:
    seats = len(position.clockwise)
    by_seat = (
        position.fronts,
        position.tokens,
        position.standing,
        position.penalties,
        position.orders,
        position.hands,
    )
    return (
        2 <= seats <= 4
        and sorted(position.clockwise) == list(range(seats))
        and all(len(items) == seats for items in by_seat)
        and position.first in position.clockwise
        and (position.actor is None or position.actor in position.clockwise)
        and 1 <= position.round <= ROUNDS
        and all(penalty >= 0 for penalty in position.penalties)
    )


def _box_fits(position: Position) -> bool:
    face_down = sum(placed.size for placed in position.orders if placed is not None)
    if position.turn is not None and position.actor is not None:
        placed = position.orders[position.actor]
        face_down += sum(position.turn.face_down) - (placed.size if placed is not None else 0)
    pile = position.pile
    return (
        all(len(front) == len(NOTHING) and min(front) >= 0 for front in position.fronts)
        and min(pile) >= 0
        and face_down <= sum(pile)
    )


def _tokens_fit(position: Position) -> bool:
    held = (*position.tokens, position.bank)
    return min(held) >= 0 and sum(held) == TOKENS


def _missing_hold_nothing(position: Position) -> bool:
    gone = [seat for seat in range(position.seats) if position.standing[seat].is_missing]
    return position.actor not in gone and all(
        position.orders[seat] is None and position.hands[seat] == 0 for seat in gone
    )


def _deal_fits(position: Position) -> bool:
    return (
        _nothing_face_down(position)
        and position.actor is None
        and not any(position.hands)
        and not position.by_default
        and position.first in (*position.order_of_play()[:1], *_nobody_seated(position))
    )


def _order_fits(position: Position) -> bool:
    placed = [position.orders[seat] is not None for seat in position.order_of_play()]
    return (
        _hands_fit(position)
        and position.turn is None
        and not position.by_default
        and position.actor is not None
        and placed == sorted(placed, reverse=True)
        and not all(placed)
        and position.actor == position.order_of_play()[placed.index(False)]
    )


def _action_fits(position: Position) -> bool:
    due = [seat for seat in position.order_of_play() if position.orders[seat] is not None]
    played = [position.orders[seat] is not None for seat in position.order_of_play()]
    return (
        _hands_fit(position)
        and not position.by_default
        and played == sorted(played)
        and bool(due)
        and position.actor == due[0]
        and (position.turn is None or _turn_fits(position, due[0], position.turn))
    )


def _turn_fits(position: Position, actor: int, turn: Turn) -> bool:
    placed, front, pile = position.orders[actor], position.fronts[actor], position.pile
    counted = (turn.face_down, turn.waiting)
    types = sum(1 for number in turn.face_down if number)
    waits = events(turn.waiting)
    return (
        placed is not None
        and all(len(counts) == len(NOTHING) and min(counts) >= 0 for counts in counted)
        and sum(turn.face_down) + waits <= placed.size
        and waits == sum(turn.waiting)
        and all(turn.waiting[card] <= front[card] for card in CARDS)
        and all(turn.face_down[card] <= pile[card] for card in CARDS)
        and (types < 2 or (types == 2 and placed.size == 2 and placed.pair_allowed))
        and (sum(turn.face_down) in (0, placed.size) or (placed.size == 2 and placed.pair_allowed))
        and turn.used <= _POWERS_IN_TURN
    )


def _ending_fits(position: Position) -> bool:
    return (
        _hands_fit(position)
        and _nothing_face_down(position)
        and not position.by_default
        and position.actor is not None
        and len(position.legal_moves()) > 1
        and all(
            _within_limit(position, seat)
            for seat in around(position.clockwise, position.first)[
                : around(position.clockwise, position.first).index(position.actor)
            ]
        )
    )


def _over_fits(position: Position) -> bool:
    if position.by_default:
        return _nothing_face_down(position) and len(position.order_of_play()) < 2
    return (
        position.round == ROUNDS
        and _nothing_face_down(position)
        and all(_within_limit(position, seat) for seat in range(position.seats))
    )


def _nothing_face_down(position: Position) -> bool:
    return position.turn is None and all(placed is None for placed in position.orders)


def _hands_fit(position: Position) -> bool:
    """Nobody holds more than the round deals, and nobody has placed more than it got."""
    return all(
        0 <= hand <= position.deal_size + 1 and (placed is None or 1 <= placed.size <= hand)
        for hand, placed in zip(position.hands, position.orders, strict=True)
    )


def _within_limit(position: Position, seat: int) -> bool:
    """Whether a front may be what an ending phase leaves: the limit, two more, or only events."""
    front = position.fronts[seat]
    return sum(front) <= position.limit + 2 or sum(front) == events(front)


def _nobody_seated(position: Position) -> tuple[int, ...]:
    return () if position.order_of_play() else (position.first,)


_PHASES = {
    Phase.DEAL: _deal_fits,
    Phase.ORDER: _order_fits,
    Phase.ACTION: _action_fits,
    Phase.ENDING: _ending_fits,
    Phase.OVER: _over_fits,
}
