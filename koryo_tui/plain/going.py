"""How a player goes, and what is said before that."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from koryo_tui.leaving import leaving_lines
from koryo_tui.text import plain
from protocol.peer.view import TableView


class Goodbye(Enum):
    """How the player goes."""

    LEAVE = "leave"
    LATER = "later"


Leaving = Callable[[TableView], tuple[str, ...]]
"""What it means to leave now, the last line being the question."""


def leaving_with(bots: tuple[int, ...]) -> Leaving:
    """``bots``: the seats whose computer players leave with this player."""
    return lambda view: (*leaving_lines(view, bots), plain.ASKING + plain.LEAVE_SURE)
