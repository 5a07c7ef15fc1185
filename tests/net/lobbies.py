"""A lobby on real links, with guests that are gone again at the end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import pytest

from protocol.net.addresses import Address
from protocol.net.errors import NetError
from protocol.net.fingerprint import fingerprint
from protocol.net.invite import Invite, JoinSecret
from protocol.net.link import Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby, HostLobby, TableClosed
from protocol.net.lobby_host import LobbyHost
from protocol.net.seating import News, Seating
from tests.net.links import BOUND, FAST, HERE, eventually, key
from tests.net.rooms import SECRET

HOST = key(0)
T = TypeVar("T")


class Table:
    """A host that waits on the loopback address, and its invite."""

    def __init__(self, seats: int) -> None:
        self.news: list[News] = []
        self.listener = Listener(HOST, HERE, 0, timing=FAST)
        core = LobbyHost(HOST.identity, "Host", seats, SECRET, (), os.urandom)
        self.lobby = HostLobby(core, self.listener, self.news.extend)
        self.guests: list[asyncio.Task[Seating]] = []
        self.links: list[Link] = []

    @property
    def address(self) -> Address:
        return HERE, self.listener.port

    def invite(self, *addresses: Address, secret: JoinSecret = SECRET) -> Invite:
        return Invite(addresses or (self.address,), fingerprint(HOST.identity), secret)

    def guest(self, number: int, invite: Invite | None = None, **how: object) -> GuestLobby:
        news = self.news if number == 0 else []
        return GuestLobby(
            key(number),
            invite or self.invite(),
            f"Guest {number}",
            (),
            os.urandom,
            news.extend,
            timing=FAST,
            **how,  # type: ignore[arg-type]
        )

    def joins(self, lobby: GuestLobby) -> asyncio.Task[Seating]:
        task = asyncio.create_task(lobby.seated())
        self.guests.append(task)
        return task

    async def has(self, *names: str) -> None:
        await eventually(lambda: [line.name for line in self.lobby.view.players] == list(names))

    async def stranger(self, number: int) -> Link:
        link = await dial(*self.address, key(number), LOBBY, HOST.identity, timing=FAST)
        self.links.append(link)
        return link


@asynccontextmanager
async def table(seats: int) -> AsyncIterator[Table]:
    it = Table(seats)
    await it.listener.start()
    try:
        yield it
    finally:
        for guest in it.guests:
            guest.cancel()
        ends = await asyncio.gather(*it.guests, return_exceptions=True)
        await it.lobby.close()
        with suppress(TableClosed):
            ends.append(await it.lobby.seated())
        links = [link for end in ends if isinstance(end, Seating) for link in end.links.values()]
        for link in (*links, *it.links):
            link.close()
            await link.wait_closed()
        await it.listener.stop()


async def within(work: Awaitable[T]) -> T:
    async with asyncio.timeout(BOUND):
        return await work


async def refusal_of(it: Table, lobby: GuestLobby) -> Exception:
    with pytest.raises(NetError) as refused:
        await within(it.joins(lobby))
    return refused.value
