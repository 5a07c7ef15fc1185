"""Verifying a transcript for somebody who waits: with all cores, and a bar that shows how far."""

from __future__ import annotations

from collections.abc import Callable

from koryo_tui.bar import Bar
from koryo_tui.cores import Cores
from koryo_tui.text import around
from protocol.log.transcript import steps_in
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
