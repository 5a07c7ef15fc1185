from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest

from protocol.net.errors import (
    CannotReach,
    Ending,
    LinkClosed,
    NotATable,
    NotProven,
    OwnIdentity,
    Refusal,
    TableFull,
    TooSlow,
    Version,
    VersionMismatch,
    WrongFingerprint,
)
from protocol.net.fingerprint import fingerprint
from protocol.net.frames import CAP_AFTER, Channel, Frame, encode_frame
from protocol.net.link import INBOX_FRAMES, OUTBOX_BYTES, PINGS_ALLOWED, Link, dial
from protocol.net.link_messages import LOBBY, Bye, Ping, Welcome, write_link_message, write_version
from protocol.net.wire import Wire
from tests.net.links import (
    BOUND,
    FAST,
    HERE,
    TABLE,
    eventually,
    hosting,
    key,
    linked,
    relaying,
    serving,
)

HOST, GUEST, MALLORY = key(0), key(1), key(2)


def raw(link: Link) -> asyncio.Transport:
    """The TLS transport under a link, to misbehave on."""
    transport = link._wire._transport
    assert transport is not None
    return transport


async def ended(link: Link) -> LinkClosed:
    """How a link ended, once all that came before was received."""
    async with asyncio.timeout(BOUND):
        while True:
            try:
                await link.receive()
            except LinkClosed as end:
                return end


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


async def test_a_fingerprint_is_enough_to_know_the_host():
    async with hosting(HOST) as host:
        expected = fingerprint(HOST.identity)
        link = await dial(HERE, host.port, GUEST, LOBBY, expected, timing=FAST)
        assert link.identity == HOST.identity
        link.close()
        await link.wait_closed()


@pytest.mark.parametrize("expected", [HOST.identity, None])
async def test_a_relay_in_between_is_refused(expected: bytes | None):
    async with hosting(HOST) as host, relaying(host.port) as port:
        with pytest.raises(NotProven):
            await dial(HERE, port, GUEST, LOBBY, expected, timing=FAST)
        assert host.asked == []
        assert host.links == []


async def test_another_identity_than_the_invited_one_is_refused():
    async with hosting(MALLORY) as host:
        with pytest.raises(WrongFingerprint):
            await dial(HERE, host.port, GUEST, LOBBY, HOST.identity, timing=FAST)
        assert host.links == []


async def test_nobody_can_dial_themselves():
    async with hosting(HOST) as host:
        with pytest.raises(OwnIdentity):
            await dial(HERE, host.port, HOST, LOBBY, HOST.identity, timing=FAST)


async def test_a_refusal_reaches_the_one_who_dialled():
    async with hosting(HOST, refusal=Refusal.TABLE_FULL) as host:
        with pytest.raises(TableFull):
            await dial(HERE, host.port, GUEST, LOBBY, HOST.identity, timing=FAST)
        assert host.asked == [(LOBBY, GUEST.identity)]
        assert host.links == []


@pytest.mark.parametrize(
    ("protocol", "advice"), [(0, "the other side has to update"), (2, "please update this one")]
)
async def test_a_version_mismatch_is_seen_by_the_one_who_dialled(protocol: int, advice: str):
    heard: list[bytes] = []

    async def other_version(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode_frame(Channel.LINK, write_version(Version(protocol, "9.9"))))
        heard.append(await reader.read())

    async with serving(other_version, tls=True) as port:
        with pytest.raises(VersionMismatch, match=advice):
            await dial(HERE, port, GUEST, LOBBY, None, app="0.1.0", timing=FAST)
        await eventually(lambda: len(heard) == 1)
    assert heard == [encode_frame(Channel.LINK, write_version(Version(1, "0.1.0")))]


async def test_nobody_at_that_port_is_told_plainly():
    with socket.socket() as taken:
        taken.bind((HERE, 0))
        port = taken.getsockname()[1]
        with pytest.raises(CannotReach, match="no table is open"):
            await dial(HERE, port, GUEST, LOBBY, HOST.identity, timing=FAST)


