"""Between the ledger and the prompt: votes and wishes, the choice under way, the newest lines."""

from __future__ import annotations

from typing import Final

from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.turn import TurnDraft
from koryo_tui.drawing import cells, previews, waits
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, block, joined, line, wrapped
from koryo_tui.drawing.scene import Scene
from koryo_tui.text import labels, prompts, sentences, waiting

#: From this many lines on the marked row and the marks of the ledger are explained.
_TALL: Final = 7
#: What parts the marks of the ledger from each other where they are explained.
BETWEEN: Final = "   "


def details(scene: Scene, width: int, height: int, with_log: bool) -> Lines:
    """``height`` lines above the prompt: the log, explanations if there is room, the choice."""
    focus = _focus(scene, width, height)
    above = notices(scene, width)[: max(height - len(focus), 0)]
    room = height - len(focus) - len(above)
    explained = _explained(scene, width, room - 1) if height >= _TALL else ()
    log = log_tail(scene, width, room - len(explained)) if with_log else ()
    filling = (Line(),) * (room - len(explained) - len(log))
    if with_log:
        lines = (*filling, *log, *explained, *above, *focus)
    else:
        lines = (*above, *focus, *explained, *filling)
    return block(lines, width, height)


def rule(scene: Scene, width: int, height: int, with_log: bool) -> Line:
    """The line above the details; what was said last is in it while there is no room below."""
    along = scene.glyphs.along
    taken = len(_focus(scene, width, height)) + len(notices(scene, width))
    heard = [each for each in scene.spoken if each.seat not in scene.muted]
    is_new = bool(heard) and heard[-1].after == scene.shown
    if not (with_log and is_new and taken >= height):
        return line(along * width, Tone.QUIET)
    said = f" {cells.crop(scene.talk_line(heard[-1]), width - 6)} "
    rest = along * (width - 2 - cells.width(said))
    return joined(Span(along * 2, Tone.QUIET), Span(said, Tone.TALK), Span(rest, Tone.QUIET))


def log_tail(scene: Scene, width: int, height: int) -> Lines:
    """The newest lines of log and talk that fit, oldest first, each in one line unless there is
    much room."""
    if height <= 0:
        return ()
    if height < _TALL:
        return _short_tail(scene, width, height)
    lines: list[Line] = []
    for text, is_talk in reversed(scene.feed):
        lines[:0] = wrapped(text, width - 1, _tone(is_talk))
        if len(lines) >= height:
            break
    return tuple(lines[-height:])


def _short_tail(scene: Scene, width: int, height: int) -> Lines:
    """What is new, as a whole if it fits, and what was before it in a line each."""
    tail = tuple(
        (line(f" {cells.crop(text, width - 2)}", _tone(is_talk)), text, is_talk)
        for text, is_talk in scene.feed[-height:]
    )
    if not tail:
        return ()
    *before, (cropped, text, is_talk) = tail
    whole = wrapped(text, width - 1, _tone(is_talk))
    newest = whole if len(whole) <= height else (cropped,)
    older = tuple(each for each, _text, _is_talk in before)
    return (*older, *newest)[-height:]


def _tone(is_talk: bool) -> Tone:
    return Tone.TALK if is_talk else Tone.PLAIN


def notices(scene: Scene, width: int) -> Lines:
    """Votes under way, what is prepared, and wishes for a pause."""
    view, names = scene.view, scene.names
    texts = [
        waiting.votes(seat, agreeing, waits.asked(view, seat), names)
        for seat in view.can_leave_out
        if (agreeing := waits.agreeing(view, seat))
    ]
    if scene.kept is not None and not scene.is_preparing:
        texts.append(waiting.kept(scene.kept))
    if view.wants_pause and not view.paused:
        texts.append(waiting.pause_wish(view.wants_pause, names))
    return tuple(part for text in texts for part in wrapped(text, width - 1, Tone.STRONG))


def _explained(scene: Scene, width: int, height: int) -> Lines:
    """The marked row's facts and the marks of the ledger, each as a whole or not at all, in at most
    ``height`` lines."""
    if scene.position is None:
        return ()
    facts = sentences.family_facts(scene.position, scene.draft.card, scene.names)
    lines: Lines = (Line(),)
    for part in (wrapped(facts, width - 1), _legend(scene, width)):
        if len(lines) + len(part) <= height:
            lines += part
    return (*lines, Line())[: max(height, 0)]


