"""Text measured in terminal cells: a Chinese character takes two, a combining mark none.

``len`` and ``str.ljust`` count characters and break columns; nothing of the screen uses them.
"""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size

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


def crop_between(text: str, cells: int) -> str:
    """As ``crop``, but what is left are whole words, with a blank before the ``..``."""
    if width(text) <= cells:
        return text
    short = set_cell_size(text, max(cells - len(CUT), 0))
    whole, blank, _rest = short.rpartition(" ")
    return f"{whole.rstrip()} {CUT}" if blank and whole.strip() else crop(text, cells)


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


def wrap(text: str, cells: int, *, cut: bool = True) -> tuple[str, ...]:
    """``text`` broken between words into lines of at most ``cells`` cells; a longer word is cut,
    or stands on a line of its own as it is unless ``cut``.

    Chinese is broken between any two characters, but not in front of a mark that ends something
    nor behind one that opens it.
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        blank = " " if line else ""
        for piece in _pieces(word):
            longer = f"{line}{blank}{piece}"
            if width(longer) <= cells:
                line = longer
            else:
                if line:
                    lines.append(line)
                line = crop(piece, cells) if cut else piece
            blank = ""
    return (*lines, line) if line or not lines else tuple(lines)


def folded(text: str, cells: int) -> tuple[str, ...]:
    """As ``wrap``, but what a longer word has too much goes on in the next line."""
    lines = wrap(text, cells, cut=False)
    return tuple(part for line in lines for part in chop_cells(line, cells) or [""])


_CLOSING: Final = frozenset(
    "\uff0c\u3002\u3001\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u300b\u201d"
)
_OPENING: Final = frozenset("\uff08\u300c\u300e\u300a\u201c")


def _pieces(word: str) -> list[str]:
    """What of a word stays together: all of it, but each wide character by itself."""
    if width(word) == len(word):
        return [word]
    pieces: list[str] = []
    is_open = False
    for character in word:
        is_wide = width(character) > 1
        stays = is_open or character in _CLOSING
        if pieces and (stays or not (is_wide or width(pieces[-1][-1]) > 1)):
            pieces[-1] += character
        else:
            pieces.append(character)
        is_open = character in _OPENING
    return pieces
