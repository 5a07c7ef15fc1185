"""Asking the seats that are reached for those that are not.

Two machines that get other addresses in the same moment lose each other: neither is any longer
where the other last saw it. Whoever is still linked to both knows where both are now.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable, Iterable
from contextlib import suppress

from protocol.log.signing import SigningKey
from protocol.net.addresses import Address
from protocol.net.backoff import Backoff, jitter
from protocol.net.errors import NetError
from protocol.net.listener import report
from protocol.net.lobby_messages import addresses_of
from protocol.net.mesh import Mesh
from protocol.net.timing import Timing
from protocol.net.whereabouts import ask_for_seats

#: So many addresses of a seat that is linked are tried; the first is where it was reached.
_TRIED = 2


class Seeker:
    """Asks on behalf of ``key``, for as long as a seat of ``mesh`` has no link and another has.

    ``own()`` says where others may dial this peer now. It is called in a worker thread whenever
    links have changed, since perhaps this machine has moved; ``places`` is what it last said.
    """

    def __init__(
        self,
        mesh: Mesh,
        key: SigningKey,
        own: Callable[[], tuple[Address, ...]],
        *,
        app: str = "",
        timing: Timing | None = None,
    ) -> None:
        self.places = own()
        self._mesh = mesh
        self._key = key
        self._own = own
        self._app = app
        self._timing = timing or Timing()
        self._changed = asyncio.Event()
        self._changed.set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Seeks from now on."""
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._task.add_done_callback(report)

    async def stop(self) -> None:
        """Seeks no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def changed(self) -> None:
        """A link has come up or gone down."""
        self._changed.set()

    async def _run(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            self.places = await asyncio.to_thread(self._own)
            await self._seek()

    async def _seek(self) -> None:
        """Until everybody is linked, or links have changed."""
        backoff = Backoff(self._timing.seek_first, self._timing.seek_last, jitter)
        while self._seats(up=False):
            with suppress(TimeoutError):
                async with asyncio.timeout(backoff.wait()):
                    await self._changed.wait()
                    return
            await self._ask_around()

    async def _ask_around(self) -> None:
        for seat in self._seats(up=True):
            for address in self._mesh.addresses()[seat][:_TRIED]:
                if await self._ask(address):
                    break

    async def _ask(self, address: Address) -> bool:
        """Whether somebody told where the seats are."""
        try:
            told, seats = await ask_for_seats(
                address,
                self._key,
                self.places,
                self._mesh.table,
                app=self._app,
                timing=self._timing,
            )
        except NetError:
            return False
        for lost in self._seats(up=False):
            if lost != told:
                places = _seen_from_here(address, addresses_of(seats.hints[lost]))
                self._mesh.heard_of(lost, places)
        return True

    def _seats(self, up: bool) -> tuple[int, ...]:
        others = self._mesh.addresses()
        return tuple(seat for seat in others if self._mesh.state(seat).up is up)


def _seen_from_here(told_at: Address, places: Iterable[Address]) -> tuple[Address, ...]:
    """What is on the machine of the one who tells is where that one is."""
    return tuple(
        (told_at[0] if ipaddress.ip_address(host).is_loopback else host, port)
        for host, port in places
    )
