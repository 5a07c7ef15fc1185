"""A bar at a terminal where something takes long, and nothing of it elsewhere or afterwards."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path

import pytest

from koryo_tui import bar
from koryo_tui.bar import Bar
from koryo_tui.drawing import cells
from koryo_tui.exits import Exit
from koryo_tui.exporting import export_file
from koryo_tui.verifying import verify_files
from tests.koryo_tui.test_cli_verify import cuts

GAME = Path(__file__).parents[1] / "vectors" / "transcripts" / "two-seats.koryo"
#: As many of its steps as are verified soon.
STEPS = 10


class Terminal(io.StringIO):
    """Standard error of somebody who watches."""

    def isatty(self) -> bool:
        return True

    @property
    def drawn(self) -> list[str]:
        """What stood in the line, one after another."""
        return [each.rstrip() for each in self.getvalue().split("\r")]


@contextmanager
def terminal() -> Iterator[Terminal]:
    with redirect_stderr(Terminal()) as found:
        yield found


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes long."""
    monkeypatch.setattr(Bar.__init__, "__defaults__", ("", 0.0))


@pytest.mark.usefixtures("at_once")
def test_a_bar_shows_the_share_and_what_it_is_of_and_leaves_nothing() -> None:
    with terminal() as watched, Bar("Verifying game.koryo") as shown:
        shown.tell(0.5)
        shown.tell(0.5)
        shown.tell(1)
    half, full = "#" * 12 + " " * 12, "#" * 24
    assert watched.drawn == [
        "",
        f"[{half}]  50% Verifying game.koryo",
        f"[{full}] 100% Verifying game.koryo",
        "",
        "",
    ]


def test_what_is_done_soon_draws_nothing() -> None:
    with terminal() as watched, Bar("soon") as shown:
        shown.tell(1)
    assert watched.getvalue() == ""


@pytest.mark.usefixtures("at_once")
def test_no_bar_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with Bar("unseen") as shown:
        shown.tell(0.5)
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("at_once")
def test_a_long_name_stays_in_one_line() -> None:
    with terminal() as watched, Bar("名" * 80) as shown:
        shown.tell(0.5)
    assert any("名" in line for line in watched.drawn)
    assert all(cells.width(line) < 60 for line in watched.drawn)


@pytest.mark.usefixtures("at_once")
async def test_a_bar_grows_while_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bar, "_TICK", 0.001)
    with terminal() as watched, Bar() as shown:
        async with asyncio.timeout(20), shown.passing(0.05):
            while not any("100%" in line for line in watched.drawn):
                await asyncio.sleep(0.001)
    shares = [line.partition("]")[2] for line in watched.drawn if "%" in line]
    assert len(shares) > 1
    assert watched.drawn[-1] == ""


@pytest.mark.usefixtures("at_once")
def test_verify_and_export_show_how_far_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.koryo"
    game = GAME.read_bytes()
    path.write_bytes(game[: cuts(game)[STEPS]])
    with terminal() as watched:
        assert verify_files([str(path)]) == Exit.UNFINISHED
    assert "verified" in capsys.readouterr().out
    seen = [line for line in watched.drawn if "%" in line]
    assert "100% Verifying game.koryo" in seen[-1]
    assert len(seen) == STEPS
    assert watched.drawn[-1] == ""
    with terminal() as watched:
        assert export_file(str(path)) == Exit.UNFINISHED
    assert any("Verifying game.koryo" in line for line in watched.drawn)
    assert watched.drawn[-1] == ""
    assert all(json.loads(line) for line in capsys.readouterr().out.splitlines())
