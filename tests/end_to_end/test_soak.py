"""Game after game in the same process: nothing grows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

#: The long run is for ``make soak``.
SOAK = int(os.environ.get("KORYO_SOAK", "0"))
_KILOBYTE = 1 << 10
_MEGABYTE = 1 << 20
#: The interpreter takes all its memory from the C library, which keeps nothing back for later: then
#: what is allocated can be counted to the byte, which what is resident cannot. Free memory is
#: scattered over pages in which something is left.
_COUNTED = {
    "PYTHONMALLOC": "malloc",
    "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
    "MALLOC_ARENA_MAX": "1",
}


def play(games: int, seats: int, folder: Path, within: float) -> list[dict[str, int]]:
    """What the process held after each game."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.end_to_end.long_bots", str(games), str(seats), str(folder)],
        capture_output=True,
        text=True,
        timeout=within,
        env={**os.environ, **_COUNTED},
    )
    assert done.returncode == 0, done.stderr
    held = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(held) == games
    return held


def nothing_grows(early: dict[str, int], late: dict[str, int]) -> None:
    """``early``: once everything that is kept for ever has been used."""
    for what in ("descriptors", "threads", "tasks", "files"):
        assert late[what] == early[what], what
    assert late["objects"] < early["objects"] + 500
    assert late["allocated"] < early["allocated"] + 384 * _KILOBYTE
    assert late["memory"] < early["memory"] + 3 * _MEGABYTE


@pytest.mark.timeout(180)
def test_a_few_games_leave_nothing_behind(tmp_path: Path) -> None:
    _first, second, *_, last = play(4, 2, tmp_path, within=170)
    nothing_grows(second, last)


@pytest.mark.skipif(not SOAK, reason="make soak plays it")
@pytest.mark.timeout(4 * 3600)
def test_a_hundred_games_leave_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = play(100, 3, tmp_path, within=4 * 3600 - 60)
    with capsys.disabled():
        for number in (1, 10, 50, 100):
            print(f"\nafter game {number}: {held[number - 1]}", end="")
        print()
    nothing_grows(held[9], held[99])
