"""What the choice under way would change, in as few words as there is room for.

The ledger shows all counts and all influence as well: where names are long, the influence gives way
to the majorities, and names are cut so that they can still be told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from koryo_tui.drafts import preview
from koryo_tui.drafts.aim import Aim
from koryo_tui.drafts.base import columns
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.preview import Board, Change
from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Lines, Tone, line
from koryo_tui.drawing.scene import Scene
from koryo_tui.drawing.told_apart import told_apart
from koryo_tui.text import labels, sentences, words
from koryo_tui.text.words import Names
from protocol.rules import FAMILIES, Card

#: No name takes more cells.
_WHOLE: Final = 12
#: So many families are always told, of which cards are moved.
_AT_LEAST: Final = 2


class _Points(Enum):
    """Whose influence is told."""

    ALL = "all"
    MOVED = "moved"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class _Form:
    """In how many cells names are told, whether ties briefly, and whose influence."""

    name: int = _WHOLE
    brief: bool = False
    points: _Points = _Points.ALL


#: The best first: what is tried where one line is all there should be, and what where it has to be.
_GOOD: Final = (_Form(), _Form(9), _Form(9, True))
_THEN: Final = (
    *_GOOD,
    _Form(_WHOLE, True, _Points.NONE),
    _Form(9, True, _Points.NONE),
    _Form(7, True),
    _Form(7, True, _Points.NONE),
    _Form(5, True),
    _Form(5, True, _Points.NONE),
)
_BOARD: Final = (
    *_GOOD,
    _Form(7),
    _Form(7, True),
    _Form(_WHOLE, True, _Points.MOVED),
    _Form(9, True, _Points.MOVED),
    _Form(_WHOLE, True, _Points.NONE),
    _Form(9, True, _Points.NONE),
    _Form(7, True, _Points.NONE),
    _Form(5, True),
    _Form(5, True, _Points.NONE),
)


def then(scene: Scene, width: int, height: int) -> Lines:
    """What the choice leads to, in at most ``height`` lines: better in one."""
    change = scene.change
    if change is None or change.before == change.after or height < 1:
        return ()
    room = width - 2
    for form in _GOOD:
        text = _then(scene, change, form, len(FAMILIES))
        if cells.width(text) <= room:
            return (line(f" {text}", Tone.CHOSEN),)
    for most in (len(FAMILIES), _AT_LEAST):
        for form in _THEN:
            found = cells.wrap(_then(scene, change, form, most), room)
            if len(found) <= height:
                return tuple(line(f" {text}", Tone.CHOSEN) for text in found)
    return (line(f" {cells.crop(text, room)}", Tone.CHOSEN),)


def _then(scene: Scene, change: Change, form: _Form, most: int) -> str:
    assert scene.position is not None
    over = 0
    if isinstance(scene.active, OrderDraft):
        over = preview.over_limit(scene.position, scene.view.you, change.after)
    summary = sentences.summary(
        change,
        told_apart(scene.names, form.name),
        columns(scene.position, scene.view.you),
        over,
        most=most,
        brief=form.brief,
        with_points=form.points is _Points.ALL,
    )
    return sentences.THEN.format(changes=summary)


def before_and_after(scene: Scene, aim: Aim, width: int) -> Lines:
    """What the aimed move changes, in two lines."""
    change = scene.change
    label = max(map(cells.width, (labels.NOW, labels.BEFORE, labels.AFTER)))
    room = width - label - 3
    if change is None:
        (now,) = _boards(scene, (Board.of(aim.position),), (), room)
        return (line(f" {cells.fit(labels.NOW, label)} {now}"),)
    boards = (change.before, change.after)
    before, after = _boards(scene, boards, change.families(), room)
    return (
        line(f" {cells.fit(labels.BEFORE, label)} {before}"),
        line(f" {cells.fit(labels.AFTER, label)} {after}", Tone.CHOSEN),
    )


def _boards(
    scene: Scene, boards: tuple[Board, ...], families: tuple[Card, ...], room: int
) -> tuple[str, ...]:
    """Each board in ``room`` cells, all in one form; the two families that cards of are moved come
    first, and others only where they fit too."""
    for told in dict.fromkeys((families, families[:_AT_LEAST])):
        for form in _BOARD:
            texts = tuple(_board(scene, board, boards, told, form) for board in boards)
            if all(cells.width(text) <= room for text in texts):
                return texts
    return tuple(cells.crop(text, room) for text in texts)


def _board(
    scene: Scene,
    board: Board,
    boards: tuple[Board, ...],
    families: tuple[Card, ...],
    form: _Form,
) -> str:
    assert scene.position is not None
    names = told_apart(scene.names, form.name)
    seats = columns(scene.position, scene.view.you)
    points = [each.influence() for each in boards]
    shown = {
        _Points.ALL: seats,
        _Points.MOVED: tuple(seat for seat in seats if len({each[seat] for each in points}) > 1),
        _Points.NONE: (),
    }[form.points if families else _Points.ALL]
    own = points[boards.index(board)]
    influence = "  ".join(words.scored(names[seat], f"{own[seat]:>2}") for seat in shown)
    leads = (_majority(board, each, names, form) for each in families)
    return "   ".join(part for part in (influence, *leads) if part)


def _majority(board: Board, family: Card, names: Names, form: _Form) -> str:
    return sentences.majority(board, family, names, brief=form.brief)
