"""The guided game on the screen: the table as always, lessons as pages over it."""

from __future__ import annotations

import asyncio
from typing import Final

from koryo_tui.advising import Adviser
from koryo_tui.app import KoryoApp
from koryo_tui.learn.screens import LearnScreen, LessonScreen
from koryo_tui.learn.table import LearnTable
from koryo_tui.look import Look
from koryo_tui.port import Stage
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.table import TableScreen
from koryo_tui.terminal import signals
from koryo_tui.text import lessons
from koryo_tui.text.choices import LEAVE, STAY, Choice, Choices
from koryo_tui.text.lessons import Lesson

_LOOK_AGAIN: Final = 0.05
_LEAVE: Final = Choices(
    lessons.LEAVE_TITLE,
    (lessons.LEAVE_SAID,),
    (Choice(STAY, lessons.STAY), Choice(LEAVE, lessons.LEAVE)),
    again=LEAVE,
)
_WHOLE_GAME: Final = "whole game"
_NEXT: Final = Choices(
    lessons.NEXT_TITLE,
    (),
    (
        Choice(_WHOLE_GAME, lessons.WHOLE_GAME),
        Choice(STAY, lessons.STAY_AT_RESULT),
        Choice(LEAVE, lessons.LEAVE),
    ),
    again=LEAVE,
)


class LearnApp(KoryoApp):
    """Shows ``table``; each of its lessons once others' moves have been shown.

    ``wants_game``: the learner has asked for a whole game to follow.
    """

    CSS_PATH = "../app.tcss"
    TABLE = LearnScreen

    def __init__(self, table: LearnTable, look: Look) -> None:
        super().__init__(self._play, look)
        self._learning = table
        self._shown: Lesson | None = None
        self.wants_game = False

    async def _play(self, stage: Stage) -> None:
        self._learning.on_change = self._told
        stage.show_table(self._learning, adviser=Adviser(stage.changed), bots=(1, 2))
        self._told()
        await asyncio.Event().wait()

    def _told(self) -> None:
        self.changed()
        self.call_later(self._teach)

    def _teach(self) -> None:
        """Shows the lesson that is due, unless it is on the screen already."""
        lesson = self._learning.lesson
        if lesson is None or lesson is self._shown:
            return
        tables = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        if not tables or not tables[0].is_running or not _is_still(tables[0]):
            self.set_timer(_LOOK_AGAIN, self._teach)
            return
        self._shown = lesson
        page = LessonScreen(lesson, tables[0].action_page)
        self.push_screen(page, lambda _: self._learning.read())

    def action_ask_to_leave(self) -> None:
        if self.is_answered():
            return
        is_over = self._learning.view().outcome is not None
        self.push_screen(ChoiceScreen(_NEXT if is_over else _LEAVE), self._left)

    def _left(self, choice: str | None) -> None:
        self.wants_game = choice == _WHOLE_GAME
        if choice in (_WHOLE_GAME, LEAVE):
            self.exit(0)


def _is_still(table: TableScreen) -> bool:
    """Whether everything that has happened is on the screen."""
    scene = table.scene
    return not scene.is_playing and scene.shown >= len(scene.view.happenings)


async def run_learn_async(table: LearnTable, look: Look) -> tuple[int, bool]:
    """The guided game until the learner leaves; the exit code, and whether a whole game is wanted
    then."""
    app = LearnApp(table, look)
    with signals(app.end):
        try:
            await app.run_async(mouse=look.mouse)
        finally:
            await app.close_session()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0, app.wants_game
