"""Small positions that show a rule at work: the engine plays them, so they are right."""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol.rules import (
    TOKENS,
    Counts,
    Move,
    Phase,
    Placed,
    Position,
    Turn,
    read_cards,
    read_move,
)


@dataclass(frozen=True, slots=True)
class Example:
    """A position and the moves played in it, in the notation of docs/rules.md (N1, N3).

    Seat 0 is the reader. ``fronts`` by seat; ``face_down`` and ``waiting`` are those of the actor's
    turn. Without moves it shows the position alone.
    """

    fronts: tuple[str, ...]
    moves: tuple[str, ...] = ()
    tokens: tuple[int, ...] = (0, 0, 0)
    round: int = 3
    phase: Phase = Phase.ACTION
    actor: int = 0
    face_down: str = "-"
    waiting: str = "-"

    @property
    def before(self) -> Position:
        """The position before the moves."""
        start = Position.start(tuple(range(len(self.fronts))), 0)
        fronts = tuple(map(read_cards, self.fronts))
        turn = None
        orders: tuple[Placed | None, ...] = (None,) * len(self.fronts)
        if self.phase is Phase.ACTION:
            face_down, waiting = read_cards(self.face_down), read_cards(self.waiting)
            turn = Turn(face_down, waiting)
            placed = Placed(max(_count(face_down) + _count(waiting), 1), True)
            orders = tuple(placed if seat == self.actor else None for seat in range(start.seats))
        return replace(
            start,
            round=self.round,
            phase=self.phase,
            actor=None if self.phase is Phase.DEAL else self.actor,
            fronts=fronts,
            tokens=self.tokens,
            bank=TOKENS - sum(self.tokens),
            orders=orders,
            turn=turn,
            hands=(0,) * start.seats if self.phase is Phase.DEAL else (11 - self.round,) * 3,
        )

    @property
    def after(self) -> Position:
        """The position after them. Raises ``IllegalMove`` if the rules refuse one."""
        position = self.before
        for text in self.moves:
            move: Move = read_move(text)
            position = position.played(move)
        return position


def _count(counts: Counts) -> int:
    return sum(counts)
