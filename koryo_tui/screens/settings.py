"""The settings, changed where they are shown: each change is written into their file at once."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from koryo_tui.actions import SETTINGS_KEYS, bindings, number_bindings
from koryo_tui.drawing.settings_page import ENTRIES, KEYS, NAME, entry_at, rows_above, rows_below
from koryo_tui.naming import too_long
from koryo_tui.screens.settings_file import file_screen
from koryo_tui.screens.talk import TalkLine
from koryo_tui.seat import name_or_account
from koryo_tui.settings import BadSettings, Settings, keep, next_value, read_settings, settings_of
from koryo_tui.text import settings as text
from koryo_tui.text.troubles import reason_of
from koryo_tui.typed import plain_form
from koryo_tui.widgets.lines import LinesView
from protocol.net.names import clean, fits

_MOST_CELLS = 76
#: What a new start only can change, wherever that is.
NEEDS_START = ("language",)


class SettingsScreen(ModalScreen[bool]):
    """The settings in the file at ``path``, none to try them out. ``changed`` hears of each that
    can take effect now; those called ``later`` take a new start. Dismissed with whether anything
    was changed."""

    CSS_PATH = "settings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(SETTINGS_KEYS),
        *number_bindings(range(1, len(ENTRIES) + 1), lambda digit: f"entry({digit - 1})"),
    ]
    AUTO_FOCUS = ""
    ALLOW_SELECT = False

    def __init__(
        self,
        path: Path | None,
        changed: Callable[[Settings], None] = lambda settings: None,
        later: Collection[str] = NEEDS_START,
    ) -> None:
        super().__init__()
        self._ready = False
        self._path = path
        self._changed = changed
        self._later = later
        self._settings = Settings()
        self._said, self._is_trouble = "", False
        self._mark = 0
        self._is_writing = False
        self._is_changed = False

    def compose(self) -> ComposeResult:
        with Vertical(id="settings"):
            yield LinesView(id="settings-above", grows=True)
            yield TalkLine(compact=True, select_on_focus=False, id="name")
            yield LinesView(id="settings-below", grows=True)

    def on_mount(self) -> None:
        line_input = self.query_one(Input)
        line_input.cursor_blink = False
        line_input.display = False
        if self._path is not None:
            try:
                self._settings = read_settings(self._path)
            except BadSettings as bad:
                self._said, self._is_trouble = str(bad), True
        self._ready = True
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if not self._ready:
            return
        width = min(self.app.size.width, _MOST_CELLS) - 2
        account = clean(name_or_account(None))
        above = rows_above(self._settings, account, self._mark, width)
        below = rows_below(
            self._mark,
            self._said,
            width,
            is_trouble=self._is_trouble,
            is_writing=self._is_writing,
        )
        self.query_one("#settings-above", LinesView).show(above)
        self.query_one("#settings-below", LinesView).show(below)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a name is written, keys are letters; all but the way out."""
        is_off = self._is_writing and action != "back"
        return not is_off and super().check_action(action, parameters)

    @property
    def _entry(self) -> str:
        return ENTRIES[self._mark]

    def action_move(self, step: int) -> None:
        self._mark_at((self._mark + step) % len(ENTRIES))

    def _mark_at(self, mark: int) -> None:
        self._mark = mark
        self._said, self._is_trouble = "", False
        self._draw()

    def action_entry(self, mark: int) -> None:
        """Its digit does with an entry what Enter does."""
        self._mark_at(mark)
        self.action_choose()

    def action_choose(self) -> None:
        if self._entry == KEYS:
            self.app.push_screen(file_screen(self._path))
        elif self._entry == NAME:
            self._write()
        else:
            self.action_change(1)

    def action_change(self, step: int) -> None:
        if self._entry not in (NAME, KEYS):
            self._keep(next_value(self._settings, self._entry, step))

    def action_back(self) -> None:
        if self._is_writing:
            self._written()
            self._draw()
        else:
            self.dismiss(self._is_changed)

    # The name

    def _write(self) -> None:
        line_input = self.query_one(Input)
        line_input.value = self._settings.name or ""
        line_input.display = self._is_writing = True
        line_input.focus()
        line_input.cursor_position = len(line_input.value)
        self._said, self._is_trouble = "", False
        self._draw()

    def _written(self) -> None:
        self._is_writing = self.query_one(Input).display = False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        said = plain_form(event.value).strip()
        if not self._is_writing:
            return
        if not fits(said):
            self._said, self._is_trouble = too_long(said), True
            self._draw()
            return
        self._written()
        self._keep(clean(said) if said else "")

    # What is kept

    def _keep(self, value: str | bool) -> None:
        entry, path = self._entry, self._path
        try:
            if path is not None:
                keep(path, entry, value)
        except OSError as error:
            self._said, self._is_trouble = text.NOT_WRITTEN.format(why=reason_of(error)), True
        except BadSettings as bad:
            self._said, self._is_trouble = str(bad), True
        else:
            one = settings_of({entry: value}, "")
            self._settings = replace(self._settings, **{entry: getattr(one, entry)})
            self._is_changed = True
            kept = "" if path is None else text.KEPT.format(path=path)
            self._said, self._is_trouble = text.LATER if entry in self._later else kept, False
            self._changed(self._settings)
        self._draw()

    # The mouse

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        mark = entry_at(event.y) if event.control.id == "settings-above" else None
        if mark is None or self._is_writing:
            return
        if mark == self._mark:
            self.action_choose()
        else:
            self._mark_at(mark)

    def on_mouse_scroll_down(self) -> None:
        if not self._is_writing:
            self.action_change(-1)

    def on_mouse_scroll_up(self) -> None:
        if not self._is_writing:
            self.action_change(1)
