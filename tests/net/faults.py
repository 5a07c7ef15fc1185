"""Somebody in the middle of TCP connections on loopback who does what bad networks do."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from tests.net.links import HERE

_CHUNK = 4_096


@dataclass(eq=False)
class _Pair:
    """One connection that is passed on: the side that dialled and the side that was dialled."""

    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def reset(self) -> None:
        """Cuts both with RST instead of FIN."""
        for writer in self.writers:
            sock = writer.get_extra_info("socket")
            with suppress(OSError):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()


class FaultProxy:
    """Passes on what comes to ``port`` to ``target``, unless told to do worse.

    ``delay``: seconds that each chunk is late, up to half of it more or less. ``flip``: how many
    more chunks get one bit turned over. What is ``stalled`` is kept and neither side notices.
    """

    def __init__(self, target: int, seed: int = 1) -> None:
        self.target = target
        self.port = 0
        self.delay = 0.0
        self.flip = 0
        self.flipped = 0
        self.passed = 0
        self.accepted = 0
        self._random = random.Random(seed)
        self._going = asyncio.Event()
        self._going.set()
        self._pairs: set[_Pair] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, HERE, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.reset()
        await asyncio.sleep(0)

    @property
    def open(self) -> int:
        """Connections that are passed on now."""
        return len(self._pairs)

    def stall(self, on: bool) -> None:
        """Keeps everything back, or lets it go."""
        (self._going.clear if on else self._going.set)()

    def reset(self) -> None:
        """Resets every connection."""
        for pair in tuple(self._pairs):
            pair.reset()

    def half_close(self, side: int) -> None:
        """Tells one side (0: who dialled, 1: who was dialled) that the other has nothing more to
        say, and goes on passing what it says itself."""
        for pair in self._pairs:
            with suppress(OSError):
                pair.writers[side].write_eof()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        pair = _Pair([writer])
        try:
            up_reader, up_writer = await asyncio.open_connection(HERE, self.target)
            pair.writers.append(up_writer)
            self._pairs.add(pair)
            await asyncio.gather(self._pass(reader, up_writer), self._pass(up_reader, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._pairs.discard(pair)
            self._tasks.discard(task)
            for each in pair.writers:
                each.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, RuntimeError):
            while data := await reader.read(_CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay * self._random.uniform(0.5, 1.5))
                await self._going.wait()
                writer.write(self._spoilt(data))
                self.passed += len(data)
                await writer.drain()
        writer.transport.abort()

    def _spoilt(self, data: bytes) -> bytes:
        if not self.flip:
            return data
        self.flip -= 1
        self.flipped += 1
        spoilt = bytearray(data)
        at = self._random.randrange(len(spoilt))
        spoilt[at] ^= 1 << self._random.randrange(8)
        return bytes(spoilt)


@asynccontextmanager
async def faulty(target: int) -> AsyncIterator[FaultProxy]:
    """A proxy to the port ``target``."""
    proxy = FaultProxy(target)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()
