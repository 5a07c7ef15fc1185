"""A guest whose host is elsewhere, talks nonsense or is cut off at the last moment."""

from __future__ import annotations

import os

import pytest

from protocol.net.addresses import Address
from protocol.net.errors import CannotReach, Ending, LinkClosed, WrongFingerprint
from protocol.net.frames import Channel
from protocol.net.link import Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.lobby_effects import Tell
from protocol.net.lobby_guest import HostMisleads
from protocol.net.lobby_host import LobbyHost
from protocol.net.lobby_messages import (
    Lobby,
    Prepare,
    Proposal,
    Started,
    read_host_message,
    write_message,
)
from tests.net.links import FAST, HERE, Host, eventually, hosting, key
from tests.net.lobbies import HOST, refusal_of, table, within
from tests.net.rooms import SECRET


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
