"""Lobbies on real links: people come in, a table begins, and the links go on to it."""

from __future__ import annotations

import asyncio

import pytest

from protocol.net.errors import (
    DuplicateIdentity,
    Ending,
    LinkClosed,
    NoSuchTable,
    TableFull,
    TableStarted,
    TooManyGuesses,
    WrongFingerprint,
    WrongSecret,
)
from protocol.net.frames import Channel
from protocol.net.guesses import FROM_ONE
from protocol.net.invite import Invite
from protocol.net.lobby import TableClosed
from protocol.net.lobby_host import CannotStart
from protocol.net.lobby_messages import Join, write_message
from protocol.net.mesh import Mesh
from protocol.net.seating import Happening, News, Stage
from tests.net.links import FAST, eventually, key
from tests.net.lobbies import HOST, refusal_of, table, within
from tests.net.rooms import SECRET, WRONG


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
                lambda seat, ended: None,
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
