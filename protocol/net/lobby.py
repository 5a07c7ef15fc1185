"""The lobby on real links: a host that gathers players, a guest that joins.

Both end in a ``Seating`` whose links nobody reads from any more, ready to be handed to a ``Mesh``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from protocol.log.errors import Malformed
from protocol.log.signing import SigningKey
from protocol.net.addresses import Address
from protocol.net.errors import (
    CannotReach,
    Ending,
    LinkClosed,
    NetError,
    Refusal,
    refused,
)
from protocol.net.first import first_link
from protocol.net.frames import Channel
from protocol.net.invite import Invite
from protocol.net.link import Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.listener import Listener, report
from protocol.net.lobby_effects import GuestOutputs, Hang, HostOutputs, Say, Seated, Tell
from protocol.net.lobby_guest import HostMisleads, LobbyGuest
from protocol.net.lobby_host import LobbyHost
from protocol.net.lobby_messages import write_message
from protocol.net.seating import LobbyView, News, Seating
from protocol.net.timing import Timing

#: Called after every change of the view, with what happened.
OnChange = Callable[[tuple[News, ...]], None]
#: Opens a link to an address where this identity or fingerprint is expected.
Dial = Callable[[Address, bytes], Awaitable[Link]]

#: How often a guest dials again to hear whether the table began without it.
ASK_AGAIN: Final = 5


class TableClosed(NetError):
    """The host closed the lobby before the table began."""

    sentence = "The table was closed before it began."


class HostLobby:
    """Runs ``core`` on the links that ``listener`` accepts for the lobby.

    Goes on answering after the table began, so that who comes late is told so, until ``close``.
    """

    def __init__(self, core: LobbyHost, listener: Listener, on_change: OnChange) -> None:
        self._core = core
        self._listener = listener
        self._on_change = on_change
        self._loop = asyncio.get_running_loop()
        self._links: dict[int, Link] = {}
        self._readers: dict[int, asyncio.Task[None]] = {}
        self._count = 0
        self._timer: asyncio.TimerHandle | None = None
        self._seating: asyncio.Future[Seating] = self._loop.create_future()
        listener.serve(LOBBY, lambda purpose, identity: None, self._on_link)

    @property
    def view(self) -> LobbyView:
        """The lobby for the host's screen."""
        return self._core.view

    async def seated(self) -> Seating:
        """Waits for the table to begin. Raises ``TableClosed`` after ``close``."""
        return await asyncio.shield(self._seating)

    def hold(self) -> None:
        """From now on a full table waits for ``start`` too."""
        self._core.hold()

    def start(self) -> None:
        """Starts with those who are here. Raises ``CannotStart``."""
        self._perform(self._core.start(self._loop.time()))

    def remove(self, identity: bytes) -> None:
        """Takes the seat of ``identity`` away. Raises ``CannotStart`` if it has none."""
        self._perform(self._core.remove(identity))

    async def close(self) -> None:
        """Sends everybody away who has no seat at a table that began, and stops answering."""
        self._listener.unserve(LOBBY)
        readers = tuple(self._readers.values())
        self._perform(self._core.close())
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
        if not self._seating.done():
            self._seating.set_exception(TableClosed())
            # Nobody has to be waiting for it.
            self._seating.exception()

    def _on_link(self, link: Link) -> None:
        number = self._count = self._count + 1
        self._links[number] = link
        reader = self._loop.create_task(self._read(number, link))
        self._readers[number] = reader
        reader.add_done_callback(report)
        host = link.remote[0]
        self._perform(self._core.linked(number, link.identity, host, self._loop.time()))

    async def _read(self, number: int, link: Link) -> None:
        try:
            while number in self._links:
                channel, payload = await link.receive()
                if channel is Channel.LOBBY:
                    self._perform(self._core.receive(number, payload, self._loop.time()))
                else:
                    self._perform(self._core.misused(number))
        except LinkClosed as end:
            if self._links.pop(number, None) is not None:
                self._perform(self._core.lost(number, end.said_goodbye, self._loop.time()))
        finally:
            self._readers.pop(number, None)

    def _perform(self, outputs: HostOutputs) -> None:
        news = []
        for output in outputs:
            if isinstance(output, Tell):
                if output.link in self._links:
                    self._links[output.link].send(Channel.LOBBY, write_message(output.message))
            elif isinstance(output, Hang):
                self._release(output.link).close(output.reason)
            elif isinstance(output, News):
                news.append(output)
            else:
                self._seat(output)
        self._set_timer()
        if outputs:
            self._on_change(tuple(news))

    def _seat(self, seated: Seated) -> None:
        links = {seat: self._release(number) for seat, number in seated.links.items()}
        still_open = {seat: link for seat, link in links.items() if link.closed is None}
        self._seating.set_result(replace(seated.seating, links=MappingProxyType(still_open)))

    def _release(self, number: int) -> Link:
        """Stops reading from a link; what has arrived on it stays there for the next reader."""
        reader = self._readers.pop(number, None)
        if reader is not None and reader is not asyncio.current_task():
            reader.cancel()
        return self._links.pop(number)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._core.deadline is not None:
            self._timer = self._loop.call_at(self._core.deadline, self._tick)

    def _tick(self) -> None:
        self._perform(self._core.tick(self._loop.time()))


