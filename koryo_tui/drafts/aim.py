"""Choosing whom a power or an event meets: places of the ledger, one after another.

Spies aim at a seat's tokens, Priests at an own event, Barbarians at a character of another seat,
Lobbying at two characters of two seats.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from koryo_tui.drafts.base import Cell, Complaint, Press, Why, columns
from protocol.rules import (
    CARDS,
    EVENTS,
    FAMILIES,
    Card,
    Destroy,
    Position,
    RemoveEvent,
    Steal,
    Swap,
    TurnMove,
)


def cells_of(move: TurnMove) -> tuple[Cell, ...]:
    """The places a move is aimed at; empty if at none."""
    match move:
        case Steal():
            return (Cell(move.seat, None),)
        case Destroy():
            return (Cell(move.seat, move.card),)
        case Swap():
            return (Cell(move.seat, move.card), Cell(move.other_seat, move.other_card))
        case _:
            return ()


#: Enter must be pressed twice for these: they change other fronts.
_ASKED_AGAIN: Final = frozenset({Card.BARBARIANS, Card.LOBBYING})
_STEPS: Final = {Press.LEFT: -1, Press.RIGHT: 1, Press.PREVIOUS: -1, Press.NEXT: 1}


@dataclass(frozen=True)
class Aim:
    """``card`` is the power or event; ``moves`` are its legal moves, never empty.

    ``places`` are those the mark can stand on, ``first`` the chosen place of a swap, ``sure`` once
    Enter was pressed on a complete move.
    """

    card: Card
    position: Position
    you: int
    moves: tuple[TurnMove, ...]
    places: tuple[Cell, ...]
    cursor: Cell
    first: Cell | None = None
    sure: bool = False

    @classmethod
    def begin(cls, card: Card, position: Position, you: int, moves: tuple[TurnMove, ...]) -> Aim:
        """The mark on the first legal place, from the own column to the right."""
        places = _places(card, position, you)
        legal = {cell for move in moves for cell in _targets(move, you)}
        return cls(card, position, you, moves, places, next(c for c in places if c in legal))

    @cached_property
    def legal(self) -> frozenset[Cell]:
        """The places Enter accepts now."""
        targets = [_targets(move, self.you) for move in self.moves]
        if self.first is None:
            return frozenset(cell for those in targets for cell in those)
        left = [those for those in targets if self.first in those]
        return frozenset(cell for those in left for cell in those if cell != self.first)

    @cached_property
    def move(self) -> TurnMove | None:
        """The legal move that Enter would make with the mark where it is, if it completes one."""
        wanted = {self.cursor} if self.first is None else {self.first, self.cursor}
        return next((m for m in self.moves if set(_targets(m, self.you)) == wanted), None)

    @property
    def asks_again(self) -> bool:
        """Whether Enter must be pressed twice."""
        return self.card in _ASKED_AGAIN

    def stepped(self, key: Press) -> Aim:
        """The mark moved: up and down in its column, sideways to the next column with places."""
        if key in _STEPS:
            return self._at(self._sideways(_STEPS[key]))
        column = [cell for cell in self.places if cell.seat == self.cursor.seat]
        step = 1 if key is Press.DOWN else -1
        return self._at(column[(column.index(self.cursor) + step) % len(column)])

    def jumped(self, card: Card) -> Aim | None:
        """The mark on the row of ``card``, in its column or the next that has it; or None."""
        order = columns(self.position, self.cursor.seat)
        wanted = (Cell(seat, card) for seat in order)
        found = next((cell for cell in wanted if cell in self.places), None)
        return None if found is None else self._at(found)

    def pointed(self, cell: Cell) -> Aim | None:
        """The mark on a place that was clicked, or None if it can not stand there."""
        return self._at(cell) if cell in self.places else None

    def chosen_first(self) -> Aim:
        """The marked place chosen as the first of a swap, the mark on the first legal second."""
        chosen = replace(self, first=self.cursor, sure=False)
        return replace(chosen, cursor=next(c for c in self.places if c in chosen.legal))

    def back(self) -> Aim | None:
        """One step back: unsure, then without the first place; None when nothing is left."""
        if self.sure:
            return replace(self, sure=False)
        if self.first is not None:
            return replace(self, first=None, cursor=self.first)
        return None

    def why_not(self) -> Complaint:
        """Why the marked place can not be chosen."""
        cell, position = self.cursor, self.position
        shielded = _SHIELDS.get(self.card)
        if self.card is Card.SPY:
            return Complaint(Why.NO_TOKEN, seat=cell.seat)
        if self.card is Card.PRIEST:
            return Complaint(Why.STILL_WAITING, card=cell.card)
        if shielded is not None and shielded[0](position, cell.seat):
            return Complaint(shielded[1], seat=cell.seat)
        if self.first is None:
            return Complaint(Why.NO_PARTNER, card=cell.card, seat=cell.seat)
        same_seat = self.first.seat == cell.seat
        return Complaint(
            Why.SAME_SEAT if same_seat else Why.SAME_FAMILY, card=cell.card, seat=cell.seat
        )

    def why_not_there(self, cell: Cell) -> Complaint:
        """Why the mark can not stand on a place."""
        why = Why.NOT_A_TARGET
        if self.card is Card.PRIEST:
            why = Why.NOT_YOURS if cell.seat != self.you else Why.NO_EVENT
        elif cell.seat == self.you and self.card is not Card.LOBBYING:
            why = Why.YOUR_OWN
        elif cell.card is not None and self.card is not Card.SPY:
            why = Why.NO_CHARACTER if cell.card.is_event else Why.EMPTY_PLACE
        return Complaint(why, card=cell.card, seat=cell.seat)

    def _at(self, cell: Cell) -> Aim:
        return replace(self, cursor=cell, sure=False)

    def _sideways(self, step: int) -> Cell:
        filled = {cell.seat for cell in self.places}
        seats = [seat for seat in columns(self.position, self.you) if seat in filled]
        seat = seats[(seats.index(self.cursor.seat) + step) % len(seats)]
        column = [cell for cell in self.places if cell.seat == seat]
        return min(column, key=lambda cell: abs(_row(cell) - _row(self.cursor)))


_SHIELDS: Final = {
    Card.BARBARIANS: (Position.shielded_from_barbarians, Why.GUARDED),
    Card.LOBBYING: (Position.shielded_from_lobbying, Why.SPIED),
}


def _row(cell: Cell) -> int:
    return len(CARDS) if cell.card is None else CARDS.index(cell.card)


def _targets(move: TurnMove, you: int) -> tuple[Cell, ...]:
    return (Cell(you, move.card),) if isinstance(move, RemoveEvent) else cells_of(move)


def _places(card: Card, position: Position, you: int) -> tuple[Cell, ...]:
    """Every place of the right kind with something in it, legal or not, column by column."""
    seats = columns(position, you)
    others = seats[1:]
    if card is Card.SPY:
        return tuple(Cell(seat, None) for seat in others)
    rows = EVENTS if card is Card.PRIEST else FAMILIES
    whose = {Card.PRIEST: (you,), Card.BARBARIANS: others}.get(card, seats)
    return tuple(Cell(s, row) for s in whose for row in rows if position.fronts[s][row])
