"""What it means to leave a table at this moment, for whoever asks on a screen or in lines."""

from __future__ import annotations

from koryo_tui.drawing import waits
from koryo_tui.text import choices, plain
from protocol.peer.view import TableView
from protocol.rules import penalty_now


def leave_table(view: TableView, bots: tuple[int, ...]) -> choices.Choices:
    """Whether to leave, and what comes of it. ``bots``: the seats whose players leave too."""
    position, you = view.position, view.seats[view.you]
    if position is not None and position.standing[view.you].is_missing:
        gone = set(bots) & set(waits.staying(view))
        return choices.leave_left_out(len(gone), stays_out=you.stays_out or you.fault is not None)
    cost = 0 if view.position is None else penalty_now(view.position, view.you)
    others = tuple(seat for seat in waits.staying(view) if seat != view.you)
    names = tuple(view.seats[seat].name for seat in others if seat not in bots)
    return choices.leave_table(len(set(bots) & set(others)), names, cost)


def leaving_lines(view: TableView, bots: tuple[int, ...] = ()) -> tuple[str, ...]:
    """The same in lines, without the question."""
    return (plain.LEAVE_OR_CLOSE, *leave_table(view, bots).sentences[1:])
