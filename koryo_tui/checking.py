"""Verifying a transcript for somebody who waits: with all cores, and a bar that shows how far."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from koryo_tui.bar import Bar
from koryo_tui.cores import Cores
from koryo_tui.text import around
from protocol.log.errors import Malformed
from protocol.log.transcript import ClosedStep, Truncated, read_transcript
from protocol.peer.verify import Verified, verify


def check(data: bytes, name: str, held: Callable[[int], None] = lambda step: None) -> Verified:
    """A transcript file, verified. ``name`` stands behind the bar; ``held`` is told each step that
    holds. Raises as ``protocol.peer.verify.verify``."""
    with Bar(around.LOADING.format(name=name)) as bar, Cores() as cores:
        done = bar.steps(steps_in(data))

        def progress(step: int) -> None:
            held(step)
            done(step)

        return verify(data, progress, cores.run, cores.begin)


def steps_in(data: bytes) -> int:
    """How many steps can be read in a transcript file, whatever follows them."""
    number = 0
    with suppress(Malformed, Truncated):
        for record in read_transcript(data):
            number += isinstance(record, ClosedStep)
    return number
