"""Names that people give themselves, made safe to show.

A name comes from somebody else and goes to a terminal: what moves the cursor, turns the direction
of writing or takes no room is taken out, and what is left fits a column of the table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

#: No name takes more room than this, in terminal cells.
MAX_CELLS: Final = 12
#: No name has more characters (code points) than this; the limit of the wire.
MAX_CHARACTERS: Final = 24
#: Who gave no name that can be shown is called this.
NAMELESS: Final = "Player"

#: Controls, formats (direction marks, zero-width joiners), surrogates, private and unassigned.
_UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
#: Harmful wherever it is shown: as above, and all white space but the space.
_HARMFUL: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp"})
_COMBINING: Final = frozenset({"Mn", "Me"})
#: Letters and symbols of other categories that draw nothing: Hangul fillers, the Braille blank.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
#: Variation selectors change how wide the character before them is drawn.
_SELECTORS: Final = frozenset(
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0x180B, 0x180E))
)
#: More marks on one letter than this only serve to draw over the lines above and below.
_MAX_MARKS: Final = 2


def clean(name: str) -> str:
    """``name`` as it is shown: printable, one line, at most 12 cells and 24 characters, not empty.

    Cleaning a clean name changes nothing.
    """
    return _cut(_composed(name), MAX_CELLS) or NAMELESS


def fits(name: str) -> bool:
    """Whether ``clean`` takes nothing from ``name`` for want of room."""
    composed = _composed(name)
    return _cut(composed, MAX_CELLS) == _cut(composed, 2 * len(composed), len(composed))


def _composed(name: str) -> str:
    """``name`` without what cannot be shown."""
    spaced = "".join(" " if c.isspace() or c in _BLANK else c for c in name)
    shown = "".join(c for c in spaced if _is_shown(c))
    # Composing first makes a letter and its accent one character of known width.
    return unicodedata.normalize("NFC", " ".join(shown.split()))


def is_safe(name: str) -> bool:
    """Whether a name that somebody else cleaned may be shown as it is.

    Asks only for what is the same in every version of Unicode: what is unassigned here, or of
    another width, may have been clean to who knows a later one.
    """
    return (
        0 < len(name) <= MAX_CHARACTERS
        and name == name.strip(" ")
        and "  " not in name
        and all(_is_harmless(character) for character in name)
    )


def cells(text: str) -> int:
    """The terminal cells that ``text`` takes (Unicode Standard Annex 11; ambiguous counts one)."""
    return sum(_cells_of(character) for character in text)


def all_distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Each of the names as ``distinct`` makes it beside those before it."""
    found: list[str] = []
    for name in names:
        found.append(distinct(name, found))
    return tuple(found)


def distinct(name: str, taken: Iterable[str]) -> str:
    """``name``, cleaned, and numbered from 2 on if it could be mistaken for one of ``taken``."""
    used = {_likeness(other) for other in taken}
    wanted = clean(name)
    candidate, number = wanted, 1
    while _likeness(candidate) in used:
        number += 1
        ending = f" {number}"
        candidate = _cut(wanted, MAX_CELLS - len(ending), MAX_CHARACTERS - len(ending)) + ending
    return candidate


def _is_shown(character: str) -> bool:
    return unicodedata.category(character) not in _UNPRINTABLE and character not in _SELECTORS


def _is_harmless(character: str) -> bool:
    if character in _BLANK or character in _SELECTORS:
        return False
    return character == " " or unicodedata.category(character) not in _HARMFUL


def _cells_of(character: str) -> int:
    if unicodedata.category(character) in _COMBINING:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _likeness(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _cut(name: str, max_cells: int, max_characters: int = MAX_CHARACTERS) -> str:
    kept: list[str] = []
    width = marks = 0
    for character in name:
        combining = unicodedata.category(character) in _COMBINING
        marks = marks + 1 if combining else 0
        if combining and (not kept or kept[-1] == " " or marks > _MAX_MARKS):
            continue
        width += _cells_of(character)
        if width > max_cells or len(kept) == max_characters:
            break
        kept.append(character)
    return "".join(kept).strip()
