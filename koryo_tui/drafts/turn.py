"""Playing the own turn: a list of what can be done, done one by one, undone until it is sent (R5).

The whole turn is given to the session at once, at its end. Until then every move is only a draft
on a position of its own, and undo goes back to the position before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Final

from koryo_tui.drafts import preview
from koryo_tui.drafts.aim import Aim
from koryo_tui.drafts.base import Cell, Complaint, Press, Reply, Why
from protocol.peer.questions import PlayTurn, TurnQuestion
from protocol.rules import (
    CARDS,
    EVENTS,
    NOTHING,
    Card,
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


class DutyKind(Enum):
    """What a line of the list is about."""

    TURN_UP = "turn-up"
    RESOLVE = "resolve"
    POWER = "power"
    DECLINE = "decline"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Duty:
    """A line of the list. ``moves`` are the legal ones; if there is none, ``why`` says so."""

    kind: DutyKind
    card: Card | None
    moves: tuple[TurnMove, ...]
    why: Complaint | None = None


_KIND_OF: Final[dict[type[TurnMove], tuple[DutyKind, Card]]] = {
    Destroy: (DutyKind.RESOLVE, Card.BARBARIANS),
    Swap: (DutyKind.RESOLVE, Card.LOBBYING),
    TakeToken: (DutyKind.POWER, Card.BANKER),
    Steal: (DutyKind.POWER, Card.SPY),
    RemoveEvent: (DutyKind.POWER, Card.PRIEST),
}
_POWERS: Final = (Card.BANKER, Card.SPY, Card.PRIEST)
#: What is missing when a power is held, unused and still has no move.
_NO_OBJECT: Final = {
    Card.BANKER: Why.BANK_EMPTY,
    Card.SPY: Why.NOBODY_HAS_TOKENS,
    Card.PRIEST: Why.NO_EVENT,
}


@dataclass(frozen=True)
class TurnDraft:
    """``moves`` and the ``positions`` before, between and after them (one more than moves).

    ``mark`` is a line of ``duties``; ``aim`` is set while a place is being chosen; ``sure`` once
    Enter was pressed on the last line. ``confirm``: victims and swaps ask twice.
    """

    question: TurnQuestion
    positions: tuple[Position, ...]
    moves: tuple[TurnMove, ...] = ()
    mark: int = 0
    aim: Aim | None = None
    sure: bool = False
    confirm: bool = True

    @classmethod
    def begin(cls, question: TurnQuestion, *, confirm: bool = True) -> TurnDraft:
        """Nothing played, the first thing that can be done marked."""
        return cls(question, (question.position,), confirm=confirm)._with_first_mark()

    @property
    def position(self) -> Position:
        """The position after the moves so far."""
        return self.positions[-1]

    @property
    def card(self) -> Card:
        """The row of the mark."""
        if self.aim is not None:
            return self.aim.cursor.card or self.aim.card
        return self.duty.card or self.question.order.cards[0]

    @property
    def duty(self) -> Duty:
        """The marked line."""
        return self.duties[self.mark]

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        """What this turn still asks for, last the end of it."""
        position, seat = self.position, self.question.seat
        turn, legal = position.turn, position.legal_moves()
        assert turn is not None
        waits = Complaint(Why.EVENT_WAITS) if turn.waiting != NOTHING else None
        covered = Complaint(Why.NOT_DONE) if turn.face_down != NOTHING else None
        duties = [
            Duty(DutyKind.TURN_UP, card, _only(legal, TurnUp(card)), waits)
            for card in CARDS
            if turn.face_down[card]
        ]
        aimed = {key: _of_kind(legal, key) for key in _KIND_OF.values()}
        duties += [
            Duty(DutyKind.RESOLVE, card, aimed[DutyKind.RESOLVE, card])
            for card in EVENTS
            if turn.waiting[card]
        ]
        duties += [
            _power(card, aimed[DutyKind.POWER, card], card in turn.used)
            for card in _POWERS
            if card in turn.used or position.has_power(seat, card)
        ]
        duties += [
            Duty(DutyKind.DECLINE, card, _only(legal, Decline(card)))
            for card in EVENTS
            if turn.waiting[card]
        ]
        return (*duties, Duty(DutyKind.DONE, None, _only(legal, Done()), waits or covered))

    @property
    def unused(self) -> tuple[Card, ...]:
        """Powers that could still be used now."""
        return tuple(
            duty.card
            for duty in self.duties
            if duty.kind is DutyKind.POWER and duty.card is not None and duty.moves
        )

    @property
    def pending(self) -> TurnMove | None:
        """The single move that Enter would make or ask about now; None if there is none."""
        if self.aim is not None:
            return self.aim.move
        moves = self.duty.moves
        return moves[0] if len(moves) == 1 and moves[0] != Done() else None

    @cached_property
    def change(self) -> preview.Change | None:
        """What the pending move would change."""
        if self.pending is None:
            return None
        return preview.of_positions(self.position, self.position.played(self.pending))

    def press(self, key: Press) -> Reply:
        if key is Press.UNDO:
            return self._undo()
        if self.aim is not None:
            return self._press_aim(self.aim, key)
        match key:
            case Press.ACCEPT:
                return self._accept()
            case Press.BACK if self.sure:
                return Reply(replace(self, sure=False))
            case Press.BACK:
                return Reply(self, out=True)
            case Press.UP | Press.LEFT | Press.PREVIOUS:
                return self._at(self.mark - 1)
            case Press.DOWN | Press.RIGHT | Press.NEXT:
                return self._at(self.mark + 1)
            case Press.TOGGLE:
                return Reply(self)

    def jump(self, card: Card) -> Reply:
        """Marks the next line about ``card``; while aiming, its row."""
        if self.aim is not None:
            aim = self.aim.jumped(card)
            if aim is None:
                return Reply(self, complaint=Complaint(Why.NOT_A_TARGET, card=card))
            return Reply(replace(self, aim=aim))
        about = [index for index, duty in enumerate(self.duties) if duty.card is card]
        if not about:
            return Reply(self, complaint=Complaint(Why.NO_DUTY, card=card))
        return self._at(next((index for index in about if index > self.mark), about[0]))

    def point(self, cell: Cell) -> Reply:
        if self.aim is None:
            if cell.card is None:
                return Reply(self)
            here = cell.card is self.duty.card
            return self.press(Press.ACCEPT) if here else self.jump(cell.card)
        if cell == self.aim.cursor:
            return self.press(Press.ACCEPT)
        aim = self.aim.pointed(cell)
        if aim is None:
            return Reply(self, complaint=self.aim.why_not_there(cell))
        return Reply(replace(self, aim=aim))

    def pointed(self, mark: int) -> Reply:
        """The draft after a click on a line of the list."""
        if self.aim is not None or mark >= len(self.duties):
            return Reply(self)
        return self.press(Press.ACCEPT) if mark == self.mark else self._at(mark)

    def _accept(self) -> Reply:
        duty = self.duty
        if not duty.moves:
            return Reply(self, complaint=duty.why)
        if duty.kind is DutyKind.DONE:
            if self.sure:
                return Reply(self, decision=PlayTurn((*self.moves, Done())))
            return Reply(replace(self, sure=True))
        if duty.kind is DutyKind.RESOLVE or len(duty.moves) > 1:
            assert duty.card is not None
            aim = Aim.begin(duty.card, self.position, self.question.seat, duty.moves)
            return Reply(replace(self, aim=aim))
        return Reply(self._played(duty.moves[0]))

    def _press_aim(self, aim: Aim, key: Press) -> Reply:
        match key:
            case Press.ACCEPT:
                return self._accept_aim(aim)
            case Press.BACK:
                return Reply(replace(self, aim=aim.back()))
            case Press.TOGGLE:
                return Reply(self)
            case _:
                return Reply(replace(self, aim=aim.stepped(key)))

    def _accept_aim(self, aim: Aim) -> Reply:
        if aim.cursor not in aim.legal:
            return Reply(self, complaint=aim.why_not())
        move = aim.move
        if move is None:
            return Reply(replace(self, aim=aim.chosen_first()))
        if self.confirm and aim.asks_again and not aim.sure:
            return Reply(replace(self, aim=replace(aim, sure=True)))
        return Reply(self._played(move))

    def _undo(self) -> Reply:
        if self.aim is not None:
            return Reply(replace(self, aim=self.aim.back()))
        if not self.moves:
            return Reply(self, complaint=Complaint(Why.NOTHING_TO_UNDO))
        earlier = replace(self, moves=self.moves[:-1], positions=self.positions[:-1], sure=False)
        return Reply(earlier._with_first_mark())

    def with_move(self, move: TurnMove) -> TurnDraft:
        """The draft after a legal move, as if it had been chosen here."""
        return self._played(move)

    def _played(self, move: TurnMove) -> TurnDraft:
        positions = (*self.positions, self.position.played(move))
        after = replace(self, moves=(*self.moves, move), positions=positions, aim=None, sure=False)
        return after._with_first_mark()

    def _at(self, mark: int) -> Reply:
        return Reply(replace(self, mark=mark % len(self.duties), sure=False))

    def _with_first_mark(self) -> TurnDraft:
        """The mark on the first line that can be done, which is never to decline."""
        lines = enumerate(self.duties)
        able = (index for index, d in lines if d.moves and d.kind is not DutyKind.DECLINE)
        return replace(self, mark=next(able))


def _only(legal: tuple[object, ...], move: TurnMove) -> tuple[TurnMove, ...]:
    return (move,) if move in legal else ()


def _of_kind(legal: tuple[object, ...], key: tuple[DutyKind, Card]) -> tuple[TurnMove, ...]:
    kind = next(kind for kind, known in _KIND_OF.items() if known == key)
    return tuple(move for move in legal if isinstance(move, kind))


def _power(card: Card, moves: tuple[TurnMove, ...], used: bool) -> Duty:
    if used:
        return Duty(DutyKind.POWER, card, (), Complaint(Why.USED, card=card))
    why = None if moves else Complaint(_NO_OBJECT[card], card=card)
    return Duty(DutyKind.POWER, card, moves, why)
