"""Work in a process of its own: its result, its progress, its failure, its end."""

from __future__ import annotations

import asyncio
import os
import time
from functools import partial
from pathlib import Path

import pytest

from koryo_tui.apart import Tell, WorkFailed, apart
from tests.net.links import eventually


def halves(number: int, tell: Tell) -> tuple[int, int]:
    """What is done, and in which process."""
    tell(0.25)
    tell(0.75)
    return number // 2, os.getpid()


def fails(tell: Tell) -> None:
    raise ArithmeticError("it cannot be done")


def dies(tell: Tell) -> None:
    os._exit(3)


def never_ends(path: Path, tell: Tell) -> None:
    path.write_text(str(os.getpid()))
    while True:
        time.sleep(60)


async def test_another_process_does_it_and_tells_how_far_it_is() -> None:
    told: list[float] = []
    half, process = await apart(partial(halves, 84), told.append)
    assert half == 42
    assert process != os.getpid()
    assert told == [0.25, 0.75]


async def test_what_it_raises_and_its_sudden_end_are_told() -> None:
    with pytest.raises(WorkFailed, match="ArithmeticError: it cannot be done"):
        await apart(fails)
    with pytest.raises(WorkFailed):
        await apart(dies)


async def test_who_cancels_it_ends_the_process(tmp_path: Path) -> None:
    file = tmp_path / "process"
    working = asyncio.ensure_future(apart(partial(never_ends, file)))
    await eventually(lambda: file.exists() and bool(file.read_text()), bound=20)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text()), 0)
