"""The guided game in lines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from koryo_tui.advising import Adviser
from koryo_tui.learn.table import LearnTable
from koryo_tui.port import Stage
from koryo_tui.text import lessons, plain
from protocol.peer.view import TableView


def plain_session(
    table: LearnTable, tell: Callable[[str], None]
) -> Callable[[Stage], asyncio.Future[None]]:
    """A session for ``koryo_tui.plain.run``: lessons are said before the game goes on."""

    async def play(stage: Stage) -> None:
        def told() -> None:
            if table.lesson is not None:
                lesson = table.lesson
                for text in (plain.LESSON.format(title=lesson.title), *lesson.in_lines()):
                    tell(text)
                # Comes back here for the next lesson.
                table.read()
            else:
                stage.changed()

        table.on_change = told
        stage.show_table(table, adviser=Adviser(stage.changed))
        told()
        await asyncio.Event().wait()

    return lambda stage: asyncio.ensure_future(play(stage))


def leaving_lesson(_view: TableView) -> tuple[str, ...]:
    """What it means to end the lesson, and whether to."""
    return (lessons.LEAVE_SAID, plain.ASKING + plain.LEAVE_LESSON_SURE)
