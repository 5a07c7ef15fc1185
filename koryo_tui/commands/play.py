"""``koryo-tui play``: the game at once, whether or not there is a terminal."""

from __future__ import annotations

import argparse
import sys

from koryo_tui.commands import selfplay, solo

ABOUT = (
    "At a terminal: a table with you and three computer players. Without one: the same game "
    "between four computer players, with its progress and the verified result."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """It has none of its own."""


def run(options: argparse.Namespace) -> int:
    """Chooses by whether a person can see and type."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return solo.run(argparse.Namespace(**vars(options), name=None, bots=3))
    return selfplay.run(argparse.Namespace(**vars(options), seats=4, games=1, seed=None, out=None))
