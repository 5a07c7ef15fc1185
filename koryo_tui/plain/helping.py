"""The words that can be typed in lines, listed."""

from __future__ import annotations

from koryo_tui.text import plain
from koryo_tui.text.plain import Word


def help_lines(known: tuple[tuple[Word, str, str], ...]) -> tuple[str, ...]:
    """Each word and what it does, after what may be typed of it."""
    listed = tuple(
        (plain.HELP_WORD_WITH if what else plain.HELP_WORD).format(
            word=plain.SPELLED[word], what=what, about=about
        )
        for word, what, about in known
    )
    return (plain.HELP_BEGINNINGS, *listed)