class GuestLobby:
    """Joins the table of ``invite`` with ``key`` as ``name``.

    ``addresses`` is where this guest listens for the others; ``entropy(n)`` gives n random bytes;
    ``owner`` is empty for a person. ``dialling`` replaces the way links are opened.
    """

    def __init__(
        self,
        key: SigningKey,
        invite: Invite,
        name: str,
        addresses: tuple[Address, ...],
        entropy: Callable[[int], bytes],
        on_change: OnChange,
        *,
        app: str = "",
        owner: bytes = b"",
        timing: Timing | None = None,
        dialling: Dial | None = None,
    ) -> None:
        self._key = key
        self._invite = invite
        self._name = name
        self._addresses = addresses
        self._entropy = entropy
        self._on_change = on_change
        self._app = app
        self._owner = owner
        self._timing = timing or Timing()
        self._dial = dialling or self._dial_lobby
        self._core: LobbyGuest | None = None
        self._where: Address | None = None

    @property
    def view(self) -> LobbyView | None:
        """The lobby for this guest's screen; None before the host let it in."""
        return None if self._core is None else self._core.view

    async def seated(self) -> Seating:
        """Joins and waits for the table to begin. To leave, cancel it.

        Raises a ``Refused`` (wrong secret, full, started ...), ``LinkClosed`` (removed, closed,
        lost), ``HostMisleads``, ``RulesDiffer``, or what ``dial`` raises.
        """
        link = await self._dial_any(self._invite.addresses, self._invite.fingerprint)
        self._core = core = LobbyGuest(
            self._key.identity,
            link.identity,
            self._name,
            self._invite.secret,
            self._addresses,
            self._entropy,
            self._app,
            self._owner,
        )
        try:
            return await self._talk(core, link)
        except LinkClosed as end:
            if not core.may_have_started:
                raise _told(end) from None
        return await self._ask_how_it_ended(core, link.identity)

    async def _ask_how_it_ended(self, core: LobbyGuest, host: bytes) -> Seating:
        where = () if self._where is None else (self._where,)
        end: NetError = LinkClosed(Ending.LOST, False)
        for again in range(ASK_AGAIN):
            await asyncio.sleep(again * self._timing.retry_first)
            try:
                return await self._talk(core, await self._dial_any(where, host))
            except LinkClosed as closed:
                end = _told(closed)
                if not core.may_have_started:
                    break
            except CannotReach as error:
                end = error
        raise end

    async def _talk(self, core: LobbyGuest, link: Link) -> Seating:
        """Follows ``core`` until the table begins; the link is closed if it does not."""
        try:
            seating = self._perform(link, core.join())
            while seating is None:
                channel, payload = await link.receive()
                if channel is not Channel.LOBBY:
                    raise Malformed("the table has not begun")
                seating = self._perform(link, core.receive(payload))
        except Malformed:
            link.close(Ending.MALFORMED)
            raise HostMisleads("a message that cannot be read") from None
        except LinkClosed:
            # The program may end now, and must not leave half a connection behind.
            await link.wait_closed()
            raise
        except BaseException:
            link.close(Ending.LEAVING)
            raise
        return self._sit_down(seating, link, core.heard_late)

    def _perform(self, link: Link, outputs: GuestOutputs) -> Seating | None:
        seating, news = None, []
        for output in outputs:
            if isinstance(output, Say):
                link.send(Channel.LOBBY, write_message(output.message))
            elif isinstance(output, News):
                news.append(output)
            else:
                seating = output
        self._on_change(tuple(news))
        return seating

    def _sit_down(self, seating: Seating, link: Link, heard_late: bool) -> Seating:
        """Adds what this guest knows of the host better than the host itself."""
        hints = seating.addresses.get(0, ())
        # Where it was reached once it will be reached again.
        host = hints if self._where is None else (self._where, *hints)
        if heard_late:
            link.close(Ending.LEAVING)
        links = {} if heard_late else {0: link}
        return replace(
            seating,
            addresses=MappingProxyType({**seating.addresses, 0: tuple(dict.fromkeys(host))}),
            links=MappingProxyType(links),
        )

    async def _dial_any(self, addresses: tuple[Address, ...], expected: bytes) -> Link:
        """A link to the first of ``addresses`` where ``expected`` answers."""
        self._where, link = await first_link(addresses, lambda each: self._dial(each, expected))
        return link

    async def _dial_lobby(self, address: Address, expected: bytes) -> Link:
        host, port = address
        return await dial(
            host, port, self._key, LOBBY, expected, app=self._app, timing=self._timing
        )


def _told(end: LinkClosed) -> NetError:
    """A link that was closed for a refusal is that refusal."""
    return refused(end.reason) if isinstance(end.reason, Refusal) else end
