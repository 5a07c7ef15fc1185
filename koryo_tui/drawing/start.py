"""The start screen, and the two lists behind it."""

from __future__ import annotations

from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, block, joined, line, wrapped
from koryo_tui.drawing.lists import window
from koryo_tui.drawing.progress import progress_bar
from koryo_tui.start import LINES, RESUME, SOLO, Known, Start, fields_of
from koryo_tui.text import around
from protocol.net.profile import DEFAULT_PROFILE

_FIRST_ROW: Final = 4
_NAME: Final = 16
_ROWS_EACH: Final = 2


def start_page(start: Start, width: int, height: int, note: str = "") -> Lines:
    """The whole screen. ``note``: why Enter did nothing."""
    lines: list[Line] = [
        line(f" {around.TITLE}", Tone.TITLE),
        line(f" {around.WELCOME}"),
        line(f" {_plays_as(start.known, width - 2)}", Tone.QUIET),
        Line(),
    ]
    # Two rows a line where there is room, so that each can say what it is for.
    spread = height >= _FIRST_ROW + _ROWS_EACH * len(LINES) + 2
    for number, name in enumerate(LINES):
        lines += _line(start, number, name, width, spread)
    said = _said(start, note, width)
    those = around.NUMBER_KEYS if start.fields else around.START_KEYS
    keys = line(f" {cells.crop(those, width - 2)}", Tone.KEYS)
    return (*block(lines, width, height - 1 - len(said)), *said, keys.fitted(width))


def _plays_as(known: Known, room: int) -> str:
    """The name, and the profile where it is another one than usual."""
    if not known.name:
        return ""
    both = around.PLAYS_AS_PROFILE.format(name=known.name, profile=known.profile)
    is_usual = known.profile == DEFAULT_PROFILE or cells.width(both) > room
    return around.PLAYS_AS.format(name=known.name) if is_usual else both


def _line(start: Start, number: int, name: str, width: int, spread: bool) -> Lines:
    marked = number == start.mark
    label, about = around.START_LINES[name]
    sign = ">" if marked else " "
    head = Span(
        cells.fit(f"{sign} {number + 1} {label}", _NAME + 4), Tone.CURSOR if marked else Tone.STRONG
    )
    fields = [
        Span(
            f"  {form.format(label=what, value=value)}",
            Tone.CHOSEN if form is around.OPTION else Tone.PLAIN,
        )
        for index, (what, value) in enumerate(fields_of(start, name))
        for form in (around.OPTION if marked and index == start.field else around.OTHER_OPTION,)
    ]
    if name == RESUME:
        waits, about = _what_waits(start.known, about)
        fields = [Span(f"  {waits}", Tone.CHOSEN if start.known.waits else Tone.QUIET)]
    if spread:
        told = line(f"     {cells.crop(about, width - 6)}", Tone.QUIET)
        return (joined(" ", head, *fields).fitted(width), told)
    if marked and fields:
        return (joined(" ", head, *fields).fitted(width),)
    return (joined(" ", head, Span(f"  {about}", Tone.QUIET)).fitted(width),)


def _what_waits(known: Known, about: str) -> tuple[str, str]:
    """Of the tables to go on with: what waits, and with whom; ``about`` where nothing is known."""
    if known.waits is not None:
        people = known.waits.people
        told = around.more_wait(people, known.more) if known.more else people
        return known.waits.since, told
    if known.left:
        return around.tables_left(known.left), around.LEFT_ABOUT
    return around.NOTHING_WAITS, about


def _said(start: Start, note: str, width: int) -> Lines:
    if note:
        return tuple(part.fitted(width) for part in wrapped(note, width - 1, Tone.BAD))
    if start.line == SOLO or (start.line == "host" and start.bots):
        return (line(f" {cells.crop(around.TRUST_BOTS, width - 2)}", Tone.QUIET).fitted(width),)
    return ()


def start_line_at(y: int, height: int) -> int | None:
    """Which line stands in row ``y``."""
    spread = height >= _FIRST_ROW + _ROWS_EACH * len(LINES) + 2
    number = (y - _FIRST_ROW) // (_ROWS_EACH if spread else 1)
    return number if y >= _FIRST_ROW and number < len(LINES) else None


def list_page(title: str, items: tuple[str, ...], mark: int, width: int, height: int) -> Lines:
    """A list to choose from, with its title and keys. If a line is too long, the marked one stands
    under the list again, as a whole."""
    whole: Lines = ()
    if any(cells.width(item) > width - 4 for item in items):
        whole = (Line(), *wrapped(" ".join(items[mark].split()), width - 1))
    rows = tuple(
        joined(
            " ",
            Span(
                cells.pad(f"{'>' if number == mark else ' '} {shown}", width - 2),
                Tone.CURSOR if number == mark else Tone.PLAIN,
            ),
        )
        for number, shown in enumerate(cells.crop_between(item, width - 4) for item in items)
    )
    return (
        line(f" {cells.crop(title, width - 2)}", Tone.TITLE).fitted(width),
        Line().fitted(width),
        *window(rows, mark, width, height - 3 - len(whole)),
        *(part.fitted(width) for part in whole),
        line(f" {cells.crop(around.LIST_KEYS, width - 2)}", Tone.KEYS).fitted(width),
    )


def reading_page(title: str, share: float | None, width: int) -> Lines:
    """How far a list is that is being made; None for ``share`` until that takes long."""
    head = (line(f" {cells.crop(title, width - 2)}", Tone.TITLE), line())
    keys = (line(), line(f" {around.BACK_KEYS}", Tone.KEYS))
    return head if share is None else (*head, progress_bar(share, width), *keys)


def join_above(width: int) -> Lines:
    """What stands over the tables that were found."""
    title, about = around.START_LINES["join"]
    return (line(f" {title}", Tone.TITLE), *wrapped(about, width - 1, Tone.QUIET), Line())


def join_list(rows: tuple[str, ...], said: str, mark: int | None, width: int, room: int) -> Lines:
    """The tables that were found, in at most ``room`` lines after the one that is ``said``."""
    listed = tuple(
        line(
            f" {'>' if number == mark else ' '} {row}",
            Tone.CURSOR if number == mark else Tone.PLAIN,
        )
        for number, row in enumerate(rows)
    )
    shown = window(listed, mark or 0, width, min(len(rows), room))
    return (*wrapped(said, width - 1, Tone.QUIET), *shown, Line())


def join_below(trouble: str, has_tables: bool, width: int, *, is_refused: bool = False) -> Lines:
    """What stands above the line to type an invite into. ``is_refused``: what stands in it has come
    to nothing."""
    asked = around.INVITE_OR_TABLE if has_tables else around.INVITE_ASK
    said = wrapped(trouble, width - 1, Tone.BAD) if trouble else (Line(),)
    over = wrapped(around.INVITE_REFUSED, width - 1, Tone.KEYS) if is_refused else ()
    return (*wrapped(asked, width - 1, Tone.KEYS), Line(), *said, *over, Line())
