"""Text measured in terminal cells: a Chinese character takes two, a combining mark none.

``len`` and ``str.ljust`` count characters and break columns; nothing of the screen uses them.
"""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, set_cell_size

#: What stands for text that was cut off.
CUT: Final = ".."


def width(text: str) -> int:
    """How many cells ``text`` takes."""
    return cell_len(text)


def crop(text: str, cells: int) -> str:
    """``text`` cut to at most ``cells`` cells, with ``..`` at its end if something is missing."""
    if width(text) <= cells:
        return text
    if cells <= len(CUT):
        return set_cell_size(text, max(cells, 0))
    return set_cell_size(text, cells - len(CUT)).rstrip() + CUT


def fit(text: str, cells: int) -> str:
    """``text`` in exactly ``cells`` cells, cut or padded on the right."""
    return pad(crop(text, cells), cells)


def fit_right(text: str, cells: int) -> str:
    """``text`` in exactly ``cells`` cells, cut or padded on the left."""
    cut = crop(text, cells)
    return " " * (cells - width(cut)) + cut


def pad(text: str, cells: int) -> str:
    """``text`` with blanks on the right up to ``cells`` cells; never cut."""
    return text + " " * (cells - width(text))


def wrap(text: str, cells: int) -> tuple[str, ...]:
    """``text`` broken between words into lines of at most ``cells`` cells; a longer word is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width(longer) <= cells:
            line = longer
            continue
        if line:
            lines.append(line)
        line = crop(word, cells)
    return (*lines, line) if line or not lines else tuple(lines)
