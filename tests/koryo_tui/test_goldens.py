"""The screen as text at its main moments, compared with files that can be read in a diff.

``KORYO_WRITE_GOLDENS=1 pytest tests/koryo_tui/test_goldens.py`` writes them anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from koryo_tui.drawing import cells
from koryo_tui.screens.page import PageScreen
from protocol.peer.view import DeckView, Doing, LinkState
from protocol.rules import Done, Order, Phase, Referee
from tests.koryo_tui.helpers import (
    RulesTable,
    position,
    shown,
    shuffled,
    text_of,
    turn_position,
    until,
)

GOLDENS = Path(__file__).parent / "goldens"
FRONTS = ("446779", "133688899-", "2355770", "458999")
ALL = (0, 1, 2, 3)


def ordering() -> RulesTable:
    table = RulesTable.of(position(*FRONTS, first=0), hand="26648-")
    table.deck = DeckView(ALL, ALL, ALL, ALL)
    return table


def turning() -> RulesTable:
    fronts = ("2466779", "13688899", "2355770", "458999")
    start = turn_position("0-", *fronts, tokens=(1, 1, 2, 0), pair=True)
    return RulesTable.of(start, hand="4788", order="0-")


def dealing() -> RulesTable:
    start = position(*FRONTS)
    table = RulesTable.of(start)
    real = table.game.position
    table.silent, table.waits = True, (3,)
    table.deck = DeckView(ALL, (0, 1, 2), (0, 1), ())
    table.doing = {0: Doing.CHECKING, 1: Doing.READY, 3: Doing.WORKING}
    table.links = {2: LinkState.RELAYED}
    object.__setattr__(real, "phase", Phase.DEAL)
    object.__setattr__(real, "actor", None)
    return table


def waiting() -> RulesTable:
    table = RulesTable.of(position(*FRONTS, actor=1))
    table.play(Order((table.game.legal()[0].cards[0],)))  # type: ignore[union-attr]
    table.links = {2: LinkState.LOST}
    return table


def discarding() -> RulesTable:
    return RulesTable.of(position("33456789", "19", "2", round=1, phase=Phase.ENDING))


def over() -> RulesTable:
    table = RulesTable(Referee.start((0, 1, 2), 0, shuffled("golden")))
    while table.game.position.phase is not Phase.OVER:
        if table.game.position.phase is Phase.ACTION:
            moves, ahead = [], table.game
            while not moves or moves[-1] != Done():
                moves.append(ahead.legal()[0])
                ahead = ahead.play(moves[-1])
            table.play_turn(*moves)  # type: ignore[arg-type]
        else:
            table.play(table.game.legal()[0])  # type: ignore[arg-type]
    table.results = (0, 2)
    return table


MOMENTS: tuple[tuple[str, Callable[[], RulesTable], tuple[str, ...]], ...] = (
    ("order", ordering, ()),
    ("order-chosen", ordering, ("6",)),
    ("order-sealing", ordering, ("6", "enter")),
    ("turn", turning, ()),
    ("turn-event-waits", turning, ("enter",)),
    ("turn-victim", turning, ("enter", "enter", "right")),
    ("turn-swap", turning, ("down", "enter", "enter", "enter", "right", "enter")),
    ("discard", discarding, ("4", "5")),
    ("dealing", dealing, ()),
    ("waiting", waiting, ()),
    ("over", over, ("escape",)),
    ("help", ordering, ("6", "f1")),
    ("players", waiting, ("f3",)),
    ("powers", ordering, ("f4",)),
    ("result", over, ()),
)
WIDE = ("order-chosen", "turn", "turn-victim", "dealing", "over")


def cases() -> list[object]:
    found = []
    for name, table, keys in MOMENTS:
        sizes = [(80, 24)] + ([(76, 24), (120, 40)] if name in WIDE else [])
        found += [
            pytest.param(table, keys, size, id=f"{name}-{size[0]}x{size[1]}") for size in sizes
        ]
    return found


@pytest.mark.parametrize(("table", "keys", "size"), cases())
async def test_the_screen_at_its_main_moments(
    table: Callable[[], RulesTable],
    keys: tuple[str, ...],
    size: tuple[int, int],
    request: pytest.FixtureRequest,
) -> None:
    async with shown(table(), size) as pilot:
        if table is over:
            await until(pilot, lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.press(*keys)
        await pilot.pause()
        lines = text_of(pilot)
    assert len(lines) == size[1]
    assert all(cells.width(line) <= size[0] for line in lines)
    text = "\n".join(lines) + "\n"
    file = GOLDENS / f"{request.node.callspec.id}.txt"
    if os.environ.get("KORYO_WRITE_GOLDENS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_every_golden_belongs_to_a_moment() -> None:
    known = {f"{case.id}.txt" for case in cases()}  # type: ignore[attr-defined]
    assert {file.name for file in GOLDENS.glob("*.txt")} == known
