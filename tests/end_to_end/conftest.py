"""A real terminal for every test that drives one, and games of processes that are killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.mortals import SEED, MortalGame, Open
from tests.end_to_end.windows import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path / "socket")
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def open_game(tmp_path: Path) -> Iterator[Open]:
    games: list[MortalGame] = []

    def start(seats: int, *options: str, seed: int = SEED) -> MortalGame:
        games.append(MortalGame(tmp_path / f"game-{len(games)}", seats, seed, options))
        return games[-1]

    yield start
    for game in games:
        game.end()
