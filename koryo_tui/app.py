"""The app: shows what a session offers, and ends cleanly however it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from koryo_tui.actions import LEAVE_KEYS, bindings
from koryo_tui.drawing.lines import Tone, line
from koryo_tui.full_screen import FullScreen
from koryo_tui.leaving import leave_table
from koryo_tui.look import Look
from koryo_tui.port import Again, LobbyPort, Session, SessionEnded, TablePort
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.lobby import LobbyScreen
from koryo_tui.screens.table import TableScreen
from koryo_tui.text import choices, going, labels
from koryo_tui.widgets.lines import LinesView

if TYPE_CHECKING:
    from koryo_tui.advising import Adviser

#: How long a goodbye may take before the process ends without it.
GOODBYE_SECONDS: Final = 3.0
FAILED: Final = 1


class WaitScreen(Screen[None]):
    """Before the session has anything to show."""

    def compose(self) -> ComposeResult:
        yield LinesView()

    def on_mount(self) -> None:
        self.query_one(LinesView).show((line(f" {labels.LOOKING}", Tone.QUIET),))


class KoryoApp(FullScreen[int]):
    """Runs one session as a task of its own; the session sees it as its ``Stage``."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LEAVE_KEYS, priority=True)]
    TABLE: ClassVar[type[TableScreen]] = TableScreen

    def __init__(self, session: Session, look: Look | None = None) -> None:
        super().__init__(look or Look())
        self._session = session
        self._task: asyncio.Task[None] | None = None
        self._lobby: LobbyPort | None = None
        self._table: TablePort | None = None
        self._bots: tuple[int, ...] = ()
        self._leaves_for_good = False
        self._repaint_due = False
        self.failure: BaseException | None = None
        """What ended the session, if it was neither the player nor a plain sentence."""

    def on_mount(self) -> None:
        self.dress()
        self.push_screen(WaitScreen())
        self._task = asyncio.create_task(self._run_session(), name="session")

    # Stage: what the session calls

    def show_lobby(self, port: LobbyPort) -> None:
        self._lobby, self._table = port, None
        self.call_later(self._enter, LobbyScreen(port, self._look))

    def show_table(
        self,
        port: TablePort,
        again: Again | None = None,
        adviser: Adviser | None = None,
        bots: tuple[int, ...] = (),
    ) -> None:
        self._table, self._bots = port, bots
        self.call_later(self._enter, self.TABLE(port, self._look, again, adviser, bots))

    def changed(self) -> None:
        if not self._repaint_due:
            self._repaint_due = True
            self.call_later(self._tell_screens)

    def _tell_screens(self) -> None:
        self._repaint_due = False
        for screen in self.screen_stack:
            if isinstance(screen, LobbyScreen | TableScreen):
                screen.session_changed()

    async def _enter(self, screen: Screen[None]) -> None:
        """Puts ``screen`` in the place of the one before it and of everything over that."""
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        await self.switch_screen(screen)

    # The session

    async def _run_session(self) -> None:
        try:
            await self._session(self)
        except SessionEnded as ended:
            self.exit(return_code=FAILED, message=Text(str(ended)))
        except Exception as failure:
            self.failure = failure
            self.exit(return_code=FAILED)

    async def close_session(self) -> None:
        """Says goodbye if the player leaves for good, else closes the table so that its seat can
        be resumed; then ends the session and waits for its end."""
        try:
            farewell = self._farewell()
            if farewell is not None:
                # A session that has failed may be unable to say goodbye; its failure is told.
                expected = TimeoutError if self.failure is None else Exception
                with contextlib.suppress(expected):
                    async with asyncio.timeout(GOODBYE_SECONDS):
                        await farewell()
        finally:
            if self._task is not None:
                self._task.cancel()
                await asyncio.gather(self._task, return_exceptions=True)

    def _farewell(self) -> Callable[[], Awaitable[None]] | None:
        if self._table is not None:
            return self._table.leave if self._leaves_for_good else self._table.close
        return None if self._lobby is None else self._lobby.leave

    # Leaving

    @property
    def _is_playing(self) -> bool:
        """Whether there is a seat to come back to."""
        return self._table is not None and self._table.view().outcome is None

    def is_answered(self) -> bool:
        """Whether the window that is open takes this key as an answer; another one gives way."""
        window = self.screen
        if not isinstance(window, ChoiceScreen):
            return False
        if window.again():
            return True
        window.dismiss(None)
        return False

    def action_ask_to_leave(self) -> None:
        if self.is_answered():
            return
        if self._is_playing:
            assert self._table is not None
            window = leave_table(self._table.view(), self._bots)
            self.push_screen(ChoiceScreen(window), self._answered)
        elif self._table is None and self._lobby is not None:
            window = going.leave_lobby(self._lobby.view().you_are_host)
            self.push_screen(ChoiceScreen(window), self._answered)
        else:
            self._leave()

    def _answered(self, choice: str | None) -> None:
        if choice == choices.LEAVE:
            self._leave()
        elif choice == choices.LATER:
            self.exit(0)
        elif choice == choices.END and self._table is not None and self._table.view().alone:
            self._table.end_alone()
            self._tell_screens()

    def _leave(self) -> None:
        self._leaves_for_good = True
        self.exit(0)


async def run_app_async(session: Session, look: Look | None = None) -> int:
    """As ``run_app``, on a loop that is running."""
    app = KoryoApp(session, look)
    with app.at_terminal():
        try:
            await app.run_async(mouse=app.look.mouse)
        finally:
            await app.close_session()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def run_app(session: Session, look: Look | None = None) -> int:
    """Shows ``session`` until the player leaves or it ends; returns the exit code.

    ``session(stage)`` is called once, on the app's own event loop, as one task. It opens links,
    calls ``stage.show_lobby(port)`` and later ``stage.show_table(port)`` (or the table at once),
    and ``stage.changed()`` after anything a view shows has changed. It ends in one of these ways:

    - the player leaves for good: the terminal is given back, ``port.leave()`` is awaited (3 s at
      most), then the task is cancelled and awaited;
    - the player closes the table to come back later, or a signal or an error in a screen ends the
      app: the same with ``port.close()``;
    - it raises ``SessionEnded("One plain sentence.")``: printed after the terminal is given back,
      exit code 1;
    - it raises anything else: raised again from here, after the terminal is given back;
    - it returns: what it showed last stays until the player leaves.

    Exit codes: 0 left or over, 1 ended by the session or by an error, 128 + n ended by signal n.
    Check ``terminal.is_terminal()`` first; ``look.look_of`` makes the look out of settings.
    """
    return asyncio.run(run_app_async(session, look))
