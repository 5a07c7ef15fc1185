"""A link: an open, authenticated, bounded channel to one other identity."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import ssl
from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from protocol.log.errors import Malformed
from protocol.log.signing import SigningKey
from protocol.net.addresses import Address, plain_host, show_address
from protocol.net.errors import (
    CannotReach,
    Ending,
    LinkClosed,
    NetError,
    NotATable,
    Reason,
    Refusal,
    reason_of,
    refused,
)
from protocol.net.frames import Channel, Frame
from protocol.net.handshake import NONCE_BYTES, ClientHandshake, HandshakeFailed
from protocol.net.link_messages import (
    Bye,
    LinkMessage,
    Ping,
    Pong,
    read_link_message,
    write_link_message,
)
from protocol.net.timing import Timing
from protocol.net.tls import client_context, server_public_key
from protocol.net.wire import Wire

#: Frames that wait for ``receive`` before reading from the socket stops.
INBOX_FRAMES: Final = 64
#: Pings between two turns of the clock before the sender counts as flooding.
PINGS_ALLOWED: Final = 100
#: Unsent bytes over which a link is closed: the other side does not read.
OUTBOX_BYTES: Final = 1 << 20


class Link:
    """An open link to ``identity`` (32 bytes, proved) at ``remote``.

    ``dialled`` tells whether this side dialled; ``purpose`` is the lobby or a table id; ``rtt`` is
    the round-trip time of the last answered ping in seconds. Made by ``dial`` and ``Listener``.
    """

    def __init__(
        self,
        wire: Wire,
        identity: bytes,
        purpose: bytes,
        *,
        dialled: bool,
        remote: Address,
        timing: Timing,
    ) -> None:
        self.identity = identity
        self.purpose = purpose
        self.dialled = dialled
        self.remote = remote
        self.rtt: float | None = None
        self._wire = wire
        self._timing = timing
        self._loop = asyncio.get_running_loop()
        self.opened = self._loop.time()
        self._inbox: deque[tuple[Channel, bytes]] = deque()
        self._arrived = asyncio.Event()
        self._end: LinkClosed | None = None
        self._life = wire.life
        self._quiet = 0
        self._stuck = 0
        self._ping = 0
        self._ping_sent = 0.0
        self._asked = 0
        self._timer = self._loop.call_later(timing.ping_every, self._tick)
        wire.attach(self._pump)
        self._pump()

    def __repr__(self) -> str:
        state = "open" if self._end is None else self._end.reason.name
        return f"Link({self.identity.hex()[:16]}, {show_address(*self.remote)}, {state})"

    @property
    def closed(self) -> LinkClosed | None:
        """Why the link is over, or None while it is open."""
        return self._end

    @property
    def receiving(self) -> bool:
        """A message is arriving in parts, the last of them no longer ago than a ping."""
        recent = self._loop.time() - self._wire.heard_at < self._timing.ping_every
        return self._end is None and recent and self._wire.begun

    def send(self, channel: Channel, payload: bytes) -> None:
        """Queue a message of at most 65,536 bytes; never waits.

        On a link that is over it is dropped. If more than a mebibyte is unsent the other side
        does not read, and the link is closed. Raises ``ValueError`` for channel LINK, which is
        the link's own, and for a payload that fits no frame.
        """
        if channel is Channel.LINK:
            raise ValueError("channel LINK belongs to the link itself")
        self._send(channel, payload)

    async def receive(self) -> tuple[Channel, bytes]:
        """The next message, in the order in which they were sent.

        Raises ``LinkClosed`` once there is none left and the link is over. May be cancelled
        without losing a message, so another reader can take over; one reader at a time.
        """
        while not self._inbox:
            if self._end is not None:
                raise LinkClosed(self._end.reason, self._end.said_goodbye)
            self._arrived.clear()
            await self._arrived.wait()
        message = self._inbox.popleft()
        self._pump()
        return message

    def close(self, reason: Reason = Ending.LEAVING) -> None:
        """Say why, send what is queued, and end the link. What had not been received is dropped."""
        if self._end is None:
            self._inbox.clear()
            self._finish(reason, said_goodbye=True, tell=True)

    def abort(self) -> None:
        """Cut the link without a word, as a crash would."""
        if self._end is None:
            self._finish(Ending.LOST, said_goodbye=False, tell=False)
        self._wire.abort()

    async def wait_closed(self) -> None:
        """Wait until the connection under the link is gone, at most ``Timing.close`` seconds
        after the end of the link."""
        await asyncio.shield(self._wire.lost)

    def _send(self, channel: Channel, payload: bytes) -> None:
        if self._end is not None:
            return
        self._wire.send(channel, payload)
        if self._wire.unsent > OUTBOX_BYTES:
            self._finish(Ending.NOT_READING, said_goodbye=False, tell=False)
            self._wire.abort()

    def _say(self, message: LinkMessage) -> None:
        self._send(Channel.LINK, write_link_message(message))

    def _finish(self, reason: Reason, *, said_goodbye: bool, tell: bool) -> None:
        if tell:
            self._wire.send(Channel.LINK, write_link_message(Bye(reason)))
        self._end = LinkClosed(reason, said_goodbye)
        self._timer.cancel()
        self._wire.close()
        self._arrived.set()

    def _pump(self) -> None:
        while self._end is None and len(self._inbox) < INBOX_FRAMES:
            try:
                frame = self._wire.next()
                if frame is None:
                    break
                self._take(frame)
            except Malformed:
                # What came before the malformed frame is as good as it was, and is still given.
                self._finish(Ending.MALFORMED, said_goodbye=False, tell=True)
                return
        full = len(self._inbox) >= INBOX_FRAMES
        if self._end is None and self._wire.gone and not full:
            self._finish(Ending.LOST, said_goodbye=False, tell=False)
        self._wire.hold(full)
        if self._inbox:
            self._arrived.set()

    def _take(self, frame: Frame) -> None:
        if frame.channel is not Channel.LINK:
            self._inbox.append((frame.channel, frame.payload))
            return
        message = read_link_message(frame.payload)
        if isinstance(message, Ping):
            self._on_ping(message.number)
        elif isinstance(message, Pong):
            self._on_pong(message.number)
        elif isinstance(message, Bye):
            reason = reason_of(message.code) or Ending.LEAVING
            self._finish(reason, said_goodbye=True, tell=False)
        else:
            raise Malformed(f"a {type(message).__name__} on a link that is open")

    def _on_ping(self, number: int) -> None:
        self._asked += 1
        if self._asked > PINGS_ALLOWED:
            raise Malformed("a flood of pings")
        self._say(Pong(number))

    def _on_pong(self, number: int) -> None:
        if number == self._ping:
            self.rtt = self._loop.time() - self._ping_sent

    def _tick(self) -> None:
        self._asked = 0
        held = len(self._inbox) >= INBOX_FRAMES
        # On a slow line a ping waits behind whatever is long, its own and that of the other side:
        # a connection that moves bytes, however few and either way, is there.
        alive = self._wire.life != self._life
        self._life = self._wire.life
        self._quiet = 0 if alive or held else self._quiet + 1
        self._stuck = self._stuck + 1 if self._wire.stuck and not alive else 0
        if self._quiet >= self._timing.missed:
            self._finish(Ending.SILENT, said_goodbye=False, tell=True)
        elif self._stuck >= self._timing.missed:
            self._finish(Ending.NOT_READING, said_goodbye=False, tell=False)
            self._wire.abort()
        else:
            self._timer = self._loop.call_later(self._timing.ping_every, self._tick)
            self._ping = (self._ping + 1) & 0xFFFF_FFFF
            self._ping_sent = self._loop.time()
            self._say(Ping(self._ping))


async def dial(
    host: str,
    port: int,
    key: SigningKey,
    purpose: bytes,
    expected: bytes | None,
    *,
    app: str = "",
    timing: Timing | None = None,
) -> Link:
    """Open a link to whoever listens at ``host`` and ``port``.

    ``purpose`` is ``LOBBY`` or a 32-byte table id, ``expected`` the identity (32 bytes) or
    fingerprint (10 bytes) the other side must prove; None takes anybody and is only for asking a
    person whether it is the right one. ``app`` is the version of this program, to be shown.

    Raises ``CannotReach``, ``NotATable``, ``VersionMismatch``, ``WrongFingerprint``, a ``Refused``
    or ``LinkClosed``: each with the sentence for the person.
    """
    timing = timing or Timing()
    address = show_address(host, port)
    sock, remote = await _connect(host, port, timing.connect)
    wire = await _open_tls(sock, address, timing)
    try:
        machine = _client_machine(wire, key, purpose, expected, app, address)
        await _shake(wire, machine, address, timing)
    except BaseException:
        wire.abort()
        raise
    return Link(wire, machine.identity, machine.purpose, dialled=True, remote=remote, timing=timing)


def _client_machine(
    wire: Wire, key: SigningKey, purpose: bytes, expected: bytes | None, app: str, address: str
) -> ClientHandshake:
    try:
        tls_key = server_public_key(wire.certificate())
    except Malformed:
        raise NotATable(address) from None
    nonce = os.urandom(NONCE_BYTES)
    return ClientHandshake(key, tls_key, nonce, purpose, expected, app=app, address=address)


async def _shake(wire: Wire, machine: ClientHandshake, address: str, timing: Timing) -> None:
    error: NetError
    try:
        async with asyncio.timeout(timing.handshake):
            await wire.shake(machine)
        return
    except HandshakeFailed as failure:
        # The last word has to be out before the connection may be cut.
        await asyncio.shield(wire.lost)
        error = failure.error
    except (TimeoutError, ConnectionError) as trouble:
        slow = isinstance(trouble, TimeoutError)
        if not machine.recognised:
            error = NotATable(address)
        else:
            error = refused(Refusal.TOO_SLOW) if slow else LinkClosed(Ending.LOST, False)
    raise error


async def _open_tls(sock: socket.socket, address: str, timing: Timing) -> Wire:
    loop = asyncio.get_running_loop()
    try:
        _, wire = await loop.create_connection(
            lambda: Wire(timing),
            sock=sock,
            ssl=client_context(),
            server_hostname="",
            ssl_handshake_timeout=timing.handshake,
            ssl_shutdown_timeout=timing.close,
        )
    except (ssl.SSLError, OSError):
        raise NotATable(address) from None
    return wire


async def _connect(host: str, port: int, timeout: float) -> tuple[socket.socket, Address]:
    loop = asyncio.get_running_loop()
    address = show_address(host, port)
    why = _WHY_UNKNOWN
    try:
        async with asyncio.timeout(timeout):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            for family, kind, protocol, _, where in found:
                sock = socket.socket(family, kind, protocol)
                sock.setblocking(False)
                try:
                    await loop.sock_connect(sock, where)
                    return sock, (plain_host(str(where[0])), port)
                except OSError as error:
                    sock.close()
                    why = _WHY.get(error.errno or 0, _WHY_UNKNOWN)
                except BaseException:
                    sock.close()
                    raise
    except TimeoutError:
        why = _WHY[errno.ETIMEDOUT]
    except (socket.gaierror, ValueError, OverflowError):
        why = "no machine of that name is known here; check the spelling"
    except OSError as error:
        why = _WHY.get(error.errno or 0, _WHY_UNKNOWN)
    raise CannotReach(address, why)


_WHY_UNKNOWN: Final = "no connection could be made; check the address and the network"
_WHY: Final[Mapping[int, str]] = MappingProxyType(
    {
        errno.ECONNREFUSED: "the machine is there, but no table is open at that port; "
        "ask whether the host is still waiting",
        errno.ETIMEDOUT: "no answer; check that both are on one network "
        "and that no firewall stands between",
        errno.EHOSTUNREACH: "no way leads there; check that both are on one network",
        errno.ENETUNREACH: "no way leads there; check that both are on one network",
    }
)
