"""A review on the screen: how far it is, then the decisions that cost most and the better ones."""

from __future__ import annotations

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Tone, block, line, wrapped
from koryo_tui.drawing.progress import progress_bar
from koryo_tui.replay import Game
from koryo_tui.reviewing import Moment
from koryo_tui.text import advice, around
from koryo_tui.text.words import Names


def progress_page(name: str, share: float, width: int) -> Lines:
    """How much of the game has been looked at."""
    return (
        line(f" {advice.REVIEW_OF.format(name=name)}", Tone.TITLE),
        line(),
        *wrapped(advice.REVIEWING.format(name=name), width - 1),
        progress_bar(share, width),
        line(),
        line(f" {around.BACK_KEYS}", Tone.KEYS),
    )


def trouble_page(name: str, trouble: str, width: int) -> Lines:
    """Why there is no review."""
    return (
        line(f" {advice.REVIEW_OF.format(name=name)}", Tone.TITLE),
        line(),
        *wrapped(trouble, width - 1, Tone.BAD),
        line(),
        line(f" {around.BACK_KEYS}", Tone.KEYS),
    )


def review_page(
    game: Game, seat: int, moments: tuple[Moment, ...], mark: int, width: int, height: int
) -> Lines:
    """The decisions, dearest first, and what there is to say about the marked one."""
    names = Names(game.names, you=-1)
    lines: list[Line] = [*_above(game, seat, moments, width)]
    for index, moment in enumerate(moments):
        cost, *_ = advice.costly_sentences(moment.costly, names)
        is_marked = index == mark
        text = f" {'>' if is_marked else ' '} {index + 1} {cost}"
        lines.append(line(text, Tone.CURSOR if is_marked else Tone.PLAIN).fitted(width))
    if moments:
        _, played, better, *why = advice.costly_sentences(moments[mark].costly, names)
        lines += [line(), *wrapped(played, width - 1), *wrapped(better, width - 1, Tone.STRONG)]
        lines += [each for text in why for each in wrapped(text, width - 1)]
    keys = advice.REVIEW_KEYS if moments else advice.REVIEW_KEYS_NOTHING
    last = line(f" {cells.crop(keys, width - 2)}", Tone.KEYS).fitted(width)
    return (*block(lines, width, height - 1), last)


def moment_at(game: Game, seat: int, moments: tuple[Moment, ...], width: int, y: int) -> int | None:
    """Which decision stands in row ``y``."""
    index = y - len(_above(game, seat, moments, width))
    return index if 0 <= index < len(moments) else None


def _above(game: Game, seat: int, moments: tuple[Moment, ...], width: int) -> Lines:
    name = game.names[seat]
    said = [] if game.hands else [advice.WITHOUT_HANDS]
    said.append(advice.COMPARED if moments else advice.NOTHING_COST.format(name=name))
    return (
        line(f" {advice.REVIEW_OF.format(name=name)}", Tone.TITLE),
        line(),
        *(part for text in said for part in (*wrapped(text, width - 1), line())),
    )
