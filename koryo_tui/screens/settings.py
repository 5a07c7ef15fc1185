"""The page about the settings: where their file is and what is in it; Space writes it."""

from __future__ import annotations

from pathlib import Path

from koryo_tui.drawing.lines import Lines, Tone, line, wrapped
from koryo_tui.screens.page import PageScreen
from koryo_tui.settings import LANGUAGES, write_usual_settings
from koryo_tui.text import settings as text


def settings_screen(path: Path | None) -> PageScreen:
    """The file at ``path``, or the usual settings while there is none."""
    content = _read(path)
    if path is None or content is not None:
        return PageScreen(text.TITLE, lambda width: settings_page(path, content, width))

    def write() -> str:
        try:
            write_usual_settings(path)
        except OSError as error:
            return text.NOT_WRITTEN.format(why=error.strerror)
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
    file = tuple(line(f" {row}") for row in rows)
    if path is None:
        return file
    head = wrapped(text.FILE.format(path=path), width)
    missing = (line(f" {text.NO_FILE}", Tone.STRONG),) if content is None else ()
    return (*head, *missing, line(), *file)


def _read(path: Path | None) -> str | None:
    try:
        return None if path is None else path.read_text(encoding="utf-8")
    except OSError:
        return None
