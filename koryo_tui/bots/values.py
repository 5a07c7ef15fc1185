"""What a table is worth to each seat at the end of a round: a sum over the families.

For each number of seats and each round there are weights (``values.txt``, made by
``koryo_tui.bots.fitting``) that foretell a seat's final score from what lies open when the round
has ended. A seat stands in one of twelve ways in a family (``standing_in``), and each way has its
weight. Round 8 needs no weights: there the score is exact. All numbers are points of influence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from koryo_tui.bots.fast import (
    BANKER,
    BARBARIANS,
    BITS,
    COUNT,
    FAMILY_NUMBERS,
    LEADERS,
    LOBBYING,
    OMNISCIENT,
    SPY,
    Table,
)
from protocol.rules import BOX, ROUNDS, TOKENS

#: Ways to stand in a family: see ``standing_in``.
WAYS: Final = 12
#: More tokens than this in the bank, or with the others, are worth nothing more to a power.
TOKENS_COUNTED: Final = 5
#: How much a point of margin at the end counts beside winning, which is 1.
MARGIN: Final = 0.002
_OMNISCIENT_SHIFT: Final = 16
_BANK_SHIFT: Final = 20
_ALL_TYPES: Final = tuple(range(1, 12))


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one round.

    ``families``: WAYS numbers for each of the nine. ``event``, ``token``: for each in front of or
    held by a seat. ``banker``, ``spy``: for each token that power can still get, counted up to
    ``TOKENS_COUNTED``. ``places``: by distance from the next round's first player.
    ``spread``: points that change the odds of winning e-fold.
    """

    families: tuple[tuple[float, ...], ...]
    event: float
    token: float
    banker: float
    spy: float
    places: tuple[float, ...]
    spread: float


def standing_in(mine: int, best: int, left: int, power: bool) -> int:
    """How a seat with ``mine`` cards stands against the ``best`` other, ``left`` not in fronts.

    0 to 2: it has none, the best other none, one, more. 3, 4: behind by two or more, by one.
    5, 6: tied, without and with the power. 7 to 9: ahead by one, two, more. 10, 11: ahead by one
    or two, by more, and nobody can catch up by ordering.
    """
    if not mine:
        return min(best, 2)
    lead = mine - best
    if lead < 0:
        return 3 if lead < -1 else 4
    if lead == 0:
        return 6 if power else 5
    if lead > left:
        return 10 if lead < 3 else 11
    return 6 + min(lead, 3)


def _exact(seats: int) -> Weights:
    """Round 8: what the rules count (R7)."""
    return Weights(
        families=tuple((0.0,) * 7 + (float(family),) * 5 for family in FAMILY_NUMBERS),
        event=-1.0,
        token=1.0,
        banker=0.0,
        spy=0.0,
        places=(0.0,) * seats,
        spread=1.0,
    )


class _Memo(dict[int, tuple[float, ...]]):
    """What a packed family is worth to each seat, worked out when it is first asked for."""

    __slots__ = ("_card", "_seats", "_weights")

    def __init__(self, card: int, seats: int, weights: Weights) -> None:
        super().__init__()
        self._card = card
        self._seats = seats
        self._weights = weights

    def __missing__(self, key: int) -> tuple[float, ...]:
        value = self[key] = self._work_out(key)
        return value

    def _work_out(self, key: int) -> tuple[float, ...]:
        weights, family = self._weights, self._card
        held = [(key >> (seat * BITS)) & COUNT for seat in range(self._seats)]
        if family >= BARBARIANS:
            return tuple(weights.event * count for count in held)
        packed, omniscient = key & 0xFFFF, (key >> _OMNISCIENT_SHIFT) & COUNT
        leaders = LEADERS[packed]
        power = leaders & omniscient if leaders & (leaders - 1) else leaders
        left = BOX[family] - sum(held)
        values = []
        for seat, mine in enumerate(held):
            best = max(held[:seat] + held[seat + 1 :])
            has_power = bool(power >> seat & 1)
            value = weights.families[family - 1][standing_in(mine, best, left, has_power)]
            if has_power and family in (BANKER, SPY):
                bank = key >> _BANK_SHIFT
                if family == BANKER:
                    value += weights.banker * min(bank, TOKENS_COUNTED)
                else:
                    value += weights.spy * min(TOKENS - bank, TOKENS_COUNTED)
            values.append(value)
        return tuple(values)


class _View(dict[int, float]):
    """The same for one seat: its own less its share of the others'."""

    __slots__ = ("_memo", "_others", "_seat")

    def __init__(self, memo: _Memo, seat: int, others: float) -> None:
        super().__init__()
        self._memo = memo
        self._seat = seat
        self._others = others

    def __missing__(self, key: int) -> float:
        values = self._memo[key]
        mine = values[self._seat]
        value = self[key] = mine - self._others * (sum(values) - mine)
        return value


