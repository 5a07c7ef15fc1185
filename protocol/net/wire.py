"""The bytes half of a link: frames over an asyncio transport, bounded both ways."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from protocol.log.errors import Malformed
from protocol.net.frames import (
    CAP_AFTER,
    Channel,
    Frame,
    FrameDecoder,
    encode_frame,
)
from protocol.net.handshake import Handshake, HandshakeFailed
from protocol.net.timing import Timing

#: Unsent bytes at which the other side counts as not reading.
_UNSENT_PAUSE: Final = 65_536
#: A frame is handed to TLS in parts of this many bytes, each of which makes a record of its own:
#: the other side sees nothing of a record before the whole of it is there.
PART_BYTES: Final = 1_024


class Wire(asyncio.Protocol):
    """Frames in and out of one connection. Knows nothing of what they mean.

    ``life`` counts the signs that the other side is there: bytes arrived, or room was made for
    more of what had been held up. ``heard_at`` is the second of the loop's clock at which the last
    bytes came. ``stuck`` tells that more is to be sent than there is room for, ``gone`` that the
    connection is over; ``lost`` is the future that says the same.
    """

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._loop = asyncio.get_running_loop()
        self._decoder = FrameDecoder()
        self._transport: asyncio.Transport | None = None
        self._woken = asyncio.Event()
        self._on_change: Callable[[], None] = self._woken.set
        self._abort_timer: asyncio.TimerHandle | None = None
        self._closing = False
        self._held = False
        self.lost: asyncio.Future[None] = self._loop.create_future()
        self.heard_at = self._loop.time()
        self.life = 0
        self.stuck = False

    # What the transport calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=_UNSENT_PAUSE)

    def data_received(self, data: bytes) -> None:
        self.life += 1
        self.heard_at = self._loop.time()
        if self._closing:
            return
        self._decoder.feed(data)
        self._on_change()

    def pause_writing(self) -> None:
        self.stuck = True

    def resume_writing(self) -> None:
        self.stuck = False
        # The system had no room left, and only what the other side confirms makes room.
        self.life += 1

    def connection_lost(self, exc: Exception | None) -> None:
        if self._abort_timer is not None:
            self._abort_timer.cancel()
        if not self.lost.done():
            self.lost.set_result(None)
        self._on_change()

    # What a link calls.

    @property
    def gone(self) -> bool:
        """Nothing can be sent any more; frames that had arrived can still be taken."""
        return self.lost.done() or self._closing

    @property
    def begun(self) -> bool:
        """The next frame has begun to arrive."""
        return len(self._decoder) > 0

    @property
    def unsent(self) -> int:
        """Bytes handed over to ``send`` that no socket has taken yet."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def certificate(self) -> bytes | None:
        """The DER certificate the other side showed, if any."""
        assert self._transport is not None
        tls = self._transport.get_extra_info("ssl_object")
        certificate: bytes | None = tls.getpeercert(binary_form=True)
        return certificate

    def attach(self, on_change: Callable[[], None]) -> None:
        """Call ``on_change`` whenever a frame may have arrived or the connection is over."""
        self._on_change = on_change
        self._decoder.cap = CAP_AFTER

    def next(self) -> Frame | None:
        """The next frame that has arrived. Raises ``Malformed`` (``FrameDecoder.next``)."""
        return self._decoder.next()

    def hold(self, held: bool) -> None:
        """Stop or go on reading from the socket, so that a slow reader slows its writer."""
        if self.gone or self._transport is None or held == self._held:
            return
        self._held = held
        if held:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def send(self, channel: Channel, payload: bytes) -> None:
        """Queue a frame; after the end it is dropped."""
        if self._transport is not None and not self.gone:
            frame = encode_frame(channel, payload)
            parts = range(0, len(frame), PART_BYTES)
            self._transport.writelines(frame[start : start + PART_BYTES] for start in parts)

    def close(self) -> None:
        """Send what is queued and end the connection; cut it after ``Timing.close`` seconds."""
        if self._closing or self._transport is None:
            return
        # The other side's goodbye to TLS has to be read, whoever was slow before.
        self.hold(False)
        self._closing = True
        if not self.lost.done():
            self._abort_timer = self._loop.call_later(self._timing.close, self.abort)
            self._transport.close()

    def abort(self) -> None:
        """Cut the connection at once."""
        self._closing = True
        if self._transport is not None:
            self._transport.abort()

    async def shake(self, machine: Handshake) -> None:
        """Drive ``machine`` until it is open.

        Raises ``HandshakeFailed``, with its last word already queued and the connection closing,
        or ``ConnectionResetError`` if the connection ended before.
        """
        try:
            self._send_all(machine.start())
            while not machine.open:
                self._send_all(machine.receive(await self._read()))
        except HandshakeFailed as failure:
            self.give_up(failure)
            raise
        except Malformed:
            unreadable = machine.malformed()
            self.give_up(unreadable)
            raise unreadable from None

    def _send_all(self, payloads: tuple[bytes, ...]) -> None:
        for payload in payloads:
            self.send(Channel.LINK, payload)

    def give_up(self, failure: HandshakeFailed) -> None:
        """Send the last word of a failed handshake, if there is one, and close."""
        if failure.last_word is not None:
            self.send(Channel.LINK, failure.last_word)
        self.close()

    async def _read(self) -> Frame:
        while (frame := self.next()) is None:
            if self.gone:
                raise ConnectionResetError("the connection ended during the handshake")
            self._woken.clear()
            await self._woken.wait()
        return frame
