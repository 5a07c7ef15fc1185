"""The pictures of the documents, made from the app itself: ``python -m tests.pictures``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.koryo_tui.helpers import STILL, RulesTable, shown
from tests.koryo_tui.test_goldens import ordering, turning

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
LOOK = replace(STILL, theme="textual-dark", ascii=False)

#: File, table, keys pressed, columns and lines.
PICTURES: tuple[tuple[str, Callable[[], RulesTable], tuple[str, ...], tuple[int, int]], ...] = (
    ("table.svg", ordering, ("6",), (80, 24)),
    ("turn.svg", turning, (), (120, 36)),
)


async def draw(name: str, table: RulesTable, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    """Writes one picture."""
    async with shown(table, size=size, look=LOOK) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        svg = pilot.app.export_screenshot(title="koryo-tui", simplify=True)
    (FOLDER / name).write_text(plain(svg), encoding="utf-8")


def plain(svg: str) -> str:
    """The picture with the reader's own fonts: nothing in it is fetched from anywhere."""
    without = re.sub(r"@font-face\s*\{[^}]*\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return without.replace("Fira Code, monospace", "monospace").replace("Fira Code", "monospace")


def main() -> None:
    """Writes all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, table, keys, size in PICTURES:
        asyncio.run(draw(name, table(), keys, size))
        print(FOLDER / name)


if __name__ == "__main__":
    main()
