"""Lists that are longer than their room."""

from __future__ import annotations

from koryo_tui.drawing.lines import Lines, block


def first_row(count: int, marked: int, height: int) -> int:
    """Which of ``count`` lines stands in the first row of a window of ``height``."""
    return min(max(marked - height // 2, 0), max(count - height, 0))


def window(lines: Lines, marked: int, width: int, height: int) -> Lines:
    """``height`` of ``lines``, with line ``marked`` in the middle where that is possible."""
    return block(lines[first_row(len(lines), marked, height) :], width, height)
