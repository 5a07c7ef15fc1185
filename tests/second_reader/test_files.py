"""The second reader comes to the verdicts of tests/vectors on files, and to those of
`koryo-tui verify`."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.second_reader import evidence
from tests.second_reader.__main__ import exit_code, main
from tests.second_reader.departures import Departures, beginnings
from tests.second_reader.transcript import Verdict, verify
from tests.second_reader.vectors import VECTORS, Case, cases, load


@cases("evidence")
def test_evidence(case: Case) -> None:
    assert evidence.judge(bytes.fromhex(case["bytes"])) == case["verdict"]


def transcript_of(case: Case) -> bytes:
    """The file of a case of transcripts.json."""
    whole = (VECTORS / "transcripts" / case["file"]).read_bytes()
    data = bytearray(whole[: case["keep"]] + bytes.fromhex(case["append"]))
    for place, byte in case.get("edits", []):
        data[place] = byte
    return bytes(data)


@cache
def verdict_on(data: bytes) -> Verdict:
    """The verdict on a file; proofs that many files share are checked once."""
    return verify(data)


@cases("transcripts")
def test_transcripts(case: Case) -> None:
    said = verdict_on(transcript_of(case))
    assert said.verdict == case["verdict"], said.why
    if said.verdict == "refused":
        assert (said.step, said.seat) == (case["step"], case["seat"]), said.why
        assert said.reason == case.get("reason", said.reason)
    if said.reader is None:
        return
    game = said.reader.game
    assert (game.table.id.hex(), game.step, game.head.hex()) == (
        case["table"],
        case["steps"],
        case["head"],
    )
    if "heads" in case:
        assert [head.hex() for head in game.heads] == case["heads"]
    if said.verdict == "verified":
        assert said.reader.after.scores == case["scores"]
        assert sorted(said.reader.after.results) == case["signed"]
        assert [list(hand) for hand in said.reader.after.hands] == case["hands"]


BLACK_BOX = (
    "two seats",
    "four seats",
    "absence and return",
    "opened hands",
    "eleven steps",
    "a table and no step",
    "cut at 200",
    "another magic",
    "an unknown tag",
    "a result twice",
    "without a seat: fault",
    "turn, another salt",
    "without a seat, wrongly: a fault of somebody else",
)

#: In the words of either program: a seat, its points and its place; who won; a hall.
SEAT = re.compile(r"  (?:\d|seat) (\w+): +(-?\d+) points?, (?:place (\d)|not ranked)")
WON = re.compile(r"  won by (.+?)( by default)?")
HALL = re.compile(r"  (Hall of Fame|Wall of Shame): (.+)")

Printed = tuple[list[tuple[int, int | None]], list[int], bool, dict[str, list[int]]]


def printed(text: str) -> Printed:
    """What a program printed of a result: points and places, who won, by default, the halls."""
    lines = text.splitlines()
    seats = [match for line in lines if (match := SEAT.match(line))]
    numbers = {match[1]: number for number, match in enumerate(seats)}

    def named(several: str) -> list[int]:
        names = re.split(", | and ", several.replace("seat ", ""))
        return sorted(numbers[name] for name in names)

    won = [match for line in lines if (match := WON.fullmatch(line))]
    halls = [match for line in lines if (match := HALL.fullmatch(line))]
    return (
        [(int(match[2]), int(match[3]) if match[3] else None) for match in seats],
        [seat for match in won for seat in named(match[1])],
        any(match[2] for match in won),
        {match[1]: named(match[2]) for match in halls},
    )


def both_say(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, Printed]:
    """The exit code and the result of a file, which have to be those of `koryo-tui verify`."""
    other = subprocess.run(
        [sys.executable, "-m", "koryo_tui", "verify", "--lang", "en", str(file)],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    code = main([str(file)])
    said = capsys.readouterr().out
    assert code == other.returncode
    its = re.sub(r"^(  \d \w+) ", r"\1: ", other.stdout, flags=re.MULTILINE)
    assert printed(said) == printed(its)
    return code, said, printed(said)


@pytest.mark.parametrize("name", BLACK_BOX)
def test_it_says_of_a_file_what_koryo_tui_verify_says(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = next(case for case in load("transcripts")["cases"] if case["name"] == name)
    file, data = tmp_path / "game.koryo", transcript_of(case)
    file.write_bytes(data)
    code, said, (seats, winners, _, _) = both_say(file, capsys)
    assert code == exit_code(verdict_on(data))
    assert said.startswith(case["verdict"])
    assert [points for points, _ in seats] == case.get("scores", [])
    assert bool(winners) == (case["verdict"] == "verified")


def test_what_is_malformed_behind_a_table_without_steps_is_no_transcript(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, first, *_ = beginnings((VECTORS / "transcripts" / "two-seats.koryo").read_bytes())
    codes = []
    for held in (table, first):
        file = tmp_path / "game.koryo"
        file.write_bytes(held + b"\0\0\0\1\5")
        codes.append(both_say(file, capsys)[0])
    assert codes == [2, 1]


#: How games end early: the file, the steps of it that are kept, who is left out of each step that
#: follows, and what it comes to.
ENDS: dict[str, tuple[str, int, list[dict[str, tuple[int, ...]]], Printed]] = {
    "an absent seat wins": (
        "four-seats",
        110,
        [{"silent": (3,)}],
        ([(3, 4), (6, 3), (16, 2), (22, 1)], [3], False, {}),
    ),
    "round 8 is finished by one seat": (
        "a-bad-third-shuffler",
        96,
        [{"goodbye": (2, 3)}],
        ([(0, None), (11, 1), (-1, 3), (6, 2)], [1], False, {"Wall of Shame": [2]}),
    ),
    "a seat that has left comes after the last one there": (
        "four-seats",
        108,
        [{"fault": (1,), "goodbye": (0, 3)}],
        ([(3, 3), (5, None), (16, 1), (23, 2)], [2], False, {}),
    ),
    "all are equal": (
        "four-seats",
        4,
        [{"silent": (3,)}, {"silent": (2,)}, {"goodbye": (1,)}],
        ([(0, 1), (0, 4), (0, 2), (0, 2)], [0], True, {}),
    ),
    "the absent come before the left": (
        "four-seats",
        15,
        [{"silent": (1,)}, {"silent": (3,)}, {"goodbye": (0,)}],
        ([(8, 4), (7, 2), (3, 1), (7, 2)], [2], True, {}),
    ),
    "a seat at fault is not ranked": (
        "four-seats",
        15,
        [{"goodbye": (0, 2), "fault": (3,)}],
        ([(8, 2), (7, 1), (3, 3), (7, None)], [1], True, {}),
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_game_with_missing_seats_comes_to_the_same(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of, steps_kept, gone, expected = ENDS[name]
    whole = (VECTORS / "transcripts" / f"{of}.koryo").read_bytes()
    game = Departures(beginnings(whole)[steps_kept])
    for seats in gone:
        game.leave_out(**seats)
    while game.kind == "discard":
        game.discard()
    if game.kind == "seats":
        game.nobody_returns()
    file = tmp_path / "game.koryo"
    file.write_bytes(game.data)
    code, _, result = both_say(file, capsys)
    assert (code, result) == (0, expected)


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    assert main([str(tmp_path / "nothing.koryo")]) == 2
