"""A bar on the terminal that is drawn again and again in one line: how far something long is."""

from __future__ import annotations

from typing import Final, TextIO

_WIDTH: Final = 24
#: To the beginning of the line, which is cleared.
CLEAR: Final = "\r\x1b[K"


def draw_bar(share: float, said: str, to: TextIO) -> None:
    """``share`` is done, 0 to 1; ``said`` stands behind the bar."""
    filled = "#" * round(share * _WIDTH)
    print(f"{CLEAR}[{filled:{_WIDTH}}] {said}", end="", file=to, flush=True)
