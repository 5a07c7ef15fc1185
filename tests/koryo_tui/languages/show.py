"""Every golden screen in one language, in a process of its own, since texts are translated as they
are imported: ``python -m tests.koryo_tui.languages.show uk FILE``.

Writes one JSON object: ``screens`` holds by the name of a moment its lines at 80x24 and what is cut
of them, ``narrow`` the same of the table at 76x24, ``others`` what would be cut of it in other
sizes, ``budgets`` what texts have only so many cells. ``double`` is a language in which everything
is said twice; it has nothing narrow and no others.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from koryo_tui.text import i18n

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from koryo_tui.port import Stage
    from tests.koryo_tui.cuts import Cut
    from tests.koryo_tui.helpers import RulesTable

DOUBLE = "double"
SIZE = (80, 24)
#: The least that the table needs.
NARROW = (76, 24)
TOO_SMALL = "too-small"


class Doubled(i18n.Catalog):
    """English, each text twice, so that it takes twice the room."""

    def __init__(self) -> None:
        super().__init__(i18n.ENGLISH, {})

    def text(self, context: str, text: str) -> str:
        return f"{text}{text}" if context == "in a list" else f"{text} {text}"

    def plural(self, one: str, many: str, number: int) -> str:
        text = super().plural(one, many, number)
        return f"{text} {text}"


class Tables:
    """One app for all tables, which are shown one after another: to start it takes longest."""

    def __init__(self) -> None:
        self._stage: Stage | None = None

    async def session(self, stage: Stage) -> None:
        """Waits for what is to be shown."""
        self._stage = stage
        await asyncio.Event().wait()

    @asynccontextmanager
    async def started(self) -> AsyncIterator[Pilot[int]]:
        from koryo_tui.app import KoryoApp
        from tests.koryo_tui import helpers, test_goldens

        app = KoryoApp(self.session, test_goldens.SLOW)
        async with app.run_test(size=SIZE) as pilot:
            await helpers.until(pilot, lambda: self._stage is not None)
            yield pilot
        await app.close_session()

    async def show(self, pilot: Pilot[int], table: RulesTable) -> None:
        """A screen with nothing but this table."""
        from koryo_tui.screens.page import PageScreen
        from koryo_tui.screens.table import TableScreen
        from tests.koryo_tui import helpers

        assert self._stage is not None
        table.changed = self._stage.changed
        if table.adviser is not None:
            table.adviser.on_change = self._stage.changed
        self._stage.show_table(table, table.again, table.adviser)

        def is_shown() -> bool:
            those = [each for each in pilot.app.screen_stack if isinstance(each, TableScreen)]
            return any(each._port is table for each in those)

        await helpers.until(pilot, is_shown)
        await pilot.pause()
        if table.view().outcome is not None:
            await helpers.until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))


Found = dict[str, tuple[tuple[str, ...], tuple["Cut", ...]]]


Others = dict[str, tuple["Cut", ...]]


async def at_the_table(only_wide: bool) -> tuple[dict[tuple[int, int], Found], Others]:
    """The screens of the table in both sizes, and what is cut on each, and would be in others; only
    those that are drawn in several sizes, and only in the larger one, if ``only_wide``."""
    from koryo_tui.screens.table import TableScreen
    from tests.koryo_tui import helpers, test_goldens
    from tests.koryo_tui.cuts import noticed

    found: dict[tuple[int, int], Found] = {SIZE: {}, NARROW: {}}
    others: Others = {}
    tables = Tables()
    async with tables.started() as pilot:
        for name, table, keys in test_goldens.MOMENTS:
            if only_wide and name not in test_goldens.WIDE:
                continue
            # To start or to draw a window takes longest: what the table shows is known without.
            is_first = test_goldens.is_first(table, keys)
            undrawn: tuple[tuple[int, int], ...] = (SIZE, NARROW)
            with noticed() as cuts:
                if is_first and not only_wide:
                    scene = helpers.first_scene(table(), test_goldens.SLOW)
                else:
                    await tables.show(pilot, table())
                    await pilot.press(*keys)
                    await pilot.pause()
                    scene = helpers.scene_of(pilot)
                    is_covered = not isinstance(pilot.app.screen, TableScreen)
                    undrawn = () if is_covered or only_wide else (NARROW,)
                    sizes = [SIZE, NARROW] if is_covered and not only_wide else [SIZE]
                    if tuple(pilot.app.size) == NARROW:
                        sizes.reverse()
                    for size in sizes:
                        found[size][name] = (await helpers.resized(pilot, size), cuts.on(pilot))
                for size in undrawn:
                    lines = helpers.lines_at(scene, size)
                    found[size][name] = (lines, cuts.at_the_table(scene, size))
                for size in () if only_wide else helpers.OTHER_SIZES:
                    others[f"{name} {size}"] = cuts.at_the_table(scene, size)
        with noticed() as cuts:
            await tables.show(pilot, test_goldens.ordering())
            lines = await helpers.resized(pilot, test_goldens.TOO_SMALL)
            found[SIZE][TOO_SMALL] = (lines, cuts.on(pilot))
    return found, others


async def around_it(only_wide: bool) -> Found:
    """The other screens, and what is cut on each."""
    from tests.koryo_tui import helpers
    from tests.koryo_tui.around import test_screens
    from tests.koryo_tui.cuts import noticed

    found: Found = {}
    for name, screen, keys in test_screens.MOMENTS:
        if only_wide and name not in test_screens.WIDE:
            continue
        with noticed() as cuts:
            async with test_screens.shown(screen(), SIZE) as pilot:
                await pilot.press(*keys)
                await helpers.until(pilot, lambda pilot=pilot: any(helpers.text_of(pilot)))
                found[name] = (helpers.text_of(pilot), cuts.on(pilot))
    return found


def main(language: str, path: Path) -> None:
    is_double = language == DOUBLE
    i18n.use(Doubled() if is_double else i18n.catalog_of(language))
    from tests.koryo_tui.languages.budgets import budgets

    tables, others = asyncio.run(at_the_table(is_double))
    shown = {
        "screens": {**tables[SIZE], **asyncio.run(around_it(is_double))},
        "narrow": tables[NARROW],
        "others": others,
        "budgets": tuple(budgets()),
    }
    path.write_text(json.dumps(shown), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
