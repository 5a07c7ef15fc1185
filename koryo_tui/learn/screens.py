"""What the guided game shows otherwise than any table: its lessons, and its result."""

from __future__ import annotations

from collections.abc import Callable

from koryo_tui.drawing.lines import Line, Lines, wrapped
from koryo_tui.drawing.scores_page import scores_page
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.table import TableScreen
from koryo_tui.text import lessons, pages
from koryo_tui.text.lessons import Lesson


def lesson_page(lesson: Lesson, width: int) -> Lines:
    """The paragraphs of a lesson, a blank line between them."""
    lines: list[Line] = []
    for paragraph in lesson.paragraphs:
        lines += [*wrapped(paragraph, width), Line()]
    return tuple(lines[:-1])


class LessonScreen(PageScreen):
    """A lesson over the table; the pages of the table open over it, and it is there again behind
    them. ``opens(name)`` opens one."""

    CSS_PATH = "../screens/page.tcss"

    def __init__(self, lesson: Lesson, opens: Callable[[str], None]) -> None:
        super().__init__(
            lesson.title, lambda width: lesson_page(lesson, width), hint=lessons.GOES_ON
        )
        self._opens = opens

    def action_page(self, name: str) -> None:
        self._opens(name)


class ResultScreen(PageScreen):
    """The result, behind which comes what can be done next."""

    CSS_PATH = "../screens/page.tcss"

    def __init__(
        self,
        page: Callable[[int], Lines],
        switch: Callable[[str], None],
        then: Callable[[], object],
    ) -> None:
        super().__init__(
            pages.RESULT,
            page,
            hint=lessons.RESULT_KEYS,
            name="scores",
            switch=switch,
            notice=lambda width: lessons.ENTER_NEXT,
        )
        self._then = then

    def action_close(self) -> None:
        super().action_close()
        self._then()


class LearnScreen(TableScreen):
    """The table of the guided game."""

    CSS_PATH = "../screens/table.tcss"

    def action_page(self, name: str) -> None:
        if name != "scores" or self.scene.view.outcome is None:
            super().action_page(name)
            return
        result = ResultScreen(
            lambda width: scores_page(self.scene, width),
            self.action_page,
            lambda: self.app.call_later(self.app.run_action, "ask_to_leave"),
        )
        self.app.push_screen(result)
