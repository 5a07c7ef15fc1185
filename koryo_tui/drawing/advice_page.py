"""A hint over the table, and in lines."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from koryo_tui.advising import Advice, Adviser
from koryo_tui.drawing.lines import Line, Lines, Tone, line, wrapped
from koryo_tui.drawing.scene import Scene
from koryo_tui.text import advice
from koryo_tui.text.words import Names
from protocol.peer.view import TableView

_INSTEAD: Final = MappingProxyType(
    {
        Advice.NOT_ASKED: advice.NOT_ASKED,
        Advice.THINKING: advice.THINKING,
        Advice.FAILED: advice.FAILED,
    }
)


def hint_page(adviser: Adviser, scene: Scene, width: int) -> Lines:
    """What there is to say about the question of the table now."""
    found = adviser.found(scene.view)
    if isinstance(found, Advice):
        return wrapped(_INSTEAD[found], width)
    assert scene.view.question is not None
    what, *more = advice.hint_sentences(scene.view.question, found, scene.names)
    lines: list[Line] = [*wrapped(what, width, Tone.STRONG)]
    for text in more:
        lines += [line(), *wrapped(text, width)]
    return tuple(lines)


def hint_lines(adviser: Adviser, view: TableView, names: Names) -> tuple[str, ...] | None:
    """The same in lines; None while it is not known yet."""
    found = adviser.found(view)
    if found is Advice.FAILED:
        return (advice.FAILED,)
    if isinstance(found, Advice) or view.question is None:
        return None
    return advice.hint_sentences(view.question, found, names)
