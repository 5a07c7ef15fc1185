"""Work in a process of its own, where it can take its time and be ended at any moment.

The work goes in through its standard input, and the end of that ends it: it does not outlive who
asked for it. What comes out is a series of messages, each behind its length in four bytes. The
modules for processes of the standard library are not used, since they want a standard error that
has a descriptor, which there is none of under a screen.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, Generic, TypeVar

T = TypeVar("T")

#: Told how much of some work is done, 0 to 1.
Tell = Callable[[float], None]

_LENGTH: Final = 4
_PROGRAM: Final = "from koryo_tui.apart import main; main()"


class WorkFailed(Exception):
    """The other process has ended without a result, or raised; says what if it did."""


@dataclass(frozen=True, slots=True)
class _Result(Generic[T]):
    value: T


@dataclass(frozen=True, slots=True)
class _Failure:
    why: str


async def apart(work: Callable[[Tell], T], tell: Tell = lambda share: None) -> T:
    """What ``work(tell)`` returns; it and its result must be such as can be pickled.

    Who cancels this ends the process. Raises ``WorkFailed``.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _PROGRAM),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # The keys of the terminal are not for it.
            start_new_session=True,
        )
    except OSError as error:
        raise WorkFailed(error.strerror) from None
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        # It finds modules where this process does.
        process.stdin.write(_framed(sys.path) + _framed(work))
        return await _result(process.stdout, tell)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        process.stdin.close()


async def _result(messages: asyncio.StreamReader, tell: Callable[[float], None]) -> T:
    while True:
        try:
            length = int.from_bytes(await messages.readexactly(_LENGTH), "big")
            written = await messages.readexactly(length)
        except asyncio.IncompleteReadError:
            raise WorkFailed from None
        # From a process of this program, which nobody else can write to.
        message: float | _Result[T] | _Failure = pickle.loads(written)  # noqa: S301
        if isinstance(message, _Result):
            return message.value
        if isinstance(message, _Failure):
            raise WorkFailed(message.why)
        tell(message)


def _framed(message: object) -> bytes:
    written = pickle.dumps(message)
    return len(written).to_bytes(_LENGTH, "big") + written


def main() -> None:
    """In the other process: does what comes in, and writes what becomes of it."""
    given, taken = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What the work prints is not for the one who asked.
    os.dup2(2, 1)
    sys.path[:] = _read(given)

    def send(message: object) -> None:
        taken.write(_framed(message))
        taken.flush()

    try:
        work = _read(given)
        threading.Thread(target=_end_with_owner, args=(given,), daemon=True).start()
        send(_Result(work(send)))
    except Exception as error:
        send(_Failure(f"{type(error).__name__}: {error}"))
    # Without waiting for the thread, which waits for the owner.
    os._exit(0)


def _read(given: BinaryIO) -> Any:
    length = int.from_bytes(given.read(_LENGTH), "big")
    return pickle.loads(given.read(length))  # noqa: S301


def _end_with_owner(given: BinaryIO) -> None:
    given.read()
    os._exit(1)
