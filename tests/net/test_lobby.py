"""Lobbies on real links: people come in, a table begins, and the links go on to it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import pytest

from protocol.net.addresses import Address
from protocol.net.errors import (
    CannotReach,
    DuplicateIdentity,
    Ending,
    LinkClosed,
    NetError,
    NoSuchTable,
    TableFull,
    TableStarted,
    TooManyGuesses,
    WrongFingerprint,
    WrongSecret,
)
from protocol.net.fingerprint import fingerprint
from protocol.net.frames import Channel
from protocol.net.guesses import FROM_ONE
from protocol.net.invite import Invite, JoinSecret
from protocol.net.link import Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.listener import Listener
from protocol.net.lobby import GuestLobby, HostLobby, TableClosed
from protocol.net.lobby_guest import HostMisleads
from protocol.net.lobby_host import CannotStart, LobbyHost, Tell
from protocol.net.lobby_messages import (
    Join,
    Lobby,
    Prepare,
    Proposal,
    Started,
    read_host_message,
    write_message,
)
from protocol.net.mesh import Mesh
from protocol.net.seating import Happening, News, Seating, Stage
from tests.net.links import BOUND, FAST, HERE, Host, eventually, hosting, key
from tests.net.rooms import SECRET, WRONG

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


async def test_four_players_sit_down_at_one_table() -> None:
    async with table(4) as it:
        joining = []
        for number in (1, 2, 3):
            joining.append(it.joins(it.guest(number)))
            await it.has("Host", *(f"Guest {n}" for n in range(1, number + 1)))
        seatings = [await within(it.lobby.seated())]
        seatings += [await within(task) for task in joining]
        assert [seating.seat for seating in seatings] == [0, 1, 2, 3]
        assert len({seating.table for seating in seatings}) == 1
        assert seatings[0].identities == tuple(key(n).identity for n in range(4))
        assert [sorted(seating.links) for seating in seatings] == [[1, 2, 3], [0], [0], [0]]
        assert seatings[1].addresses[0] == (it.address,)
        assert it.lobby.view.stage is Stage.STARTED


async def test_links_go_on_to_the_table_without_losing_a_word() -> None:
    async with table(3) as it:
        joining = [it.joins(it.guest(1))]
        await it.has("Host", "Guest 1")
        joining.append(it.joins(it.guest(2)))
        for seat, task in enumerate(joining, start=1):
            # The host may not even have woken up when this arrives.
            (await within(task)).links[0].send(Channel.TABLE, b"first word of %d" % seat)
        host = await within(it.lobby.seated())
        for seat, task in enumerate(joining, start=1):
            host.links[seat].send(Channel.TABLE, b"welcome")
            first = await within(host.links[seat].receive())
            assert first == (Channel.TABLE, b"first word of %d" % seat)
            assert await within(task.result().links[0].receive()) == (Channel.TABLE, b"welcome")


async def test_a_mesh_takes_the_links_over() -> None:
    async with table(2) as it:
        joining = it.joins(it.guest(1))
        seatings = (await within(it.lobby.seated()), await within(joining))
        heard: list[tuple[int, bytes]] = []
        meshes = []
        for seating, who in zip(seatings, (HOST, key(1)), strict=True):
            mesh = Mesh(
                who,
                seating.table,
                seating.identities,
                seating.seat,
                it.listener if seating.seat == 0 else None,
                seating.addresses,
                lambda seat, payload: heard.append((seat, payload)),
                lambda seat, up: None,
                timing=FAST,
            )
            mesh.start()
            for link in seating.links.values():
                mesh.adopt(link)
            meshes.append(mesh)
        meshes[0].send(b"to all")
        meshes[1].send(b"to the host", to=0)
        await eventually(lambda: len(heard) == 2)
        assert sorted(heard) == [(0, b"to all"), (1, b"to the host")]
        for mesh in meshes:
            await mesh.stop(Ending.LEAVING)


async def test_the_host_starts_when_it_likes() -> None:
    async with table(4) as it:
        with pytest.raises(CannotStart):
            it.lobby.start()
        joining = it.joins(it.guest(1))
        await it.has("Host", "Guest 1")
        it.lobby.start()
        assert (await within(joining)).table == (await within(it.lobby.seated())).table


async def refusal_of(it: Table, lobby: GuestLobby) -> Exception:
    with pytest.raises(NetError) as refused:
        await within(it.joins(lobby))
    return refused.value


async def test_a_wrong_secret_is_refused_in_plain_words_and_not_too_often() -> None:
    async with table(4) as it:
        wrong = it.invite(secret=WRONG)
        for _ in range(FROM_ONE):
            assert isinstance(await refusal_of(it, it.guest(1, wrong)), WrongSecret)
        refused = await refusal_of(it, it.guest(1))
        assert isinstance(refused, TooManyGuesses)
        assert str(refused).endswith("with the right one.")
        assert it.news == []


async def test_a_wrong_fingerprint_is_noticed_before_the_secret_is_sent() -> None:
    async with table(4) as it:
        wrong = Invite((it.address,), bytes(10), SECRET)
        assert isinstance(await refusal_of(it, it.guest(1, wrong)), WrongFingerprint)
        assert it.news == []


async def test_a_started_table_and_a_twin_are_refused() -> None:
    async with table(3) as it:
        it.joins(it.guest(1))
        await it.has("Host", "Guest 1")
        assert isinstance(await refusal_of(it, it.guest(1)), DuplicateIdentity)
        it.joins(it.guest(2))
        await within(it.lobby.seated())
        assert isinstance(await refusal_of(it, it.guest(3)), TableStarted)


async def test_a_full_table_is_told_and_a_start_given_up_frees_a_seat() -> None:
    async with table(2) as it:
        silent = await it.stranger(1)
        silent.send(Channel.LOBBY, write_message(Join(SECRET.value, "Silent", b"", "", ())))
        await it.has("Host", "Silent")
        assert isinstance(await refusal_of(it, it.guest(2)), TableFull)
        silent.abort()
        await it.has("Host")
        assert News(Happening.GIVEN_UP, "Silent") in it.news
        assert (await within(it.joins(it.guest(2)))).seat == 1


async def test_somebody_removed_is_told_why() -> None:
    async with table(4) as it:
        joining = it.joins(it.guest(1))
        await it.has("Host", "Guest 1")
        it.lobby.remove(key(1).identity)
        with pytest.raises(LinkClosed, match="The host removed you from the table"):
            await within(joining)
        await it.has("Host")


async def test_a_guest_that_leaves_is_gone_and_not_lost() -> None:
    async with table(4) as it:
        joining = it.joins(it.guest(1))
        await it.has("Host", "Guest 1")
        joining.cancel()
        await it.has("Host")
        assert it.news[-1] == News(Happening.LEFT, "Guest 1")


async def test_a_lobby_that_closes_tells_its_guests() -> None:
    async with table(4) as it:
        joining = it.joins(it.guest(1))
        await it.has("Host", "Guest 1")
        waiting = asyncio.create_task(it.lobby.seated())
        await it.lobby.close()
        with pytest.raises(LinkClosed, match="The host closed the table"):
            await within(joining)
        with pytest.raises(TableClosed):
            await within(waiting)
        assert isinstance(await refusal_of(it, it.guest(2)), NoSuchTable)


@pytest.mark.parametrize("channel", [Channel.LOBBY, Channel.TABLE])
async def test_nonsense_closes_its_own_link_only(channel: Channel) -> None:
    async with table(4) as it:
        joining = it.joins(it.guest(1))
        await it.has("Host", "Guest 1")
        eve = await it.stranger(2)
        eve.send(channel, b"nonsense")
        with pytest.raises(LinkClosed) as end:
            await within(eve.receive())
        assert end.value.reason is Ending.MALFORMED
        await it.has("Host", "Guest 1")
        assert not joining.done()


async def test_the_next_address_is_tried_when_one_does_not_answer() -> None:
    async with table(2) as it:
        async with hosting(key(9)) as other:
            elsewhere = it.invite((HERE, other.port), it.address)
            seating = await within(it.joins(it.guest(1, elsewhere)))
        assert seating.addresses[0] == (it.address,)


async def test_of_several_failures_the_most_telling_is_told() -> None:
    async with table(2) as it, hosting(key(9)) as other:
        nowhere = (HERE, await closed_port())
        assert isinstance(await refusal_of(it, it.guest(1, it.invite(nowhere))), CannotReach)
        both = it.invite(nowhere, (HERE, other.port), nowhere)
        assert isinstance(await refusal_of(it, it.guest(1, both)), WrongFingerprint)


async def closed_port() -> int:
    server = Host(key(8))
    await server.listener.start()
    port = server.port
    await server.listener.stop()
    return port


@pytest.mark.parametrize("payload", [b"nonsense", write_message(Prepare(1))])
async def test_a_guest_leaves_a_host_that_talks_nonsense(payload: bytes) -> None:
    async with table(2) as it, hosting(HOST) as host:
        joining = it.joins(it.guest(1, it.invite((HERE, host.port))))
        link = await host.link()
        link.send(Channel.LOBBY, payload)
        with pytest.raises(HostMisleads, match="cannot be read"):
            await within(joining)
        await eventually(lambda: link.closed is not None)
        assert link.closed is not None
        assert link.closed.reason is Ending.MALFORMED


class CutBeforeTheEnd:
    """A link that breaks just when the word that the table began arrives."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.identity = link.identity
        self.send = link.send
        self.close = link.close
        self.wait_closed = link.wait_closed

    async def receive(self) -> tuple[Channel, bytes]:
        channel, payload = await self._link.receive()
        if isinstance(read_host_message(payload), Started):
            self._link.abort()
            raise LinkClosed(Ending.LOST, False)
        return channel, payload


