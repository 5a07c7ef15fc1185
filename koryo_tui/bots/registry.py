"""Computer players by name: ``steady``, or with a style ``steady:raider``; those of others too.

Another package adds its players by entry points in the group ``koryo_tui.bots``: the name, and a
class or function that takes a seed (int, str or None) and returns a ``Bot``. A name that is one of
the levels here is not replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Final

from koryo_tui.bots.easy import Easy
from koryo_tui.bots.sight import Bot
from koryo_tui.bots.steady import Steady
from koryo_tui.bots.strong import Strong
from koryo_tui.bots.styles import STYLES, Style

#: The group of entry points under which packages register players.
GROUP: Final = "koryo_tui.bots"

Seed = int | str | None

_LEVELS: Final[dict[str, Callable[[Seed, Style], Bot]]] = {
    "easy": Easy,
    "steady": Steady,
    "strong": Strong,
}


class UnknownBot(ValueError):
    """There is no computer player of this name; says which there are."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no computer player {name!r}; there are {', '.join(names())}.")


def levels() -> tuple[str, ...]:
    """The levels that come with the game, rising."""
    return tuple(_LEVELS)


def names() -> tuple[str, ...]:
    """Every name that can be chosen: the levels, then those of other packages."""
    return (*_LEVELS, *sorted(_others()))


def styles() -> tuple[str, ...]:
    """What may follow a level and a colon."""
    return tuple(style.name for style in STYLES)


def is_ours(name: str) -> bool:
    """Whether the player comes with the game and so need not be watched."""
    return name.partition(":")[0] in _LEVELS


def check_name(name: str) -> str:
    """The name itself. Raises ``UnknownBot``; loads nothing."""
    level, colon, style = name.partition(":")
    if level in _LEVELS:
        if not colon or style in styles():
            return name
    elif name in _others():
        return name
    raise UnknownBot(name)


def make_bot(name: str, seed: Seed = None) -> Bot:
    """A new player. A level without a style plays evenly. Raises ``UnknownBot``.

    Whatever a player of another package raises when it is loaded or made is raised here.
    """
    check_name(name)
    level, _, style = name.partition(":")
    if level in _LEVELS:
        chosen = next(each for each in STYLES if each.name == (style or STYLES[0].name))
        return _LEVELS[level](seed, chosen)
    made: Bot = _others()[name].load()(seed)
    return made


def with_some_style(name: str, seed: Seed = None) -> str:
    """A level with one of its styles, so that the seats of a table differ; others as they are."""
    if name not in _LEVELS:
        return name
    return f"{name}:{Random(seed).choice(styles())}"


def _others() -> dict[str, EntryPoint]:
    found = entry_points(group=GROUP)
    return {each.name: each for each in found if each.name.partition(":")[0] not in _LEVELS}
