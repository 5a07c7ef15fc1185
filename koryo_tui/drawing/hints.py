"""Hints about keys in one line: drawn, and found again under a click."""

from __future__ import annotations

from dataclasses import dataclass

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Span, Tone
from koryo_tui.keys import Hint, Keys, action_of


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the line, and the action that a click on it does."""

    span: Span
    action: str | None = None


def parts(
    hints: tuple[Hint, ...], keys: Keys, width: int, *, label_tone: Tone = Tone.KEYS
) -> tuple[Part, ...]:
    """The hints that fit wholly into ``width`` cells, in their order."""
    found: list[Part] = []
    used = 0
    for hint in hints:
        these = _parts_of(hint, keys, label_tone)
        needed = sum(cells.width(part.span.text) for part in these)
        if used + needed > width:
            break
        found += [*these, Part(Span(" "))]
        used += needed + 1
    return tuple(found)


def _parts_of(hint: Hint, keys: Keys, label_tone: Tone) -> tuple[Part, ...]:
    """Each key by itself, so that a click on either of two does what that one does."""
    found = [Part(Span(" "))]
    for index, id in enumerate(hint.ids):
        if index:
            found.append(Part(Span("/", Tone.KEYS)))
        found.append(Part(Span(keys.name(id), Tone.KEYS), action_of(id)))
    only = action_of(hint.ids[0]) if len(hint.ids) == 1 else None
    return (*found, Part(Span(f" {hint.label}", label_tone), only))


def line_of(those: tuple[Part, ...], width: int) -> Line:
    """The parts as a line of ``width`` cells."""
    return Line(tuple(part.span for part in those)).fitted(width)


def action_at(those: tuple[Part, ...], x: int) -> str | None:
    """The action of the part at cell ``x``."""
    end = 0
    for part in those:
        end += cells.width(part.span.text)
        if x < end:
            return part.action
    return None
