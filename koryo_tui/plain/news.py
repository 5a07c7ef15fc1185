"""What has changed between two views of a table, as lines."""

from __future__ import annotations

from koryo_tui.drawing.waits import has_to_answer, just_back, just_left, seated, staying, stuck
from koryo_tui.leaving import alone_soon
from koryo_tui.plain.telling import opened_hands, stuck_lines, unanswered
from koryo_tui.rematch import wanting
from koryo_tui.text import aloud, another, going, phrases, plain, waiting, words
from koryo_tui.text.troubles import explained
from koryo_tui.text.words import Names
from protocol.log.messages import Why
from protocol.peer.view import (
    Happening,
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    SeatLeftOut,
    TableView,
    TalkView,
)
from protocol.rules import Done


def news(
    old: TableView,
    new: TableView,
    names: Names,
    muted: frozenset[int] = frozenset(),
    rested: frozenset[int] = frozenset(),
) -> tuple[str, ...]:
    """Happenings first, then what the people at the table say and want, then how it stands.

    ``muted``: the seats whose talk is not told. ``rested``: those whose wish for a pause ends with
    one that is over."""
    lines = [
        aloud.told(happening, names)
        for happening in new.happenings[len(old.happenings) :]
        if not _known(happening, new.you) and not _has_told(happening, old)
    ]
    lines += _talk(old.talk, new.talk, names, muted)
    lines += [
        waiting.have_left((seat,), names) for seat in just_left(old, new) if seat in seated(new)
    ]
    if alone_soon(new) and not alone_soon(old):
        lines.append(alone_soon(new))
    lines += [waiting.IS_BACK.format(name=names.first(seat)) for seat in just_back(old, new)]
    lines += _votes(old, new, names)
    lines += _pauses(old, new, names, rested)
    lines += [
        plain.OPENS.format(name=names[seat])
        for seat in new.opens
        if seat not in (*old.opens, new.you)
    ]
    if set(new.opens) - set(old.opens) and new.you not in new.opens:
        lines.append(plain.OPENS_TOO.format(word=plain.SPELLED[plain.Word.OPEN]))
    wished = another.news(old, new, names)
    lines += wished
    if wished and new.you not in wanting(new):
        lines.append(another.TYPE_TOO.format(word=plain.SPELLED[plain.Word.AGAIN]))
    if new.hands and not old.hands:
        lines += opened_hands(new, names)
    if new.alone and not old.alone:
        lines.append(going.alone_line())
    if new.sits_out and not old.sits_out:
        lines.append(waiting.SITS_OUT)
    if new.stopped is not None and new.stopped != old.stopped:
        lines.append(plain.STOPPED.format(why=explained(new.stopped)))
    return tuple(lines)


def _has_told(happening: Happening, old: TableView) -> bool:
    """Whether it is that somebody left whose goodbye has been told."""
    if not isinstance(happening, SeatLeftOut) or happening.why is not Why.GOODBYE:
        return False
    return old.seats[happening.seat].left


def _known(happening: Happening, you: int) -> bool:
    """Said already, when the own answer was taken."""
    if getattr(happening, "seat", None) != you:
        return False
    if isinstance(happening, MovePlayed):
        # What follows the end of a turn by itself is new.
        return not isinstance(happening.move, Done)
    return isinstance(happening, OrderPlaced | OrderOpened)


def _talk(
    old: tuple[TalkView, ...], new: tuple[TalkView, ...], names: Names, muted: frozenset[int]
) -> list[str]:
    """The lines behind the longest end of ``old`` that ``new`` begins with."""
    known = next(
        count
        for count in range(min(len(old), len(new)), -1, -1)
        if old[len(old) - count :] == new[:count]
    )
    return [
        (plain.SAYS_YOU if said.seat == names.you else plain.SAYS).format(
            name=names[said.seat], text=phrases.said(said)
        )
        for said in new[known:]
        if said.seat not in muted and said.phrase not in phrases.BY_KEY
    ]


def _votes(old: TableView, new: TableView, names: Names) -> list[str]:
    lines: list[str] = []
    away = stuck(new)
    if away and away != stuck(old):
        # A link that is lost for a moment is no reason for more than a line.
        lines += stuck_lines(new, names) if new.can_leave_out else (unanswered(away, names),)
    elif not away:
        known = () if stuck(old) else old.can_leave_out
        lines += [
            plain.SILENT.format(name=names.first(seat))
            for seat in new.can_leave_out
            if seat not in known and not has_to_answer(new, seat)
        ]
    for vote in new.votes:
        if vote in old.votes or vote.seat == new.you:
            continue
        name, others = names.first(vote.seat), tuple(names[seat] for seat in vote.left_out)
        if others:
            lines.append(plain.VOTED.format(name=name, others=words.listed(others)))
        else:
            lines.append(plain.VOTE_BACK.format(name=name))
    return lines


def _pauses(old: TableView, new: TableView, names: Names, rested: frozenset[int]) -> list[str]:
    """The own wish has been answered already."""
    lines = [
        plain.WANTS_PAUSE.format(name=names.first(seat))
        for seat in new.wants_pause
        if seat not in (*old.wants_pause, new.you)
    ]
    if lines and not new.paused and new.you not in new.wants_pause and new.you in staying(new):
        lines.append(plain.WANT_IT_TOO)
    if not old.paused:
        gone = set(old.wants_pause) - {*new.wants_pause, *rested, new.you}
        lines += [plain.WANTS_NO_PAUSE.format(name=names.first(seat)) for seat in sorted(gone)]
    if new.paused != old.paused:
        lines.append(plain.PAUSED if new.paused else plain.GOES_ON)
    return lines
