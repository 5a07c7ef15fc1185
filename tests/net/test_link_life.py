"""A link is given up when nothing moves on it, and slows down who writes more than is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from protocol.net.errors import Ending
from protocol.net.frames import CAP_AFTER, Channel, Frame
from protocol.net.link import INBOX_FRAMES, OUTBOX_BYTES, Link, dial
from protocol.net.link_messages import LOBBY
from protocol.net.wire import Wire
from tests.net.links import (
    FAST,
    HERE,
    TABLE,
    carry,
    ended,
    eventually,
    hosting,
    key,
    linked,
    raw,
    serving,
)

GUEST = key(1)


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


class Line:
    """A cable that carries only so many bytes more."""

    def __init__(self, carries: int) -> None:
        self.carries = carries

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            while data:
                await eventually(lambda: self.carries > 0)
                writer.write(data[: self.carries])
                data, self.carries = data[self.carries :], self.carries - len(data)


async def test_parts_of_a_long_message_are_seen_before_it_is_whole():
    line = Line(1 << 20)

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(HERE, host.port)
        try:
            await asyncio.gather(line.carry(reader, up_writer), carry(up_reader, writer))
        finally:
            up_writer.transport.abort()

    timing = replace(FAST, ping_every=3_600.0)
    async with hosting(key(0), timing=timing) as host, serving(relay, tls=False) as port:
        link = await dial(HERE, port, GUEST, LOBBY, key(0).identity, timing=timing)
        there = await host.link()
        assert not there.receiving
        before = there._wire.life
        line.carries = 5_000
        link.send(Channel.TABLE, bytes(10_000))
        await eventually(lambda: there._wire.life > before and there.receiving)
        assert not there._inbox
        there._wire.heard_at -= timing.ping_every
        assert not there.receiving, "the rest is long in coming"
        line.carries = 1 << 20
        assert await there.receive() == (Channel.TABLE, bytes(10_000))
        assert not there.receiving
        link.abort()
        await link.wait_closed()


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
