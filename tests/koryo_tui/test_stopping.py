"""What was about to sign against itself stops: one plain sentence, on the screen and in lines."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from koryo_tui.app import FAILED, KoryoApp
from koryo_tui.plain.run import PlainStage
from koryo_tui.port import Stage
from koryo_tui.seat import Game, Table
from koryo_tui.text import lines
from protocol.log.evidence import Kind
from protocol.net.session import Session
from protocol.peer.once import WouldConvict
from tests.koryo_tui.helpers import STILL, RulesTable, position, until


class Refusing(RulesTable):
    """A session that comes to the point where it would have to sign twice."""

    transcript = None
    ended = None

    async def run(self) -> None:
        raise WouldConvict(Kind.TWO_ENTRIES, 3)


def table_at(folder: Path) -> tuple[Table, Game]:
    session = Refusing(RulesTable.of(position("4", "6")).game)
    profile = cast("Any", SimpleNamespace(folder=folder))
    players = (SimpleNamespace(identity=b"1"), SimpleNamespace(identity=b"2"))
    roster = cast("Any", SimpleNamespace(players=players))
    game = Game(cast("Session", session), folder, roster, 0, (b"", b""))
    return Table(profile, cast("Any", None)), game


async def test_on_the_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, game = table_at(tmp_path)
    app = KoryoApp(lambda stage: table._play(game, stage, None), STILL)
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.return_code is not None)
    assert (app.return_code, app.failure) == (FAILED, None)
    assert " ".join(capsys.readouterr().err.split()) == lines.WOULD_CONVICT
    await app.close_session()


async def test_in_lines(tmp_path: Path) -> None:
    table, game = table_at(tmp_path)
    said: list[str] = []

    def play(stage: Stage) -> Any:
        return table._play(game, stage, None)

    assert await PlainStage(play, asyncio.Queue(), said.append).run() == FAILED
    assert said[-1] == lines.WOULD_CONVICT
