"""The lines round the ledger: status above, prompt and what works everywhere below."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from koryo_tui.drawing import cells, hints, waits
from koryo_tui.drawing.hints import Part
from koryo_tui.drawing.lines import Line, Lines, Tone, line
from koryo_tui.drawing.scene import Over, Scene
from koryo_tui.drawing.told_apart import told_apart
from koryo_tui.keys import Hint
from koryo_tui.text import labels, preparing, prompts, waiting, words
from koryo_tui.text.prompts import Prompt
from protocol.rules import ROUNDS, Phase, Position

#: So much of a long name is left in the first line where all of it has no room.
_SHORT_NAME: Final = 7


def status(scene: Scene, width: int) -> Line:
    """The first line: the round and its numbers, the phase, who acts, the clock, the deck."""
    position = scene.position
    bar = f" {scene.glyphs.upright} "
    if position is None:
        parts = [labels.SETTING_UP, _trouble(scene)]
        return line(f" {bar.join(part for part in parts if part)}", Tone.TITLE).fitted(width)
    trouble = _trouble(scene)
    parts = [
        labels.ROUND.format(
            round=position.round,
            rounds=ROUNDS,
            deal=position.deal_size,
            limit=position.limit,
            bank=position.bank,
        ),
        labels.PREPARING if scene.is_preparing else labels.PHASES[position.phase],
        trouble or _who_acts(scene, position),
        _clock(scene),
        _deck(scene),
    ]
    # Where there is no room for everything, the deck is the first to go, then a long name's end, or
    # beside what is wrong the phase.
    *less, _ = parts
    numbers, phase, _, clock = less
    least = [numbers, phase, _who_acts(scene, position, _SHORT_NAME), clock]
    if trouble:
        least = [numbers, trouble, clock]
    for shown in (parts, less, least):
        text = f" {bar.join(part for part in shown if part)}"
        if cells.width(text) <= width:
            break
    return line(text, Tone.TITLE).fitted(width)


def _trouble(scene: Scene) -> str:
    """That the table cannot go on, or that this seat plays no part in it for now."""
    if scene.view.stopped is not None:
        return labels.STOPPED
    return labels.SITS_OUT if scene.view.sits_out else ""


def _who_acts(scene: Scene, position: Position, longest: int | None = None) -> str:
    actor, view = scene.actor, scene.view
    if actor is None or (actor == view.you and view.seats[actor].left):
        return ""
    order = position.order_of_play()
    turn = order.index(actor) + 1 if actor in order else 0
    if actor == scene.view.you:
        return labels.ACTS_YOU.format(turn=turn, number=len(order))
    names = scene.names if longest is None else told_apart(scene.names, longest)
    name = names.names[actor]
    return labels.ACTS.format(turn=turn, number=len(order), name=name)


def _clock(scene: Scene) -> str:
    """A pause, or a wish for one, or the time left for the own decision."""
    view = scene.view
    if view.paused:
        return labels.PAUSED
    if view.wants_pause:
        number, of = len(view.wants_pause), len(waits.staying(view))
        return labels.PAUSE_WANTED.format(number=number, of=of)
    if view.deadline is None:
        return ""
    return labels.TIME_LEFT.format(time=words.seconds(view.deadline - scene.now))


def _deck(scene: Scene) -> str:
    """How far the deal is, in at most 22 cells; once it is done, that all is well."""
    deck, seats = scene.view.deck, playing(scene)
    if deck is None or scene.is_playing:
        return ""
    if len(deck.shared) >= seats:
        return labels.DECK_OK
    if len(deck.keys) < seats:
        return labels.DECK_KEYS.format(done=len(deck.keys), number=seats)
    if len(deck.checked) < seats:
        return labels.DECK_SHUFFLED.format(
            done=len(deck.shuffled), checked=len(deck.checked), number=seats
        )
    return labels.DECK_DEALT.format(done=len(deck.shared), number=seats)


def playing(scene: Scene) -> int:
    """How many seats make the deck of this round."""
    position = scene.view.position
    return len(scene.view.seats) if position is None else len(position.order_of_play())


_SKIP: Final = (Hint(("accept",), labels.ALL_AT_ONCE),)


def prompt_of(scene: Scene) -> Prompt:
    """What the prompt says: first what was wrong, then what is to do."""
    said, view = _prompt_of(scene), scene.view
    is_here = view.you in waits.staying(view) and not scene.is_playing and view.outcome is None
    if is_here and view.wants_pause and not view.paused and view.you not in view.wants_pause:
        return prompts.with_wish(said)
    return said


def _prompt_of(scene: Scene) -> Prompt:
    if scene.view.stopped is None:
        if scene.is_playing:
            return Prompt(waiting.PLAYED_BACK, _SKIP)
        found = _of_draft(scene)
        if found is not None and scene.is_preparing:
            ahead = waiting.of_view(scene.view, scene.names, scene.waiting)
            text, *shorter = (
                preparing.ahead(each, scene.active) for each in (ahead.text, *ahead.shorter)
            )
            return Prompt(text, _ahead_hints(found), shorter=tuple(shorter))
        if found is not None:
            found = prompts.with_hint(found) if scene.may_hint else found
            return prompts.in_pause(found) if scene.view.paused else found
    return waiting.of_view(scene.view, scene.names, scene.waiting)


#: In how many cells names are told where a prompt has no room for them, the best first.
_SHORT_NAMES: Final = (9, 7, 5)


def _of_draft(scene: Scene) -> Prompt | None:
    """What is to be decided; where that names players, also with less of their names."""
    found = prompts.of_draft(scene.active, scene.names)
    if found is None or scene.aim is None:
        return found
    short = (told_apart(scene.names, most) for most in _SHORT_NAMES)
    forms = (prompts.of_draft(scene.active, names) for names in short)
    return replace(found, shorter=tuple(each.text for each in forms if each is not None))


def _ahead_hints(found: Prompt) -> tuple[Hint, ...]:
    """The hints of a draft, the last Enter of which only keeps it."""
    keeps = {labels.SEAL: labels.KEEP, labels.ACCEPT: labels.KEEP_DISCARD}
    return tuple(Hint(hint.ids, keeps.get(hint.label, hint.label)) for hint in found.hints)


def prompt(scene: Scene, width: int) -> Lines:
    """Two lines: who must do what (or why a key did nothing), and the keys that do it; both for
    what has no room in one."""
    note = scene.note
    is_trouble = prompt_of(scene).urgent if note is None else note.trouble
    tone = Tone.BAD if is_trouble or _is_late(scene) else Tone.PROMPT
    said = tuple(line(f" {text}", tone).fitted(width) for text in _said(scene, width))
    return (*said, hints.line_of(prompt_parts(scene, width), width))[:_PROMPT_LINES]


#: How many lines the prompt and its hints have.
_PROMPT_LINES: Final = 2


def _said(scene: Scene, width: int) -> tuple[str, ...]:
    """The prompt, or a note in its place: one line, or two where it is longer than that. Under what
    is open over the table its keys do nothing, so that they are not named."""
    note, room = scene.note, width - 2
    is_asked = scene.view.question is not None and not scene.is_playing
    if note is not None:
        text = note.text
    elif is_asked and scene.over is not Over.NOTHING:
        text = prompts.IS_ASKED
    else:
        text = fitting(prompt_of(scene), room)
    if cells.width(text) <= room:
        return (text,)
    first, *rest = cells.wrap(text, room)
    return (first, cells.crop(words.together(rest), room)) if rest else (first,)


def fitting(said: Prompt, room: int) -> str:
    """What the prompt says in so many cells."""
    texts = (said.text, *said.shorter)
    return next((text for text in texts if cells.width(text) <= room), texts[-1])


#: With so many seconds left the clock of the own decision is urgent.
LAST_SECONDS: Final = 10


def _is_late(scene: Scene) -> bool:
    deadline = scene.view.deadline
    return deadline is not None and deadline - scene.now <= LAST_SECONDS


def prompt_parts(scene: Scene, width: int) -> tuple[Part, ...]:
    """The hints under the prompt, as they can be clicked; none where it takes their line, or where
    something is open over the table."""
    if len(_said(scene, width)) >= _PROMPT_LINES or scene.over is not Over.NOTHING:
        return ()
    return hints.parts(prompt_of(scene).hints, scene.keys, width)


#: What works everywhere, in its order, and behind it what is left out first in a narrow window.
_FOOTER: Final = ("help", "log", "players", "powers", "scores", "talk", "back", "leave")
#: What of it does the same while something is open over the table.
_FOOTER_UNDER: Final = {
    Over.NOTHING: _FOOTER,
    Over.PAGE: ("help", "log", "players", "powers", "scores", "leave"),
    Over.WINDOW: ("leave",),
}
_LEFT_OUT_FIRST: Final = ("talk", "scores", "powers", "log", "leave")


def footer(scene: Scene, width: int) -> Line:
    """The keys that work everywhere."""
    return hints.line_of(footer_parts(scene, width), width)


def footer_parts(scene: Scene, width: int) -> tuple[Part, ...]:
    """What works now in the last line, in parts that can be clicked; nearer to each other where all
    of them have no room otherwise."""
    those = dict.fromkeys(_FOOTER_UNDER[scene.over])
    found = _footer_of(scene, tuple(those), is_near=False)
    for left_out in ("", *_LEFT_OUT_FIRST):
        if sum(cells.width(part.span.text) for part in found) <= width:
            break
        those.pop(left_out, None)
        found = _footer_of(scene, tuple(those), is_near=True)
    return found


def _footer_of(scene: Scene, ids: tuple[str, ...], *, is_near: bool) -> tuple[Part, ...]:
    """``is_near``: with one blank between two of them."""
    each = (Hint((id,), labels.FOOTER[id]) for id in ids)
    apart = [hints.parts((one,), scene.keys, 1000, label_tone=Tone.QUIET) for one in each]
    # What is behind each of them is the blank before the next one.
    return tuple(part for parts in apart for part in (parts[:-1] if is_near else parts))


def is_over(scene: Scene) -> bool:
    """Whether the end of the game is on the screen."""
    position = scene.position
    return scene.view.outcome is not None and position is not None and position.phase is Phase.OVER


def too_small(scene: Scene, size: tuple[int, int], needed: tuple[int, int]) -> Lines:
    """What a window says that the table does not fit into."""
    found = {
        "wide": needed[0],
        "high": needed[1],
        "width": size[0],
        "height": size[1],
        "key": scene.keys.name("leave"),
    }
    first, *others = (text.format(**found) for text in labels.TOO_SMALL)
    return (line(first, Tone.BAD), *map(line, others))
