"""The window of table talk: the newest lines above, what can be said or muted below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Lines, Span, Tone, joined, line, wrapped
from koryo_tui.drawing.scene import Scene, Spoken
from koryo_tui.text import phrases
from protocol.peer.talk import HINTS_ARE_FINE
from protocol.peer.view import TalkView

#: Lines of talk that are shown in a window of 24 lines.
_LEAST: Final = 3


@dataclass(frozen=True, slots=True)
class Saying:
    """A line that can be chosen: a phrase by its code, or a seat whose lines to mute or show."""

    label: str
    phrase: str = ""
    mutes: int | None = None


def sayings(scene: Scene, bots: tuple[int, ...] = ()) -> tuple[Saying, ...]:
    """The phrases, then everybody else to be muted or heard again. ``bots``: the seats of one's own
    computer players, who never say anything and mind no hints."""
    return tuple(_sayings(scene, bots))


def _sayings(scene: Scene, bots: tuple[int, ...]) -> Iterator[Saying]:
    others = [seat for seat in scene.seats if seat != scene.view.you]
    is_alone = set(others) <= set(bots)
    for code, sentence in phrases.CHOSEN.items():
        if not (is_alone and code == HINTS_ARE_FINE):
            yield Saying(sentence, phrase=code)
    for seat in others:
        if seat not in bots:
            form = phrases.UNMUTE if seat in scene.muted else phrases.MUTE
            yield Saying(form.format(name=scene.names.names[seat]), mutes=seat)


def new_lines(
    old: tuple[TalkView, ...], new: tuple[TalkView, ...], shown: int
) -> tuple[Spoken, ...]:
    """The lines of ``new`` that are not the last ones of ``old``; only the latest are ever told,
    and what a key of its own says once of each seat.

    ``shown``: how many happenings have been shown when they are heard.
    """
    known = next(
        k for k in range(min(len(old), len(new)), -1, -1) if old[len(old) - k :] == new[:k]
    )
    return tuple(
        Spoken(shown, talk.seat, phrases.said(talk))
        for at, talk in enumerate(new[known:], start=known)
        if talk.phrase not in phrases.BY_KEY or talk not in new[:at]
    )


def heard(scene: Scene, width: int, height: int) -> Lines:
    """The newest lines of talk that fit."""
    spoken = [each for each in scene.spoken if each.seat not in scene.muted]
    if not spoken:
        return (line(f" {phrases.NOBODY_SPOKE}", Tone.QUIET),)
    lines = [part for each in spoken for part in wrapped(scene.talk_line(each), width - 1)]
    return tuple(lines[-max(height, _LEAST) :])


def listed(those: tuple[Saying, ...], mark: int | None, width: int) -> Lines:
    """What can be chosen; ``mark`` is the marked line, None while a line is written."""
    return tuple(
        joined(
            Span(
                f" {'>' if index == mark else ' '} {cells.crop(saying.label, width - 5)} ",
                Tone.CURSOR if index == mark else Tone.PLAIN,
            )
        )
        for index, saying in enumerate(those)
    )
