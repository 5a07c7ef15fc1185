"""Waiting for links: one TCP port, bounded pending connections, supervised handshakes."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from protocol.log.signing import SigningKey
from protocol.net.addresses import Address, network_of, plain_host, show_address
from protocol.net.errors import CannotListen, PortInUse, Refusal
from protocol.net.handshake import NONCE_BYTES, Accept, HandshakeFailed, ServerHandshake
from protocol.net.link import Link
from protocol.net.timing import Timing
from protocol.net.tls import make_server_tls
from protocol.net.wire import Wire

#: The port to listen on if nobody asks for another; the next ones are tried if it is taken.
DEFAULT_PORT: Final = 47_210
PORTS_TRIED: Final = 20
#: Connections that have not proved an identity yet, from one address (of IPv6: one network) and
#: from all.
PENDING_PER_ADDRESS: Final = 8
PENDING: Final = 32
_BACKLOG: Final = 64
# How long not to accept when the system has no descriptor left, in seconds.
_BREATHER: Final = 0.2

OnLink = Callable[[Link], None]


@dataclass(frozen=True, slots=True)
class _Route:
    accept: Accept
    on_link: OnLink


class Listener:
    """Accepts links on one port.

    ``accept(purpose, identity)`` says whether a client that has proved its identity is wanted
    (None) or why not, and ``on_link`` gets each link that was; both are called on the event loop
    and must not wait. ``serve`` adds other answers for one purpose. A purpose nobody serves is
    refused as no such table. After ``start``, ``port`` is the port that was taken.
    """

    def __init__(
        self,
        key: SigningKey,
        bind: str = "",
        port: int | None = None,
        accept: Accept | None = None,
        on_link: OnLink | None = None,
        *,
        app: str = "",
        timing: Timing | None = None,
    ) -> None:
        self.bind = bind
        self.port = 0 if port is None else port
        self._wanted = port
        self._key = key
        self._app = app
        self._timing = timing or Timing()
        self._tls = make_server_tls()
        self._routes: dict[bytes, _Route] = {}
        self._default = None
        if accept is not None and on_link is not None:
            self._default = _Route(accept, on_link)
        self._socket: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        # Accepted, but their task has not run yet: a cancelled task could not close them.
        self._fresh: set[socket.socket] = set()
        self._pending: Counter[str] = Counter()

    def serve(self, purpose: bytes, accept: Accept, on_link: OnLink) -> None:
        """From now on answer links of ``purpose`` this way."""
        self._routes[purpose] = _Route(accept, on_link)

    def unserve(self, purpose: bytes) -> None:
        """No longer answer links of ``purpose`` in a way of their own."""
        self._routes.pop(purpose, None)

    @property
    def pending(self) -> int:
        """Connections that have not proved an identity yet."""
        return self._pending.total()

    async def start(self) -> None:
        """Take the port. Raises ``PortInUse`` or ``CannotListen``."""
        self._socket = self._listen()
        self.port = self._socket.getsockname()[1]
        self._spawn(self._accept_all(self._socket))

    async def stop(self) -> None:
        """Give the port back and cut what is still shaking hands; links that are open stay."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _listen(self) -> socket.socket:
        if self._wanted is not None:
            return self._bind(self._wanted)
        for port in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
            with suppress(PortInUse):
                return self._bind(port)
        raise PortInUse(DEFAULT_PORT)

    def _bind(self, port: int) -> socket.socket:
        if not 0 <= port <= 0xFFFF:
            raise CannotListen(f"port {port}", "ports are numbers from 1 to 65535")
        try:
            sock = self._open(port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortInUse(port) from None
            where = show_address(self.bind, port) if self.bind else f"port {port}"
            raise CannotListen(where, _WHY.get(error.errno or 0, _WHY_UNKNOWN)) from None
        sock.setblocking(False)
        return sock

    def _open(self, port: int) -> socket.socket:
        if self.bind:
            family = socket.AF_INET6 if ":" in self.bind else socket.AF_INET
            return socket.create_server((self.bind, port), family=family, backlog=_BACKLOG)
        if socket.has_dualstack_ipv6():
            try:
                return socket.create_server(
                    ("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=_BACKLOG
                )
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    raise
        return socket.create_server(("", port), backlog=_BACKLOG)

    async def _accept_all(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, where = await loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(_BREATHER)
                continue
            remote = (plain_host(str(where[0])), int(where[1]))
            network = network_of(remote[0])
            if self.pending >= PENDING or self._pending[network] >= PENDING_PER_ADDRESS:
                sock.close()
            else:
                self._pending[network] += 1
                self._fresh.add(sock)
                task = self._spawn(self._welcome(sock, remote))
                task.add_done_callback(partial(self._settled, sock, network))
            # A flood of connections is always ready: let the others have a turn.
            await asyncio.sleep(0)

    async def _welcome(self, sock: socket.socket, remote: Address) -> None:
        self._fresh.discard(sock)
        link = await self._shake(sock, remote)
        if link is None:
            return
        route = self._route(link.purpose)
        if route is None:
            link.close(Refusal.NO_SUCH_TABLE)
        else:
            route.on_link(link)

    async def _shake(self, sock: socket.socket, remote: Address) -> Link | None:
        loop = asyncio.get_running_loop()
        wire = Wire(self._timing)
        machine = ServerHandshake(
            self._key,
            self._tls.public_key,
            os.urandom(NONCE_BYTES),
            self._accept,
            app=self._app,
            address=show_address(*remote),
        )
        try:
            async with asyncio.timeout(self._timing.handshake):
                await loop.connect_accepted_socket(
                    lambda: wire,
                    sock,
                    ssl=self._tls.context,
                    ssl_handshake_timeout=self._timing.handshake,
                    ssl_shutdown_timeout=self._timing.close,
                )
                await wire.shake(machine)
        except HandshakeFailed:
            await asyncio.shield(wire.lost)
            return None
        except TimeoutError:
            await self._drop(wire, machine)
            return None
        except OSError:
            wire.abort()
            return None
        except BaseException:
            wire.abort()
            raise
        return Link(
            wire,
            machine.identity,
            machine.purpose,
            dialled=False,
            remote=remote,
            timing=self._timing,
        )

    async def _drop(self, wire: Wire, machine: ServerHandshake) -> None:
        if machine.recognised:
            wire.give_up(machine.too_slow())
            await asyncio.shield(wire.lost)
        else:
            wire.abort()

    def _route(self, purpose: bytes) -> _Route | None:
        return self._routes.get(purpose, self._default)

    def _accept(self, purpose: bytes, identity: bytes) -> Refusal | None:
        route = self._route(purpose)
        if route is None:
            return Refusal.NO_SUCH_TABLE
        return route.accept(purpose, identity)

    def _settled(self, sock: socket.socket, network: str, task: asyncio.Task[None]) -> None:
        self._pending -= Counter({network: 1})
        if sock in self._fresh:
            self._fresh.discard(sock)
            sock.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        report(task)


def report(task: asyncio.Task[None]) -> None:
    """Hand an error that nothing expected to the event loop's exception handler, once."""
    if not task.cancelled() and (error := task.exception()) is not None:
        task.get_loop().call_exception_handler(
            {"message": "a task of the network failed", "exception": error, "task": task}
        )


_WHY_UNKNOWN: Final = "the system does not allow it"
_WHY: Final[Mapping[int, str]] = MappingProxyType(
    {
        errno.EADDRNOTAVAIL: "this machine does not have that address",
        errno.EACCES: "ports below 1024 need special rights; choose another one with --port",
        socket.EAI_NONAME: "this machine does not have that address",
    }
)
