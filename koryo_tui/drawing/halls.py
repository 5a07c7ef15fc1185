"""The halls on the screen: the famous, the shameful, all games."""

from __future__ import annotations

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, joined, line
from koryo_tui.drawing.lists import window
from koryo_tui.halls import Entry, Halls
from koryo_tui.text import around, words

_NAME: int = 13


def halls_page(halls: Halls, mark: int, width: int, height: int, note: str = "") -> Lines:
    """The whole screen; entry number ``mark`` is marked. ``note``: why a key did nothing."""
    lines: list[Line] = []
    rows: list[int] = []
    sections = (
        (around.HALL_OF_FAME, halls.fame, around.NOBODY_FAMOUS),
        (around.WALL_OF_SHAME, halls.shame, around.NOBODY_ASHAMED),
        (around.ALL_GAMES, halls.games, around.NO_GAMES),
    )
    for title, entries, nobody in sections:
        lines += [line(f" {title}", Tone.TITLE)]
        if not entries:
            lines.append(line(f"   {nobody}", Tone.QUIET))
        for entry in entries:
            marked = len(rows) == mark
            rows.append(len(lines))
            whole_game = title == around.ALL_GAMES
            draw = _game if whole_game else _seat
            lines.append(draw(entry, marked, width))
        lines.append(Line())
    at = rows[mark] if mark < len(rows) else 0
    said = line(f" {cells.crop(note, width - 2)}", Tone.BAD) if note else Line()
    keys = line(f" {cells.crop(around.HALLS_KEYS, width - 2)}", Tone.KEYS)
    body = window(tuple(lines), at, width, height - 2)
    return (*body, said.fitted(width), keys.fitted(width))


def _seat(entry: Entry, marked: bool, width: int) -> Line:
    """Points, name, day, who else played."""
    others = around.WITH.format(names=words.listed(entry.others))
    return _marked(
        marked,
        f"{entry.score:>4}  {cells.fit(entry.name, _NAME)} {entry.game.day.isoformat()}  {others}",
        width,
    )


def _game(entry: Entry, marked: bool, width: int) -> Line:
    """Day, and everybody's points from the first place on."""
    game = entry.game
    scores = words.listed(
        tuple(words.scored(game.names[seat], game.scores[seat]) for seat in game.by_place)
    )
    return _marked(marked, f"{game.day.isoformat()}  {scores}", width)


def _marked(marked: bool, text: str, width: int) -> Line:
    sign = ">" if marked else " "
    tone = Tone.CURSOR if marked else Tone.PLAIN
    return joined(" ", Span(cells.fit(f"{sign} {text}", width - 2), tone))
