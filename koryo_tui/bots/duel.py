"""Two choices head to head: played on with the same luck, again and again.

The best of many choices looks a little better than it is, and may be so by chance alone. Here two
are compared anew, with all the time for them, so that it is known how far the difference is sure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from koryo_tui.bots.ends import round_ended, start_of, turns_to_come
from koryo_tui.bots.fast import Table
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.rounds import Luck, next_round, play_round
from koryo_tui.bots.sampling import Imagination
from koryo_tui.bots.sight import Sight
from koryo_tui.bots.strong import BEYOND, WARMTH_BEYOND, WHOLE_ROUND, Budget, Weighed
from koryo_tui.bots.styles import EVEN, values_for
from protocol.peer.questions import Decision
from protocol.rules import ROUNDS

#: Pairs that are played at least, however little time there is.
_LEAST: Final = 8


@dataclass(frozen=True, slots=True)
class Duel:
    """``one`` and ``other``, weighed alike; ``error``: the standard error of the difference of
    their chances, 0 where nothing is left to chance."""

    one: Weighed
    other: Weighed
    error: float

    @property
    def ahead(self) -> float:
        """How much more chance ``one`` has; less than 0 if it has less."""
        return self.one.chance - self.other.chance


def head_to_head(
    sight: Sight, one: Decision, other: Decision, seed: int | str | None = None
) -> Duel:
    """Both from ``sight``, to the end of the round and ``BEYOND`` rounds more.

    That takes the time, or the imagined rounds, of ``sight`` once more.
    """
    dice = Random(seed)
    policy = Policy(values_for(sight.position.seats, EVEN))
    imagination = Imagination(sight, policy, dice)
    turns = turns_to_come(sight)
    beyond = min(BEYOND, ROUNDS - sight.position.round)
    budget = Budget(sight.seconds, sight.work)
    starts = [start_of(sight, each) for each in (one, other)]
    chances: list[list[float]] = [[], []]
    influence: list[list[list[int]]] = [[], []]
    used = 0.0
    while used < 1 or len(chances[0]) < _LEAST:
        orders = imagination.orders() if imagination.unknown else {}
        future = [Luck(dice) for _ in range(beyond)]
        for way, (table, own) in enumerate(starts):
            mine = {} if own is None else {sight.seat: own}
            end = round_ended(policy, sight, table, orders | mine, turns)
            influence[way].append(end.influence())
            chances[way].append(_chance(policy, end, sight.seat, future))
        used = budget.spend(2 * (1 + WHOLE_ROUND * beyond))
        if not imagination.unknown and not beyond:
            break
    mean = [sum(each) / len(each) for each in chances]
    known = [tuple(sum(each) / len(ends) for each in zip(*ends, strict=True)) for ends in influence]
    weighed = [
        Weighed(decision, mean[way], known[way], len(chances[way]))
        for way, decision in enumerate((one, other))
    ]
    return Duel(weighed[0], weighed[1], _error(chances[0], chances[1]))


def _chance(policy: Policy, table: Table, seat: int, future: Sequence[Luck]) -> float:
    for luck in future:
        table = next_round(table)
        play_round(policy, table, WARMTH_BEYOND, luck)
    values = policy.values.rounds[table.round]
    return values.chances(values.of(table), table.unranked)[seat]


def _error(ones: Sequence[float], others: Sequence[float]) -> float:
    """The standard error of the mean difference of pairs."""
    many = len(ones)
    if many < 2:
        return 0.0
    apart = [one - other for one, other in zip(ones, others, strict=True)]
    middle = sum(apart) / many
    return math.sqrt(sum((each - middle) ** 2 for each in apart) / (many - 1) / many)