@pytest.mark.parametrize(
    ("host", "port"), [("no-such-host.invalid", 1), ("a\x00b", 1), ("x" * 70, 1), (HERE, 99_999)]
)
async def test_an_address_that_is_none_is_told_plainly(host: str, port: int):
    with pytest.raises(CannotReach):
        await dial(host, port, GUEST, LOBBY, HOST.identity, timing=FAST)


async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def speak_http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    await reader.read()


async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize("handler", [hang_up, speak_http, say_nothing])
async def test_another_program_at_that_port_is_no_table(handler, tls: bool):
    timing = replace(FAST, handshake=0.3)
    async with serving(handler, tls) as port:
        with pytest.raises(NotATable):
            await dial(HERE, port, GUEST, LOBBY, HOST.identity, timing=timing)


async def test_a_table_that_falls_silent_in_the_handshake_is_too_slow():
    async def greet_only(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode_frame(Channel.LINK, write_version(Version(1, "0.1.0"))))
        await reader.read()

    async with serving(greet_only, tls=True) as port:
        with pytest.raises(TooSlow):
            await dial(HERE, port, GUEST, LOBBY, None, timing=replace(FAST, handshake=1.0))


async def test_a_table_that_is_lost_in_the_handshake_is_lost():
    async def greet_and_go(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(encode_frame(Channel.LINK, write_version(Version(1, "0.1.0"))))
        await reader.readexactly(40)
        writer.close()

    async with serving(greet_and_go, tls=True) as port:
        with pytest.raises(LinkClosed):
            await dial(HERE, port, GUEST, LOBBY, None, timing=FAST)


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


async def test_a_half_open_link_is_noticed_by_its_silence():
    async with linked() as (link, there):
        # The other end neither reads nor writes any more, but its connection stays.
        link._timer.cancel()
        raw(link).pause_reading()
        end = await ended(there)
        assert (end.reason, end.said_goodbye) == (Ending.SILENT, False)


async def test_the_own_sleep_is_not_taken_for_the_silence_of_others():
    async with linked() as (_, there):
        for _ in range(there._timing.missed - 1):
            there._timer.cancel()
            there._tick()
        # Only the answer to the last question is awaited, however slow this machine is.
        there._timer.cancel()
        await eventually(lambda: there.rtt is not None)
        assert there.closed is None


async def test_who_does_not_read_is_cut_off_with_bounded_memory():
    async with linked() as (link, there):
        raw(there).pause_reading()
        sent = 0
        while link.closed is None:
            link.send(Channel.TABLE, bytes(CAP_AFTER))
            sent += 1
            assert sent < 2_000
            await asyncio.sleep(0)
        assert link.closed.reason is Ending.NOT_READING
        assert not link.closed.said_goodbye
        assert link._wire.unsent <= OUTBOX_BYTES + 2 * CAP_AFTER


class FakeWire:
    """A connection whose bytes move when the test says so."""

    def __init__(self) -> None:
        self.life = 0
        self.stuck = False
        self.unsent = 0
        self.gone = False
        self.cut = False
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.arrived: list[Frame] = []
        self.sent: list[tuple[Channel, bytes]] = []

    def attach(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    def next(self) -> Frame | None:
        return self.arrived.pop(0) if self.arrived else None

    def hold(self, held: bool) -> None:
        """It may."""

    def send(self, channel: Channel, payload: bytes) -> None:
        self.sent.append((channel, payload))

    def close(self) -> None:
        self.gone = True

    def abort(self) -> None:
        self.gone = self.cut = True

    def bring(self, *frames: Frame) -> None:
        """The other side said something."""
        self.life += 1
        self.arrived += frames
        self._on_change()

    def drain(self) -> None:
        """Something of what was held up has gone out; there is more to come at once."""
        self.life += 1


class FakeClock:
    """A link on a ``FakeWire``, whose clock turns when the test says so."""

    def __init__(self) -> None:
        self.wire = FakeWire()
        self.link = Link(
            cast("Wire", self.wire),
            GUEST.identity,
            TABLE,
            dialled=False,
            remote=(HERE, 1),
            timing=replace(FAST, ping_every=3_600.0),
        )

    @property
    def missed(self) -> int:
        return FAST.missed

    def turn(self, times: int = 1) -> Ending | None:
        """So many pings later: how the link has ended, if it has."""
        for _ in range(times):
            if self.link.closed is None:
                self.link._timer.cancel()
                self.link._tick()
        end = self.link.closed
        return None if end is None else cast("Ending", end.reason)


async def test_a_link_on_which_nothing_moves_is_given_up_after_so_many_pings():
    clock = FakeClock()
    assert clock.turn(clock.missed - 1) is None
    assert clock.turn() is Ending.SILENT
    assert len(clock.wire.sent) == clock.missed, "the pings, and the last word"


async def test_on_a_slow_line_a_link_that_moves_bytes_is_not_given_up():
    """Behind something long no ping arrives for a while; but one way or the other bytes do."""
    clock = FakeClock()
    clock.wire.stuck = True
    for move in (clock.wire.bring, clock.wire.drain) * (2 * clock.missed):
        assert clock.turn(clock.missed - 1) is None
        move()
    assert clock.turn(clock.missed) is None, "the last bytes count for the turn they came in"
    assert clock.turn() is Ending.SILENT


async def test_one_who_does_not_read_is_cut_off_by_one_who_does_not_read_either():
    clock = FakeClock()
    frame = Frame(Channel.TABLE, b"unread")
    clock.wire.bring(*[frame] * INBOX_FRAMES)
    assert clock.turn(2 * clock.missed) is None, "whose own inbox is full blames nobody's silence"
    clock.wire.stuck = True
    assert clock.turn(clock.missed - 1) is None
    clock.wire.drain()
    assert clock.turn(clock.missed) is None
    assert clock.turn() is Ending.NOT_READING
    assert clock.wire.cut


async def test_room_for_what_was_held_up_is_a_sign_of_life():
    async with linked(replace(FAST, ping_every=3_600.0)) as (link, there):
        raw(there).pause_reading()
        while not link._wire.stuck:
            link.send(Channel.TABLE, bytes(1024))
            await asyncio.sleep(0)
        before = link._wire.life
        raw(there).resume_reading()
        while there._inbox or link._wire.stuck:
            await there.receive()
        assert not link._wire.stuck
        assert link._wire.life > before


async def test_a_slow_reader_slows_its_writer_and_loses_nothing():
    timing = replace(FAST, ping_every=5.0)
    async with linked(timing) as (link, there):
        many = 10 * INBOX_FRAMES
        for number in range(many):
            link.send(Channel.TABLE, number.to_bytes(2, "big"))
        await eventually(lambda: len(there._inbox) == INBOX_FRAMES)
        received = [(await there.receive())[1] for _ in range(many)]
        assert received == [number.to_bytes(2, "big") for number in range(many)]


async def test_a_reader_that_does_not_read_holds_little_in_memory():
    async with linked(replace(FAST, ping_every=5.0)) as (link, there):
        sent = 0
        while not link._wire.stuck:
            link.send(Channel.TABLE, bytes(CAP_AFTER))
            sent += 1
            assert sent < 2_000
            await asyncio.sleep(0)
        assert len(there._inbox) == INBOX_FRAMES
        assert len(there._wire._decoder) < 20 * CAP_AFTER
        received = [len((await there.receive())[1]) for _ in range(sent)]
        assert received == [CAP_AFTER] * sent


async def test_who_does_not_read_does_not_blame_the_other_for_silence():
    async with linked(replace(FAST, ping_every=5.0)) as (link, there):
        for _ in range(INBOX_FRAMES):
            link.send(Channel.TABLE, b"unread")
        await eventually(lambda: len(there._inbox) == INBOX_FRAMES)
        for _ in range(2 * FAST.missed):
            there._tick()
        assert there.closed is None


async def test_what_had_arrived_before_a_link_was_lost_is_still_received():
    async with linked(replace(FAST, ping_every=5.0)) as (link, there):
        many = INBOX_FRAMES + 5
        for _ in range(many):
            link.send(Channel.TABLE, b"arrived")
        await eventually(lambda: len(there._inbox) == INBOX_FRAMES)
        raw(there).abort()
        await there.wait_closed()
        received = [await there.receive() for _ in range(many)]
        assert received == [(Channel.TABLE, b"arrived")] * many
        assert (await ended(there)).reason is Ending.LOST


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
