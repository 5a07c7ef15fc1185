"""Sights out of games on the referee, as the arena makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random  # a seed fixes the games of a test

from koryo_tui.arena import sight_in
from koryo_tui.bots.fallback import one_by_one
from koryo_tui.bots.sight import Bot, Sight
from protocol.rules import Card, Phase, Referee


def shuffler(seed: object) -> object:
    """A shuffle that a seed fixes."""
    dice = Random(str(seed))

    def shuffle(pile: tuple[Card, ...]) -> Sequence[Card]:
        return dice.sample(pile, len(pile))

    return shuffle
