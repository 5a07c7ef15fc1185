"""The first of several addresses that answers: none waits for another one's silence.

After RFC 8305, section 5: attempts begin one after the other, a short while apart, and run side by
side; the first that comes to something wins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from protocol.net.addresses import Address
from protocol.net.errors import (
    CannotReach,
    Ending,
    LinkClosed,
    NetError,
    NotATable,
    Refused,
    VersionMismatch,
    WrongFingerprint,
)
from protocol.net.link import Link

#: Seconds between the beginnings of two attempts (RFC 8305, section 8).
APART: Final = 0.25
#: The later, the more an error says about who was looked for.
_TELLING: Final = (CannotReach, NotATable, WrongFingerprint, LinkClosed, Refused, VersionMismatch)

Open = Callable[[Address], Awaitable[Link]]


async def first_link(
    addresses: Sequence[Address], open_link: Open, apart: float = APART
) -> tuple[Address, Link]:
    """The first link that ``open_link`` makes, and the address that it leads to.

    Raises the most telling error if all failed.
    """
    left, running, errors = list(addresses), dict[asyncio.Task[Link], Address](), list[NetError]()
    try:
        while left or running:
            if left:
                address = left.pop(0)
                running[asyncio.ensure_future(open_link(address))] = address
            done, _ = await asyncio.wait(
                running,
                timeout=apart if left else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
            for task in done:
                try:
                    link = task.result()
                except NetError as error:
                    errors.append(error)
                    del running[task]
                else:
                    return running.pop(task), link
    finally:
        await _give_up(running)
    raise max(errors, key=_telling)


async def _give_up(running: dict[asyncio.Task[Link], Address]) -> None:
    for task in running:
        task.cancel()
    for late in await asyncio.gather(*running, return_exceptions=True):
        if not isinstance(late, BaseException):
            late.close(Ending.LEAVING)


def _telling(error: NetError) -> int:
    return next((i for i, kind in enumerate(_TELLING) if isinstance(error, kind)), -1)
