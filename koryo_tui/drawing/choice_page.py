"""A window with a few lines to choose from."""

from __future__ import annotations

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Lines, Tone, line, wrapped
from koryo_tui.text.choices import CHOOSE_KEYS, Choices


def choice_page(choices: Choices, mark: int, width: int) -> Lines:
    """The title, the sentences, the lines to choose from with ``mark`` marked, the keys."""
    digits = len(str(len(choices.choices)))
    listed = []
    for index, choice in enumerate(choices.choices):
        number = cells.fit_right(str(index + 1), digits)
        is_marked = index == mark
        text = f" {'>' if is_marked else ' '} {number}. {choice.label} "
        listed.append(line(text, Tone.CURSOR if is_marked else Tone.PLAIN))
    lines = (*_above(choices, width), *listed, line(), line(f" {CHOOSE_KEYS}", Tone.KEYS))
    return tuple(one.fitted(width) for one in lines)


def choice_at(choices: Choices, width: int, y: int) -> int | None:
    """Which line to choose stands in row ``y``."""
    index = y - len(_above(choices, width))
    return index if 0 <= index < len(choices.choices) else None


def _above(choices: Choices, width: int) -> Lines:
    said = tuple(part for text in choices.sentences for part in wrapped(text, width - 1))
    return (line(f" {choices.title}", Tone.TITLE), line(), *said, *((line(),) if said else ()))
