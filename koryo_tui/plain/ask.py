"""What every decision asked for in lines is like, and what an answer makes of it.

An ask never changes: each answer gives another one, perhaps with a finished decision. Nothing
leaves the machine before one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from koryo_tui.drafts import preview
from koryo_tui.text import aloud, plain, words
from koryo_tui.text.plain import Word
from koryo_tui.text.words import Names
from protocol.peer.questions import Decision, Question
from protocol.rules import Position


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of an answer: the ask after it, what is said, perhaps the finished decision."""

    ask: Ask
    said: tuple[str, ...] = ()
    decision: Decision | None = None


class Example(NamedTuple):
    """A line that could be ``typed``, and its ``meaning``."""

    typed: str
    meaning: str


class Ask(Protocol):
    """What the desk asks of every decision under way."""

    @property
    def question(self) -> Question:
        """What is decided."""

    @property
    def so_far(self) -> Position | None:
        """The table with the moves chosen so far; None without any."""

    @property
    def is_affirming(self) -> bool:
        """Whether yes or no is awaited."""

    @property
    def takes_names(self) -> bool:
        """Whether names of cards can be typed."""

    def lines(self, names: Names) -> tuple[str, ...]:
        """What is to be known, and as the last line what is asked."""

    def example(self, names: Names) -> Example | None:
        """Something that could be typed as the first answer, if there is anything to choose."""

    def answer(self, line: str, names: Names) -> Heard:
        """A line that is no command. Raises ``NotUnderstood``."""

    def word(self, word: Word, names: Names) -> Heard:
        """Yes, no, back or undo. Raises ``NotUnderstood``."""


def asked(text: str) -> str:
    """``text`` as a line that waits for an answer."""
    return plain.ASKING + text


def told(change: preview.Change, names: Names, over: int = 0) -> str:
    """What a choice would change, and how many cards it would put ``over`` the limit: all of it,
    since a line has no end, and without the screen's signs."""
    touched = [aloud.majority(change.after, family, names) for family in change.families()]
    both = change.influence()
    moved = tuple(
        plain.MOVED.format(name=names[seat], before=before, after=after)
        for seat, (before, after) in enumerate(both)
        if before != after
    )
    points = plain.INFLUENCE_MOVES.format(moved=words.listed(moved)) if moved else plain.UNMOVED
    return words.SEMICOLON.join([*touched, points, *([plain.over(over)] if over else [])])
