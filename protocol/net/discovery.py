"""Finding each other on a LAN: multicast DNS (RFC 6762) and service discovery (RFC 6763).

What is heard is a hint (``protocol.net.signs``). Only what has answered a version hello is shown.
Multicast is sent and heard on interfaces that are named one by one: the system's own choice is
often a VPN, or no interface at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Final

import zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from protocol.log.errors import Malformed
from protocol.net.addresses import Address
from protocol.net.fingerprint import fingerprint
from protocol.net.found import Ask, Found, HeardTables
from protocol.net.interfaces import LOOPBACK, is_own
from protocol.net.invite import MAX_ADDRESSES
from protocol.net.multicast import hosts_to_browse_on
from protocol.net.signs import TABLE_MARK_BYTES, Sign, read_sign, write_sign

SERVICE: Final = "_koryo-tui._tcp.local."
#: Seconds between two looks whether this machine has other addresses now.
LOOK_AGAIN: Final = 5.0
#: Seconds that an answer to a question for details may take, and a goodbye.
_DETAILS: Final = 3.0
_GOODBYE: Final = 2.0
_TROUBLE: Final = (OSError, zeroconf.Error, RuntimeError)

_log = logging.getLogger("koryo.discovery")


class Announcer:
    """Announces one table until ``close``; trouble never reaches the game, it is in ``trouble``.

    ``addresses()`` says where the listener can be reached; it is asked again and again, so that a
    machine that moved to another network is found there. ``hosts()`` says on which interfaces.
    Both are called in a worker thread.
    """

    def __init__(
        self,
        addresses: Callable[[], tuple[Address, ...]],
        hosts: Callable[[], tuple[str, ...]],
        *,
        look_again: float = LOOK_AGAIN,
    ) -> None:
        self.trouble: str | None = None
        self._addresses = addresses
        self._hosts = hosts
        self._look_again = look_again
        self._sign: Sign | None = None
        self._changed = asyncio.Event()
        self._zeroconf: AsyncZeroconf | None = None
        self._info: AsyncServiceInfo | None = None
        self._where: tuple[tuple[Address, ...], tuple[str, ...]] = ((), ())
        self._task = asyncio.get_running_loop().create_task(self._run())

    def announce(self, sign: Sign) -> None:
        """Says this from now on, instead of what was said before."""
        if sign != self._sign:
            self._sign = sign
            self._changed.set()

    def withdraw(self) -> None:
        """Says that there is no table any more."""
        self._sign = None
        self._changed.set()

    @property
    def is_out(self) -> bool:
        """Whether others can see what is to be announced."""
        return self._info is not None and not self._changed.is_set()

    async def close(self) -> None:
        """Withdraws and ends."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._end()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._look_again):
                    await self._changed.wait()
            self._changed.clear()
            try:
                await self._say()
                self.trouble = None
            except _TROUBLE as error:
                if self.trouble is None:
                    _log.info("the table cannot be announced: %s", error)
                self.trouble = str(error) or type(error).__name__
                await self._end()

    async def _say(self) -> None:
        sign = self._sign
        if sign is None:
            await self._end()
            return
        # Which addresses this machine has may take a question to a name server.
        where = await asyncio.to_thread(lambda: (self._addresses(), self._hosts()))
        if where != self._where:
            await self._end()
        self._where = where
        if not where[0]:
            return
        said = write_sign(sign)
        if self._zeroconf is None:
            self._zeroconf = _speaking_on(where[1])
            info = _info(sign, where[0], said)
            await (await self._zeroconf.async_register_service(info, allow_name_change=True))
            self._info = info
        elif self._info is not None and self._info.decoded_properties != said:
            info = _info(sign, where[0], said)
            # Another process may have had the name first.
            info.name = self._info.name
            await (await self._zeroconf.async_update_service(info))
            self._info = info

    async def _end(self) -> None:
        speaking, self._zeroconf, self._info = self._zeroconf, None, None
        if speaking is None:
            return
        try:
            with suppress(TimeoutError, *_TROUBLE):
                async with asyncio.timeout(_GOODBYE):
                    await speaking.async_unregister_all_services()
        finally:
            with suppress(*_TROUBLE):
                await speaking.async_close()


def _speaking_on(hosts: Iterable[str]) -> AsyncZeroconf:
    """Raises ``OSError`` or ``zeroconf.Error`` if multicast is possible on none of them."""
    own = [host for host in hosts if is_own(host)]
    if not own:
        raise OSError("this machine does not have the address it was to use")
    return AsyncZeroconf(interfaces=list[str | int | tuple[tuple[str, int, int], int]](own))


