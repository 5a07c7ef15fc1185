"""Every golden screen in one language, in a process of its own, since texts are translated as they
are imported: ``python -m tests.koryo_tui.languages.show uk FILE``.

Writes one JSON object: ``screens`` holds by the name of a moment its lines at 80x24 and what is cut
of them, ``budgets`` what texts have only so many cells. ``double`` is a language in which
everything is said twice.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from koryo_tui.text import i18n

if TYPE_CHECKING:
    from tests.koryo_tui.cuts import Cut

DOUBLE = "double"
SIZE = (80, 24)
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


async def screens(only_wide: bool) -> dict[str, tuple[tuple[str, ...], tuple[Cut, ...]]]:
    """The screens, and what is cut on each; only those that are drawn in several sizes if
    ``only_wide``."""
    from koryo_tui.screens.page import PageScreen
    from tests.koryo_tui import helpers, test_goldens
    from tests.koryo_tui.around import test_screens
    from tests.koryo_tui.cuts import noticed

    found: dict[str, tuple[tuple[str, ...], tuple[Cut, ...]]] = {}
    look = replace(helpers.STILL, wall=lambda: "14:05")
    for name, table, keys in test_goldens.MOMENTS:
        if only_wide and name not in test_goldens.WIDE:
            continue
        with noticed() as cuts:
            async with helpers.shown(table(), SIZE, look) as pilot:
                if table in (test_goldens.over, test_goldens.opened_hands):
                    app = pilot.app
                    await helpers.until(pilot, lambda app=app: isinstance(app.screen, PageScreen))
                await pilot.press(*keys)
                await pilot.pause()
                found[name] = (helpers.text_of(pilot), cuts.on(pilot))
    with noticed() as cuts:
        async with helpers.shown(test_goldens.ordering(), test_goldens.TOO_SMALL, look) as pilot:
            found[TOO_SMALL] = (helpers.text_of(pilot), cuts.on(pilot))
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

    shown = {"screens": asyncio.run(screens(is_double)), "budgets": tuple(budgets())}
    path.write_text(json.dumps(shown), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
