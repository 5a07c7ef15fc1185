"""Who leads, in words: for lines that are read aloud, where no sign stands between two numbers."""

from __future__ import annotations

from typing import Final

from koryo_tui.drafts.preview import Board
from koryo_tui.text import words
from koryo_tui.text.i18n import _
from koryo_tui.text.sentences import sentences
from koryo_tui.text.words import Names
from protocol.peer.view import Happening
from protocol.rules import Card, holder

_NOBODY: Final = _("{cards}: nobody has any")
_LEADS: Final = _("{cards}: {name} leads {most} to {second}")
_YOU_LEAD: Final = _("{cards}: you lead {most} to {second}")
_TIED: Final = _("{cards}: a tie at {most}")
_TIED_POWER: Final = _("{cards}: a tie at {most}, power to {name}")


def majority(board: Board, family: Card, names: Names) -> str:
    """Who leads ``family`` and by how much: ``Bankers: Strong 1 leads 3 to 2``. A tie names the
    holder of the power, if the Omniscient gives it to somebody."""
    most, second, *_others = sorted((front[family] for front in board.fronts), reverse=True)
    seat = holder(board.fronts, family, omniscient=True)
    if most == 0:
        form = _NOBODY
    elif most > second:
        form = _YOU_LEAD if seat == names.you else _LEADS
    else:
        form = _TIED if seat is None else _TIED_POWER
    name = "" if seat is None else names[seat]
    return form.format(cards=words.many(family), name=name, most=most, second=second)


def told(happening: Happening, names: Names) -> str:
    """All that is said about a happening, in one line."""
    return words.together(sentences(happening, names, majority))
