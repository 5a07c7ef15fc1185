"""A bar on the terminal that is drawn again and again in one line: how far something long is."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Final, Self, TextIO

_WIDTH: Final = 24
#: To the beginning of the line, which is cleared.
CLEAR: Final = "\r\x1b[K"
#: Seconds after which something takes long; and between two looks at the time that has passed.
_LONG: Final = 0.4
_TICK: Final = 0.1


def draw_bar(share: float, said: str, to: TextIO) -> None:
    """``share`` is done, 0 to 1; ``said`` stands behind the bar."""
    print(f"{CLEAR}{_bar(share, said)}", end="", file=to, flush=True)


def _bar(share: float, said: str) -> str:
    filled = "#" * round(share * _WIDTH)
    return f"[{filled:{_WIDTH}}] {said}"


class Bar:
    """How far something is, drawn on standard error where that is a terminal, once it has taken
    ``long`` seconds; ``what`` stands behind the bar. It leaves nothing behind."""

    def __init__(self, what: str = "", long: float = _LONG) -> None:
        self._what = what
        self._begins = time.monotonic() + long
        self._at_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._drawn = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._draw("")

    def tell(self, share: float) -> None:
        """So much of it is done, 0 to 1."""
        if self._at_terminal and time.monotonic() >= self._begins:
            self._draw(_bar(share, f"{share:4.0%} {self._what}".rstrip()))

    def steps(self, number: int) -> Callable[[int], None]:
        """What is told each of so many steps as it is done, the first of which is 0."""
        return lambda step: self.tell(min((step + 1) / max(number, 1), 1))

    @asynccontextmanager
    async def passing(self, seconds: float) -> AsyncIterator[None]:
        """Meanwhile the bar grows, for something that takes at most so long."""
        ticking = asyncio.ensure_future(self._pass(seconds))
        try:
            yield
        finally:
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)

    async def _pass(self, seconds: float) -> None:
        began = time.monotonic()
        while True:
            await asyncio.sleep(_TICK)
            self.tell(min((time.monotonic() - began) / max(seconds, _TICK), 1))

    def _draw(self, text: str) -> None:
        """``text`` in the place of what is drawn, without a code that a terminal may not know."""
        from koryo_tui.drawing import cells

        # A line that fills the last column makes some terminals go on by themselves.
        text = cells.crop(text, shutil.get_terminal_size().columns - 1)
        if text != self._drawn:
            rest = " " * max(cells.width(self._drawn) - cells.width(text), 0)
            back = "\r" if rest or not text else ""
            print(f"\r{text}{rest}{back}", end="", file=sys.stderr, flush=True)
            self._drawn = text
