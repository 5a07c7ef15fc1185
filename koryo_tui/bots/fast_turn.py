"""Turns on packed tables: every legal move and what it leads to, for search alone (R5).

Moves are tuples that begin with their kind; ``as_move`` turns them into those of the rules.
"""

from __future__ import annotations

from typing import Final

from koryo_tui.bots.fast import (
    BANKER,
    BARBARIANS,
    BITS,
    COUNT,
    DECLINE,
    DESTROY,
    DONE,
    LOBBYING,
    PRIEST,
    REMOVE,
    SPY,
    STEAL,
    SWAP,
    TAKE,
    TURN_UP,
    FaceDown,
    FastMove,
    destroys,
    holder,
    pack,
    swaps,
)
from protocol.rules import (
    Card,
    Counts,
    Decline,
    Destroy,
    Done,
    Position,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnMove,
    TurnUp,
)

#: Bits of powers already used in a turn.
USED_BANKER, USED_SPY, USED_PRIEST = 1, 2, 4

#: cards, tokens, bank, face down, waiting Barbarians, waiting Lobbying, powers used.
TurnState = tuple[tuple[int, ...], tuple[int, ...], int, FaceDown, int, int, int]

_USED_BITS: Final = (
    (Card.BANKER, USED_BANKER),
    (Card.SPY, USED_SPY),
    (Card.PRIEST, USED_PRIEST),
)


def turn_of(position: Position) -> TurnState:
    """The turn under way in a position of the rules."""
    turn = position.turn
    if turn is None:
        raise ValueError("no turn is under way")
    used = sum(bit for power, bit in _USED_BITS if power in turn.used)
    return (
        tuple(pack(position.fronts)),
        position.tokens,
        position.bank,
        face_down_of(turn.face_down),
        turn.waiting[BARBARIANS],
        turn.waiting[LOBBYING],
        used,
    )


def face_down_of(counts: Counts) -> FaceDown:
    """Counted cards as (type, number) pairs."""
    return tuple((card, number) for card, number in enumerate(counts) if number)


def turn_moves(state: TurnState, seat: int, seats: int) -> list[FastMove]:
    """Every legal move of a turn, in the order of ``Position.legal_moves`` (R5)."""
    cards, tokens, bank, face_down, barbarians, lobbying, used = state
    moves: list[FastMove] = []
    me = 1 << seat
    waits = barbarians or lobbying
    if not waits:
        moves += [(TURN_UP, card) for card, _ in face_down]
    if bank and not used & USED_BANKER and holder(cards, BANKER) == me:
        moves.append((TAKE,))
    if not used & USED_SPY and holder(cards, SPY) == me:
        moves += [(STEAL, other) for other in range(seats) if other != seat and tokens[other]]
    if not used & USED_PRIEST and holder(cards, PRIEST) == me:
        shift = seat * BITS
        for event, waiting in ((BARBARIANS, barbarians), (LOBBYING, lobbying)):
            if (cards[event] >> shift) & COUNT > waiting:
                moves.append((REMOVE, event))
    if barbarians:
        moves += destroys(cards, seat, seats)
        moves.append((DECLINE, BARBARIANS))
    if lobbying:
        moves += swaps(cards, seats)
        moves.append((DECLINE, LOBBYING))
    if not waits and not face_down:
        moves.append((DONE,))
    return moves


def turn_after(state: TurnState, move: FastMove, seat: int, seats: int) -> TurnState:
    """The turn after one of ``turn_moves``."""
    cards, tokens, bank, face_down, barbarians, lobbying, used = state
    kind = move[0]
    if kind == DESTROY:
        _, other, family = move
        changed = list(cards)
        changed[family] -= 1 << (other * BITS)
        return _settled(changed, tokens, bank, face_down, barbarians - 1, lobbying, used, seat)
    if kind == SWAP:
        _, one, card, other, other_card = move
        changed = list(cards)
        there = (1 << (other * BITS)) - (1 << (one * BITS))
        changed[card] += there
        changed[other_card] -= there
        return _settled(changed, tokens, bank, face_down, barbarians, lobbying - 1, used, seat)
    if kind == TURN_UP:
        changed = list(cards)
        number = next(many for card, many in face_down if card == move[1])
        changed[move[1]] += number << (seat * BITS)
        rest = tuple(each for each in face_down if each[0] != move[1])
        if move[1] == BARBARIANS:
            barbarians += number
        elif move[1] == LOBBYING:
            lobbying += number
        return _settled(changed, tokens, bank, rest, barbarians, lobbying, used, seat)
    if kind == TAKE:
        richer = tuple(t + 1 if s == seat else t for s, t in enumerate(tokens))
        return cards, richer, bank - 1, face_down, barbarians, lobbying, used | USED_BANKER
    if kind == STEAL:
        moved = list(tokens)
        moved[move[1]] -= 1
        moved[seat] += 1
        return cards, tuple(moved), bank, face_down, barbarians, lobbying, used | USED_SPY
    if kind == REMOVE:
        changed = list(cards)
        changed[move[1]] -= 1 << (seat * BITS)
        after = tuple(changed)
        return after, tokens, bank, face_down, barbarians, lobbying, used | USED_PRIEST
    if kind == DECLINE:
        if move[1] == BARBARIANS:
            return cards, tokens, bank, face_down, barbarians - 1, lobbying, used
        return cards, tokens, bank, face_down, barbarians, lobbying - 1, used
    return state


def _settled(
    cards: list[int],
    tokens: tuple[int, ...],
    bank: int,
    face_down: FaceDown,
    barbarians: int,
    lobbying: int,
    used: int,
    seat: int,
) -> TurnState:
    """The state, waiting events without any target spent (R5.4)."""
    seats = len(tokens)
    if barbarians and not destroys(cards, seat, seats):
        barbarians = 0
    if lobbying and not swaps(cards, seats):
        lobbying = 0
    return tuple(cards), tokens, bank, face_down, barbarians, lobbying, used


def as_move(move: FastMove) -> TurnMove:
    """The same move as the rules write it."""
    match move[0]:
        case 0:
            return TurnUp(Card(move[1]))
        case 1:
            return TakeToken()
        case 2:
            return Steal(move[1])
        case 3:
            return RemoveEvent(Card(move[1]))
        case 4:
            return Destroy(move[1], Card(move[2]))
        case 5:
            return Swap(move[1], Card(move[2]), move[3], Card(move[4]))
        case 6:
            return Decline(Card(move[1]))
        case _:
            return Done()
