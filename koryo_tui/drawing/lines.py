"""Lines of text with a tone for each part: what a screen shows, before any terminal is involved.

Tones are meanings; which colour or weight they get is the style sheet's business. Everything said
by a tone is also said by a mark or a word.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from koryo_tui.drawing import cells


class Tone(Enum):
    """Why a part of a line stands out. The values are names in the style sheet."""

    PLAIN = "plain"
    QUIET = "quiet"
    STRONG = "strong"
    TITLE = "title"
    LEAD = "lead"
    TIED = "tied"
    EVENT = "event"
    CHOSEN = "chosen"
    CURSOR = "cursor"
    FRESH = "fresh"
    GOOD = "good"
    BAD = "bad"
    PROMPT = "prompt"
    KEYS = "keys"
    TALK = "talk"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What frames are drawn with: along, and upright."""

    along: str
    upright: str


BOX_GLYPHS: Final = Glyphs("\N{BOX DRAWINGS LIGHT HORIZONTAL}", "\N{BOX DRAWINGS LIGHT VERTICAL}")
ASCII_GLYPHS: Final = Glyphs("-", "|")


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line in one tone."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the screen."""

    spans: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        """The line without tones."""
        return "".join(span.text for span in self.spans)

    @property
    def width(self) -> int:
        """How many cells the line takes."""
        return cells.width(self.text)

    def fitted(self, width: int) -> Line:
        """The line in exactly ``width`` cells, cut or padded at its end."""
        spans: list[Span] = []
        left = width
        for span in self.spans:
            if cells.width(span.text) > left:
                spans.append(Span(cells.crop(span.text, left), span.tone))
                left = 0
                break
            spans.append(span)
            left -= cells.width(span.text)
        padding = width - sum(cells.width(span.text) for span in spans)
        return Line((*spans, Span(" " * padding)) if padding else tuple(spans))


Lines = tuple[Line, ...]


def line(text: str = "", tone: Tone = Tone.PLAIN) -> Line:
    """A line in one tone."""
    return Line((Span(text, tone),)) if text else Line()


def joined(*parts: Span | str) -> Line:
    """A line of spans and plain texts."""
    return Line(tuple(Span(part) if isinstance(part, str) else part for part in parts))


def wrapped(text: str, width: int, tone: Tone = Tone.PLAIN, indent: str = " ") -> Lines:
    """``text`` broken into lines of at most ``width`` cells, each behind ``indent``."""
    room = width - cells.width(indent)
    return tuple(line(indent + part, tone) for part in cells.wrap(text, room))


def block(lines: Iterable[Line], width: int, height: int) -> Lines:
    """Exactly ``height`` lines of ``width`` cells: the first ones, then blanks."""
    kept = tuple(one.fitted(width) for one in lines)[:height]
    return kept + (Line().fitted(width),) * (height - len(kept))