def _info(sign: Sign, addresses: tuple[Address, ...], said: dict[str, str]) -> AsyncServiceInfo:
    mark = sign.fingerprint.hex()
    hosts = [host for host, _ in addresses if host != LOOPBACK] or [LOOPBACK]
    return AsyncServiceInfo(
        SERVICE,
        f"{mark}.{SERVICE}",
        port=addresses[0][1],
        properties=said,
        server=f"koryo-{mark}.local.",
        parsed_addresses=hosts,
    )


class Browser:
    """Hears tables while it is entered. ``hosts``: the interfaces to listen on.

    ``ask(host, port)`` asks whether a koryo-tui answers.
    """

    def __init__(
        self,
        hosts: Collection[str] | None = None,
        *,
        ask: Ask | None = None,
    ) -> None:
        self._hosts = tuple(hosts_to_browse_on() if hosts is None else hosts)
        self._heard = HeardTables(ask)
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self.trouble: str | None = None

    async def __aenter__(self) -> Browser:
        """Begins to listen; if the system does not allow it, ``trouble`` says why."""
        try:
            self._zeroconf = _speaking_on(self._hosts)
            self._browser = AsyncServiceBrowser(
                self._zeroconf.zeroconf,
                SERVICE,
                handlers=[self._on_change],
                # Answers to one socket alone may reach another program that shares the port.
                question_type=zeroconf.DNSQuestionType.QM,
            )
        except _TROUBLE as error:
            self.trouble = str(error) or type(error).__name__
            _log.info("tables cannot be looked for: %s", error)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._heard.close()
        if self._browser is not None:
            await self._browser.async_cancel()
        if self._zeroconf is not None:
            with suppress(*_TROUBLE):
                await self._zeroconf.async_close()

    @property
    def found(self) -> tuple[Found, ...]:
        """The tables that answered when they were last asked, those with free seats first."""
        return self._heard.found

    async def wait(self, holds: Callable[[tuple[Found, ...]], bool], seconds: float) -> None:
        """Until ``holds(found)``, at most ``seconds``; asks again what answered a while ago."""
        await self._heard.wait(holds, seconds)

    # zeroconf calls this by these names.
    def _on_change(
        self,
        zeroconf: zeroconf.Zeroconf,
        service_type: str,
        name: str,
        state_change: zeroconf.ServiceStateChange,
    ) -> None:
        if state_change.name == "Removed":
            self._heard.remove(name)
        else:
            self._heard.look_up(name, self._look_up)

    async def _look_up(self, name: str) -> None:
        assert self._zeroconf is not None
        info = AsyncServiceInfo(SERVICE, name)
        try:
            if not await info.async_request(self._zeroconf.zeroconf, 1000 * _DETAILS):
                return
            sign = read_sign(info.properties)
        except (Malformed, *_TROUBLE):
            return
        addresses = _addresses(info)
        if addresses:
            await self._heard.add(name, sign, addresses)


def _addresses(info: AsyncServiceInfo) -> tuple[Address, ...]:
    port = info.port
    if port is None or not 1 <= port <= 65_535:
        return ()
    # A zone would mean an interface of the other machine.
    hosts = (host for host in info.parsed_scoped_addresses() if "%" not in host)
    return tuple((host, port) for host in dict.fromkeys(hosts))[:MAX_ADDRESSES]


async def look(seconds: float, hosts: Collection[str] | None = None) -> tuple[Found, ...]:
    """The tables that answer within ``seconds``."""
    async with Browser(hosts) as browser:
        await browser.wait(lambda found: False, seconds)
        return browser.found


async def find_table(
    table: bytes,
    identities: Iterable[bytes],
    *,
    seconds: float = 3.0,
    hosts: Collection[str] | None = None,
) -> Mapping[bytes, tuple[Address, ...]]:
    """Where the others of a table under way can be dialled now, by identity (32 bytes).

    ``table`` is its 32-byte id, ``identities`` are those that are looked for; ends as soon as all
    of them are found, else after ``seconds``. Addresses are hints: a dial that expects the
    identity finds out.
    """
    wanted = {fingerprint(identity): identity for identity in identities}
    mark = table[:TABLE_MARK_BYTES]

    def at_table(found: tuple[Found, ...]) -> dict[bytes, tuple[Address, ...]]:
        return {
            wanted[each.sign.fingerprint]: each.addresses
            for each in found
            if each.sign.table == mark and each.sign.fingerprint in wanted
        }

    async with Browser(hosts) as browser:
        await browser.wait(lambda found: len(at_table(found)) == len(wanted), seconds)
        return at_table(browser.found)
