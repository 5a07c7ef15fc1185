"""Where a peer gathers its effects, in the order in which the world must carry them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from protocol.log.messages import Signed, Status
from protocol.log.wire import write_message
from protocol.peer.effects import Accuse, Effect, Keep, Send, Show, Wake, Work, Write


class Outbox:
    """Effects since the last ``take``, and what to do with the results of running work."""

    def __init__(self) -> None:
        self.sent: list[tuple[Signed, int | None]] = []
        """Signed things since somebody last cleared this, and to which seat's link, or to all."""
        self._effects: list[Effect] = []
        self._waiting: dict[int, Callable[[Any], None]] = {}
        self._number = 0

    def write(self, record: bytes) -> None:
        """Append to the own journal, durably."""
        self._effects.append(Write(record))

    def keep(self, record: bytes) -> None:
        """Append to the transcript."""
        self._effects.append(Keep(record))

    def send(self, message: Signed | Status, to: int | None = None) -> None:
        """Send to one seat's link, or to all."""
        if isinstance(message, Signed):
            self.sent.append((message, to))
        self._effects.append(Send(write_message(message), to))

    def accuse(self, seat: int, evidence: bytes) -> None:
        """Keep an evidence file."""
        self._effects.append(Accuse(seat, evidence))

    def work(self, job: Callable[[], object], then: Callable[[Any], None]) -> None:
        """Run ``job`` in a worker; ``then`` gets what it returned or raised."""
        self._number += 1
        self._waiting[self._number] = then
        self._effects.append(Work(self._number, job))

    def finished(self, number: int, result: object) -> None:
        """Hand the result of work to whoever waits for it. ``KeyError`` for an unknown number."""
        self._waiting.pop(number)(result)

    def take(self, wake: float | None) -> tuple[Effect, ...]:
        """Everything gathered, writes first, so that one flush covers them; then a ``Show``."""
        gathered, self._effects = self._effects, []
        writes = [effect for effect in gathered if isinstance(effect, Write)]
        others = [effect for effect in gathered if not isinstance(effect, Write)]
        ends: tuple[Effect, ...] = (Show(),) if wake is None else (Show(), Wake(wake))
        return (*writes, *others, *ends)
