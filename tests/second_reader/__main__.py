"""`python -m tests.second_reader FILE`: the verdict on a transcript.

Exit codes (8.2): verified 0; refused, or malformed behind at least one step that holds, 1;
malformed before that, or cut, 2; unfinished 3. Of a finished game it tells points, places, who won
and who enters a hall.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.second_reader.ranking import Ranking
from tests.second_reader.transcript import Verdict, verify

EXIT_CODES = {"verified": 0, "unfinished": 3, "refused": 1, "cut": 2}


def exit_code(said: Verdict) -> int:
    """The exit code for a verdict."""
    if said.verdict == "malformed":
        return 1 if said.held else 2
    return EXIT_CODES[said.verdict]


def describe(said: Verdict) -> str:
    """The verdict in a line; behind that of a finished game what it came to."""
    if said.verdict == "refused":
        where = "" if said.step is None else f" at step {said.step}"
        who = "" if said.seat is None else f", seat {said.seat}"
        return f"refused{where}{who}: {said.reason or said.why}"
    if said.reader is None:
        return f"{said.verdict}: {said.why}" if said.why else said.verdict
    game = said.reader.game
    if said.verdict == "unfinished":
        after = f"step {game.step - 1}" if game.step else "the table"
        return f"unfinished after {after}, head {game.head.hex()}"
    verdict = f"verified: {game.step} steps, final head {game.head.hex()}"
    return "\n".join([verdict, *result(said.reader.after.ranking)])


def result(ranking: Ranking) -> list[str]:
    """What a game came to: a line a seat, who won, and the halls that somebody enters."""
    lines = []
    for seat, (points, place) in enumerate(zip(ranking.points, ranking.places, strict=True)):
        ranked = "not ranked" if place is None else f"place {place}"
        lines.append(f"  seat {seat}: {points} points, {ranked}")
    if ranking.winners:
        how = " by default" if ranking.by_default else ""
        lines.append(f"  won by {_seats(ranking.winners)}{how}")
    if ranking.fame:
        lines.append(f"  Hall of Fame: {_seats(ranking.fame)}")
    if ranking.shame:
        lines.append(f"  Wall of Shame: {_seats(ranking.shame)}")
    return lines


def _seats(seats: tuple[int, ...]) -> str:
    return ", ".join(f"seat {seat}" for seat in seats)


def main(arguments: list[str]) -> int:
    """Says what is to be said of one file."""
    if len(arguments) != 1:
        print("usage: python -m tests.second_reader FILE", file=sys.stderr)
        return 2
    try:
        data = Path(arguments[0]).read_bytes()
    except OSError as problem:
        print(f"unreadable: {problem}", file=sys.stderr)
        return 2
    said = verify(data)
    print(describe(said))
    return exit_code(said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
