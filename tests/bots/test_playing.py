"""A computer player at a table: what becomes of an answer that comes too late."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from koryo_tui.bots.options import BotOptions
from koryo_tui.bots.playing import Playing
from protocol.net.lifetime import End
from protocol.net.session import Session
from protocol.peer.questions import Decision, NotAsked
from protocol.peer.view import TableView
from protocol.rules import Referee
from tests.koryo_tui.helpers import RulesTable, shuffled

OPTIONS = BotOptions(
    root=Path(),
    name="Bot",
    bind="",
    owner=b"",
    seed="a seed",
    seats=None,
    invite_file=None,
    save=None,
    progress=None,
    patience=None,
)


class Fleeting:
    """A session that is asked something; ``happens`` while the player thinks about it."""

    def __init__(self, happens: str) -> None:
        self.ended: End | None = None
        self.decided: list[Decision] = []
        self._happens = happens
        self._view = RulesTable(Referee.start((0, 1), 0, shuffled("fleeting"))).view()

    def view(self) -> TableView:
        return self._view

    def pause(self, paused: bool) -> None:
        """All want a pause, or somebody ends it."""
        self._view = replace(self._view, paused=paused)

    def think(self) -> None:
        """What comes between a question and its answer."""
        if self._happens == "the table ends":
            self.ended = End.DISK
        elif self._happens == "the clock decides":
            self._view = replace(self._view, question=None)

    def decide(self, decision: Decision) -> None:
        if self.ended is not None or self._view.question is None:
            raise NotAsked("nothing is asked")
        self.decided.append(decision)
        self._view = replace(self._view, question=None)


@pytest.mark.parametrize(
    ("happens", "answers"), [("nothing", 1), ("the table ends", 0), ("the clock decides", 0)]
)
async def test_an_answer_is_given_only_to_a_question_that_stands(
    happens: str, answers: int
) -> None:
    session = Fleeting(happens)
    bot: Any = Playing(OPTIONS)
    bot.begin("easy")
    found = bot._answer
    followed = asyncio.Event()

    def answer(view: TableView) -> Decision:
        decision: Decision = found(view)
        session.think()
        return decision

    bot._answer = answer
    bot._follow = lambda *_: followed.set()
    bot._tell_round = lambda _: None
    bot.changed.set()
    deciding = asyncio.ensure_future(bot._decide(cast("Session", session)))
    async with asyncio.timeout(20):
        await asyncio.wait(
            (deciding, asyncio.ensure_future(followed.wait())), return_when=asyncio.FIRST_COMPLETED
        )
    assert followed.is_set(), "it goes on following the table"
    assert len(session.decided) == answers
    deciding.cancel()


async def test_while_the_table_is_paused_nothing_is_decided() -> None:
    session = Fleeting("nothing")
    session.pause(True)
    bot: Any = Playing(OPTIONS)
    bot.begin("easy")
    followed = asyncio.Event()
    bot._follow = lambda *_: followed.set()
    bot._tell_round = lambda _: None
    bot.changed.set()
    deciding = asyncio.ensure_future(bot._decide(cast("Session", session)))
    async with asyncio.timeout(20):
        for paused, answers in ((True, 0), (False, 1)):
            session.pause(paused)
            bot.changed.set()
            followed.clear()
            await followed.wait()
            assert len(session.decided) == answers
    deciding.cancel()
    bot.close()
