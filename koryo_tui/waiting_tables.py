"""The tables that wait to be resumed: listed, chosen, given up."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from koryo_tui import terminal
from koryo_tui.drawing import cells
from koryo_tui.exits import Exit, WrongUse
from koryo_tui.keys import with_twins
from koryo_tui.own_files import identity_in, profile_folders
from koryo_tui.paths import data_root
from koryo_tui.saying import say
from koryo_tui.start import Resumable
from koryo_tui.text import around, plain, resuming, words
from koryo_tui.typed import bare
from protocol.net.disk import Locked
from protocol.net.keeping import Unfinished, forget, is_free, unfinished
from protocol.net.profile import Profiles

#: What is typed to choose no table, under any layout, and to be sure.
_NO_TABLE: Final = with_twins(("q",))
_YES: Final = "yes"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits, and the profile it belongs to. ``is_free``: neither is in use now."""

    profile: str
    table: Unfinished
    is_free: bool = True

    @property
    def command(self) -> tuple[str, ...]:
        """The words of the command line that resumes it."""
        return ("resume", self.table.name, "--profile", self.profile)


def waiting(profile: str | None) -> tuple[Waiting, ...]:
    """All tables that can be gone on with, of one profile or of all; the latest first."""
    found: list[Waiting] = []
    for folder in profile_folders(profile):
        tables = unfinished(folder)
        if tables:
            free = is_free(folder)
            found += [Waiting(folder.name, table, free and table.is_free) for table in tables]
    return tuple(sorted(found, key=lambda each: each.table.touched, reverse=True))


def resumable(profile: str | None) -> tuple[Resumable, ...]:
    """Those of ``waiting`` that can be taken up now, as the start screen lists them."""
    waits, left = _sorted(waiting(profile))
    tables = (*waits, *left)
    # Whoever has but one profile need not read its name, for which there is little room.
    several = len({each.profile for each in tables}) > 1
    return tuple(
        Resumable(
            line_of(each, number, with_profile=several), each.command, _since(each), _people(each)
        )
        for number, each in enumerate(tables, start=1)
    )


def _since(each: Waiting) -> str:
    if each.table.is_left:
        return ""
    return resuming.WAITS.format(when=_when(each.table), round=_round(each.table))


def _people(each: Waiting) -> str:
    """The others at the table."""
    me = identity_in(each.table.folder.parent.parent)
    others = tuple(x.name for x in each.table.roster.players if x.identity != me)
    return around.WITH.format(names=words.listed(others))


def _when(table: Unfinished) -> str:
    return datetime.fromtimestamp(table.touched).strftime("%Y-%m-%d %H:%M")


def _round(table: Unfinished) -> str:
    return resuming.ROUND.format(round=table.round) if table.round else resuming.NOT_BEGUN


def _sorted(tables: Sequence[Waiting]) -> tuple[tuple[Waiting, ...], tuple[Waiting, ...]]:
    """The tables that can be taken up now: those that wait, and those that were left for good."""
    free = [each for each in tables if each.is_free]
    waits = tuple(each for each in free if not each.table.is_left)
    return waits, tuple(each for each in free if each.table.is_left)


def line_of(each: Waiting, number: int, *, with_profile: bool = True) -> str:
    """The table as it stands in a list."""
    return "".join(_parts(each, number, with_profile=with_profile))


def _say(each: Waiting, number: int) -> None:
    """Prints the table as it stands in a list."""
    lead, players = _parts(each, number)
    say(players, lead=lead)


def _parts(each: Waiting, number: int, *, with_profile: bool = True) -> tuple[str, str]:
    """The table as it stands in a list: what has its column, and who plays."""
    table = each.table
    round_ = _round(table)
    if table.is_left:
        round_ = resuming.LEFT
    if not each.is_free:
        round_ = resuming.IN_USE
    lead = resuming.ENTRY.format(number=number, when=_when(table), round=cells.fit(round_, 17))
    text = words.listed(table.players)
    return lead, text + resuming.PROFILE.format(profile=each.profile) if with_profile else text


def choose(
    tables: Sequence[Waiting], ask: Callable[[str], str], *, is_named: bool = False
) -> Waiting | None:
    """The only table that waits, or the one that is chosen of several; None if none is.

    A table that was left for good is taken only if it is chosen: from the list, or by its name if
    the tables are those of a name (``is_named``). ``ask`` prints a question and reads a line.
    Raises ``WrongUse`` if there is none.
    """
    if not tables:
        raise WrongUse(resuming.NONE)
    waits, left = _sorted(tables)
    offered = (*waits, *left)
    if not offered:
        raise WrongUse(resuming.ALL_IN_USE)
    if len(waits) == 1:
        return waits[0]
    if is_named and len(offered) == 1:
        return offered[0]
    _list(waits, left)
    return _numbered(offered, ask, waits[0] if waits else None)


def _list(waits: Sequence[Waiting], left: Sequence[Waiting]) -> None:
    """Prints the tables, numbered."""
    if waits:
        say(resuming.TABLES)
    for number, each in enumerate((*waits, *left), start=1):
        if number == len(waits) + 1:
            say(resuming.TABLES_LEFT)
        _say(each, number)


def _numbered(
    offered: Sequence[Waiting], ask: Callable[[str], str], usual: Waiting | None
) -> Waiting | None:
    """The table whose number is typed; ``usual`` if nothing is, None if none is wanted."""
    while True:
        said = ask(resuming.CHOOSE_LEFT if usual is None else resuming.CHOOSE).strip()
        if not said:
            return usual
        if said in _NO_TABLE or bare(said) in map(bare, resuming.NO_TABLE):
            return None
        if said.isascii() and said.isdigit() and 1 <= int(said) <= len(offered):
            return offered[int(said) - 1]
        say(resuming.NO_SUCH_NUMBER.format(said=said[:20]))


def _read_line(prompt: str) -> str:
    """A typed line; an empty one where there is none."""
    try:
        return terminal.read_line(prompt)
    except EOFError:
        return ""


def forget_table(profile: str | None, name: str) -> int:
    """Gives up a table whose id begins with ``name``, or one that is chosen if that is empty, once
    that is confirmed; the exit code."""
    found = [each for each in waiting(profile) if each.table.name.startswith(name.lower())]
    if not found:
        none = resuming.NO_SUCH_TABLE.format(name=name[:20]) if name else around.NO_TABLES
        raise WrongUse(none)
    if len(found) > 1 and name:
        raise WrongUse(resuming.SEVERAL.format(name=name[:20]))
    free = [each for each in found if each.is_free]
    if not free:
        raise WrongUse(resuming.ALL_IN_USE)
    each = free[0]
    if len(free) > 1:
        waits, left = _sorted(free)
        _list(waits, left)
        chosen = _numbered((*waits, *left), _read_line, None)
        if chosen is None:
            return Exit.OK
        each = chosen
    _say(each, 1)
    say(resuming.FORGETS)
    said = _read_line(resuming.FORGET)
    if bare(said.strip()) not in map(bare, (_YES, plain.SPELLED[plain.Word.YES])):
        say(resuming.NOT_FORGOTTEN)
        return Exit.OK
    with Profiles(data_root(), os.urandom).open(each.profile) as opened:
        table = each.table.folder.name
        record = forget(each.table.folder, opened.transcripts)
        for folder in opened.folder.glob(f"bots/*/profiles/*/tables/{table}"):
            with suppress(Locked):
                forget(folder, folder.parent.parent / "transcripts")
    if record is None:
        say(resuming.FORGOTTEN)
    else:
        say(resuming.KEPT_RECORD.format(path=record), record)
    return Exit.OK
