"""Makes ``values.txt``: plays games against itself, and fits weights to how they ended.

``python -m koryo_tui.bots.fitting GAMES PASSES > values.txt`` takes some minutes. Each pass plays
with the weights of the pass before; the first begins with a rule of thumb. The fit is a ridge
regression of a seat's final score on what lies open at the end of a round, for each round and
number of seats by itself, solved by the normal equations. Ways that are seldom seen stay near 0, so
that nothing is hoped for from what has not been tried.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random
from typing import Final

from koryo_tui.bots.fast import (
    BANKER,
    BITS,
    COUNT,
    FAMILY_NUMBERS,
    LEADERS,
    SPY,
    Table,
    unpacked_events,
)
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.rounds import Luck, play_round
from koryo_tui.bots.values import (
    TOKENS_COUNTED,
    WAYS,
    Values,
    Weights,
    standing_in,
    write_weights,
)
from protocol.rules import BOX, ROUNDS, TOKENS

#: A table at the end of a round: packed cards, tokens, bank, seats by their place in turn.
Seen = tuple[tuple[int, ...], tuple[int, ...], int, tuple[int, ...]]
Game = tuple[list[Seen], list[int]]

#: Points that make e-fold odds between two orders while learning.
_WARMTH: Final = 0.7
#: Strength of the ridge, in observations.
_RIDGE: Final = 30.0
_BATCH: Final = 250
#: What a power brings in each round still to be played, to begin with.
_EACH_ROUND: Final = (0.2, 0.9, 1.0, 0.2, 1.2, 0.9, 0.3, 0.3, 0.0)


def thumb(seats: int) -> tuple[Weights, ...]:
    """Weights to begin with: influence now, the more of it the later, and powers by rounds left."""
    return tuple(_thumb(seats, number) for number in range(1, ROUNDS))


def _thumb(seats: int, number: int) -> Weights:
    left, lasts = ROUNDS - number, 0.35 + 0.65 * number / ROUNDS
    families = []
    for family, power in zip(FAMILY_NUMBERS, _EACH_ROUND, strict=True):
        held = power * left
        families.append(
            (
                *(0.0, 0.0, 0.0, 0.06 * family, 0.12 * family),
                *(0.15 * family, 0.15 * family + held),
                *(lasts * family * secure + held for secure in (1.0, 1.15, 1.25, 1.3, 1.3)),
            )
        )
    return Weights(tuple(families), -1.0, 1.0, 0.0, 0.0, (0.0,) * seats, 4.0)


def play(policy: Policy, seats: int, warmth: float, dice: Random) -> Game:
    """One game of the policy against itself: the end of each round but the last, and the scores."""
    clockwise = tuple(dice.sample(range(seats), seats))
    cards, tokens, bank = [0] * 12, [0] * seats, TOKENS
    seen: list[Seen] = []
    for number in range(1, ROUNDS + 1):
        first = (number - 1) % seats
        circle = clockwise[first:] + clockwise[:first]
        table = Table(seats, circle, number, cards, tokens, bank)
        play_round(policy, table, warmth, Luck(dice))
        cards, tokens, bank = table.cards, table.tokens, table.bank
        if number < ROUNDS:
            following = circle[1:] + circle[:1]
            seen.append((tuple(cards), tuple(tokens), bank, following))
    return seen, table.influence()


def features(seen: Seen, seat: int) -> list[tuple[int, float]]:
    """What ``seat`` sees of itself in a table: (number of the weight, how much) each."""
    cards, tokens, bank, circle = seen
    seats = len(tokens)
    omniscient = LEADERS[cards[1]]
    found = []
    at = 9 * WAYS
    for family in FAMILY_NUMBERS:
        packed = cards[family]
        held = [(packed >> (each * BITS)) & COUNT for each in range(seats)]
        leaders = LEADERS[packed]
        power = leaders & omniscient if leaders & (leaders - 1) else leaders
        has_power = bool(power >> seat & 1)
        best = max(held[:seat] + held[seat + 1 :])
        way = standing_in(held[seat], best, BOX[family] - sum(held), has_power)
        if way:
            found.append(((family - 1) * WAYS + way, 1.0))
        if has_power and family == BANKER:
            found.append((at + 2, float(min(bank, TOKENS_COUNTED))))
        if has_power and family == SPY:
            found.append((at + 3, float(min(TOKENS - bank, TOKENS_COUNTED))))
    found.append((at, float(unpacked_events(cards, seat))))
    found.append((at + 1, float(tokens[seat])))
    found.append((at + 4 + circle.index(seat), 1.0))
    return [each for each in found if each[1]]


def fit(games: Sequence[Game], seats: int) -> tuple[Weights, ...]:
    """Weights for rounds 1 to 7 from games with so many seats."""
    return tuple(_fit_round(games, seats, number) for number in range(1, ROUNDS))


def _fit_round(games: Sequence[Game], seats: int, number: int) -> Weights:
    size = 9 * WAYS + 4 + seats
    matrix = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    observed = []
    for seen, scores in games:
        table = seen[number - 1]
        rows = [features(table, seat) for seat in range(seats)]
        observed.append((rows, scores))
        for row, score in zip(rows, scores, strict=True):
            for i, much in row:
                right[i] += much * score
                line = matrix[i]
                for j, other in row:
                    line[j] += much * other
    for i in range(size):
        matrix[i][i] += _RIDGE
    found = _solve(matrix, right)
    at = 9 * WAYS
    families = tuple(tuple(found[f * WAYS : (f + 1) * WAYS]) for f in range(9))
    worths = [
        ([sum(found[i] * much for i, much in row) for row in rows], scores)
        for rows, scores in observed
    ]
    event, token, banker, spy = found[at : at + 4]
    places = tuple(found[at + 4 :])
    return Weights(families, event, token, banker, spy, places, _spread(worths))


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gaussian elimination; the matrix is symmetric and positive definite."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = rows[i]
        for below in rows[i + 1 :]:
            factor = below[i] / pivot[i]
            if factor:
                for j in range(i, size + 1):
                    below[j] -= factor * pivot[j]
    found = [0.0] * size
    for i in reversed(range(size)):
        known = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - known) / rows[i][i]
    return found


def _spread(worths: Sequence[tuple[list[float], list[int]]]) -> float:
    """The spread under which the games' winners were least surprising."""

    def surprise(spread: float) -> float:
        total = 0.0
        for values, scores in worths[:4000]:
            most = max(values)
            odds = [math.exp((value - most) / spread) for value in values]
            winners = [i for i, score in enumerate(scores) if score == max(scores)]
            total -= math.log(sum(odds[i] for i in winners) / sum(odds))
        return total

    return min((1 + step / 5 for step in range(46)), key=surprise)


