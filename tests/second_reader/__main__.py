"""`python -m tests.second_reader FILE`: the verdict on a transcript.

Exit code 0: a finished game, verified. 3: verified, not finished. 1: refused, or malformed behind
a table that can be read. 2: no transcript, or cut off.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.second_reader.transcript import Verdict, verify

EXIT_CODES = {"verified": 0, "unfinished": 3, "refused": 1, "cut": 2}


def exit_code(said: Verdict) -> int:
    """The exit code for a verdict."""
    if said.verdict == "malformed":
        return 1 if said.table else 2
    return EXIT_CODES[said.verdict]


def describe(said: Verdict) -> str:
    """The verdict in a line."""
    if said.verdict == "refused":
        where = "" if said.step is None else f" at step {said.step}"
        who = "" if said.seat is None else f", seat {said.seat}"
        return f"refused{where}{who}: {said.reason or said.why}"
    if said.reader is None:
        return f"{said.verdict}: {said.why}" if said.why else said.verdict
    game = said.reader.game
    if said.verdict == "unfinished":
        return f"unfinished after {game.step} steps, head {game.head.hex()}"
    points = ", ".join(map(str, said.reader.scores))
    return f"verified: {game.step} steps, points {points}, final head {game.head.hex()}"


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
