"""Lists that are longer than their room."""

from __future__ import annotations

from koryo_tui.drawing.lines import Lines, block


def window(lines: Lines, marked: int, width: int, height: int) -> Lines:
    """``height`` of ``lines``, with line ``marked`` in the middle where that is possible."""
    start = min(max(marked - height // 2, 0), max(len(lines) - height, 0))
    return block(lines[start:], width, height)
