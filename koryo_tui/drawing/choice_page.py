"""A window with a few lines to choose from."""

from __future__ import annotations

from typing import Final

from koryo_tui.drawing.lines import Lines, Tone, line, wrapped
from koryo_tui.text.choices import CHOOSE_KEYS, FINAL_KEYS, Choices

#: So many lines have a digit of their own.
_DIGITS: Final = 9


def choice_page(choices: Choices, mark: int, width: int) -> Lines:
    """The title, the sentences, the lines to choose from with ``mark`` marked, the keys."""
    listed = []
    for index, choice in enumerate(choices.choices):
        key = key_of(choices, index)
        number = f"{key}." if key else "  "
        is_marked = index == mark
        text = f" {'>' if is_marked else ' '} {number} {choice.label} "
        tone = Tone.QUIET if choice.idle else Tone.PLAIN
        listed.append(line(text, Tone.CURSOR if is_marked else tone))
    keys = FINAL_KEYS if choices.choices[mark].is_final else CHOOSE_KEYS
    lines = (*_above(choices, width), *listed, line(), line(f" {keys}", Tone.KEYS))
    return tuple(one.fitted(width) for one in lines)


def key_of(choices: Choices, index: int) -> str:
    """The digit or sign of a line; empty if it has none."""
    return choices.choices[index].key or (str(index + 1) if index < _DIGITS else "")


def choice_at(choices: Choices, width: int, y: int) -> int | None:
    """Which line to choose stands in row ``y``."""
    index = y - len(_above(choices, width))
    return index if 0 <= index < len(choices.choices) else None


def _above(choices: Choices, width: int) -> Lines:
    said = tuple(part for text in choices.sentences for part in wrapped(text, width - 1))
    return (line(f" {choices.title}", Tone.TITLE), line(), *said, *((line(),) if said else ()))
