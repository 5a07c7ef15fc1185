"""Ten screens with their colours and marks, compared with pictures that a browser shows.

``KORYO_WRITE_GOLDENS=1 pytest tests/koryo_tui/test_snapshots.py`` draws them anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.screen import Screen

from koryo_tui.home import HomeApp
from koryo_tui.look import Look
from koryo_tui.screens.page import PageScreen
from tests.koryo_tui import test_goldens
from tests.koryo_tui.around import test_screens
from tests.koryo_tui.helpers import STILL, RulesTable, shown, text_of, until
from tests.pictures import plain

PICTURES = Path(__file__).parent / "snapshots"
DARK = replace(STILL, theme="textual-dark", ascii=False, wall=lambda: "14:05")
LIGHT = replace(DARK, theme="textual-light")
SIXTEEN = replace(DARK, theme="ansi-dark")
NARROW, WIDE = (80, 24), (120, 36)

#: Name, table, keys, look and size.
TABLES: tuple[tuple[str, Callable[[], RulesTable], tuple[str, ...], Look, tuple[int, int]], ...] = (
    ("order", test_goldens.ordering, ("6",), DARK, NARROW),
    ("order-light", test_goldens.ordering, ("6",), LIGHT, NARROW),
    ("order-sixteen", test_goldens.ordering, ("6",), SIXTEEN, NARROW),
    ("victim", test_goldens.turning, ("enter", "enter", "right"), DARK, WIDE),
    ("discard", test_goldens.discarding, ("4", "5"), DARK, NARROW),
    ("talking", test_goldens.talking, (), DARK, WIDE),
    ("menu", test_goldens.voting, ("escape",), DARK, NARROW),
    ("result", test_goldens.over, (), DARK, NARROW),
)
#: Name, screen and keys.
ROUND_THE_TABLE: tuple[tuple[str, Callable[[], Screen[Any]], tuple[str, ...]], ...] = (
    ("start", test_screens.start, ("3",)),
    ("halls", lambda: test_screens.HallsScreen(test_screens.halls(), DARK), ("down",)),
)


def check(name: str, app: App[Any]) -> None:
    """Compares the screen of ``app`` with its picture."""
    svg = plain(app.export_screenshot(title="koryo-tui", simplify=True))
    file = PICTURES / f"{name}.svg"
    if os.environ.get("KORYO_WRITE_GOLDENS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(svg, encoding="utf-8")
    # A difference of pictures is looked at in a browser: telling it letter by letter takes long.
    assert (svg == file.read_text(encoding="utf-8")) is True, f"{file} shows something else"


@pytest.mark.parametrize(
    ("name", "table", "keys", "look", "size"), TABLES, ids=[each[0] for each in TABLES]
)
async def test_the_table_looks_as_it_did(
    name: str,
    table: Callable[[], RulesTable],
    keys: tuple[str, ...],
    look: Look,
    size: tuple[int, int],
) -> None:
    async with shown(table(), size, look) as pilot:
        if table is test_goldens.over:
            await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.press(*keys)
        await pilot.pause()
        check(name, pilot.app)


@pytest.mark.parametrize(
    ("name", "screen", "keys"), ROUND_THE_TABLE, ids=[each[0] for each in ROUND_THE_TABLE]
)
async def test_the_screens_round_it_look_as_they_did(
    name: str, screen: Callable[[], Screen[Any]], keys: tuple[str, ...]
) -> None:
    app = HomeApp(screen(), DARK)
    async with app.run_test(size=NARROW) as pilot:
        await until(pilot, lambda: any(text_of(pilot)))
        await pilot.press(*keys)
        await pilot.pause()
        check(name, app)


def test_every_picture_belongs_to_a_screen() -> None:
    known = {f"{name}.svg" for name, *_ in (*TABLES, *ROUND_THE_TABLE)}
    assert {file.name for file in PICTURES.glob("*.svg")} == known
