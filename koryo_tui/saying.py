"""Sentences on their way out: broken between words where that is a terminal, and whole everywhere
else, so that a script finds them as they are."""

from __future__ import annotations

import os
import re
import sys
from typing import Final, TextIO

#: A command to be copied stays on one line, with the option that follows and what that wants in
#: any language, or with a word in capitals, or the id of a table.
_COMMAND: Final = (
    r"koryo-tui(?: [a-z]+)?"
    r"(?: --[a-z-]+(?: [^\W\da-z\u0430-\u0457_]{1,12}(?!\w))?| [A-Z]+\b| [0-9a-f]{8,}\b)?"
)
#: Stands for each cell of what stays together; of the private use area, so nobody types it.
_HELD: Final = "\ue000"


def say(
    sentence: str,
    *whole: object,
    lead: str = "",
    hang: int = 0,
    to: TextIO | None = None,
) -> None:
    """Prints a sentence at once, to standard output unless ``to`` is another stream.

    ``whole`` are the parts that are never broken: paths, words to compare, whatever is copied.
    ``lead`` stands before it, and as many blanks and ``hang`` more before its other lines.
    """
    stream = sys.stdout if to is None else to
    columns = _columns(stream)
    if columns is None:
        print(lead + sentence, file=stream, flush=True)
        return
    print(
        "\n".join(broken(sentence, columns, *whole, lead=lead, hang=hang)), file=stream, flush=True
    )


def asked(question: str) -> str:
    """The last line of a question, behind which is typed; those before it are printed."""
    columns = _columns(sys.stdout)
    if columns is None:
        return question
    *before, last = broken(question.rstrip(), columns)
    for line in before:
        print(line)
    return last + question[len(question.rstrip()) :]


def broken(
    sentence: str, columns: int, *whole: object, lead: str = "", hang: int = 0
) -> tuple[str, ...]:
    """A sentence in lines for a terminal of so many ``columns``; the rest as for ``say``."""
    # What measures cells is loaded where something is measured.
    from koryo_tui.drawing import cells

    # A line that fills the last column makes some terminals go on by themselves.
    room = max(columns - 1 - cells.width(lead) - hang, 1)
    texts = [part for part in map(str, whole) if part]
    held = re.compile("|".join((*map(re.escape, texts), _COMMAND)))
    lines = [part for text in sentence.split("\n") for part in _parts(text, room, hang, held)]
    indent = " " * (cells.width(lead) + hang)
    return (lead + lines[0], *(indent + line for line in lines[1:]))


def _parts(text: str, room: int, hang: int, held: re.Pattern[str]) -> list[str]:
    """``text`` in lines of at most ``room`` cells, or in one of ``hang`` more; nothing that matches
    ``held`` is broken."""
    from koryo_tui.drawing import cells

    if cells.width(text) <= room + hang:
        return [text]
    found = iter(held.findall(text))
    hidden = held.sub(lambda part: _HELD * cells.width(part[0]), text)
    lines = cells.wrap(hidden, room, cut=False)
    return [re.sub(f"{_HELD}+", lambda _cells: next(found), line) for line in lines]


def _columns(stream: TextIO) -> int | None:
    """How wide a terminal is; None for what is none, or does not say so."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None
