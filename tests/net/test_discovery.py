from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from protocol.log.encoding import digest
from protocol.log.messages import PROTOCOL_VERSION
from protocol.net.addresses import Address
from protocol.net.discovery import SERVICE, Announcer, Browser, find_table, look
from protocol.net.errors import Version
from protocol.net.fingerprint import fingerprint
from protocol.net.found import Found
from protocol.net.signs import Sign, State
from tests.net.links import BOUND, HERE, Host, eventually, hosting, key
from tests.net.multicast import needs_multicast

pytestmark = needs_multicast

#: Only this test run looks at what it announced itself.
RUN = os.urandom(2).hex()


def sign(number: int, **other: object) -> Sign:
    mark = fingerprint(key(number).identity)
    return Sign(f"Host {RUN}", mark, 4, 1, version=Version(PROTOCOL_VERSION, "hint"), **other)  # type: ignore[arg-type]


def ours(found: tuple[Found, ...]) -> list[Found]:
    return [each for each in found if each.sign.name == f"Host {RUN}"]


@asynccontextmanager
async def announcing(*ports: int, look_again: float = 60.0) -> AsyncIterator[Announcer]:
    announcer = Announcer(
        lambda: tuple((HERE, port) for port in ports), lambda: (HERE,), look_again=look_again
    )
    try:
        yield announcer
    finally:
        await announcer.close()


async def seen(browser: Browser, count: int = 1) -> list[Found]:
    await browser.wait(lambda found: len(ours(found)) == count, BOUND)
    found = ours(browser.found)
    assert len(found) == count
    return found


async def test_a_table_is_announced_updated_and_withdrawn() -> None:
    async with hosting(key(0)) as host, announcing(host.port) as announcer, Browser([HERE]) as at:
        announcer.announce(sign(0))
        (found,) = await seen(at)
        assert found.sign == sign(0)
        assert found.addresses == ((HERE, host.port),)
        assert found.version == Version(PROTOCOL_VERSION, "0.1.0"), (
            "what it says itself, not the hint"
        )

        playing = sign(0, state=State.PLAYING, table=b"\x05" * 8)
        announcer.announce(playing)
        await at.wait(lambda found: [each.sign for each in ours(found)] == [playing], BOUND)
        assert [each.sign for each in ours(at.found)] == [playing]
        assert announcer.is_out

        announcer.withdraw()
        await seen(at, 0)


async def test_what_does_not_answer_is_not_shown() -> None:
    async with hosting(key(0)) as host, announcing(host.port) as announcer:
        async with Browser([HERE]) as at:
            announcer.announce(sign(0))
            await seen(at)
        await host.listener.stop()
        assert not ours(await look(2.0, [HERE]))


async def test_a_table_that_goes_without_a_word_is_no_longer_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("protocol.net.found.ASK_AGAIN", 0.1)
    async with hosting(key(0)) as host, announcing(host.port) as announcer, Browser([HERE]) as at:
        announcer.announce(sign(0))
        await seen(at)
        await host.listener.stop()
        await seen(at, 0)


async def test_what_is_heard_badly_written_is_not_shown() -> None:
    async with hosting(key(0)) as host, announcing(host.port) as announcer, Browser([HERE]) as at:
        announcer.announce(sign(0, table=b"\x01"))
        await eventually(lambda: announcer.is_out, BOUND)
        await at.wait(lambda found: bool(ours(found)), 1.0)
        assert not ours(at.found)


async def test_a_machine_that_moves_is_found_where_it_is() -> None:
    async with hosting(key(0)) as old, hosting(key(0)) as new, Browser([HERE]) as at:
        where: list[Address] = [(HERE, old.port)]
        announcer = Announcer(lambda: tuple(where), lambda: (HERE,), look_again=0.05)
        try:
            announcer.announce(sign(0))
            await seen(at)
            where[:] = [(HERE, new.port)]
            await at.wait(lambda found: _is_at(found, new), BOUND)
            assert _is_at(at.found, new)
        finally:
            await announcer.close()


def _is_at(found: tuple[Found, ...], host: Host) -> bool:
    return [each.addresses for each in ours(found)] == [((HERE, host.port),)]


async def test_a_table_under_way_is_found_by_its_id() -> None:
    table = digest("test", "table", RUN)
    state = {"state": State.PLAYING, "table": table[:8]}
    async with (
        hosting(key(0)) as first,
        hosting(key(1)) as second,
        announcing(first.port) as one,
        announcing(second.port) as two,
    ):
        one.announce(sign(0, **state))
        two.announce(sign(1, **state))
        wanted = [key(0).identity, key(1).identity]
        assert await find_table(table, wanted, seconds=BOUND, hosts=[HERE]) == {
            key(0).identity: ((HERE, first.port),),
            key(1).identity: ((HERE, second.port),),
        }
        other = digest("test", "another table")
        assert await find_table(other, wanted, seconds=1.0, hosts=[HERE]) == {}


async def test_trouble_with_the_network_is_told_and_harms_nobody() -> None:
    nowhere = Announcer(lambda: ((HERE, 1),), lambda: ("203.0.113.77",))
    nowhere.announce(sign(0))
    await eventually(lambda: nowhere.trouble is not None)
    await nowhere.close()
    async with Browser(["203.0.113.77"]) as at:
        await at.wait(lambda found: True, 1.0)
        assert at.trouble is not None
        assert at.found == ()


def test_the_name_of_the_service_is_short_enough() -> None:
    assert len(SERVICE.split(".")[0]) <= 16, "RFC 6763, section 7.2"
