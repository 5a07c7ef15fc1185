"""Hints at a table: what the strong player would do with what this seat knows.

It thinks in a process of its own for as long as the question stands, and is asked by the screen or
the desk that shows the table; ``on_change`` is called when there is something new to show.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from koryo_tui.apart import Tell, WorkFailed, apart
from koryo_tui.bots.players import SECONDS
from koryo_tui.bots.sight import Sight, sight_of
from protocol.peer.questions import Question
from protocol.peer.talk import HINTS_ARE_FINE
from protocol.peer.view import TableView

if TYPE_CHECKING:
    from koryo_tui.bots.advice import Hint

#: Finds a hint without blocking the loop. Raises ``WorkFailed``.
Think = Callable[[Sight], Awaitable["Hint"]]


class Advice(Enum):
    """How it stands where there is no hint to show."""

    NOT_ASKED = "not asked"
    THINKING = "thinking"
    FAILED = "failed"


async def think_apart(sight: Sight) -> Hint:
    """The hint, found in another process."""
    return await apart(partial(_think, sight))


def _think(sight: Sight, _tell: Tell) -> Hint:
    # All that finds hints is loaded there alone.
    from koryo_tui.bots.advice import hint

    return hint(sight)


class Adviser:
    """One question at a time, always the one that is due.

    ``people``: the seats of those who have to agree to hints, by a phrase that each says.
    ``keep`` is told each of them once that has been heard.
    """

    def __init__(
        self,
        on_change: Callable[[], None],
        think: Think = think_apart,
        people: frozenset[int] = frozenset(),
        keep: Callable[[int], None] = lambda seat: None,
    ) -> None:
        self.on_change = on_change
        self._silent = people
        self._keep = keep
        self._think = think
        self._question: Question | None = None
        self._found: Hint | Advice = Advice.NOT_ASKED
        self._task: asyncio.Task[None] | None = None

    def hear(self, view: TableView) -> None:
        """Notes who agrees by now: to be called whenever something may have been said."""
        said = {talk.seat for talk in view.talk if talk.phrase == HINTS_ARE_FINE}
        # What is kept with a game that is over may be on its way out.
        for seat in sorted(self._silent & said) if view.outcome is None else ():
            self._keep(seat)
        self._silent -= said

    def may_ask(self, view: TableView) -> bool:
        """Whether hints are given at this table by now."""
        self.hear(view)
        return all(view.seats[seat].left for seat in self._silent)

    def ask(self, view: TableView) -> None:
        """Begins to think about what ``view`` asks, unless that is done already."""
        if view.question is None or not self.may_ask(view):
            return
        if self.found(view) not in (Advice.NOT_ASKED, Advice.FAILED):
            return
        self._question, self._found = view.question, Advice.THINKING
        self._task = asyncio.ensure_future(self._find(sight_of(view, SECONDS)))

    def found(self, view: TableView) -> Hint | Advice:
        """What there is to show for the question of ``view``. Another question ends the thinking
        about the one before."""
        if self._question is not None and view.question != self._question:
            self.close()
        return self._found

    def close(self) -> None:
        """Forgets what was asked; nothing is thought about any more."""
        if self._task is not None:
            self._task.cancel()
        self._task, self._question, self._found = None, None, Advice.NOT_ASKED

    async def _find(self, sight: Sight) -> None:
        try:
            self._found = await self._think(sight)
        except WorkFailed:
            self._found = Advice.FAILED
        self.on_change()
