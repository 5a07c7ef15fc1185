"""One who comes back asks any of the others where everybody is."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import replace

import msgspec
import pytest

from protocol.log.chain import table_id
from protocol.log.signing import SigningKey
from protocol.net.addresses import Address
from protocol.net.errors import Ending, LinkClosed, NoSuchTable, NotSeated
from protocol.net.frames import Channel
from protocol.net.link import dial
from protocol.net.link_messages import SEATS
from protocol.net.listener import Listener
from protocol.net.lobby_messages import Hint
from protocol.net.whereabouts import Directory, NoAnswer, Seats, ask_for_seats
from tests.net.links import FAST, HERE
from tests.peer.harness import make_roster


class Asked:
    """Seat 0 of a table of three, who listens."""

    def __init__(self) -> None:
        self.keys = [SigningKey(os.urandom(32)) for _ in range(3)]
        self.roster = make_roster(self.keys, [os.urandom(32) for _ in range(3)])
        self.hints = ((), (Hint("10.0.0.2", 5),), ())
        self.heard: list[tuple[int, tuple[Address, ...]]] = []
        self.listener = Listener(self.keys[0], HERE, 0, timing=FAST)
        self.directory = Directory(
            self.listener,
            [key.identity for key in self.keys],
            lambda: Seats(self.roster, (b"", b"", b""), self.hints),
            lambda seat, addresses: self.heard.append((seat, addresses)),
            FAST,
        )

    @property
    def address(self) -> Address:
        return HERE, self.listener.port


@pytest.fixture
async def asked() -> AsyncIterator[Asked]:
    there = Asked()
    await there.listener.start()
    there.directory.start()
    yield there
    await there.directory.stop()
    await there.listener.stop()


async def test_a_seat_is_told_the_table_and_tells_where_it_is(asked: Asked) -> None:
    own = (("192.168.1.5", 47_300),)
    for table in (None, table_id(asked.roster)):
        seat, seats = await ask_for_seats(asked.address, asked.keys[2], own, table, timing=FAST)
        assert seat == 0
        assert seats.roster == asked.roster
        assert seats.hints == asked.hints
    # Where it was seen comes first.
    assert asked.heard[0] == (2, ((HERE, 47_300), ("192.168.1.5", 47_300)))


async def test_a_stranger_is_told_nothing(asked: Asked) -> None:
    with pytest.raises(NotSeated):
        await ask_for_seats(asked.address, SigningKey(os.urandom(32)), (), None, timing=FAST)
    assert not asked.heard


async def test_another_table_than_the_one_looked_for_is_said(asked: Asked) -> None:
    with pytest.raises(NoSuchTable):
        await ask_for_seats(asked.address, asked.keys[1], (), bytes(32), timing=FAST)


async def test_a_name_that_is_not_safe_is_no_answer(asked: Asked) -> None:
    """Who has lost the files of the table is shown whatever names it is told."""
    first, *others = asked.roster.players
    wild = msgspec.structs.replace(first, name="Ada\x1b[2J")
    asked.roster = msgspec.structs.replace(asked.roster, players=(wild, *others))
    with pytest.raises(NoAnswer):
        await ask_for_seats(asked.address, asked.keys[2], (), None, timing=FAST)


async def test_after_the_table_nobody_answers(asked: Asked) -> None:
    await asked.directory.stop()
    with pytest.raises(NoSuchTable):
        await ask_for_seats(asked.address, asked.keys[1], (), None, timing=FAST)


@pytest.mark.parametrize(
    ("channel", "payload"),
    [(Channel.LOBBY, b"\xc1"), (Channel.LOBBY, b"\x92\xa4here"), (Channel.TABLE, b"\x90")],
)
async def test_what_cannot_be_read_closes_the_link(
    asked: Asked, channel: Channel, payload: bytes
) -> None:
    link = await dial(*asked.address, asked.keys[1], SEATS, None, timing=FAST)
    link.send(channel, payload)
    with pytest.raises(LinkClosed) as end:
        await link.receive()
    assert end.value.reason is Ending.MALFORMED
    await link.wait_closed()
    assert not asked.heard


async def test_one_who_says_nothing_is_not_waited_for(asked: Asked) -> None:
    asked.directory._timing = replace(FAST, handshake=0.2)
    link = await dial(*asked.address, asked.keys[1], SEATS, None, timing=FAST)
    with pytest.raises(LinkClosed):
        await link.receive()
    await link.wait_closed()
