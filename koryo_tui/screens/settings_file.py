"""The page about the settings: where their file is and what is in it; Space writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Lines, Tone, line, wrapped
from koryo_tui.screens.page import PageScreen
from koryo_tui.settings import LANGUAGES, write_usual_settings
from koryo_tui.text import settings as text
from koryo_tui.text.troubles import reason_of

#: Before the second line of what is one line in the file.
_GOES_ON: Final = "      "


def file_screen(path: Path | None) -> PageScreen:
    """The file at ``path``, or the usual settings while there is none."""
    content = _read(path)
    if path is None or content is not None:
        return PageScreen(text.TITLE, lambda width: settings_page(path, content, width))

    def write() -> str:
        try:
            write_usual_settings(path)
        except OSError as error:
            return text.NOT_WRITTEN.format(why=reason_of(error))
        return text.WRITTEN

    return PageScreen(
        text.TITLE,
        lambda width: settings_page(path, _read(path), width),
        hint=text.CLOSES_WRITES,
        does=write,
    )


def settings_page(path: Path | None, content: str | None, width: int) -> Lines:
    """``content`` of the file, or without one the usual settings."""
    rows = (text.usual_file(LANGUAGES) if content is None else content).splitlines()
    file = tuple(part for row in rows for part in _row(row, width))
    if path is None:
        return file
    head = (line(f" {part}") for part in cells.folded(text.FILE.format(path=path), width - 1))
    missing = wrapped(text.NO_FILE, width, Tone.STRONG) if content is None else ()
    return (*head, *missing, line(), *file)


def _row(row: str, width: int) -> Lines:
    """A line of the file; what does not fit goes on farther to the right."""
    shown = row.expandtabs()
    if cells.width(shown) < width:
        return (line(f" {shown}"),)
    first, *rest = cells.folded(shown, width - 1 - len(_GOES_ON))
    return (line(f" {first}"), *(line(f" {_GOES_ON}{part}") for part in rest))


def _read(path: Path | None) -> str | None:
    try:
        return None if path is None else path.read_text(encoding="utf-8")
    except OSError:
        return None