async def test_a_guest_cut_off_at_the_last_moment_still_sits_down() -> None:
    dials = 0

    async def dialling(address: Address, expected: bytes) -> Link:
        nonlocal dials
        dials += 1
        link = await dial(*address, key(1), LOBBY, expected, timing=FAST)
        it.links.append(link)
        return CutBeforeTheEnd(link) if dials == 1 else link  # type: ignore[return-value]

    async with table(2) as it:
        guest = await within(it.joins(it.guest(1, dialling=dialling)))
        assert dials == 2
        assert guest.table == (await within(it.lobby.seated())).table
        assert guest.links == {}
        assert it.links[1].closed is not None
        assert guest.addresses[0] == (it.address,)


async def test_a_guest_cut_off_for_good_is_told_so() -> None:
    async def dialling(address: Address, expected: bytes) -> Link:
        link = await dial(*address, key(1), LOBBY, expected, timing=FAST)
        it.links.append(link)
        return CutBeforeTheEnd(link)  # type: ignore[return-value]

    async with table(2) as it:
        joining = it.joins(it.guest(1, dialling=dialling))
        with pytest.raises(LinkClosed, match="The connection was lost"):
            await within(joining)


async def test_a_guest_that_finds_the_start_given_up_waits_on_and_dials_no_more() -> None:
    core = LobbyHost(HOST.identity, "Host", 2, SECRET, (), os.urandom)

    async def pass_on(link: Link, number: int, until: type) -> None:
        """Lets the core talk to the guest until it has said a message of this kind."""
        outputs = core.linked(number, link.identity, HERE, 0.0)
        while True:
            for output in outputs:
                if isinstance(output, Tell):
                    link.send(Channel.LOBBY, write_message(output.message))
                    if isinstance(output.message, until):
                        return
            outputs = core.receive(number, (await within(link.receive()))[1], 0.0)

    async with table(2) as it, hosting(HOST) as host:
        joining = it.joins(it.guest(1, it.invite((HERE, host.port))))
        first = await host.link(0)
        await pass_on(first, 1, Proposal)
        # Once the confirmation is here the guest knows of no way back but to ask.
        await within(first.receive())
        first.abort()
        core.lost(1, False, 0.0)
        second = await host.link(1)
        await pass_on(second, 2, Lobby)
        second.close(Ending.REMOVED)
        with pytest.raises(LinkClosed, match="The host removed you"):
            await within(joining)
        assert len(host.links) == 2