def _batch(task: tuple[tuple[Weights, ...], int, float, int, int]) -> list[Game]:
    weights, seats, warmth, seed, count = task
    policy, dice = Policy(Values(seats, weights)), Random(seed)
    return [play(policy, seats, warmth, dice) for _ in range(count)]


def learn(seats: int, games: int, passes: int) -> Iterator[tuple[Weights, ...]]:
    """The weights after each pass."""
    weights = thumb(seats)
    with ProcessPoolExecutor() as pool:
        for number in range(passes):
            tasks = [
                (weights, seats, _WARMTH, 1000 * number + batch, _BATCH)
                for batch in range(games // _BATCH)
            ]
            played = [game for batch in pool.map(_batch, tasks) for game in batch]
            weights = _smoothed(fit(played, seats))
            yield weights


def _smoothed(rounds: tuple[Weights, ...]) -> tuple[Weights, ...]:
    """Each round's family weights drawn a little to its neighbours': rare ways need it."""
    result = []
    for number, here in enumerate(rounds):
        near = rounds[max(0, number - 1) : number + 2]
        families = tuple(
            tuple(
                (2 * here.families[f][way] + sum(r.families[f][way] for r in near))
                / (2 + len(near))
                for way in range(WAYS)
            )
            for f in range(9)
        )
        result.append(replace(here, families=families))
    return tuple(result)


def main(games: int, passes: int) -> None:
    """Writes the weights to standard output."""
    by_seats = {}
    for seats in (2, 3, 4):
        for weights in learn(seats, games, passes):
            by_seats[seats] = weights
        print(f"{seats} seats done", file=sys.stderr)
    print(write_weights(by_seats), end="")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
