"""The tables that were heard of on a LAN, and which of them answer.

Whoever hears of a table adds it here. It is asked at once and again every few seconds, and shown
only while it answers a version hello.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from protocol.net.addresses import Address
from protocol.net.errors import Version
from protocol.net.listener import report
from protocol.net.probe import Probe, probe
from protocol.net.signs import Sign
from protocol.net.timing import Timing

#: More tables than this on one network are noise, or somebody who wants to fill our memory.
MAX_HEARD: Final = 64
#: Seconds after which something that answered is asked again.
ASK_AGAIN: Final = 5.0
_PROBES_AT_ONCE: Final = 8
# Short waits: on the network where something was announced it answers at once or not at all.
_QUICK: Final = Timing(connect=1.5, handshake=2.0)

#: Asks whether a koryo-tui answers at a host and a port.
Ask = Callable[[str, int], Coroutine[Any, Any, Probe]]


@dataclass(frozen=True, slots=True)
class Found:
    """A table that answers at ``addresses``, the one that answered first; ``version`` is what it
    said itself; ``answered`` is the loop's time of that."""

    sign: Sign
    addresses: tuple[Address, ...]
    version: Version
    answered: float


@dataclass(slots=True)
class _Heard:
    sign: Sign
    addresses: tuple[Address, ...]
    heard: float
    asked: float = 0.0
    answer: Probe | None = None
    answered: float = 0.0


class HeardTables:
    """What was heard of, by the name it was announced under; ``ask`` None: with short waits."""

    def __init__(self, ask: Ask | None = None) -> None:
        self._ask = ask or _ask_quickly
        self._loop = asyncio.get_running_loop()
        self._heard: dict[str, _Heard] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(_PROBES_AT_ONCE)
        self._changed = asyncio.Event()

    @property
    def found(self) -> tuple[Found, ...]:
        """The tables that answered when they were last asked, those with free seats first."""
        answering = [
            Found(heard.sign, heard.addresses, heard.answer.version, heard.answered)
            for heard in self._heard.values()
            if heard.answer is not None and heard.answer.version is not None
        ]
        latest = {each.sign.fingerprint: each for each in sorted(answering, key=_when)}
        return tuple(sorted(latest.values(), key=lambda each: (-each.sign.free, each.sign.name)))

    async def wait(self, holds: Callable[[tuple[Found, ...]], bool], seconds: float) -> None:
        """Until ``holds(found)``, at most ``seconds``; asks again what answered a while ago."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not holds(self.found):
                    self._changed.clear()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(ASK_AGAIN / 2):
                            await self._changed.wait()
                    self._ask_old_ones()

    def look_up(self, name: str, work: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        """Something announces itself as ``name``: does ``work(name)``, which finds out what it is,
        unless too much has been heard of already."""
        if name in self._heard or len(self._heard) + len(self._tasks) < MAX_HEARD:
            self._spawn(work(name))

    async def add(self, name: str, sign: Sign, addresses: tuple[Address, ...]) -> None:
        """What ``name`` says of itself; returns when it was asked whether it answers."""
        known = self._heard.get(name)
        if known is None or known.addresses != addresses:
            known = self._heard[name] = _Heard(sign, addresses, self._loop.time())
        known.sign = sign
        self._changed.set()
        await self._probe(name, known)

    def remove(self, name: str) -> None:
        """``name`` is announced no more."""
        self._heard.pop(name, None)
        self._changed.set()

    async def close(self) -> None:
        """Asks no more."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ask_old_ones(self) -> None:
        now = self._loop.time()
        for name, heard in self._heard.items():
            if now - heard.asked > ASK_AGAIN:
                heard.asked = now
                self._spawn(self._probe(name, heard))

    async def _probe(self, name: str, heard: _Heard) -> None:
        async with self._turns:
            heard.asked = self._loop.time()
            answer = await self._first_answer(heard.addresses)
        if self._heard.get(name) is not heard:
            return
        heard.answer = answer
        if answer is not None:
            heard.answered = self._loop.time()
            first = (answer.host, answer.port)
            heard.addresses = tuple(dict.fromkeys((first, *heard.addresses)))
        self._changed.set()

    async def _first_answer(self, addresses: Iterable[Address]) -> Probe | None:
        asking = [self._loop.create_task(self._ask(host, port)) for host, port in addresses]
        try:
            for next_one in asyncio.as_completed(asking):
                answer = await next_one
                if answer.version is not None:
                    return answer
            return None
        finally:
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        report(task)


def _when(found: Found) -> float:
    return found.answered


async def _ask_quickly(host: str, port: int) -> Probe:
    return await probe(host, port, _QUICK)
