"""The links among the seats of one table: at most one a pair, made again when lost.

The later seat dials the earlier one at once; the earlier dials the later after a while, if there
is still no link. When two links of one pair meet, the one dialled by the lower identity stays,
which both sides see alike; but a link that has been up for longer than any dial takes gives way,
since a side that dials had lost it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from protocol.log.errors import Malformed
from protocol.log.signing import SigningKey
from protocol.net.addresses import Address
from protocol.net.backoff import Backoff, jitter
from protocol.net.errors import Ending, LinkClosed, NetError, Reason, Refusal
from protocol.net.frames import Channel
from protocol.net.link import Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.listener import Listener, report
from protocol.net.timing import Timing

_log = logging.getLogger("koryo.mesh")

#: No more addresses of a seat are tried, and no more than these of what others told of it.
MOST_ADDRESSES: Final = 8
MOST_TOLD: Final = 3

#: Called with the seat and a message of channel TABLE; raises ``Malformed`` to close that link.
OnFrame = Callable[[int, bytes], None]
#: Called with a seat: its link came up (None), or went down and why.
OnSeat = Callable[[int, Reason | None], None]


@dataclass(frozen=True, slots=True)
class SeatState:
    """What a screen may show of the link to a seat; ``rtt`` in seconds, once it is known."""

    up: bool
    rtt: float | None


@dataclass(slots=True)
class _Neighbour:
    """The link to one other seat, and the word that it changed."""

    identity: bytes
    addresses: tuple[Address, ...]
    """Where it was reached or said itself to be, the likeliest first."""
    told: tuple[Address, ...] = ()
    """Where others say it is; whoever lies must not make the rest forgotten."""
    link: Link | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    is_news: bool = False
    """An address was heard of that has not been tried yet."""
    is_sure: bool = False
    """And it was heard from the seat itself."""

    def reached(self, *addresses: Address) -> None:
        """``addresses`` come first from now on."""
        self.addresses = tuple(dict.fromkeys((*addresses, *self.addresses)))[:MOST_ADDRESSES]


def _places(link: Link, known: Sequence[Address]) -> tuple[Address, ...]:
    """Where the other side of ``link`` can be dialled: where it was, or at the ports it is known
    to listen on there."""
    if link.dialled:
        return (link.remote,)
    return tuple((link.remote[0], port) for port in dict.fromkeys(port for _, port in known))


class Mesh:
    """All links of ``seat`` at ``table`` (32 bytes) among ``identities``, one a seat.

    ``addresses`` maps seats to where they may be dialled, best first; a seat without any is waited
    for. ``listener`` is a started one, or None for a peer that cannot be dialled. ``jitter`` gives
    numbers from 0 to 1 that lengthen each wait before a dial by up to half, so that two sides do
    not keep meeting halfway. ``eager``: dial everybody at once, as one who comes back does whom
    the others have stopped to expect.
    """

    def __init__(
        self,
        key: SigningKey,
        table: bytes,
        identities: tuple[bytes, ...],
        seat: int,
        listener: Listener | None,
        addresses: Mapping[int, Sequence[Address]],
        on_frame: OnFrame,
        on_link: OnSeat,
        *,
        app: str = "",
        timing: Timing | None = None,
        jitter: Callable[[], float] = jitter,
        eager: bool = False,
    ) -> None:
        if identities[seat] != key.identity:
            raise ValueError(f"seat {seat} belongs to another identity")
        self.table = table
        self.seat = seat
        self._key = key
        self._listener = listener
        self._on_frame = on_frame
        self._on_link = on_link
        self._app = app
        self._timing = timing or Timing()
        self._jitter = jitter
        self._eager = eager
        self._loop = asyncio.get_running_loop()
        self._neighbours = {
            other: _Neighbour(identity, tuple(addresses.get(other, ())))
            for other, identity in enumerate(identities)
            if other != seat
        }
        self._seats = {identity: other for other, identity in enumerate(identities)}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def start(self) -> None:
        """Answer the others' dials from now on, and dial them."""
        if self._listener is not None:
            self._listener.serve(self.table, self._accept, self._on_incoming)
        for seat in self._neighbours:
            self._spawn(self._keep_linked(seat))

    def adopt(self, link: Link) -> None:
        """Take over an open link, such as the one a lobby used; nobody else may read from it.

        Raises ``ValueError`` if its identity has no seat among the others.
        """
        self._take(link)

    def send(self, payload: bytes, to: int | None = None) -> None:
        """Give a message of channel TABLE to the link of seat ``to``, or to every link.

        Where there is no link it is dropped: what a peer lacks it asks for later.
        """
        for seat in self._neighbours if to is None else (to,):
            link = self._neighbours[seat].link
            if link is not None:
                link.send(Channel.TABLE, payload)

    def state(self, seat: int) -> SeatState:
        """Whether there is a link to another ``seat``, and its round-trip time."""
        link = self._neighbours[seat].link
        return SeatState(False, None) if link is None else SeatState(True, link.rtt)

    def is_receiving(self) -> bool:
        """Whether a long message is arriving over some link."""
        links = (there.link for there in self._neighbours.values())
        return any(link is not None and link.receiving for link in links)

    def addresses(self) -> dict[int, tuple[Address, ...]]:
        """Where each other seat may be dialled, the likeliest first: last where it was reached."""
        return {seat: there.addresses for seat, there in self._neighbours.items()}

    def heard_from(self, seat: int, addresses: Sequence[Address]) -> None:
        """Another ``seat`` says that it is at ``addresses``; tried at once if it has no link."""
        there = self._neighbours[seat]
        if not set(addresses) <= set(there.addresses):
            there.reached(*addresses)
            there.is_news = there.is_sure = True
            there.changed.set()

    def heard_of(self, seat: int, addresses: Sequence[Address]) -> None:
        """Another ``seat`` is said to be at ``addresses``, of which the first are tried at once if
        it has no link, besides where it was reached."""
        there = self._neighbours[seat]
        told = tuple(addresses[:MOST_TOLD])
        if not set(told) <= {*there.addresses, *there.told}:
            there.told = told
            there.is_news = True
            there.changed.set()

    async def stop(self, reason: Reason = Ending.LEAVING) -> None:
        """Say why on every link, close them all and dial no more; no callback comes after."""
        self._stopped = True
        if self._listener is not None:
            self._listener.unserve(self.table)
        links = [there.link for there in self._neighbours.values() if there.link is not None]
        for link in links:
            link.close(reason)
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(link.wait_closed() for link in links))

    def _accept(self, purpose: bytes, identity: bytes) -> Refusal | None:
        seat = self._seats.get(identity)
        if seat is None or seat == self.seat:
            return Refusal.NOT_SEATED
        link = self._neighbours[seat].link
        if link is not None and not self._gives_way(link, identity):
            return Refusal.ALREADY_LINKED
        return None

    def _on_incoming(self, link: Link) -> None:
        self._take(link)

    def _take(self, link: Link) -> None:
        seat = self._seats.get(link.identity)
        if seat is None or seat == self.seat:
            raise ValueError("that link leads to nobody else at this table")
        there = self._neighbours[seat]
        old = there.link
        dialler = self._key.identity if link.dialled else link.identity
        if self._stopped:
            link.close(Ending.LEAVING)
        elif old is not None and not self._gives_way(old, dialler):
            link.close(Ending.REPLACED)
        elif link.closed is None:
            if old is not None:
                old.close(Ending.REPLACED)
                self._down(seat, old, Ending.REPLACED)
            there.link = link
            there.reached(*_places(link, there.addresses))
            there.changed.set()
            self._spawn(self._read(seat, link))
            self._on_link(seat, None)

    def _gives_way(self, old: Link, dialler: bytes) -> bool:
        """Whether ``old`` is to be replaced by a link that ``dialler`` dialled."""
        old_dialler = self._key.identity if old.dialled else old.identity
        longest_dial = self._timing.connect + 2 * self._timing.handshake
        return (
            old.closed is not None
            or dialler <= old_dialler
            or self._loop.time() - old.opened > longest_dial
        )

    def _down(self, seat: int, link: Link, why: Reason) -> None:
        there = self._neighbours[seat]
        if there.link is link:
            there.link = None
            there.changed.set()
            if not self._stopped:
                self._on_link(seat, why)

    async def _read(self, seat: int, link: Link) -> None:
        try:
            while True:
                channel, payload = await link.receive()
                if channel is Channel.TABLE:
                    self._hand_over(seat, link, payload)
                    # Everything else has its turn, however many messages are there already.
                    await asyncio.sleep(0)
                elif link.purpose != LOBBY:
                    link.close(Ending.MALFORMED)
        except LinkClosed as end:
            _log.info("the link to seat %d ended: %s", seat, end.reason.name)
            self._down(seat, link, end.reason)

    def _hand_over(self, seat: int, link: Link, payload: bytes) -> None:
        try:
            self._on_frame(seat, payload)
        except Malformed:
            link.close(Ending.MALFORMED)

    async def _keep_linked(self, seat: int) -> None:
        there = self._neighbours[seat]
        backoff = Backoff(self._timing.retry_first, self._timing.retry_last, self._jitter)
        patience = self._timing.patience if self.seat < seat else 0.0
        wait = 0.0 if self._eager else patience
        while True:
            if await self._linked_within(there, wait):
                backoff.lasted(await self._link_lasts(there))
                wait = max(patience, backoff.wait())
            elif not await self._dial(there):
                wait = backoff.wait()

    async def _linked_within(self, there: _Neighbour, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                while there.link is None and not there.is_news:
                    there.changed.clear()
                    await there.changed.wait()
        except TimeoutError:
            pass
        there.is_news = there.is_sure = False
        return there.link is not None

    async def _link_lasts(self, there: _Neighbour) -> float:
        since = self._loop.time()
        while there.link is not None:
            there.changed.clear()
            await there.changed.wait()
        return self._loop.time() - since

    async def _dial(self, there: _Neighbour) -> bool:
        for host, port in dict.fromkeys((*there.told, *there.addresses)):
            if there.link is not None:
                return True
            if there.is_sure:
                # Where it says it is now comes before where it was.
                return False
            try:
                link = await dial(
                    host,
                    port,
                    self._key,
                    self.table,
                    there.identity,
                    app=self._app,
                    timing=self._timing,
                )
            except NetError:
                continue
            self._take(link)
            return True
        return False

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        report(task)
