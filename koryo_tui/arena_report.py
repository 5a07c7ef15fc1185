"""What a tournament says: win shares with their intervals, scores, ratings, time, troubles."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import TYPE_CHECKING, Final

from koryo_tui.drawing import cells
from koryo_tui.text import tournaments as text
from koryo_tui.text import words

if TYPE_CHECKING:
    from koryo_tui.arena import GameResult
    from koryo_tui.bots.watched import Trouble

#: For intervals that hold 95 times in 100.
_Z: Final = 1.959964
#: Lower ends of the columns of the score distribution.
_SCORES: Final = (-99, 0, 5, 10, 15, 20, 25, 30)
_RATING: Final = 1500.0
_STEPS: Final = 400


@dataclass(frozen=True, slots=True)
class Share:
    """``wins`` of ``games``, shared first places counted as their part; the 95 % interval."""

    wins: float
    games: int
    low: float
    high: float

    @property
    def part(self) -> float:
        """Wins a game."""
        return self.wins / self.games if self.games else 0.0


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % score interval for a share (Wilson, JASA 22, 1927). (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, _Z * _Z
    middle = share + z2 / (2 * games)
    half = _Z * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    whole = 1 + z2 / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def win_shares(names: Sequence[str], results: Sequence[GameResult]) -> dict[str, Share]:
    """By name; a name that sits on several seats has its wins a seat and game."""
    wins: Counter[str] = Counter()
    parts: dict[str, float] = dict.fromkeys(names, 0.0)
    for result in results:
        most = max(result.scores)
        for name, score in zip(result.names, result.scores, strict=True):
            wins[name] += 1
            if score == most:
                parts[name] += 1 / result.scores.count(most)
    return {
        name: Share(parts[name], wins[name], *wilson(parts[name], wins[name])) for name in parts
    }


def ratings(results: Sequence[GameResult]) -> dict[str, float]:
    """Elo points, on average 1500: the likeliest under the Bradley-Terry model.

    Each two players of different names in a game are a result; equal scores are half a win each. A
    drawn game between every two names is added, so that a player without a loss has a rating too.
    Empty where nobody met anybody else.
    """
    points: defaultdict[tuple[str, str], float] = defaultdict(float)
    for result in results:
        for i, one in enumerate(result.names):
            for j, other in enumerate(result.names):
                if one != other:
                    mine, theirs = result.scores[i], result.scores[j]
                    points[one, other] += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    names = sorted({name for pair in points for name in pair})
    if not names:
        return {}
    for one in names:
        for other in names:
            if one != other:
                points[one, other] += 0.5
    strength = dict.fromkeys(names, 1.0)
    for _ in range(_STEPS):
        following = {}
        for one in names:
            others = [other for other in names if other != one]
            won = sum(points[one, other] for other in others)
            met = sum(
                (points[one, other] + points[other, one]) / (strength[one] + strength[other])
                for other in others
            )
            following[one] = won / met
        scale = math.exp(mean(math.log(each) for each in following.values()))
        strength = {name: each / scale for name, each in following.items()}
    return {name: _RATING + 400 * math.log10(each) for name, each in strength.items()}


def report(names: Sequence[str], results: Sequence[GameResult]) -> list[str]:
    """The lines of a tournament's result."""
    players = list(dict.fromkeys(names))
    shares = win_shares(players, results)
    rated = ratings(results)
    wide = max(map(cells.width, (text.PLAYER, text.SCORES, text.TIME, *players)))
    lines = [text.WINS_HEAD.format(player=cells.fit(text.PLAYER, wide))]
    for name in sorted(players, key=lambda each: -shares[each].part):
        share = shares[name]
        lines.append(
            text.WINS.format(
                player=cells.fit(name, wide),
                wins=share.wins,
                games=share.games,
                share=share.part,
                low=share.low,
                high=share.high,
                elo=rated.get(name, _RATING),
            )
        )
    return [*lines, "", *_scores(players, results, wide), "", *_times(players, results, wide)]


def _scores(players: Sequence[str], results: Sequence[GameResult], wide: int) -> list[str]:
    heads = [text.BELOW_0, *(f"{low}-{low + 4}" for low in _SCORES[1:-1]), "30+"]
    first = text.SCORES_HEAD.format(player=cells.fit(text.SCORES, wide))
    lines = [first + " ".join(f"{head:>7}" for head in heads)]
    for name in players:
        scores = [
            score
            for result in results
            for each, score in zip(result.names, result.scores, strict=True)
            if each == name
        ]
        if not scores:
            continue
        columns = Counter(max(low for low in _SCORES if low <= score) for score in scores)
        parts = " ".join(f"{columns[low] / len(scores):7.1%}" for low in _SCORES)
        lines.append(f"{name:{wide}}  {mean(scores):5.1f}  {median(scores):6.1f}  {parts}")
    return lines


def _times(players: Sequence[str], results: Sequence[GameResult], wide: int) -> list[str]:
    lines = [text.TIMES_HEAD.format(player=cells.fit(text.TIME, wide))]
    for name in players:
        seats = [(r, i) for r in results for i, each in enumerate(r.names) if each == name]
        decisions = sum(r.decisions[i] for r, i in seats)
        seconds = sum(r.seconds[i] for r, i in seats)
        longest = max((r.longest[i] for r, i in seats), default=0.0)
        troubles: Counter[Trouble] = sum((r.troubles[i] for r, i in seats), Counter())
        each = (f"{many} {text.TROUBLE[trouble.value]}" for trouble, many in troubles.items())
        said = words.COMMA.join(each) or text.NO_TROUBLE
        lines.append(
            f"{name:{wide}}  {decisions:9}  {1000 * seconds / max(1, decisions):13.2f}  "
            f"{1000 * longest:7.0f}  {said}"
        )
    return lines
