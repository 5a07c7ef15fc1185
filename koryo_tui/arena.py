"""Tournaments of computer players straight on the referee: no network, no cards masked.

Game ``g`` of a seed is the same game wherever it is played: the seed and the number of the game fix
the deals, who sits where and the chance of every player. Against a clock a searching player comes
as far as the machine lets it; with a seed it gets a number of imagined rounds instead
(``ROUNDS_A_MS``), and then the whole result can be repeated.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Final

from koryo_tui.arena_report import report
from koryo_tui.bar import CLEAR, draw_bar
from koryo_tui.bots.answers import one_by_one
from koryo_tui.bots.registry import UnknownBot, check_name
from koryo_tui.bots.sight import Sight, question_at, seen_by
from koryo_tui.bots.watched import Careful, Trouble, careful_bot
from koryo_tui.exits import Exit, Failed, WrongUse
from koryo_tui.saying import say
from koryo_tui.text import tournaments as text
from koryo_tui.text.troubles import explained
from protocol.rules import Card, Phase, Referee

#: With a seed, so many imagined rounds stand for one millisecond of thinking, by seats: what the
#: strong player comes to on one core, the way there included (docs/bots.md), or less.
ROUNDS_A_MS: Final = MappingProxyType({2: 14, 3: 9, 4: 6})
#: Games a process plays before it tells of them.
_BATCH: Final = 4
_CLEAN_PROCESSES: Final = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: ``names`` of 2 to 4 players or more, of whom ``seats`` sit down at a time.

    ``seconds``: for each decision. ``by_clock``: False gives searching players a number of
    imagined rounds, so that results can be repeated.
    """

    names: tuple[str, ...]
    seats: int
    seed: str
    seconds: float
    by_clock: bool

    def lineup(self, game: int) -> tuple[str, ...]:
        """Who sits on seat 0, 1, ...: all choices of players, and all orders of those, in turn.

        Fewer names than seats: the last one takes all seats that are left.
        """
        filled = self.names + self.names[-1:] * (self.seats - len(self.names))
        chosen = list(combinations(filled, self.seats))
        orders = list(permutations(chosen[game % len(chosen)]))
        return orders[game // len(chosen) % len(orders)]


@dataclass(slots=True)
class GameResult:
    """One game: by seat who played, the scores, seconds for all decisions and the longest one."""

    names: tuple[str, ...]
    scores: tuple[int, ...]
    seconds: tuple[float, ...]
    longest: tuple[float, ...]
    decisions: tuple[int, ...]
    troubles: tuple[Counter[Trouble], ...] = field(default=())


def play_game(match: Match, number: int) -> GameResult:
    """Plays game ``number`` of the match."""
    names = match.lineup(number)
    bots = [careful_bot(name, f"{match.seed}/{number}/{seat}") for seat, name in enumerate(names)]
    try:
        return _play(match, number, names, bots)
    finally:
        for bot in bots:
            bot.close()


def _play(match: Match, number: int, names: tuple[str, ...], bots: list[Careful]) -> GameResult:
    dice = Random(f"{match.seed}/{number}")

    def shuffle(pile: tuple[Card, ...]) -> Sequence[Card]:
        return dice.sample(pile, len(pile))

    game = Referee.start(tuple(range(match.seats)), 0, shuffle)
    work = None if match.by_clock else round(match.seconds * 1000 * ROUNDS_A_MS[match.seats])
    spent = [[0.0] for _ in names]
    dealt, hands = game.position, game.hands
    while game.position.phase is not Phase.OVER:
        position, seat = game.position, game.position.actor
        assert seat is not None
        if position.phase is Phase.ORDER and not any(position.orders):
            dealt, hands = position, game.hands
        sight = Sight(
            question_at(position, game.hand(seat), game.order(seat)),
            hands[seat],
            game.order(seat),
            dealt,
            seen_by(seat, game.record.actions),
            match.seconds,
            work,
        )
        began = time.perf_counter()
        decision = bots[seat].decide(sight)
        spent[seat].append(time.perf_counter() - began)
        for each in one_by_one(decision):
            game = game.play(each)
    return GameResult(
        names=names,
        scores=game.position.influence(),
        seconds=tuple(map(sum, spent)),
        longest=tuple(map(max, spent)),
        decisions=tuple(len(each) - 1 for each in spent),
        troubles=tuple(bot.troubles for bot in bots),
    )


def play_batch(match: Match, numbers: Sequence[int]) -> list[GameResult]:
    """Plays some games of the match."""
    return [play_game(match, number) for number in numbers]


def arena(
    names: Sequence[str],
    games: int,
    seats: int | None,
    think: int,
    seed: str | None,
    jobs: int | None = None,
) -> int:
    """Plays the tournament in ``jobs`` processes and prints what came of it; the exit code is 0.

    ``jobs``: None for one on each core. ``think``: milliseconds a decision. Raises ``WrongUse`` for
    a name nobody has.
    """
    for name in names:
        try:
            check_name(name)
        except UnknownBot as unknown:
            raise WrongUse(explained(unknown)) from None
    taken = len(names) if seats is None else seats
    match = Match(
        names=tuple(names),
        seats=taken,
        seed=f"{SystemRandom().getrandbits(64):x}" if seed is None else seed,
        seconds=think / 1000,
        by_clock=seed is None,
    )
    began = time.monotonic()
    results = list(_all_games(match, games, jobs or os.cpu_count() or 1))
    print("\n".join(report(match.names, results)))
    rounds = text.IMAGINED.format(rounds=think * ROUNDS_A_MS[taken])
    kind = text.BY_THE_CLOCK if match.by_clock else rounds
    seconds = f"{time.monotonic() - began:.0f}"
    say(text.PLAYED.format(games=games, seats=taken, think=think, kind=kind, seconds=seconds))
    return Exit.OK


def _all_games(match: Match, games: int, jobs: int) -> Iterator[GameResult]:
    """The results in the order of the games."""
    batches = [range(start, min(start + _BATCH, games)) for start in range(0, games, _BATCH)]
    done: dict[int, list[GameResult]] = {}
    at_terminal = sys.stderr.isatty()
    with ProcessPoolExecutor(jobs, _CLEAN_PROCESSES) as pool:
        started = {pool.submit(play_batch, match, batch): batch.start for batch in batches}
        try:
            for future in as_completed(started):
                done[started[future]] = future.result()
                if at_terminal:
                    _show(sum(map(len, done.values())), games)
        except Exception as broken:
            pool.shutdown(cancel_futures=True)
            raise Failed(text.NOT_PLAYED.format(why=broken)) from broken
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    if at_terminal:
        print(CLEAR, end="", file=sys.stderr, flush=True)
    for start in sorted(done):
        yield from done[start]


def _show(done: int, games: int) -> None:
    draw_bar(done / games, text.SO_FAR.format(done=done, games=games), sys.stderr)
