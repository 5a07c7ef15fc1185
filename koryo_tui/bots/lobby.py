"""The computer players of a lobby: added, changed and sent away by its host, one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import Any

from koryo_tui.bots.owner import OwnedBots
from koryo_tui.text import lobby
from koryo_tui.text.troubles import explained, reason_of
from protocol.net.disk import DiskTrouble


class LobbyBots:
    """``tell`` is called with one sentence for each thing that happens."""

    def __init__(self, owned: OwnedBots, tell: Callable[[str], None]) -> None:
        self._owned = owned
        self._tell = tell
        self._tasks: set[asyncio.Task[None]] = set()
        self._one_at_a_time = asyncio.Lock()
        self._is_closed = False

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Those that can be chosen."""
        # Who knows the players loads them all: not before one of them is to be chosen.
        from koryo_tui.bots.registry import names

        return names()

    @property
    def count(self) -> int:
        """How many there are, those that are on their way included."""
        return self._owned.count

    def plays(self, identity: bytes) -> str | None:
        """Who plays as ``identity``; None if that is none of these."""
        number = self._owned.number_of(identity)
        return None if number is None else self._owned.player(number)

    def is_going(self, identity: bytes) -> bool:
        """Whether ``identity`` was one of these and is on the way out."""
        return self._owned.is_going(identity)

    def add(self, plays: str) -> None:
        """One more."""
        if self._is_closed:
            return
        try:
            name = self._owned.add(plays)
        except (DiskTrouble, OSError) as trouble:
            self._tell(_why(trouble))
        else:
            self._tell(lobby.COMES.format(name=name))

    def remove(self, identity: bytes) -> None:
        """Sends one away."""
        self._later(self._dismiss(identity))

    def replace(self, identity: bytes, plays: str) -> None:
        """Sends one away, and lets another come."""
        self._later(self._replace(identity, plays))

    async def close(self) -> None:
        """Nobody comes any more; waits until nobody is on the way out."""
        self._is_closed = True
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _replace(self, identity: bytes, plays: str) -> None:
        if await self._dismiss(identity):
            self.add(plays)

    async def _dismiss(self, identity: bytes) -> bool:
        async with self._one_at_a_time:
            number = self._owned.number_of(identity)
            if number is None:
                return False
            await self._owned.dismiss(number)
            return True

    def _later(self, doing: Coroutine[Any, Any, object]) -> None:
        async def done() -> None:
            await doing

        task = asyncio.ensure_future(done())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _why(trouble: DiskTrouble | OSError) -> str:
    if isinstance(trouble, DiskTrouble):
        return explained(trouble)
    return lobby.CANNOT_COME.format(why=reason_of(trouble))
