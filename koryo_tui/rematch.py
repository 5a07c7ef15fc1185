"""Another game with the same players: who would like one, who opens it, and what asking for it
does. All of it is in a view: the wish and the word that a table is open are phrases of table talk.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from protocol.peer.talk import ANOTHER_GAME, COME_ALONG
from protocol.peer.view import LinkState, TableView

#: Who hosted the game is seated first, and opens the next one.
HOST: Final = 0
_SAID_BY_KEY: Final = (ANOTHER_GAME, COME_ALONG)


@dataclass(frozen=True, slots=True)
class Former:
    """Another person who played the game before. ``identity``: 32 bytes."""

    identity: bytes
    name: str


class Step(Enum):
    """What it does to ask for another game."""

    OPEN = "open"
    """This player opens it."""
    JOIN = "join"
    """Another one has opened it, and is joined."""
    WISH = "wish"
    """It is joined once the host opens it."""
    AWAY = "away"
    """As ``WISH``, but the host is not here: to ask once more is to open it."""


def wanting(view: TableView) -> tuple[int, ...]:
    """The seats whose players would like another game, without those who are gone."""
    if view.outcome is None:
        return ()
    said = {talk.seat for talk in view.talk if talk.phrase in _SAID_BY_KEY}
    return tuple(seat for seat in sorted(said) if seat == view.you or not is_away(view, seat))


def opener(view: TableView) -> int | None:
    """The other seat whose player has opened another game, the last one if it is several."""
    if view.outcome is None:
        return None
    opened = (talk.seat for talk in reversed(view.talk) if talk.phrase == COME_ALONG)
    return next((seat for seat in opened if seat != view.you), None)


def step(view: TableView) -> Step:
    """What it does to ask for another game now that this one is over."""
    if opener(view) is not None:
        return Step.JOIN
    if view.you == HOST:
        return Step.OPEN
    if not is_away(view, HOST):
        return Step.WISH
    return Step.OPEN if view.you in wanting(view) else Step.AWAY


def others(view: TableView, bots: tuple[int, ...]) -> tuple[int, ...]:
    """The other seats, without the computer players of this one, ``bots``."""
    return tuple(s.seat for s in view.seats if s.seat != view.you and s.seat not in bots)


def opens_for_nobody(view: TableView, bots: tuple[int, ...]) -> bool:
    """Whether to ask now for another game is to open one of which nobody would hear."""
    if step(view) is not Step.OPEN or view.you in wanting(view):
        return False
    away = others(view, bots)
    return bool(away) and all(is_away(view, seat) for seat in away)


def is_away(view: TableView, seat: int) -> bool:
    """Whether another seat is not reached."""
    return view.seats[seat].link is LinkState.LOST
