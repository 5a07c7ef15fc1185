"""How long a seat stays at a table, and how that ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from enum import Enum
from typing import Final

from protocol.peer.view import TableView

#: Seconds that a seat stays after the end, so that others can ask for what they lack.
LINGER: Final = 1.0
#: Seconds that it waits for the others' signatures under a result it has.
WAIT_FOR_RESULTS: Final = 15.0

_log = logging.getLogger("koryo.session")


class End(Enum):
    """How a session ended."""

    FINISHED = "finished"
    LEFT = "left"
    """This seat said goodbye."""
    CLOSED = "closed"
    """Links and files were closed without a goodbye; the seat can be resumed."""
    STOPPED = "stopped"
    """No further step can close, whoever is left out."""
    DISK = "disk"
    """The disk failed; nothing was signed or sent after that."""


class Lifetime:
    """Decides when a session ends, once and for all; ``on_end()`` is called once it has.

    ``linger``: seconds to stay after the end of the game; None: until ``stop``.
    """

    def __init__(self, linger: float | None, on_end: Callable[[], None]) -> None:
        self._linger = linger
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._end: asyncio.Future[End] = self._loop.create_future()
        self._expiry: asyncio.TimerHandle | None = None
        self._ending: End | None = None
        self._is_signed = False

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return self._end.done()

    @property
    def has_failed(self) -> bool:
        """Whether an error ended it."""
        return self.is_over and not self._end.cancelled() and self._end.exception() is not None

    @property
    def end(self) -> End | None:
        """How it ended; None while it has not, or if it failed or was given up."""
        if not self.is_over or self._end.cancelled() or self.has_failed:
            return None
        return self._end.result()

    async def wait(self) -> End:
        """How it ends. Raises the error it failed with."""
        return await asyncio.shield(self._end)

    def look(self, view: TableView, head: bytes) -> None:
        """The table is like this now; ``head`` follows the last step that closed (32 bytes)."""
        if view.outcome is not None:
            playing = {seat.seat for seat in view.seats} - set(view.outcome.missing)
            self._finish_game(playing <= set(view.results), head)
        elif self._ending is None and view.stopped is not None:
            _log.warning("the table stopped: %s", view.stopped)
            self._ending = End.STOPPED
            self._stop_after(self._linger, self._ending)

    def nobody_linked(self) -> None:
        """No link is left."""
        # Whoever has gone after the end has what it needs.
        if self._is_signed and self._linger is not None:
            self.stop(End.FINISHED)

    def stop(self, end: End) -> None:
        """It ends so, unless it has ended already."""
        if not self.is_over:
            self._end.set_result(end)
        self._on_end()

    def fail(self, error: Exception) -> None:
        """It ends with ``error``, unless it has ended already."""
        if not self.is_over:
            self._end.set_exception(error)
        self._on_end()

    def give_up(self) -> None:
        """Whoever waited for the end does so no more; it is over if it was not."""
        self._end.cancel()
        self._on_end()

    def close(self) -> None:
        """Nothing is called any more."""
        if self._expiry is not None:
            self._expiry.cancel()

    def _finish_game(self, is_signed: bool, head: bytes) -> None:
        """The game is over; ``is_signed``: everybody who played to the end has signed so."""
        if self._ending is None:
            _log.info("the game is over, head %s", head.hex()[:16])
            self._ending = End.FINISHED
            late = None if self._linger is None else WAIT_FOR_RESULTS
            self._stop_after(late, End.FINISHED)
        if is_signed and not self._is_signed:
            self._is_signed = True
            self._stop_after(self._linger, End.FINISHED)

    def _stop_after(self, seconds: float | None, end: End) -> None:
        if self._expiry is not None:
            self._expiry.cancel()
        if seconds is not None:
            self._expiry = self._loop.call_later(seconds, self.stop, end)
