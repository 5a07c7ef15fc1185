"""The pages shown over the table: help, log and powers."""

from __future__ import annotations

from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.details import BETWEEN, beside
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, joined, line, wrapped
from koryo_tui.drawing.scene import Scene
from koryo_tui.drawing.scores_page import result_page
from koryo_tui.text import labels, pages, sentences, words
from protocol.rules import CARDS, Card

__all__ = ["help_page", "log_page", "powers_page", "result_page"]

_KEY_CELLS: Final = 15


def help_page(scene: Scene, width: int) -> Lines:
    """The rules of the marked row, the game in a few sentences, the keys, the marks."""
    card = scene.draft.card
    lines = [line(f" {words.KEYS[card]} {words.many(card)}", Tone.TITLE)]
    lines += wrapped(_rule(card), width)
    if scene.position is not None:
        held = any(front[card] for front in scene.position.fronts)
        where = sentences.in_front(scene.position, card, scene.names)
        lines += wrapped(pages.WHERE.format(where=where) if held else pages.NOWHERE, width)
    lines += [line(), line(f" {pages.GAME_TITLE}", Tone.TITLE)]
    for text in pages.GAME:
        lines += wrapped(text, width)
    lines += [line(), line(f" {pages.KEYS_TITLE}", Tone.TITLE)]
    for ids, text in pages.KEYS:
        if ids == ("again",) and not scene.may_again:
            continue
        first, *rest = cells.wrap(text, width - _KEY_CELLS - 2)
        keys = " ".join(scene.keys.name(id) for id in ids)
        lines.append(joined(Span(f" {cells.fit(keys, _KEY_CELLS)} ", Tone.KEYS), first))
        lines += [line(" " * (_KEY_CELLS + 2) + more) for more in rest]
    lines += wrapped(pages.MOUSE, width)
    lines += [line(), line(f" {pages.MARKS_TITLE}", Tone.TITLE)]
    return (*lines, *_marks(width))


def _marks(width: int) -> Lines:
    """Each mark of the ledger in a line of its own, those under the names beside each other."""
    counts = [mark for text in labels.LEGEND for mark in text.split(BETWEEN)]
    counts += [text.format(unused=labels.UNUSED) for text in labels.LEGEND_WORDS]
    counts += labels.LEGEND_AIM.split(BETWEEN)
    lines = [part for mark in counts for part in wrapped(mark, width)]
    seats = tuple(labels.LEGEND_SEATS.split(BETWEEN))
    return (*lines, *beside(seats, width, Tone.PLAIN), *wrapped(labels.LEGEND_NAMES, width))


def _rule(card: Card) -> str:
    power = words.POWERS[card]
    if card.is_event:
        return pages.EVENT_RULE.format(copies=card.copies, power=power)
    return pages.FAMILY_RULE.format(copies=card.copies, influence=card.influence, power=power)


def log_page(scene: Scene, width: int) -> Lines:
    """Everything that has happened, oldest first."""
    if not scene.log:
        return (line(f" {pages.NOTHING_YET}"),)
    return tuple(part for text in scene.log for part in wrapped(text, width))


def powers_page(scene: Scene, width: int) -> Lines:
    """Each type of card: what it does and who holds it now."""
    lines: list[Line] = []
    for card in CARDS:
        label = f" {words.KEYS[card]} {cells.fit(words.many(card), 14)}"
        first, *rest = cells.wrap(_who(scene, card), width - 18)
        lines.append(joined(Span(label, Tone.TITLE), first))
        lines += [line(" " * 17 + more) for more in rest]
    return tuple(lines)


def _who(scene: Scene, card: Card) -> str:
    position, power = scene.position, words.POWERS[card]
    if card.is_event or position is None:
        return pages.POWER_ONLY.format(power=power)
    holder = position.holder(card)
    if holder is None:
        return pages.POWER_NOBODY.format(power=power)
    return pages.POWER_NOW.format(power=power, name=scene.names[holder])
