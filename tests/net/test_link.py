from __future__ import annotations

import asyncio

import pytest

from protocol.net.errors import Ending, Refusal
from protocol.net.frames import CAP_AFTER, Channel, encode_frame
from protocol.net.link import PINGS_ALLOWED, dial
from protocol.net.link_messages import LOBBY, Bye, Ping, Welcome, write_link_message
from tests.net.links import BOUND, FAST, HERE, TABLE, ended, eventually, hosting, key, linked, raw

HOST, GUEST, MALLORY = key(0), key(1), key(2)


async def test_both_ends_know_each_other_and_talk():
    async with hosting(HOST) as host:
        link = await dial(HERE, host.port, GUEST, TABLE, HOST.identity, timing=FAST)
        there = await host.link()
        assert (link.identity, there.identity) == (HOST.identity, GUEST.identity)
        assert (link.dialled, there.dialled) == (True, False)
        assert link.purpose == there.purpose == TABLE
        assert link.remote == (HERE, host.port)
        assert there.remote[0] == HERE
        link.send(Channel.TABLE, b"one")
        link.send(Channel.LOBBY, b"")
        there.send(Channel.TABLE, b"x" * CAP_AFTER)
        assert await there.receive() == (Channel.TABLE, b"one")
        assert await there.receive() == (Channel.LOBBY, b"")
        assert await link.receive() == (Channel.TABLE, b"x" * CAP_AFTER)
        link.close()
        await link.wait_closed()


@pytest.mark.parametrize("reason", [Ending.LEAVING, Ending.REMOVED, Refusal.WRONG_SECRET])
async def test_a_goodbye_is_told_with_its_reason_after_all_that_was_said(reason):
    async with linked() as (link, there):
        link.send(Channel.LOBBY, b"last")
        link.close(reason)
        assert await there.receive() == (Channel.LOBBY, b"last")
        end = await ended(there)
        assert (end.reason, end.said_goodbye) == (reason, True)
        assert (await ended(link)).reason is reason
        await there.wait_closed()


async def test_a_lost_link_is_told_from_a_goodbye():
    async with linked() as (link, there):
        link.send(Channel.TABLE, b"before")
        await eventually(lambda: link._wire.unsent == 0)
        assert await there.receive() == (Channel.TABLE, b"before")
        link.abort()
        end = await ended(there)
        assert (end.reason, end.said_goodbye) == (Ending.LOST, False)
        assert there.closed is not None
        assert (await ended(link)).reason is Ending.LOST


async def test_a_link_that_is_over_drops_what_is_sent():
    async with linked() as (link, there):
        link.close()
        link.send(Channel.TABLE, b"late")
        link.close(Ending.FAILED)
        assert (await ended(there)).reason is Ending.LEAVING


async def test_pings_measure_the_round_trip():
    async with linked() as (link, there):
        await eventually(lambda: link.rtt is not None and there.rtt is not None)
        assert link.rtt is not None
        assert 0 <= link.rtt < BOUND


MALFORMED = {
    "over the cap": (CAP_AFTER + 1).to_bytes(4, "big"),
    "unknown channel": b"\x00\x00\x00\x01\x07x",
    "no message": encode_frame(Channel.LINK, b"\xc1"),
    "out of turn": encode_frame(Channel.LINK, write_link_message(Welcome())),
    "flood of pings": encode_frame(Channel.LINK, write_link_message(Ping(1)))
    * (10 * PINGS_ALLOWED),
}


@pytest.mark.parametrize("junk", MALFORMED.values(), ids=MALFORMED)
async def test_a_malformed_frame_closes_its_link_and_no_other(junk: bytes):
    async with hosting(HOST) as host:
        good = await dial(HERE, host.port, key(3), LOBBY, HOST.identity, timing=FAST)
        good_there = await host.link(0)
        bad = await dial(HERE, host.port, MALLORY, LOBBY, HOST.identity, timing=FAST)
        bad_there = await host.link(1)
        raw(bad).write(encode_frame(Channel.TABLE, b"still fine") + junk)
        assert await bad_there.receive() == (Channel.TABLE, b"still fine")
        assert (await ended(bad_there)).reason is Ending.MALFORMED
        end = await ended(bad)
        assert (end.reason, end.said_goodbye) == (Ending.MALFORMED, True)
        good.send(Channel.TABLE, b"on we go")
        assert await good_there.receive() == (Channel.TABLE, b"on we go")
        for link in (good, bad):
            link.close()
            await link.wait_closed()


async def test_a_last_word_of_a_later_version_is_a_goodbye_all_the_same():
    async with linked() as (link, there):
        raw(link).write(encode_frame(Channel.LINK, write_link_message(Bye(250))))
        end = await ended(there)
        assert (end.reason, end.said_goodbye) == (Ending.LEAVING, True)


async def test_a_reader_can_be_cancelled_without_losing_a_message():
    async with linked() as (link, there):
        reader = asyncio.ensure_future(there.receive())
        await asyncio.sleep(0)
        link.send(Channel.TABLE, b"kept")
        await eventually(lambda: len(there._inbox) == 1 or reader.done())
        if not reader.done():
            reader.cancel()
            assert await there.receive() == (Channel.TABLE, b"kept")
        reader = asyncio.ensure_future(there.receive())
        await asyncio.sleep(0)
        reader.cancel()
        link.send(Channel.TABLE, b"next")
        assert await there.receive() == (Channel.TABLE, b"next")


async def test_the_links_own_channel_is_not_for_others():
    async with linked() as (link, _):
        with pytest.raises(ValueError, match="LINK"):
            link.send(Channel.LINK, b"")
        with pytest.raises(ValueError, match="fits no frame"):
            link.send(Channel.TABLE, bytes(CAP_AFTER + 1))


async def test_a_repr_shows_no_more_than_who_and_where():
    async with linked() as (link, _):
        assert repr(link).endswith("open)")
        assert HOST.identity.hex()[:16] in repr(link)
