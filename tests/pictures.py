"""The pictures of the documents, made from the app itself: ``python -m tests.pictures``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from textual.app import App

from koryo_tui.learn.app import LearnApp
from koryo_tui.learn.table import LearnTable
from koryo_tui.screens.page import PageScreen
from protocol.peer.questions import OrderQuestion
from protocol.rules import CARDS, Card, Phase, Placed, TurnUp
from tests.koryo_tui.helpers import STILL, RulesTable, position, shown, until
from tests.koryo_tui.test_goldens import ordering

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
LOOK = replace(STILL, theme="textual-dark", ascii=False)

#: What the other three have ordered and turned up before one's own turn.
ORDERS = ((Card.BROADCASTER, 2), (Card.GUARDIAN, 1), (Card.MERCHANT, 2))


def turning() -> RulesTable:
    """The own turn, the last of its round."""
    start = position(
        "2466779", "136899", "235570", "4589", phase=Phase.ACTION, actor=1, tokens=(1, 1, 2, 0)
    )
    placed = (Placed(2, True), *(Placed(number, False) for _card, number in ORDERS))
    orders = tuple(str(int(card)) * number for card, number in ORDERS)
    table = RulesTable.of(replace(start, orders=placed), hand="4788", order="0-", orders=orders)
    for card, _number in ORDERS:
        table.play_turn(TurnUp(card))
    return table


#: File, table, keys pressed, columns and lines.
PICTURES: tuple[tuple[str, Callable[[], RulesTable], tuple[str, ...], tuple[int, int]], ...] = (
    ("table.svg", ordering, ("6",), (80, 24)),
    ("turn.svg", turning, (), (120, 36)),
    ("scores.svg", ordering, ("f5",), (80, 24)),
)
#: File, and how many lessons of the guided game have been read before the one in the picture.
LESSONS = (("learn.svg", 7),)


async def draw(file: Path, table: RulesTable, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    """Writes the picture of a table."""
    async with shown(table, size=size, look=LOOK) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        write(file, pilot.app)


async def draw_lesson(file: Path, read: int) -> None:
    """Writes the picture of a lesson over the table, played to as a beginner would."""
    table = LearnTable("Olena")
    app = LearnApp(table, LOOK)
    async with app.run_test(size=(80, 24)) as pilot:
        while True:
            await until(pilot, lambda: isinstance(app.screen, PageScreen) or asked(table))
            if not isinstance(app.screen, PageScreen):
                await pilot.press(*keys_of(table))
            elif read:
                read -= 1
                await pilot.press("enter")
            else:
                break
            await pilot.pause()
        await pilot.pause()
        write(file, app)
    await app.close_session()


def asked(table: LearnTable) -> bool:
    """Whether the learner is to decide."""
    return table.lesson is None and table.view().question is not None


def keys_of(table: LearnTable) -> tuple[str, ...]:
    """What a beginner presses: Enter for what is offered, digits where cards are asked for."""
    view = table.view()
    assert view.position is not None
    if isinstance(view.question, OrderQuestion):
        return (str(int(view.question.legal[-1].cards[0])), "enter", "enter")
    if view.position.phase is Phase.ENDING:
        front = view.position.fronts[view.you]
        return (str(int(next(card for card in CARDS if front[card]))), "enter", "enter")
    return ("enter",)


def write(file: Path, app: App[int]) -> None:
    """What is on the screen, as a file."""
    svg = app.export_screenshot(title="koryo-tui", simplify=True)
    file.write_text(plain(svg), encoding="utf-8")


def plain(svg: str) -> str:
    """The picture with the reader's own fonts: nothing in it is fetched from anywhere. The names
    of its parts do not depend on what is in it."""
    without = re.sub(r"@font-face\s*\{[^}]*\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    named = re.sub(r"\bterminal-\d+-", "terminal-", without)
    return named.replace("Fira Code, monospace", "monospace").replace("Fira Code", "monospace")


async def draw_all(folder: Path) -> None:
    """Writes all of them."""
    for name, table, keys, size in PICTURES:
        await draw(folder / name, table(), keys, size)
    for name, read in LESSONS:
        await draw_lesson(folder / name, read)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    asyncio.run(draw_all(FOLDER))
