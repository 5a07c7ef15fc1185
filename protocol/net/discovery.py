"""Finding each other on a LAN: multicast DNS (RFC 6762) and service discovery (RFC 6763).

What is heard is a hint (``protocol.net.signs``). Only what has answered a version hello is shown.
Multicast is sent and heard on interfaces that are named one by one: the system's own choice is
often a VPN, or no interface at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

import zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from protocol.log.errors import Malformed
from protocol.net.addresses import Address
from protocol.net.errors import Version
from protocol.net.fingerprint import fingerprint
from protocol.net.interfaces import Interface, interfaces, is_own
from protocol.net.invite import MAX_ADDRESSES
from protocol.net.listener import report
from protocol.net.probe import Probe, probe
from protocol.net.signs import TABLE_MARK_BYTES, Sign, read_sign, write_sign
from protocol.net.timing import Timing

SERVICE: Final = "_koryo-tui._tcp.local."
#: More tables than this on one network are noise, or somebody who wants to fill our memory.
MAX_HEARD: Final = 64
#: Seconds after which something that answered is asked again.
ASK_AGAIN: Final = 5.0
#: Seconds between two looks whether this machine has other addresses now.
LOOK_AGAIN: Final = 5.0
#: Seconds that an answer to a question for details may take, and a goodbye.
_DETAILS: Final = 3.0
_GOODBYE: Final = 2.0
_LOOPBACK: Final = "127.0.0.1"
_PROBES_AT_ONCE: Final = 8
# Short waits: on the network where something was announced it answers at once or not at all.
_QUICK: Final = Timing(connect=1.5, handshake=2.0)
_TROUBLE: Final = (OSError, zeroconf.Error, RuntimeError)

_log = logging.getLogger("koryo.discovery")


def hosts_to_announce_on(bind: str, own: Iterable[Interface] | None = None) -> tuple[str, ...]:
    """The addresses whose interfaces speak multicast for a listener bound to ``bind``.

    All IPv4 ones where the listener has all; IPv6 only where there is no IPv4; loopback only where
    there is nothing else.
    """
    if bind not in ("", "0.0.0.0", "::"):  # noqa: S104
        return (bind,)
    outside = [each for each in (interfaces() if own is None else own) if not each.is_loopback]
    ipv4 = [each.host for each in outside if each.is_ipv4]
    return tuple(ipv4 or [each.host for each in outside] or [_LOOPBACK])


def hosts_to_browse_on(own: Iterable[Interface] | None = None) -> tuple[str, ...]:
    """As ``hosts_to_announce_on``, and loopback: for the window beside this one."""
    return tuple(dict.fromkeys((*hosts_to_announce_on("", own), _LOOPBACK)))


@dataclass(frozen=True, slots=True)
class Found:
    """A table that answers at ``addresses``, the one that answered first; ``version`` is what it
    said itself; ``answered`` is the loop's time of that."""

    sign: Sign
    addresses: tuple[Address, ...]
    version: Version
    answered: float


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
    hosts = [host for host, _ in addresses if host != _LOOPBACK] or [_LOOPBACK]
    return AsyncServiceInfo(
        SERVICE,
        f"{mark}.{SERVICE}",
        port=addresses[0][1],
        properties=said,
        server=f"koryo-{mark}.local.",
        parsed_addresses=hosts,
    )


@dataclass(slots=True)
class _Heard:
    sign: Sign
    addresses: tuple[Address, ...]
    heard: float
    asked: float = 0.0
    answer: Probe | None = None
    answered: float = 0.0


class Browser:
    """Hears tables while it is entered. ``hosts``: the interfaces to listen on.

    ``ask(host, port)`` asks whether a koryo-tui answers.
    """

    def __init__(
        self,
        hosts: Collection[str] | None = None,
        *,
        ask: Callable[[str, int], Coroutine[Any, Any, Probe]] | None = None,
    ) -> None:
        self._hosts = tuple(hosts_to_browse_on() if hosts is None else hosts)
        self._ask = ask or _ask_quickly
        self._loop = asyncio.get_running_loop()
        self._heard: dict[str, _Heard] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(_PROBES_AT_ONCE)
        self._changed = asyncio.Event()
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
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._browser is not None:
            await self._browser.async_cancel()
        if self._zeroconf is not None:
            with suppress(*_TROUBLE):
                await self._zeroconf.async_close()

    @property
    def found(self) -> tuple[Found, ...]:
        """The tables that answered when they were last asked, those with free seats first."""
        answering = [
            Found(heard.sign, heard.addresses, heard.answer.version, heard.answered)
            for heard in self._heard.values()
            if heard.answer is not None and heard.answer.version is not None
        ]
        latest = {each.sign.fingerprint: each for each in sorted(answering, key=_when)}
        return tuple(sorted(latest.values(), key=lambda each: (-each.sign.free, each.sign.name)))

    async def wait(self, holds: Callable[[tuple[Found, ...]], bool], seconds: float) -> None:
        """Until ``holds(found)``, at most ``seconds``; asks again what answered a while ago."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not holds(self.found):
                    self._changed.clear()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(ASK_AGAIN / 2):
                            await self._changed.wait()
                    self._ask_old_ones()

    def _ask_old_ones(self) -> None:
        now = self._loop.time()
        for name, heard in self._heard.items():
            if now - heard.asked > ASK_AGAIN:
                self._spawn_probe(name, heard)

    # zeroconf calls this by these names.
    def _on_change(
        self,
        zeroconf: zeroconf.Zeroconf,
        service_type: str,
        name: str,
        state_change: zeroconf.ServiceStateChange,
    ) -> None:
        if state_change.name == "Removed":
            self._heard.pop(name, None)
            self._changed.set()
        elif name in self._heard or len(self._heard) + len(self._tasks) < MAX_HEARD:
            self._spawn(self._look_up(name))

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
        if not addresses:
            return
        known = self._heard.get(name)
        if known is None or known.addresses != addresses:
            known = self._heard[name] = _Heard(sign, addresses, self._loop.time())
        known.sign = sign
        self._changed.set()
        await self._probe(name, known)

    def _spawn_probe(self, name: str, heard: _Heard) -> None:
        heard.asked = self._loop.time()
        self._spawn(self._probe(name, heard))

    async def _probe(self, name: str, heard: _Heard) -> None:
        async with self._turns:
            heard.asked = self._loop.time()
            answer = await self._first_answer(heard.addresses)
        if self._heard.get(name) is not heard:
            return
        heard.answer = answer
        if answer is not None:
            heard.answered = self._loop.time()
            first = (answer.host, answer.port)
            heard.addresses = tuple(dict.fromkeys((first, *heard.addresses)))
        self._changed.set()

    async def _first_answer(self, addresses: Iterable[Address]) -> Probe | None:
        asking = [self._loop.create_task(self._ask(host, port)) for host, port in addresses]
        try:
            for next_one in asyncio.as_completed(asking):
                answer = await next_one
                if answer.version is not None:
                    return answer
            return None
        finally:
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        report(task)


def _when(found: Found) -> float:
    return found.answered


def _addresses(info: AsyncServiceInfo) -> tuple[Address, ...]:
    port = info.port
    if port is None or not 1 <= port <= 65_535:
        return ()
    # A zone would mean an interface of the other machine.
    hosts = (host for host in info.parsed_scoped_addresses() if "%" not in host)
    return tuple((host, port) for host in dict.fromkeys(hosts))[:MAX_ADDRESSES]


async def _ask_quickly(host: str, port: int) -> Probe:
    return await probe(host, port, _QUICK)


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
