"""What it means to leave a table at this moment, for whoever asks on a screen or in lines."""

from __future__ import annotations

from koryo_tui.drawing import waits
from koryo_tui.text import choices, going, plain
from protocol.peer.view import TableView
from protocol.rules import penalty_now


def leave_table(view: TableView, bots: tuple[int, ...]) -> choices.Choices:
    """Whether to leave, and what comes of it. ``bots``: the seats whose players leave too."""
    position, you = view.position, view.seats[view.you]
    if has_left(view):
        return going.leave_left(view)
    if position is not None and position.standing[view.you].is_missing:
        gone = set(bots) & set(waits.staying(view))
        return going.leave_left_out(len(gone), stays_out=you.stays_out or you.fault is not None)
    others = tuple(seat for seat in waits.staying(view) if seat != view.you)
    names = tuple(view.seats[seat].name for seat in others if seat not in bots)
    own = len(set(bots) & set(others))
    if not names:
        return going.leave_alone(own, alone_soon(view), may_end=view.alone)
    cost = 0 if position is None else penalty_now(position, view.you)
    has_ordered = position is not None and position.orders[view.you] is not None
    return going.leave_table(own, names, cost, has_ordered=has_ordered)


def has_left(view: TableView) -> bool:
    """Whether this seat was given up and has not been asked for again."""
    you = view.seats[view.you]
    return you.left and not you.returns


def alone_soon(view: TableView) -> str:
    """What the only seat left may do, while it plays a round to its end; else nothing."""
    if view.position is None or not waits.only_you(view):
        return ""
    return going.alone_soon(view.position)


def leaving_lines(view: TableView, bots: tuple[int, ...] = ()) -> tuple[str, ...]:
    """The same in lines, without the question."""
    sentences = leave_table(view, bots).sentences
    return sentences if has_left(view) else (plain.LEAVE_OR_CLOSE, *sentences[1:])
