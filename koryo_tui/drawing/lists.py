"""Lists that are longer than their room."""

from __future__ import annotations

from typing import Final

from koryo_tui.drawing.lines import Line, Lines, Tone, block, line
from koryo_tui.text import around

#: In fewer lines there is no room to say that there are more.
_LEAST: Final = 3


def first_row(count: int, marked: int, height: int) -> int:
    """Which of ``count`` lines stands in the first row of a window of ``height``."""
    return min(max(marked - height // 2, 0), max(count - height, 0))


def window(lines: Lines, marked: int, width: int, height: int) -> Lines:
    """``height`` of ``lines``, with line ``marked`` in the middle where that is possible; the first
    and the last of them give way to a word that there are more."""
    start = first_row(len(lines), marked, height)
    rows = list(block(lines[start:], width, height))
    if height >= _LEAST:
        if start:
            rows[0] = _more(around.MORE_ABOVE, width)
        if start + height < len(lines):
            rows[-1] = more_below(width)
    return tuple(rows)


def more_below(width: int) -> Line:
    """That a list, or a text, goes on below."""
    return _more(around.MORE_BELOW, width)


def _more(said: str, width: int) -> Line:
    return line(f"  {said}", Tone.QUIET).fitted(width)
