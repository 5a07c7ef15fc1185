"""What the start screen offers, as one immutable value; what is chosen is a command line."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from koryo_tui.text import around

#: The lines of the start screen, in their order.
LINES: Final = tuple(around.START_LINES)
LEARN: Final = "learn"
HOST: Final = "host"
SOLO: Final = "solo"
JOIN: Final = "join"
RESUME: Final = "resume"
#: What computer players can be chosen for all seats at once; the lobby has more.
LEVELS: Final = ("easy", "steady", "strong")
_USUAL: Final = 1
_MOST_SEATS: Final = 4
_LEAST_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Resumable:
    """A table that can be gone on with: how it is listed, and the words of the command line that
    does so. ``since`` says since when and where it waits, and is empty if it was left for good;
    ``people`` says with whom."""

    said: str
    command: tuple[str, ...]
    since: str = ""
    people: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """What the files of a person hold: ``profile``, ``transcripts`` of finished games, the latest
    first, and the table that ``waits``, the latest if there are several. ``name``: what the person
    is called at a table, if that is known. ``more``: how many tables wait besides, ``left``: how
    many were left for good."""

    profile: str
    transcripts: tuple[Path, ...] = ()
    waits: Resumable | None = None
    name: str = ""
    more: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Start:
    """``mark`` is a line. ``seats`` and ``bots`` are those of a table to host, ``rivals`` those of
    a game alone, and ``level``, a number in ``LEVELS``, is what computer players there are;
    ``field`` is what Left and Right change on the marked line."""

    known: Known = field(default_factory=lambda: Known("default"))
    mark: int = 0
    seats: int = _MOST_SEATS
    bots: int = 0
    rivals: int = 3
    level: int = _USUAL
    field: int = 0

    @property
    def line(self) -> str:
        """The marked line."""
        return LINES[self.mark]

    @property
    def fields(self) -> tuple[tuple[str, int | str], ...]:
        """What can be changed on the marked line, with what it is called."""
        return fields_of(self, self.line)

    def moved(self, step: int) -> Start:
        """Another line, round the ends."""
        return replace(self, mark=(self.mark + step) % len(LINES), field=0)

    def marked(self, mark: int) -> Start:
        """That line, if there is one."""
        return replace(self, mark=mark, field=0) if 0 <= mark < len(LINES) else self

    def next_field(self) -> Start:
        """The next that can be changed on the line."""
        return replace(self, field=(self.field + 1) % max(len(self.fields), 1))

    def changed(self, step: int) -> Start:
        """The number under the mark one more or less, within what a table allows, or the level
        one higher or lower."""
        if self.fields and self.fields[self.field][0] == around.LEVEL:
            return replace(self, level=_within(self.level + step, 0, len(LEVELS) - 1))
        if self.line == SOLO:
            return replace(self, rivals=_within(self.rivals + step, 1, _MOST_SEATS - 1))
        if self.line == HOST and self.field == 0:
            seats = _within(self.seats + step, _LEAST_SEATS, _MOST_SEATS)
            return replace(self, seats=seats, bots=min(self.bots, seats - 1))
        if self.line == HOST:
            return replace(self, bots=_within(self.bots + step, 0, self.seats - 1))
        return self

    def command(self) -> tuple[str, ...]:
        """The marked line as words of a command line."""
        words: dict[str, tuple[str, ...]] = {
            HOST: ("--seats", str(self.seats), "--bots", self._bots(self.bots)),
            SOLO: ("--bots", self._bots(self.rivals)),
        }
        return (self.line, *words.get(self.line, ()))

    def _bots(self, number: int) -> str:
        if self.level == _USUAL or not number:
            return str(number)
        return ",".join((LEVELS[self.level],) * number)


def with_tables(known: Known, tables: tuple[Resumable, ...]) -> Known:
    """``known`` with what of the tables is told."""
    waiting = sum(bool(table.since) for table in tables)
    left = len(tables) - waiting
    return replace(known, waits=offered(tables), more=max(waiting - 1, 0), left=left)


def offered(tables: tuple[Resumable, ...]) -> Resumable | None:
    """The first of the tables that waits, if one does."""
    return next((table for table in tables if table.since), None)


def mark_after(chosen: str) -> int:
    """The line to mark when the start screen is shown again: behind the lesson comes a game."""
    wanted = SOLO if chosen == LEARN else chosen
    return LINES.index(wanted) if wanted in LINES else 0


def fields_of(start: Start, line: str) -> tuple[tuple[str, int | str], ...]:
    """What can be changed on a line, with what it is called."""
    level: tuple[tuple[str, int | str], ...] = ((around.LEVEL, around.LEVELS[LEVELS[start.level]]),)
    fields: dict[str, tuple[tuple[str, int | str], ...]] = {
        HOST: (
            (around.SEATS, start.seats),
            (around.BOTS, start.bots),
            *(level if start.bots else ()),
        ),
        SOLO: ((around.BOTS, start.rivals), *level),
    }
    return fields.get(line, ())


def _within(number: int, least: int, most: int) -> int:
    return min(max(number, least), most)