class RoundValues:
    """The worth of tables at the end of one round. ``views[seat][type]`` is for policies."""

    def __init__(self, seats: int, weights: Weights, last: bool) -> None:
        self.seats = seats
        self.weights = weights
        self.last = last
        self.memos = [_Memo(card, seats, weights) for card in range(12)]
        others = 1 / (seats - 1)
        self.views = [[_View(memo, seat, others) for memo in self.memos] for seat in range(seats)]

    def of(self, table: Table) -> list[float]:
        """What the table is worth to each seat: its final score, as far as can be foretold."""
        return self.of_parts(table.cards, table.tokens, table.bank, self.base(table))

    def base(self, table: Table) -> tuple[float, ...]:
        """What does not change in a round: the place in turn, and penalties."""
        places, circle = self.weights.places, table.circle
        return tuple(
            places[circle.index(seat) - 1] - table.penalties[seat] for seat in range(self.seats)
        )

    def of_parts(
        self,
        cards: list[int] | tuple[int, ...],
        tokens: Sequence[int],
        bank: int,
        base: tuple[float, ...],
    ) -> list[float]:
        """The same from the parts of a table or of a turn."""
        key = LEADERS[cards[OMNISCIENT]] << _OMNISCIENT_SHIFT
        _, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11 = self.memos
        _, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 = cards
        bank_key = key | bank << _BANK_SHIFT
        token = self.weights.token
        columns = zip(
            m1[c1 | key],
            m2[c2 | bank_key],
            m3[c3 | key],
            m4[c4 | key],
            m5[c5 | key],
            m6[c6 | bank_key],
            m7[c7 | key],
            m8[c8 | key],
            m9[c9 | key],
            m10[c10],
            m11[c11],
            base,
            [token * held for held in tokens],
            strict=False,
        )
        return list(map(sum, columns))

    def keys(self, cards: list[int] | tuple[int, ...], bank: int) -> list[int]:
        """What to add to a packed type to look it up, by type."""
        key = LEADERS[cards[OMNISCIENT]] << _OMNISCIENT_SHIFT
        keys = [key] * 12
        keys[SPY] = keys[BANKER] = key | bank << _BANK_SHIFT
        keys[BARBARIANS] = keys[LOBBYING] = 0
        return keys

    def chances(self, values: Sequence[float], unranked: int = 0) -> list[float]:
        """The chance of each seat to win; at the end who has won, and a little for the margin."""
        ranked = [v for seat, v in enumerate(values) if not unranked >> seat & 1]
        if not ranked:
            return [0.0] * len(values)
        most = max(ranked)
        if not self.last:
            spread = self.weights.spread
            odds = [
                0.0 if unranked >> seat & 1 else math.exp((value - most) / spread)
                for seat, value in enumerate(values)
            ]
            total = sum(odds)
            return [odd / total for odd in odds]
        share = 1 / sum(1 for value in ranked if value > most - 0.5)
        chances = []
        for seat, value in enumerate(values):
            others = [v for other, v in enumerate(values) if other != seat]
            won = share if value > most - 0.5 and not unranked >> seat & 1 else 0.0
            chances.append(won + MARGIN * (value - max(others)))
        return chances


class Values:
    """The worth of tables with so many seats, round by round. ``rounds[1]`` to ``rounds[8]``."""

    def __init__(self, seats: int, weights: Sequence[Weights]) -> None:
        if len(weights) != ROUNDS - 1:
            raise ValueError("weights are for rounds 1 to 7")
        self.seats = seats
        given = [*weights, _exact(seats)]
        self.rounds = {
            number: RoundValues(seats, each, number == ROUNDS)
            for number, each in enumerate(given, start=1)
        }

    @classmethod
    def load(cls, seats: int) -> Values:
        """Those of ``values.txt``; each call has memos of its own."""
        return cls(seats, _stored()[seats])


@cache
def _stored() -> dict[int, tuple[Weights, ...]]:
    text = resources.files("koryo_tui.bots").joinpath("values.txt").read_text("ascii")
    return read_weights(text.splitlines())


def read_weights(lines: Iterable[str]) -> dict[int, tuple[Weights, ...]]:
    """Weights by number of seats, rounds 1 to 7 each; what ``write_weights`` wrote.

    A line is the number of seats, the round, and all weights in hundredths, in the order of
    ``Weights``; lines that begin with # are for people. Raises ``ValueError``.
    """
    found: dict[int, list[Weights]] = {2: [], 3: [], 4: []}
    for line in lines:
        if line.startswith("#") or not line.strip():
            continue
        seats, number, *rest = map(int, line.split())
        numbers = [each / 100 for each in rest]
        if len(numbers) != 9 * WAYS + 5 + seats or len(found[seats]) != number - 1:
            raise ValueError(f"these are no weights: {line[:40]}")
        at = 9 * WAYS
        event, token, banker, spy = numbers[at : at + 4]
        found[seats].append(
            Weights(
                families=tuple(tuple(numbers[i : i + WAYS]) for i in range(0, at, WAYS)),
                event=event,
                token=token,
                banker=banker,
                spy=spy,
                places=tuple(numbers[at + 4 : -1]),
                spread=numbers[-1],
            )
        )
    return {seats: tuple(each) for seats, each in found.items()}


def write_weights(by_seats: dict[int, tuple[Weights, ...]]) -> str:
    """The text that ``read_weights`` reads."""
    lines = [
        "# seats, round, then in hundredths: families, event, token, banker, spy, places, spread"
    ]
    for seats, rounds in sorted(by_seats.items()):
        for number, w in enumerate(rounds, start=1):
            flat = [weight for family in w.families for weight in family]
            flat += [w.event, w.token, w.banker, w.spy, *w.places, w.spread]
            lines.append(" ".join(map(str, [seats, number, *(round(100 * f) for f in flat)])))
    return "\n".join(lines) + "\n"
