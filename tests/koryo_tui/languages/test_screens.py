"""Every screen in every language fits a terminal of 80 by 24, the table also one of 76 by 24, and
the main ones are as they were.

``KORYO_WRITE_GOLDENS=1 pytest tests/koryo_tui/languages`` writes the files anew.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from koryo_tui.drawing import cells
from koryo_tui.text import i18n
from tests.koryo_tui import test_goldens
from tests.koryo_tui.around import test_screens
from tests.koryo_tui.languages.budgets import budgets
from tests.koryo_tui.languages.show import DOUBLE, NARROW, SIZE, TOO_SMALL
from tests.koryo_tui.languages.update import TRANSLATED
from tests.koryo_tui.test_goldens import MOMENTS

GOLDENS = Path(__file__).parent / "goldens"
ROOT = Path(__file__).parents[3]
MAIN = ("start", "order-chosen", "turn-event-waits", "discard", "log", "talking", "result")
#: What has a prompt, hints and the last line at its foot.
TABLES = (
    "order", "order-chosen", "order-sealing", "turn", "turn-event-waits", "turn-victim", "discard",
    "played", "dealing", "setting-up", "waiting", "timed", "paused", "paused-order", "sitting-out",
    "stopped", "silent", "stuck", "voting", "alone", "preparing-order", "kept-order",
    "preparing-turn", "preparing-discard", "over", "again",
)  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """The screens of a language by the names of the moments, those of the table also in the
    narrowest window, what is cut on them and would be in other windows, each as it is left and
    whole, and the language's texts with a budget."""

    screens: dict[str, tuple[str, ...]]
    narrow: dict[str, tuple[str, ...]]
    cuts: dict[tuple[str, str], tuple[tuple[str, str], ...]]
    budgets: tuple[tuple[str, str, int], ...]


@cache
def shown(language: str) -> Shown:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "shown.json"
        command = [sys.executable, "-m", "tests.koryo_tui.languages.show", language, str(path)]
        subprocess.run(command, cwd=ROOT, check=True, timeout=110)
        found = json.loads(path.read_text("utf-8"))
    screens, narrow = (
        {name: tuple(lines) for name, (lines, _cuts) in found[width].items()}
        for width in ("screens", "narrow")
    )
    cuts = {
        (width, name): tuple((left, whole) for left, whole in cut)
        for width in ("screens", "narrow")
        for name, (_lines, cut) in found[width].items()
        if cut
    }
    cuts |= {
        ("others", name): tuple(map(tuple, cut)) for name, cut in found["others"].items() if cut
    }
    budgets = tuple((what, text, most) for what, text, most in found["budgets"])
    return Shown(screens, narrow, cuts, budgets)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_screen_fits(language: str) -> None:
    screens = shown(language).screens
    moments = {name for name, *_ in (*MOMENTS, *test_screens.MOMENTS)}
    assert set(screens) == {*moments, TOO_SMALL}
    for name, lines in screens.items():
        width, height = _size(name)
        assert len(lines) == height, name
        for line in lines:
            assert cells.width(line) <= width, (name, line)


def _size(name: str) -> tuple[int, int]:
    return test_goldens.TOO_SMALL if name == TOO_SMALL else SIZE


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_cut_on_any_screen(language: str) -> None:
    """The names of the moments are none that would have to be shortened."""
    assert shown(language).cuts == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_prompt_is_cut_and_no_hint_left_out(language: str) -> None:
    both = shown(language)
    for screens in (both.screens, both.narrow):
        for name in TABLES:
            *_, prompt, hints, last = screens[name]
            assert not prompt.endswith(cells.CUT), prompt
            assert "Esc" in last, last
            assert hints.strip(), name
            if screens is both.screens:
                assert last.rstrip().endswith(_last_word(language)), last


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_table_fits_the_narrowest_window(language: str) -> None:
    narrow = shown(language).narrow
    assert set(narrow) == {name for name, *_ in MOMENTS}
    width, height = NARROW
    for name, lines in narrow.items():
        assert len(lines) == height, name
        assert all(cells.width(line) <= width for line in lines), name


def _last_word(language: str) -> str:
    return i18n.catalog_of(language).text("last line", "Leave")


@pytest.mark.parametrize("language", [*TRANSLATED])
def test_short_texts_keep_to_their_cells(language: str) -> None:
    found = shown(language).budgets
    assert len(found) > 200
    too_wide = [each for each in found if cells.width(each[1]) > each[2]]
    assert too_wide == []


def test_short_texts_keep_to_their_cells_in_english() -> None:
    assert [each for each in budgets() if cells.width(each[1]) > each[2]] == []


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", MAIN)
def test_the_main_screens(language: str, name: str) -> None:
    text = "\n".join(shown(language).screens[name]) + "\n"
    file = GOLDENS / f"{language}-{name}-80x24.txt"
    if os.environ.get("KORYO_WRITE_GOLDENS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_every_golden_belongs_to_a_language() -> None:
    known = {f"{language}-{name}-80x24.txt" for language in TRANSLATED for name in MAIN}
    assert {file.name for file in GOLDENS.glob("*.txt")} == known


def test_texts_of_twice_the_length_break_no_layout() -> None:
    for name, lines in shown(DOUBLE).screens.items():
        width, height = _size(name)
        assert len(lines) == height, name
        assert all(cells.width(line) <= width for line in lines), name