def _legend(scene: Scene, width: int) -> Lines:
    """The marks of the ledger, or those of the choice of a target among them."""
    counts, others = labels.LEGEND
    explained = (counts, others if scene.aim is None else labels.LEGEND_AIM)
    return beside(tuple(mark for text in explained for mark in text.split(BETWEEN)), width)


def beside(marks: tuple[str, ...], width: int, tone: Tone = Tone.QUIET) -> Lines:
    """Marks and what they mean, as many beside each other as have room; none is parted."""
    texts = [marks[0]]
    for mark in marks[1:]:
        longer = f"{texts[-1]}{BETWEEN}{mark}"
        if cells.width(longer) <= width - 2:
            texts[-1] = longer
        else:
            texts.append(mark)
    return tuple(line(f" {text}", tone) for text in texts)


def _focus(scene: Scene, width: int, height: int) -> Lines:
    """The choice under way: the list of a turn, before and after, or a preview."""
    if scene.is_playing:
        return ()
    match scene.active:
        case TurnDraft() as draft if draft.aim is not None:
            return previews.before_and_after(scene, draft.aim, width)
        case TurnDraft() as draft:
            return _duties(draft, scene, width, height)
        case OrderDraft() | DiscardDraft() if scene.change is not None:
            # Votes and wishes keep their lines beside it.
            return previews.then(scene, width, max(height - len(notices(scene, width)), 1))
        case _:
            return ()


def _duty_labels(draft: TurnDraft) -> list[Span]:
    return [
        Span(
            f"{'>' if index == draft.mark else ' '}{prompts.duty_label(duty)}",
            Tone.CURSOR if index == draft.mark else (Tone.PLAIN if duty.moves else Tone.QUIET),
        )
        for index, duty in enumerate(draft.duties)
    ]


def _is_listed(duties: list[Span], height: int) -> bool:
    """Whether each line of the list has a line of its own."""
    return height >= len(duties) + 2


def _duties(draft: TurnDraft, scene: Scene, width: int, height: int) -> Lines:
    """The list of the turn: one a line if there is room, else one after another."""
    duties = _duty_labels(draft)
    if _is_listed(duties, height):
        listed = tuple(joined(" ", label) for label in duties)
        preview = previews.then(scene, width, height - len(listed) - 1)
        return (line(f" {labels.YOUR_TURN}", Tone.TITLE), *listed, *preview)
    flowed = tuple(
        Line(tuple(span for _, label in row for span in (label, Span("  "))))
        for row in _flowed(duties, width)
    )[:height]
    return (*flowed, *previews.then(scene, width, height - len(flowed)))


def _flowed(duties: list[Span], width: int) -> list[list[tuple[int, Span]]]:
    """Labels with their numbers one after another, broken into lines between them."""
    rows: list[list[tuple[int, Span]]] = [[]]
    used = 0
    for index, label in enumerate(duties):
        needed = cells.width(label.text) + 2
        if rows[-1] and used + needed > width - 1:
            rows.append([])
            used = 0
        rows[-1].append((index, label))
        used += needed
    return rows


def duty_at(scene: Scene, width: int, height: int, with_log: bool, x: int, y: int) -> int | None:
    """The line of the turn's list at cell ``x`` of row ``y`` of the details, or None."""
    draft = scene.active
    if not isinstance(draft, TurnDraft) or draft.aim is not None or scene.is_playing:
        return None
    focus = len(_focus(scene, width, height))
    above = len(notices(scene, width)[: max(height - focus, 0)])
    row = y - (height - focus if with_log else above)
    duties = _duty_labels(draft)
    if _is_listed(duties, height):
        return row - 1 if 0 < row <= len(duties) else None
    rows = _flowed(duties, width)
    if not 0 <= row < len(rows):
        return None
    end = 0
    for index, label in rows[row]:
        end += cells.width(label.text) + 2
        if x < end:
            return index
    return None
