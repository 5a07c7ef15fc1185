"""What a computer player is told, and what it is: one method from a sight to a decision.

A sight holds what a person in that seat could have seen and remembered, and nothing else: it is
made from that seat's ``TableView`` at a table, or by the arena from its referee with the other
hands left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from koryo_tui.bots.history import actions_of
from protocol.peer.questions import (
    Decision,
    DiscardQuestion,
    OrderQuestion,
    Question,
    TurnQuestion,
)
from protocol.peer.view import RoundDealt, TableView
from protocol.rules import (
    NOTHING,
    Action,
    Counts,
    Deal,
    Discard,
    Order,
    Phase,
    Position,
)


@dataclass(frozen=True, slots=True)
class Sight:
    """A question, and what its seat knows.

    ``hand``: what the seat was dealt in this round, also after it has ordered. ``order``: its own
    sealed order. ``dealt``: the table right after this round's deal, at which all orders were
    placed. ``history``: what has been seen since the start of the game, oldest first, with the
    hands of others (and own ones no longer known) as None. ``seconds``: the time there is to
    decide. ``work``: if not None, search this many imagined rounds instead of looking at a clock,
    so that it can be repeated.
    """

    question: Question
    hand: Counts
    order: Order | None
    dealt: Position
    history: tuple[Action, ...]
    seconds: float
    work: int | None = None

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.question.seat

    @property
    def position(self) -> Position:
        """The table now."""
        return self.question.position


class Bot(Protocol):
    """A computer player of one seat in one game."""

    def decide(self, sight: Sight) -> Decision:
        """The answer to ``sight.question``, within ``sight.seconds``."""


def sight_of(view: TableView, seconds: float, work: int | None = None) -> Sight:
    """What the seat of ``view`` knows. Raises ``ValueError`` if it is asked nothing."""
    question = view.question
    if question is None:
        raise ValueError("no question is asked")
    dealt = next(
        (each.position for each in reversed(view.happenings) if isinstance(each, RoundDealt)),
        question.position,
    )
    hand = question.hand if isinstance(question, OrderQuestion) else view.hand or NOTHING
    history = seen_by(view.you, actions_of(view))
    return Sight(question, hand, view.order, dealt, history, seconds, work)


def question_at(position: Position, hand: Counts, order: Order | None) -> Question:
    """What the actor of ``position`` is asked, with its ``hand`` and its own ``order`` opened.

    Raises ``ValueError`` if nobody is.
    """
    seat = position.actor
    if seat is not None and position.phase is Phase.ORDER:
        return OrderQuestion(seat, position, hand, position.legal_orders(hand))
    if seat is not None and position.turn is not None and order is not None:
        return TurnQuestion(seat, position, order)
    if seat is not None and position.phase is Phase.ENDING:
        discards = tuple(m for m in position.legal_moves() if isinstance(m, Discard))
        return DiscardQuestion(seat, position, discards)
    raise ValueError("nobody has to decide anything")


def seen_by(seat: int, actions: Iterable[Action]) -> tuple[Action, ...]:
    """What ``seat`` has seen of a game: of each deal its own hand alone, as far as it is known."""
    return tuple(
        Deal(tuple(hand if s == seat else None for s, hand in enumerate(each.hands)))
        if isinstance(each, Deal)
        else each
        for each in actions
    )
