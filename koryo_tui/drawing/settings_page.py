"""The window of the settings: a line for each of them, and what the marked one is."""

from __future__ import annotations

from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, joined, line, wrapped
from koryo_tui.settings import Settings, value_of
from koryo_tui.text import settings as text

#: The entries in their order; the last is but shown where it is kept.
ENTRIES: Final = tuple(text.ENTRIES)
NAME: Final = "name"
KEYS: Final = "keys"
_FIRST_ROW: Final = 2
_LABEL: Final = 20


def rows_above(settings: Settings, account: str, mark: int, width: int) -> Lines:
    """The title and the entries. ``account``: what is called who has said no name."""
    rows = tuple(
        _row(number, id, _said(settings, id, account), number == mark, width)
        for number, id in enumerate(ENTRIES)
    )
    return (line(f" {text.TITLE}", Tone.TITLE), Line(), *rows, Line())


def rows_below(mark: int, said: str, width: int, *, is_trouble: bool, is_writing: bool) -> Lines:
    """What the marked entry is, what became of a change (``said``), and the keys."""
    id = ENTRIES[mark]
    about = wrapped(text.ENTRIES[id][1], width - 1)
    became = wrapped(said, width - 1, Tone.BAD if is_trouble else Tone.QUIET) if said else ()
    keys = {NAME: text.NAME_KEYS, KEYS: text.FILE_KEYS}.get(id, text.CHANGE_KEYS)
    shown = text.WRITE_KEYS if is_writing else keys
    return (*about, *became, Line(), line(f" {cells.crop(shown, width - 2)}", Tone.KEYS))


def entry_at(y: int) -> int | None:
    """Which entry stands in row ``y``."""
    return y - _FIRST_ROW if 0 <= y - _FIRST_ROW < len(ENTRIES) else None


def _row(number: int, id: str, value: str, is_marked: bool, width: int) -> Line:
    label = f"{'>' if is_marked else ' '} {number + 1}. {text.ENTRIES[id][0]}"
    shown = f"< {value} >" if is_marked and id not in (NAME, KEYS) else f"  {value}"
    return joined(
        " ",
        Span(cells.fit(label, _LABEL + 5), Tone.CURSOR if is_marked else Tone.PLAIN),
        Span(f" {shown}", Tone.CHOSEN if is_marked else Tone.PLAIN),
    ).fitted(width)


def _said(settings: Settings, id: str, account: str) -> str:
    if id == KEYS:
        return text.SHOW_FILE
    value = value_of(settings, id)
    if id == NAME:
        return str(value) or text.OF_ACCOUNT.format(name=account)
    return text.VALUES[id][value]
