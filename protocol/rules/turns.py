"""A player's turn: the order opened and turned up, events resolved, powers used (R5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from protocol.rules import majority
from protocol.rules.cards import CARDS, EVENTS, FAMILIES, NOTHING, Card, Counts, add
from protocol.rules.illegal import IllegalMove, Reason
from protocol.rules.moves import (
    Decline,
    Destroy,
    Done,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnMove,
    TurnUp,
)
from protocol.rules.seating import with_item
from protocol.rules.state import Phase, Turn

if TYPE_CHECKING:
    from protocol.rules.position import Position


def legal_turn_moves(position: Position) -> tuple[TurnMove, ...]:
    """Every move the actor may make now in its opened turn.

    In this order: cards to turn up, powers, ways to resolve a waiting event, declining, done.
    """
    actor, turn = _turn_of(position)
    moves: list[TurnMove] = []
    waits = turn.waiting != NOTHING
    if not waits:
        moves += [TurnUp(card) for card in CARDS if turn.face_down[card]]
    if position.bank and _may_use(position, actor, turn, Card.BANKER):
        moves.append(TakeToken())
    if _may_use(position, actor, turn, Card.SPY):
        moves += [Steal(s) for s in range(position.seats) if s != actor and position.tokens[s]]
    if _may_use(position, actor, turn, Card.PRIEST):
        front = position.fronts[actor]
        moves += [RemoveEvent(card) for card in EVENTS if front[card] > turn.waiting[card]]
    for event in EVENTS:
        if turn.waiting[event]:
            moves += _targets(position.fronts, actor, event)
            moves.append(Decline(event))
    if not waits and turn.face_down == NOTHING:
        moves.append(Done())
    return tuple(moves)


def after(position: Position, move: TurnMove) -> Position:
    """The position after the actor's ``move``; the turn is still open, even after ``Done``.

    Raises ``IllegalMove``.
    """
    actor, turn = _turn_of(position)
    match move:
        case TurnUp():
            return _turn_up(position, actor, turn, move.card)
        case TakeToken():
            return _take_token(position, actor, turn)
        case Steal():
            return _steal(position, actor, turn, move.seat)
        case RemoveEvent():
            return _remove_event(position, actor, turn, move.card)
        case Destroy():
            return _destroy(position, actor, turn, move)
        case Swap():
            return _swap(position, turn, move)
        case Decline():
            return _with_turn(position, _spend(turn, move.card))
        case Done():
            _check_nothing_waits(turn)
            if turn.face_down != NOTHING:
                raise IllegalMove(Reason.NOT_DONE)
            return position


def _turn_up(position: Position, actor: int, turn: Turn, card: Card) -> Position:
    _check_nothing_waits(turn)
    number = turn.face_down[card]
    if not number:
        raise IllegalMove(Reason.NOT_IN_ORDER)
    fronts = with_item(position.fronts, actor, add(position.fronts[actor], card, number))
    waiting = add(turn.waiting, card, number) if card.is_event else turn.waiting
    face_down = add(turn.face_down, card, -number)
    opened = replace(position, fronts=fronts)
    return _settled(opened, actor, replace(turn, face_down=face_down, waiting=waiting))


def _take_token(position: Position, actor: int, turn: Turn) -> Position:
    used = _used(position, actor, turn, Card.BANKER)
    if not position.bank:
        raise IllegalMove(Reason.BANK_EMPTY)
    tokens = with_item(position.tokens, actor, position.tokens[actor] + 1)
    return replace(position, tokens=tokens, bank=position.bank - 1, turn=used)


def _steal(position: Position, actor: int, turn: Turn, victim: int) -> Position:
    used = _used(position, actor, turn, Card.SPY)
    _check_other_seat(position, actor, victim)
    if not position.tokens[victim]:
        raise IllegalMove(Reason.NO_TOKEN)
    tokens = with_item(position.tokens, victim, position.tokens[victim] - 1)
    tokens = with_item(tokens, actor, tokens[actor] + 1)
    return replace(position, tokens=tokens, turn=used)


def _remove_event(position: Position, actor: int, turn: Turn, card: Card) -> Position:
    used = _used(position, actor, turn, Card.PRIEST)
    if not card.is_event:
        raise IllegalMove(Reason.NOT_AN_EVENT)
    front = position.fronts[actor]
    if not front[card]:
        raise IllegalMove(Reason.NOTHING_IN_FRONT)
    if front[card] <= turn.waiting[card]:
        raise IllegalMove(Reason.STILL_WAITING)
    fronts = with_item(position.fronts, actor, add(front, card, -1))
    return replace(position, fronts=fronts, turn=used)


def _destroy(position: Position, actor: int, turn: Turn, move: Destroy) -> Position:
    spent = _spend(turn, Card.BARBARIANS)
    _check_other_seat(position, actor, move.seat)
    _check_in_front(position, move.seat, move.card)
    if majority.shielded_from_barbarians(position.fronts, move.seat):
        raise IllegalMove(Reason.SHIELDED)
    front = add(position.fronts[move.seat], move.card, -1)
    destroyed = replace(position, fronts=with_item(position.fronts, move.seat, front))
    return _settled(destroyed, actor, spent)


def _swap(position: Position, turn: Turn, move: Swap) -> Position:
    spent = _spend(turn, Card.LOBBYING)
    sides = ((move.seat, move.card, move.other_card), (move.other_seat, move.other_card, move.card))
    for seat, _, _ in sides:
        _check_seat(position, seat)
    if move.seat >= move.other_seat:
        raise IllegalMove(Reason.SAME_SEAT)
    for seat, given, _ in sides:
        _check_in_front(position, seat, given)
        if majority.shielded_from_lobbying(position.fronts, seat):
            raise IllegalMove(Reason.SHIELDED)
    if move.card == move.other_card:
        raise IllegalMove(Reason.SAME_FAMILY)
    fronts = position.fronts
    for seat, given, got in sides:
        fronts = with_item(fronts, seat, add(add(fronts[seat], given, -1), got))
    assert position.actor is not None
    return _settled(replace(position, fronts=fronts), position.actor, spent)


def _targets(
    fronts: tuple[Counts, ...], actor: int, event: Card
) -> Iterator[Destroy] | Iterator[Swap]:
    return _destroys(fronts, actor) if event is Card.BARBARIANS else _swaps(fronts)


def _destroys(fronts: tuple[Counts, ...], actor: int) -> Iterator[Destroy]:
    """What Barbarians of ``actor`` may destroy (R5.10)."""
    for seat, front in enumerate(fronts):
        if seat != actor and not majority.shielded_from_barbarians(fronts, seat):
            for card in FAMILIES:
                if front[card]:
                    yield Destroy(seat, card)


def _swaps(fronts: tuple[Counts, ...]) -> Iterator[Swap]:
    """What Lobbying may swap, whoever plays it (R5.11)."""
    open_seats = [
        seat for seat in range(len(fronts)) if not majority.shielded_from_lobbying(fronts, seat)
    ]
    for seat, other in combinations(open_seats, 2):
        for card in FAMILIES:
            if fronts[seat][card]:
                for other_card in FAMILIES:
                    if fronts[other][other_card] and card is not other_card:
                        yield Swap(seat, card, other, other_card)


def _settled(position: Position, actor: int, turn: Turn) -> Position:
    """The position with ``turn``, waiting events without any target spent (R5.4)."""
    waiting = turn.waiting
    for event in EVENTS:
        if waiting[event] and next(iter(_targets(position.fronts, actor, event)), None) is None:
            waiting = add(waiting, event, -waiting[event])
    return _with_turn(position, replace(turn, waiting=waiting))


def _spend(turn: Turn, event: Card) -> Turn:
    """The turn with one waiting ``event`` less, resolved or declined; it stays in front (R5.13)."""
    if not turn.waiting[event]:
        raise IllegalMove(Reason.NOT_WAITING)
    return replace(turn, waiting=add(turn.waiting, event, -1))


def _used(position: Position, actor: int, turn: Turn, power: Card) -> Turn:
    """The turn with ``power`` used, if it may be (R5.6)."""
    if power in turn.used:
        raise IllegalMove(Reason.POWER_USED)
    if not position.has_power(actor, power):
        raise IllegalMove(Reason.NO_POWER)
    return replace(turn, used=turn.used | {power})


def _may_use(position: Position, actor: int, turn: Turn, power: Card) -> bool:
    return power not in turn.used and position.has_power(actor, power)


def _turn_of(position: Position) -> tuple[int, Turn]:
    if position.phase is not Phase.ACTION or position.turn is None or position.actor is None:
        raise IllegalMove(Reason.NOT_YOUR_TURN)
    return position.actor, position.turn


def _check_nothing_waits(turn: Turn) -> None:
    if turn.waiting != NOTHING:
        raise IllegalMove(Reason.EVENT_WAITS)


def _check_seat(position: Position, seat: int) -> None:
    if not 0 <= seat < position.seats:
        raise IllegalMove(Reason.NO_SUCH_SEAT)


def _check_other_seat(position: Position, actor: int, seat: int) -> None:
    _check_seat(position, seat)
    if seat == actor:
        raise IllegalMove(Reason.OWN_SEAT)


def _check_in_front(position: Position, seat: int, card: Card) -> None:
    if card.is_event:
        raise IllegalMove(Reason.NOT_A_CHARACTER)
    if not position.fronts[seat][card]:
        raise IllegalMove(Reason.NOTHING_IN_FRONT)


def _with_turn(position: Position, turn: Turn) -> Position:
    return replace(position, turn=turn)
