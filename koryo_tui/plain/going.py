"""How a player goes, and what is said before that."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from koryo_tui.leaving import has_left, leaving_lines
from koryo_tui.text import plain, plain_lobby
from protocol.peer.view import TableView


class Goodbye(Enum):
    """How the player goes."""

    LEAVE = "leave"
    LATER = "later"


Leaving = Callable[[TableView], tuple[str, ...]]
"""What it means to leave now, the last line being the question."""


def leaving_with(bots: tuple[int, ...]) -> Leaving:
    """``bots``: the seats whose computer players leave with this player."""
    return lambda view: (*leaving_lines(view, bots), plain.ASKING + _question(view))


def _question(view: TableView) -> str:
    """Whether to give up the seat, or to go without one."""
    return plain_lobby.LEAVE_LOBBY_SURE if has_left(view) else plain.LEAVE_SURE
