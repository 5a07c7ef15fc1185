"""Of several addresses the first that answers is taken; none waits for another one's silence."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import cast

import pytest

from protocol.net.addresses import Address
from protocol.net.errors import CannotReach, Ending, NotATable
from protocol.net.first import first_link
from protocol.net.link import Link
from tests.net.lobbies import within

SILENT, DEAF, ELSEWHERE, RIGHT, LATE = (("192.0.2.1", port) for port in range(1, 6))
#: Seconds between two attempts here: longer than any test waits, or none at all.
NEVER, AT_ONCE = 600.0, 0.0


@dataclass
class Opened:
    """A link that knows only whether it was closed."""

    closed: list[Ending] = field(default_factory=list)

    def close(self, reason: Ending) -> None:
        self.closed.append(reason)


class Network:
    """What there is at each address, and in which order it was called."""

    def __init__(self) -> None:
        self.called: list[Address] = []
        self.opened: dict[Address, Opened] = {}
        self.given_up: list[Address] = []

    async def open(self, address: Address) -> Link:
        self.called.append(address)
        if address == DEAF:
            raise CannotReach(str(address), "no way there")
        if address == ELSEWHERE:
            raise NotATable(str(address))
        link = self.opened[address] = Opened()
        try:
            if address in (SILENT, LATE):
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.given_up.append(address)
            if address == SILENT:
                raise
        return cast(Link, link)


@pytest.fixture
def network() -> Network:
    return Network()


async def test_one_that_is_silent_is_not_waited_for(network: Network) -> None:
    where, link = await within(first_link((SILENT, RIGHT), network.open, AT_ONCE))
    assert where == RIGHT
    assert cast(Opened, link) is network.opened[RIGHT]
    assert network.called == [SILENT, RIGHT]
    assert network.given_up == [SILENT]
    assert not network.opened[RIGHT].closed


async def test_after_one_that_fails_the_next_begins_at_once(network: Network) -> None:
    where, _ = await within(first_link((DEAF, ELSEWHERE, RIGHT, SILENT), network.open, NEVER))
    assert where == RIGHT
    assert network.called == [DEAF, ELSEWHERE, RIGHT]


async def test_a_link_that_comes_too_late_is_closed(network: Network) -> None:
    await within(first_link((LATE, RIGHT), network.open, AT_ONCE))
    assert network.opened[LATE].closed == [Ending.LEAVING]


@pytest.mark.parametrize("order", [(DEAF, ELSEWHERE), (ELSEWHERE, DEAF)])
async def test_where_nobody_is_the_most_telling_error_is_told(
    network: Network, order: tuple[Address, ...]
) -> None:
    with pytest.raises(NotATable):
        await within(first_link(order, network.open, NEVER))


async def test_whoever_leaves_leaves_nothing_behind(network: Network) -> None:
    calling = asyncio.ensure_future(first_link((SILENT, LATE), network.open, AT_ONCE))
    while len(network.called) < 2:
        await asyncio.sleep(0)
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await within(calling)
    assert network.given_up == [SILENT, LATE]
    assert network.opened[LATE].closed == [Ending.LEAVING]
