"""What it means to leave a table at this moment, for whoever asks on a screen or in lines."""

from __future__ import annotations

from koryo_tui.text import choices, plain
from protocol.peer.view import TableView
from protocol.rules import penalty_now


def leave_table(view: TableView, bots: tuple[int, ...]) -> choices.Choices:
    """Whether to leave, and what comes of it. ``bots``: the seats whose players leave too."""
    cost = 0 if view.position is None else penalty_now(view.position, view.you)
    staying = sum(not each.left for each in view.seats) - len(bots) - 1
    return choices.leave_table(len(bots), max(staying, 0), cost)


def leaving_lines(view: TableView, bots: tuple[int, ...] = ()) -> tuple[str, ...]:
    """The same in lines, without the question."""
    return (plain.LEAVE_OR_CLOSE, *leave_table(view, bots).sentences[1:])
