"""What the screens need of a session, and what they show of a lobby.

The session runs on the event loop of the app, as one task the app owns. It calls
``Stage.changed`` after anything a view shows has changed; the screens then ask for the view again.
All methods here are called on that loop and must not block it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from koryo_tui.rematch import Step
from protocol.log.messages import Settings
from protocol.peer.questions import Decision
from protocol.peer.view import TableView

if TYPE_CHECKING:
    # What finds hints is loaded where hints are given.
    from koryo_tui.advising import Adviser


@dataclass(frozen=True, slots=True)
class LobbyPlayer:
    """Somebody in the lobby.

    ``identity``: 32 bytes. ``bot_of``: for a computer player the name of whoever runs it, for a
    person None. ``plays``: which player it is, for those this machine runs. ``name`` and ``bot_of``
    are cleaned already and are data, never markup.
    """

    name: str
    identity: bytes
    is_you: bool
    is_host: bool
    bot_of: str | None = None
    plays: str | None = None


@dataclass(frozen=True, slots=True)
class LobbyView:
    """A lobby as one of its players sees it.

    ``seats``: how many there are at this table. ``invite``: as short as it can be written;
    ``long_invite``: with every address, for copying; both only where they are known.
    ``notice``: the newest thing to say in one plain sentence (who left, what is awaited).
    ``can_start``: this player is the host and enough players are here. ``clock``: seconds for each
    decision at this table, 0 for no limit; ``absences``: after so many a seat stays out.
    ``can_add``: this player is the host and can give a
    seat to one more computer player. ``awaited``: those who played the game before and are not
    here yet; none where this is the first. ``is_held``: a full table waits for the host too.
    """

    players: tuple[LobbyPlayer, ...]
    seats: int
    you_are_host: bool
    can_start: bool
    invite: str | None = None
    long_invite: str | None = None
    notice: str | None = None
    clock: int = 0
    absences: int = Settings().absences
    can_add: bool = False
    awaited: tuple[str, ...] = ()
    is_held: bool = False


class LobbyPort(Protocol):
    """A lobby, from the screen's side."""

    def view(self) -> LobbyView:
        """The lobby now."""

    def start(self) -> None:
        """The host starts the table with those who are here."""

    def remove(self, identity: bytes) -> None:
        """The host removes somebody."""

    def hold(self) -> None:
        """The host chooses computer players: from now on a full table waits for ``start``."""

    def bots(self) -> tuple[str, ...]:
        """The computer players that the host can give a seat."""

    def seat_bot(self, plays: str, instead_of: bytes | None = None) -> None:
        """The host gives a free seat to a computer player of its own, or to ``plays`` instead of
        the one with that identity."""

    def leave(self) -> Awaitable[None]:
        """Says goodbye to everybody and comes back when that has been sent."""


class TablePort(Protocol):
    """A seat at a table, from the screen's side."""

    def view(self) -> TableView:
        """The table now."""

    def decide(self, decision: Decision) -> None:
        """Gives the answer to the view's question. Raises ``IllegalMove``; nothing is changed."""

    def leave(self) -> Awaitable[None]:
        """Says goodbye for good: the others go on without this seat. Comes back when that is
        durable and has been sent."""

    def close(self) -> Awaitable[None]:
        """Closes links and files without a goodbye: the seat can be resumed later."""

    def agree(self, seat: int) -> None:
        """Votes to go on without ``seat`` while it is silent (``view().can_leave_out``)."""

    def disagree(self, seat: int) -> None:
        """Takes that vote back."""

    def end_alone(self) -> None:
        """Does not wait for anybody to come back: the game ends by default (``view().alone``)."""

    def say(self, text: str) -> None:
        """A line of table talk. Raises ``TooMuchTalk`` when it is too long or too soon."""

    def phrase(self, code: str) -> None:
        """A ready-made phrase, which each reader sees in their own language."""

    def pause(self, on: bool) -> None:
        """Wants a pause, or ends it."""

    def open_hands(self) -> None:
        """After the game: agrees that every hand of every round be opened to all."""

    @property
    def record(self) -> Path | None:
        """Where the record of the game is, or has gone; None if there is none."""


class Stage(Protocol):
    """The app, from the session's side."""

    def show_lobby(self, port: LobbyPort) -> None:
        """Shows a lobby from now on."""

    def show_table(
        self,
        port: TablePort,
        again: Again | None = None,
        adviser: Adviser | None = None,
        bots: tuple[int, ...] = (),
    ) -> None:
        """Shows a table from now on. ``again`` is called when the player wants another game with
        the same players after it; None if that cannot be had. ``adviser`` gives hints; None where
        there are none. ``bots``: the seats whose computer players leave with this player."""

    def changed(self) -> None:
        """The view of the port on show has changed. Cheap: repaints are collected."""


Again = Callable[[], Step | None]
"""Asks for another game with the same players, and says what that does, if it knows."""

Session = Callable[[Stage], Awaitable[None]]
"""A session: run once, on the app's loop, given the app. It goes on until the player leaves
(then it is cancelled, after ``leave`` of its port) or until it cannot go on (then it raises)."""


class SessionEnded(Exception):
    """Raised by a session that cannot go on; its text is one plain sentence for the player."""
