"""Computer players at tables: who plays when nobody says more, their names, their time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from protocol.net.names import MAX_CELLS, cells, clean

#: The player of a seat for which no other was chosen.
DEFAULT: Final = "steady"
#: Seconds that a player has for a decision at a table.
SECONDS: Final = 1.0
#: What its owner writes to a player that is to leave for good.
LEAVE: Final = "leave"


def called(plays: str, number: int) -> str:
    """What number ``number`` of a table is called: ``Strong 2``, at most 12 cells."""
    level, ending = plays.partition(":")[0].capitalize(), f" {number}"
    while cells(level + ending) > MAX_CELLS:
        level = level[:-1]
    return clean(level + ending)


def with_styles(names: Iterable[str], seed: int | str | None = None) -> tuple[str, ...]:
    """Each level without a style gets one of its styles; the same ones for the same ``seed``."""
    # Who knows the players loads them all: not before somebody is to play.
    from koryo_tui.bots.registry import with_some_style

    return tuple(
        with_some_style(name, None if seed is None else f"{seed}/{number}")
        for number, name in enumerate(names)
    )
