"""Joining from the start screen: a table that was found on this network, or an invite."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input

from koryo_tui.actions import JOIN_KEYS, bindings
from koryo_tui.browsing import Seen, completed, open_invite, row, why_not, word_lines
from koryo_tui.drawing.lines import Lines
from koryo_tui.drawing.lists import first_row
from koryo_tui.drawing.start import join_above, join_below, join_list
from koryo_tui.known import KnownHosts
from koryo_tui.look import Look
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.text import finding, lines
from koryo_tui.text.choices import Choice, Choices
from koryo_tui.text.troubles import explained
from koryo_tui.widgets.lines import LinesView
from protocol.net.addresses import Address
from protocol.net.errors import NetError
from protocol.net.found import Found
from protocol.net.invite import Invite, NotAnAddress, read_target, write_invite

#: Seconds between two looks at the network.
_LOOK_EVERY: Final = 2.0
#: Lines that are not tables: title, what is said, the line to type into.
_FRAME: Final = 12
#: Of these, the usual lines between the tables and that line.
_BELOW: Final = 4
_YES: Final = "yes"
#: What only an address has in it.
_ADDRESS_MARKS: Final = ".:[]"
_MOST_SHOWN: Final = 30


@dataclass(frozen=True, slots=True)
class Joining:
    """The ``invite`` to a table, and what was ``typed``: nothing for one of the list."""

    invite: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """What was ``typed`` the last time, and the ``trouble`` that came of it."""

    typed: str
    trouble: str


class JoinScreen(Screen[Joining | None]):
    """Dismissed with an invite that can be read, or None.

    ``find()`` looks for tables once; that is done for as long as the screen is open.
    """

    CSS_PATH = "around.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(JOIN_KEYS)]
    ALLOW_SELECT = False

    def __init__(
        self,
        find: Callable[[], Awaitable[Seen]],
        look: Look,
        known: KnownHosts | None = None,
        tried: Tried | None = None,
    ) -> None:
        super().__init__()
        self._find = find
        self._look = look
        self._known = known or KnownHosts()
        self._seen: Seen | None = None
        self._mark: int | None = None
        self._typed, self._trouble = ("", "") if tried is None else (tried.typed, tried.trouble)
        self._at: Address | None = None

    def compose(self) -> ComposeResult:
        yield LinesView(id="above", grows=True)
        yield LinesView(id="tables", grows=True)
        yield LinesView(id="below", grows=True)
        yield Input(self._typed, id="invite", select_on_focus=False)

    def on_mount(self) -> None:
        self._draw()
        self.query_one(Input).cursor_blink = False
        self.query_one(Input).focus()
        self._select()
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
        return max(self.size.height - _FRAME - max(len(self._below()) - _BELOW, 0), 1)

    def _below(self) -> Lines:
        refused = bool(self._trouble and self._typed)
        return join_below(self._trouble, bool(self._tables), self.size.width, is_refused=refused)

    def _draw(self) -> None:
        width = self.size.width
        if not self.is_mounted or not width:
            return
        rows, room = tuple(map(row, self._tables)), self._room
        self.query_one("#above", LinesView).show(join_above(width))
        listed = join_list(rows, self._said(), self._mark, width, room)
        self.query_one("#tables", LinesView).show(listed)
        self.query_one("#below", LinesView).show(self._below())

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
        if said:
            self._read(said)
        elif marked is not None:
            self._join(marked)
        else:
            self._say(lines.NO_INVITE)

    def _read(self, said: str) -> None:
        """Joins with what was typed, or says what is wrong with it."""
        is_address = any(mark in said.rstrip(".") for mark in _ADDRESS_MARKS)
        try:
            target = read_target(said)
        except NetError as error:
            is_other = isinstance(error, NotAnAddress) and not is_address
            self._say(_not_one(said) if is_other else explained(error))
            return
        if isinstance(target, Invite):
            found = () if self._seen is None else self._seen.found
            there = completed(target, found) if self._at is None else target.at(self._at)
            self.dismiss(Joining(write_invite(there), said))
        elif is_address:
            # The table of the next invite is looked for there.
            self._at = target
            self._say(finding.ONLY_ADDRESS.format(said=said[:_MOST_SHOWN]))
            self._typed = self.query_one(Input).value = ""
        else:
            self._say(_not_one(said))

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value == self._typed:
            # What the trouble is about.
            return
        if event.value and (self._trouble or self._mark is not None):
            self._trouble, self._mark = "", None
            self._draw()

    def action_back(self) -> None:
        self.dismiss(None)

    def _say(self, trouble: str) -> None:
        self._trouble, self._typed = trouble, self.query_one(Input).value
        self._select()
        self._draw()

    def _select(self) -> None:
        """What is typed or pasted next takes the place of what was refused."""
        if self._trouble:
            self.query_one(Input).select_all()

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
            self.dismiss(Joining(write_invite(open_invite(table))))
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
                self.dismiss(Joining(write_invite(open_invite(table))))

        asked = Choices(
            finding.STRANGER.format(name=name),
            (finding.UNKNOWN_HOST.format(name=name), *word_lines(mark)),
            (Choice("no", finding.ANOTHER), Choice(_YES, finding.THE_SAME, is_final=True)),
        )
        self.app.push_screen(ChoiceScreen(asked), answered)


def _not_one(said: str) -> str:
    return finding.NOT_ONE.format(said=said[:_MOST_SHOWN])
