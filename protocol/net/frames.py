"""Frames: how messages are cut out of a stream of bytes.

A frame is ``u32 length | u8 channel | payload``; the length is big-endian and counts the payload
alone. The decoder does no input or output: bytes go in by ``feed`` and frames come out by ``next``,
the same ones however the bytes were cut.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from protocol.log.encoding import MAX_BYTES
from protocol.log.errors import Malformed

_HEADER: Final = struct.Struct(">IB")
HEADER_BYTES: Final = _HEADER.size

#: The longest payload, in bytes, from somebody who has not proved who it is.
CAP_BEFORE: Final = 4_096
#: The longest payload, in bytes, from somebody who has.
CAP_AFTER: Final = MAX_BYTES


class Channel(IntEnum):
    """What a frame is about. The value travels."""

    LINK = 0
    LOBBY = 1
    TABLE = 2


_CHANNELS: Final[Mapping[int, Channel]] = MappingProxyType(
    {int(channel): channel for channel in Channel}
)


@dataclass(frozen=True, slots=True)
class Frame:
    """A payload of at most the cap of the stream, and its channel."""

    channel: Channel
    payload: bytes

    def __repr__(self) -> str:
        return f"Frame({self.channel.name}, {len(self.payload)} bytes)"


def encode_frame(channel: Channel, payload: bytes) -> bytes:
    """The bytes of one frame. Raises ``ValueError`` over ``CAP_AFTER``: that is a bug of ours."""
    if len(payload) > CAP_AFTER:
        raise ValueError(f"a payload of {len(payload)} bytes fits no frame")
    return _HEADER.pack(len(payload), channel) + payload


class FrameDecoder:
    """Frames out of a stream.

    ``cap`` is the longest payload accepted from now on; it may be raised between two frames.
    Memory is bounded by the cap plus what the caller feeds before it asks for frames.
    """

    def __init__(self, cap: int = CAP_BEFORE) -> None:
        self.cap = cap
        self._buffer = bytearray()
        self._broken: str | None = None

    def __len__(self) -> int:
        """The bytes fed and not yet taken out as frames."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Append bytes as they came; after the first bad header they are thrown away."""
        if self._broken is None:
            self._buffer += data

    def next(self) -> Frame | None:
        """The next whole frame, or None until more bytes come.

        Raises ``Malformed``, from then on every time, as soon as a header names a length over the
        cap or a channel that does not exist, whether or not the payload is there.
        """
        length, channel = self._header()
        if channel is None or len(self._buffer) < HEADER_BYTES + length:
            return None
        payload = bytes(self._buffer[HEADER_BYTES : HEADER_BYTES + length])
        del self._buffer[: HEADER_BYTES + length]
        return Frame(channel, payload)

    def _header(self) -> tuple[int, Channel | None]:
        if self._broken is None and len(self._buffer) >= 4:
            length = int.from_bytes(self._buffer[:4], "big")
            if length > self.cap:
                self._break(f"a frame of {length} bytes is over the {self.cap} allowed here")
            elif len(self._buffer) >= HEADER_BYTES:
                channel = _CHANNELS.get(self._buffer[4])
                if channel is not None:
                    return length, channel
                self._break(f"there is no channel {self._buffer[4]}")
        if self._broken is not None:
            raise Malformed(self._broken)
        return 0, None

    def _break(self, why: str) -> None:
        self._broken = why
        self._buffer.clear()
