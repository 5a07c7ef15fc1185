"""Players of other packages, each in a process of its own that is ended when it takes too long.

There it can neither see other hands in memory nor stop anybody else's game. Whatever goes wrong is
counted, and the seat plays ``default_decision`` instead.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter
from enum import Enum
from multiprocessing.connection import Connection
from typing import Final

from koryo_tui.bots.answers import check_decision
from koryo_tui.bots.registry import Seed, is_ours, make_bot
from koryo_tui.bots.sight import Bot, Sight
from protocol.peer.defaults import default_decision
from protocol.peer.questions import Decision

#: Seconds for a process to start and load a player, and over its time for every answer.
_START: Final = 20.0
GRACE: Final = 0.5
#: Of the memory of the process that asks nothing is copied.
_CLEAN_PROCESSES: Final = multiprocessing.get_context("spawn")


class Trouble(Enum):
    """Why a decision was replaced."""

    CRASHED = "crashed"
    SLOW = "slow"
    ILLEGAL = "illegal"


class Careful:
    """Asks a player and answers for it when it cannot; ``troubles`` counts how often and why."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.troubles: Counter[Trouble] = Counter()

    def decide(self, sight: Sight) -> Decision:
        """A legal decision, whatever the player does."""
        try:
            decision = self._bot.decide(sight)
        except _TooSlow:
            return self._instead(sight, Trouble.SLOW)
        except Exception:
            return self._instead(sight, Trouble.CRASHED)
        try:
            check_decision(sight.question, decision)
        except Exception:
            return self._instead(sight, Trouble.ILLEGAL)
        return decision

    def close(self) -> None:
        """Ends the player's process if it has one."""
        if isinstance(self._bot, _Apart):
            self._bot.close()

    def _instead(self, sight: Sight, trouble: Trouble) -> Decision:
        self.troubles[trouble] += 1
        return default_decision(sight.question)


def careful_bot(name: str, seed: Seed, grace: float = GRACE) -> Careful:
    """A player that costs only its own seat. Raises ``UnknownBot``."""
    return Careful(make_bot(name, seed) if is_ours(name) else _Apart(name, seed, grace))


class _TooSlow(Exception):
    pass


class _Crashed(Exception):
    pass


class _Apart:
    """A player in another process, started when it is first asked and again after it was ended."""

    def __init__(self, name: str, seed: Seed, grace: float) -> None:
        self._name = name
        self._seed = seed
        self._grace = grace
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def decide(self, sight: Sight) -> Decision:
        pipe = self._pipe or self._start()
        late = threading.Event()
        # Not by looking for an answer first: half of one would be waited for without end.
        watch = threading.Timer(sight.seconds + self._grace, self._stop, (late,))
        watch.start()
        try:
            try:
                pipe.send(sight)
                decision: Decision | None = pipe.recv()
            finally:
                watch.cancel()
                watch.join()
        except (EOFError, OSError):
            self.close()
            raise (_TooSlow if late.is_set() else _Crashed) from None
        if late.is_set():
            self.close()
            raise _TooSlow
        if decision is None:
            raise _Crashed
        return decision

    def _stop(self, late: threading.Event) -> None:
        late.set()
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        if self._process is not None and self._pipe is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._pipe = None

    def _start(self) -> Connection:
        pipe, other = _CLEAN_PROCESSES.Pipe()
        process = _CLEAN_PROCESSES.Process(
            target=_play, args=(self._name, self._seed, other), daemon=True
        )
        process.start()
        other.close()
        self._process, self._pipe = process, pipe
        if not pipe.poll(_START):
            self.close()
            raise _TooSlow
        try:
            pipe.recv()
        except EOFError:
            self.close()
            raise _Crashed from None
        return pipe


def _play(name: str, seed: Seed, pipe: Connection) -> None:
    """In the other process: answers until nobody asks any more."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    bot = make_bot(name, seed)
    pipe.send(True)
    while True:
        try:
            sight = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(bot.decide(sight))
        except Exception:
            pipe.send(None)


def _end_with_parent() -> None:
    """A player that never stops does not outlive a process that could not end it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
