"""The games that can be watched again, as they are listed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from koryo_tui.halls import Entry, PlayedGame
from koryo_tui.in_thread import Tell
from koryo_tui.own_files import roster_in, written
from koryo_tui.text import around, words
from protocol.net.names import all_distinct


def past_games(
    paths: Sequence[Path], games: Iterable[Entry], tell: Tell = lambda share: None
) -> tuple[str, ...]:
    """Each transcript: when it was last written, who played, and the points of those ``games``
    that are remembered. Of the others only the beginning is read."""
    remembered = {entry.path.name: entry.game for entry in games}
    listed = []
    for number, path in enumerate(paths):
        tell(number / len(paths))
        players = _players(path, remembered)
        listed.append(around.PAST_GAME.format(when=_when(path), players=players))
    return tuple(listed)


def _when(path: Path) -> str:
    return datetime.fromtimestamp(written(path)).strftime("%Y-%m-%d %H:%M")


def _players(path: Path, remembered: dict[str, PlayedGame]) -> str:
    game = remembered.get(path.name)
    if game is not None:
        scored = (words.scored(game.names[seat], game.scores[seat]) for seat in game.by_place)
        return words.listed(tuple(scored))
    names = _names(path)
    return around.NO_RESULT.format(names=words.listed(names)) if names else path.stem


def _names(path: Path) -> tuple[str, ...]:
    """By seat; none where that cannot be read."""
    roster = roster_in(path)
    return () if roster is None else all_distinct(player.name for player in roster.players)
