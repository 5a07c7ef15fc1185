"""Joining from the start screen: a table that was found on this network, or an invite."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input

from koryo_tui.actions import JOIN_KEYS, bindings
from koryo_tui.browsing import Seen, completed, open_invite, row, why_not, word_lines
from koryo_tui.drawing.lists import first_row
from koryo_tui.drawing.start import join_above, join_below, join_list
from koryo_tui.known import KnownHosts
from koryo_tui.look import Look
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.text import finding
from koryo_tui.text.choices import Choice, Choices
from koryo_tui.text.troubles import explained
from koryo_tui.widgets.lines import LinesView
from protocol.net.errors import NetError
from protocol.net.found import Found
from protocol.net.invite import Invite, read_target, write_invite

#: Seconds between two looks at the network.
_LOOK_EVERY: Final = 2.0
#: Lines that are not tables: title, what is said, the line to type into.
_FRAME: Final = 12
_YES: Final = "yes"


class JoinScreen(Screen[str | None]):
    """Dismissed with an invite or an address that can be read, or None.

    ``find()`` looks for tables once; that is done for as long as the screen is open.
    """

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(JOIN_KEYS)]
    ALLOW_SELECT = False

    def __init__(
        self, find: Callable[[], Awaitable[Seen]], look: Look, known: KnownHosts | None = None
    ) -> None:
        super().__init__()
        self._find = find
        self._look = look
        self._known = known or KnownHosts()
        self._seen: Seen | None = None
        self._mark: int | None = None
        self._trouble = ""

    def compose(self) -> ComposeResult:
        yield LinesView(id="above", grows=True)
        yield LinesView(id="tables", grows=True)
        yield LinesView(id="below", grows=True)
        yield Input(id="invite", select_on_focus=False)

    def on_mount(self) -> None:
        self._draw()
        self.query_one(Input).cursor_blink = False
        self.query_one(Input).focus()
        self.run_worker(self._keep_looking())

    def on_resize(self) -> None:
        self._draw()

    async def _keep_looking(self) -> None:
        while True:
            marked = self._marked
            self._seen = await self._find()
            # The list may be another one: the mark stays on the table it is on.
            marks = [table.sign.fingerprint for table in self._tables]
            mark = None if marked is None else marked.sign.fingerprint
            self._mark = marks.index(mark) if mark in marks else None
            self._draw()
            await asyncio.sleep(_LOOK_EVERY)

    @property
    def _tables(self) -> tuple[Found, ...]:
        return () if self._seen is None else self._seen.listed

    @property
    def _marked(self) -> Found | None:
        return None if self._mark is None else self._tables[self._mark]

    @property
    def _room(self) -> int:
        return max(self.size.height - _FRAME, 1)

    def _draw(self) -> None:
        width = self.size.width
        if not self.is_mounted or not width:
            return
        rows, room = tuple(map(row, self._tables)), self._room
        self.query_one("#above", LinesView).show(join_above(width))
        listed = join_list(rows, self._said(), self._mark, width, room)
        self.query_one("#tables", LinesView).show(listed)
        below = join_below(self._trouble, bool(rows), width)
        self.query_one("#below", LinesView).show(below)

    def _said(self) -> str:
        """What is said of the list."""
        if self._seen is None:
            return finding.LOOKING
        if self._seen.trouble is not None:
            return finding.TROUBLE.format(why=explained(self._seen.trouble))
        return finding.TABLES if self._tables else finding.NONE

    def action_move(self, step: int) -> None:
        number = len(self._tables)
        if number:
            start = -1 if step > 0 else 0
            self._mark_at(((start if self._mark is None else self._mark) + step) % number)

    def _mark_at(self, mark: int) -> None:
        self._mark, self._trouble = mark, ""
        self.query_one(Input).value = ""
        self._draw()

    def on_lines_view_pressed(self, event: LinesView.Pressed) -> None:
        event.stop()
        number = len(self._tables)
        room = min(number, self._room)
        y = event.y - 1
        if event.control.id != "tables" or not 0 <= y < room:
            return
        mark = first_row(number, self._mark or 0, room) + y
        if mark == self._mark:
            self._join(self._tables[mark])
        else:
            self._mark_at(mark)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        said, marked = event.value.strip(), self._marked
        if not said and marked is not None:
            self._join(marked)
            return
        try:
            target = read_target(said)
        except NetError as error:
            self._say(explained(error))
            return
        if isinstance(target, Invite):
            found = () if self._seen is None else self._seen.found
            said = write_invite(completed(target, found))
        self.dismiss(said)

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value and (self._trouble or self._mark is not None):
            self._trouble, self._mark = "", None
            self._draw()

    def action_back(self) -> None:
        self.dismiss(None)

    def _say(self, trouble: str) -> None:
        self._trouble = trouble
        self._draw()

    def _join(self, table: Found) -> None:
        """Joins ``table``, if that needs no invite, once its host is known to be who it seems."""
        why = why_not(table)
        if why is not None:
            self._say(why)
            return
        try:
            is_known = self._known.knows(table.sign.fingerprint)
        except NetError as error:
            self._say(explained(error))
            return
        if is_known:
            self.dismiss(write_invite(open_invite(table)))
        else:
            self._compare(table)

    def _compare(self, table: Found) -> None:
        mark, name = table.sign.fingerprint, table.sign.name

        def answered(choice: str | None) -> None:
            if choice != _YES:
                self._say(finding.NOT_TRUSTED.format(name=name))
                return
            try:
                self._known.remember(mark)
            except NetError as error:
                self._say(explained(error))
            else:
                self.dismiss(write_invite(open_invite(table)))

        asked = Choices(
            finding.STRANGER.format(name=name),
            (finding.UNKNOWN_HOST.format(name=name), *word_lines(mark)),
            (Choice("no", finding.ANOTHER), Choice(_YES, finding.THE_SAME)),
        )
        self.app.push_screen(ChoiceScreen(asked), answered)
