"""A bar that tells how far something is."""

from __future__ import annotations

from koryo_tui.drawing.lines import Line, Span, Tone, joined
from koryo_tui.text import around


def progress_bar(share: float, width: int) -> Line:
    """How much of something long is done, 0 to 1."""
    room = max(width - 12, 10)
    filled = round(share * room)
    percent = around.LOADED_SHARE.format(percent=round(share * 100))
    return joined(" [", Span("#" * filled, Tone.STRONG), " " * (room - filled), f"] {percent}")
