"""A window with a few lines to choose from, by arrows, digits or clicks."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from koryo_tui.actions import CHOICE_KEYS, PAGE_KEYS, TABLE_KEYS, bindings, number_bindings
from koryo_tui.drawing.choice_page import choice_at, choice_page, key_of
from koryo_tui.keys import with_twins
from koryo_tui.text.choices import Choices
from koryo_tui.widgets.lines import LinesView

_MOST_CELLS: Final = 76


class ChoiceScreen(ModalScreen[str | None]):
    """Dismissed with the id of the line that was chosen, or None."""

    CSS_PATH = "choice.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(CHOICE_KEYS),
        *number_bindings(range(10), "line('{}')".format),
        Binding(",".join(with_twins(("minus",))), "line('-')", show=False),
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

    def action_line(self, key: str) -> None:
        """The line with that key is chosen; only marked where it cannot be taken back."""
        lines = self._choices.choices
        found = [index for index in range(len(lines)) if key_of(self._choices, index) == key]
        if found:
            self._mark_at(found[0])
            if not lines[found[0]].is_final:
                self.action_choose()

    def _mark_at(self, mark: int) -> None:
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
            self._mark_at(mark)

    @property
    def _width(self) -> int:
        return min(self.app.size.width, _MOST_CELLS) - 2

    def _repaint(self) -> None:
        self.query_one(LinesView).show(choice_page(self._choices, self._mark, self._width))


class MenuScreen(ChoiceScreen):
    """The menu of a table, in which the keys of the table choose what they do there."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PAGE_KEYS, TABLE_KEYS)]

    def action_page(self, name: str) -> None:
        self.dismiss(name)

    def action_hint(self) -> None:
        self.dismiss("hint")

    def action_talk(self) -> None:
        self.dismiss("talk")

    def action_vote(self) -> None:
        self.dismiss("vote")

    def action_pause(self) -> None:
        self.dismiss("pause")

    def action_again(self) -> None:
        self.dismiss("again")

    def action_menu(self) -> None:
        self.dismiss(None)
