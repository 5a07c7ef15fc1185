"""A window with a few lines to choose from, by arrows, digits or clicks."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from koryo_tui.actions import CHOICE_KEYS, bindings, number_bindings
from koryo_tui.drawing.choice_page import DIGITS, choice_at, choice_page
from koryo_tui.text.choices import Choices
from koryo_tui.widgets.lines import LinesView

_MOST_CELLS: Final = 76


class ChoiceScreen(ModalScreen[str | None]):
    """Dismissed with the id of the line that was chosen, or None."""

    CSS_PATH = "choice.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(CHOICE_KEYS),
        *number_bindings(range(1, DIGITS + 1), lambda digit: f"mark({digit - 1})"),
    ]
    ALLOW_SELECT = False

    def __init__(self, choices: Choices) -> None:
        super().__init__()
        self._choices = choices
        self._mark = 0

    def compose(self) -> ComposeResult:
        yield LinesView(id="choice", grows=True)

    def on_mount(self) -> None:
        self._repaint()

    def on_resize(self) -> None:
        self._repaint()

    @property
    def choices(self) -> Choices:
        """What is asked."""
        return self._choices

    def again(self) -> bool:
        """The key that opened the window was pressed again; whether that means something here."""
        if self._choices.again is None:
            return False
        self.dismiss(self._choices.again)
        return True

    def action_move(self, step: int) -> None:
        self._mark = (self._mark + step) % len(self._choices.choices)
        self._repaint()

    def action_mark(self, mark: int) -> None:
        if mark < len(self._choices.choices):
            self._mark = mark
            self._repaint()

    def action_choose(self) -> None:
        self.dismiss(self._choices.choices[self._mark].id)

    def action_back(self) -> None:
        self.dismiss(None)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-1)

    def on_mouse_scroll_down(self) -> None:
        self.action_move(1)

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        mark = choice_at(self._choices, self._width, event.y)
        if mark is None:
            return
        if mark == self._mark:
            self.action_choose()
        else:
            self.action_mark(mark)

    @property
    def _width(self) -> int:
        return min(self.app.size.width, _MOST_CELLS) - 2

    def _repaint(self) -> None:
        self.query_one(LinesView).show(choice_page(self._choices, self._mark, self._width))
