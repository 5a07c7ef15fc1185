"""Names in fewer cells than they take, each still told apart from the others at the table."""

from __future__ import annotations

from koryo_tui.drawing import cells
from koryo_tui.text.words import Names


def told_apart(names: Names, longest: int) -> Names:
    """The names in at most ``longest`` cells each, of which there are 5 or more.

    Of names that begin alike the ends are kept too, and of those that also end alike numbers.
    """
    whole = names.names
    if all(cells.width(name) <= longest for name in whole):
        return names
    for tail in range(longest - len(cells.CUT)):
        short = tuple(_short(name, name[len(name) - tail :], longest) for name in whole)
        if len(set(short)) == len(set(whole)):
            return Names(short, names.you)
    numbered = tuple(_short(name, str(seat + 1), longest) for seat, name in enumerate(whole))
    return Names(numbered, names.you)


def _short(name: str, end: str, longest: int) -> str:
    """The name, or its beginning and as much of ``end`` as leaves room for some of that."""
    if cells.width(name) <= longest:
        return name
    while cells.width(end) > longest - len(cells.CUT) - 1:
        end = end[1:]
    return cells.crop(name, longest - cells.width(end)) + end
