"""What a peer that was started again may sign.

A seat that forgets what it has signed would sign something else. So a restarted peer hears the
others before it signs anything new; and once it knows, or is shown, that its journal lacks
something, it signs nothing of the log until it has been left out and seated again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

#: Seconds that a restarted peer waits for the others: after its first link is up, and again after
#: each step that it catches up; and at most.
HEARING = 3.0
LONGEST_HEARING = 30.0


class Memory(Enum):
    """What a peer knows of what its seat signed at this table before."""

    NEW = "new"
    """Nothing was signed before: the table starts now."""
    WHOLE = "whole"
    """Started again; the journal was read to its end."""
    LOST = "lost"
    """Started again without its journal, or with a damaged one."""


@dataclass(slots=True)
class Caution:
    """Whether this seat may sign a word, an acknowledgement or a change."""

    memory: Memory
    others: frozenset[int]
    """The other seats of the table."""
    hearing: bool = field(init=False)
    forgotten: int = field(init=False, default=-1)
    """Up to this step the seat may have signed what the journal lacks; -1: nothing."""
    claims: dict[int, int] = field(init=False, default_factory=dict)
    """By seat: the open step of which it told."""
    deadline: float | None = field(init=False, default=None)
    _latest: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.hearing = self.memory is not Memory.NEW

    def linked(self, now: float) -> None:
        """A link is up: from the first on, hearing comes to an end."""
        if self.hearing and self.deadline is None:
            self.deadline = now + HEARING
            self._latest = now + LONGEST_HEARING

    def heard(self, seat: int, step: int) -> None:
        """``seat`` told which step is open for it."""
        if self.hearing:
            self.claims[seat] = max(step, self.claims.get(seat, 0))

    def progressed(self, now: float) -> None:
        """A step has closed here."""
        if self.deadline is not None:
            self.deadline = min(now + HEARING, self._latest)

    def behind(self, number: int) -> bool:
        """Whether somebody told of a later step than ``number``, the one that is open here."""
        return any(step > number for step in self.claims.values())

    def settle(self, number: int, now: float) -> None:
        """Stop hearing once everybody was heard and caught up with, or the time is over.

        Without a journal the seat may have signed anything up to the step that is open then.
        """
        if not self.hearing:
            return
        everybody = self.others <= self.claims.keys() and not self.behind(number)
        if everybody or (self.deadline is not None and now >= self.deadline):
            self.hearing = False
            self.deadline = None
            self.claims.clear()
            if self.memory is Memory.LOST:
                self.forgotten = max(self.forgotten, number)

    def shown(self, step: int, number: int, readmitted: int) -> bool:
        """The own signature in ``step`` was shown, and the journal lacks it.

        ``number`` is the open step, ``readmitted`` where the seat was last seated again: what lies
        before that does not matter any more. True if the seat may sign less than before.
        """
        if step < readmitted or max(step, number) <= self.forgotten:
            return False
        self.forgotten = max(step, number)
        return True

    def may_sign(self, readmitted: int) -> bool:
        """Whether the seat, last seated again at step ``readmitted``, may sign in the log."""
        return not self.hearing and readmitted > self.forgotten
