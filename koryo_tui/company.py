"""A person's games with the same people, one after another, and the way from each to the next.

Whoever hosted a game opens the next, and the others call there until it is open: each program
knows where the others were last reached, and the host knows who played, so that nobody needs the
invite again. Where the host is not here, another one can open it instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from koryo_tui import rematch
from koryo_tui.port import SessionEnded, Stage
from koryo_tui.rematch import Step
from koryo_tui.returning import ask_at
from koryo_tui.text.troubles import explained
from protocol.net.addresses import Address
from protocol.net.errors import (
    CannotReach,
    NetError,
    NotATable,
    Refusal,
    Refused,
    WrongFingerprint,
)
from protocol.net.fingerprint import fingerprint
from protocol.net.invite import MAX_ADDRESSES, Invite, NotAnAddress, check_address
from protocol.net.listener import Listener
from protocol.net.meeting import read_meeting
from protocol.net.profile import Profile
from protocol.net.signs import OPEN_SECRET
from protocol.peer.talk import ANOTHER_GAME, COME_ALONG, SECONDS_A_LINE, TooMuchTalk
from protocol.peer.view import LinkState

if TYPE_CHECKING:
    from koryo_tui.look import Look
    from koryo_tui.seat import Table

#: Seconds between two calls at a host who has not yet opened its table again.
_CALL_EVERY: Final = 1.0
#: So often a line is tried that comes too soon after others.
_TRIES: Final = 3
#: For as long, and at so many addresses of each, the others are told where a lobby is.
_TELL_SECONDS: Final = 3.0
_TRIED: Final = 2
#: After so many calls that nobody answered, in a row, whoever has opened a game is gone.
_UNANSWERED: Final = 5
_LINKED: Final = frozenset({LinkState.DIRECT, LinkState.RELAYED})
#: Nobody listens at the port that is called discard.
_NOWHERE: Final[Address] = ("127.0.0.1", 9)
_NOBODY: Final = (CannotReach, NotATable, WrongFingerprint)
_TURNED_AWAY: Final = frozenset({Refusal.WRONG_SECRET, Refusal.TOO_MANY_GUESSES})


@dataclass(frozen=True, slots=True)
class Who:
    """A person at this machine. ``name``: what it is called there; ``look``: how it is shown a
    table, None for lines; ``advertise``: the only address to tell others, if there is one;
    ``log``: where computer players of this person log."""

    profile: Profile
    listener: Listener
    table: Table
    name: str
    look: Look | None
    advertise: str | None = None
    log: str | None = None


class Place(Protocol):
    """Where a person is among others: a lobby and the table that comes of it, or a table that is
    taken up again."""

    @property
    def after(self) -> After:
        """What comes after the game that is played there."""

    async def play(self, stage: Stage) -> None:
        """Until the game has been left, or another is due. Raises ``NetError``."""

    async def close(self) -> None:
        """Ends what is still there; the second time there is nothing."""


class Company:
    """One person's games, of which the ``first`` is played there."""

    def __init__(self, first: Place) -> None:
        self._place = first

    async def session(self, stage: Stage) -> None:
        """A game; then others for as long as they are wanted."""
        try:
            while True:
                await self._place.play(stage)
                coming = self._place.after.next
                if coming is None:
                    return
                last, self._place = self._place, await coming
                if self._place is not last:
                    await last.close()
        except NetError as error:
            raise SessionEnded(explained(error)) from None

    async def close(self) -> None:
        """Ends what is still there."""
        await self._place.after.close()
        await self._place.close()


class After:
    """What ``who`` has asked for after a game. ``opens()`` makes the place of one's own, once the
    table is closed; ``invite`` leads to the host of this game, for whom there is one."""

    def __init__(
        self, who: Who, opens: Callable[[], Awaitable[Place]], invite: Invite | None = None
    ) -> None:
        self._who = who
        self._opens = opens
        self._invite = invite
        self._next: asyncio.Task[Place] | None = None
        self._is_opening = False
        self._is_offered = False
        self._unanswered = 0
        self._told: frozenset[int] = frozenset()

    @property
    def next(self) -> asyncio.Task[Place] | None:
        """What is on its way to the next game; None if no other was asked for."""
        return self._next

    def again(self) -> Step:
        """Another game with the same players is wanted; what that does."""
        step = self._step()
        self._is_offered = step is Step.AWAY
        if step is not Step.OPEN:
            if self._next is None:
                self._wish()
                self._next = asyncio.ensure_future(self._call())
        elif not self._is_opening:
            self._is_opening = True
            self._next = asyncio.ensure_future(self._open(self._next))
        return step

    async def close(self) -> None:
        """Nothing is wanted any more."""
        if self._next is None:
            return
        self._next.cancel()
        for place in await asyncio.gather(self._next, return_exceptions=True):
            if not isinstance(place, BaseException):
                await place.close()

    def _step(self) -> Step:
        found = rematch.step(self._who.table.game.session.view())
        if self._is_opening:
            return Step.OPEN
        if found is Step.JOIN and self._unanswered >= _UNANSWERED:
            found = Step.AWAY
        return Step.OPEN if found is Step.AWAY and self._is_offered else found

    async def _open(self, calling: asyncio.Task[Place] | None) -> Place:
        """Closes the table and opens the next, unless one was found that is open already."""
        if calling is not None:
            calling.cancel()
            for place in await asyncio.gather(calling, return_exceptions=True):
                if not isinstance(place, BaseException):
                    return place
        game = self._who.table.game
        if game.people:
            await self._tell_where()
            await self._say(COME_ALONG)
        await self._who.table.end()
        return await self._opens()

    async def _call(self) -> Place:
        """Calls until whoever opens the next game has opened it; only then this one is left."""
        from koryo_tui.visiting import Guest

        while True:
            guest = Guest(self._who, await self._where(), self._who.table.game.people)
            try:
                await guest.let_in()
                await self._who.table.end()
            except NetError as error:
                # Not open yet, or not any more: the host may still do so.
                await guest.close()
                self._unanswered = self._unanswered + 1 if _is_gone(error) else 0
            except asyncio.CancelledError:
                await guest.close()
                raise
            else:
                return guest
            await asyncio.sleep(_CALL_EVERY)
            self._wish()

    async def _where(self) -> Invite:
        """How to get to who opens the next game, as far as that is known."""
        game = self._who.table.game
        view = game.session.view()
        opener = rematch.opener(view)
        seat = rematch.HOST if opener is None else opener
        mark = fingerprint(view.seats[seat].identity)
        meeting = await asyncio.to_thread(read_meeting, game.folder)
        kept = () if meeting is None else meeting.places[seat]
        places = tuple((each.host, each.port) for each in kept if _is_address(each.host, each.port))
        if self._invite is not None and self._invite.fingerprint == mark:
            known = dict.fromkeys((*self._invite.addresses, *places))
            return Invite(tuple(known)[:MAX_ADDRESSES], mark, self._invite.secret)
        return Invite(places[:MAX_ADDRESSES] or (_NOWHERE,), mark, OPEN_SECRET)

    async def _tell_where(self) -> None:
        """Tells those who are linked where this machine listens now: they may have been dialled
        from here, and know only where it was."""
        who, game = self._who, self._who.table.game
        meeting = await asyncio.to_thread(read_meeting, game.folder)
        if meeting is None:
            return

        async def tell(seat: int) -> None:
            for place in meeting.places[seat][:_TRIED]:
                with suppress(NetError):
                    where = (place.host, place.port)
                    await ask_at(who.profile, who.listener, where, game.roster, who.advertise)
                    return

        with suppress(TimeoutError):
            async with asyncio.timeout(_TELL_SECONDS):
                await asyncio.gather(*map(tell, self._linked()))

    def _linked(self) -> frozenset[int]:
        seats = self._who.table.game.session.view().seats
        return frozenset(seat.seat for seat in seats if seat.link in _LINKED)

    def _wish(self) -> None:
        """Tells the others that another game is wanted, each of them once it is there to hear."""
        game = self._who.table.game
        linked = self._linked()
        if game.people and (not self._told or linked - self._told):
            with suppress(TooMuchTalk):
                game.session.phrase(ANOTHER_GAME)
                self._told |= linked | {game.seat}

    async def _say(self, phrase: str) -> None:
        """Says ``phrase``, if need be a little later than lines said just before."""
        for _ in range(_TRIES):
            with suppress(TooMuchTalk):
                self._who.table.game.session.phrase(phrase)
                return
            await asyncio.sleep(SECONDS_A_LINE)


def _is_gone(error: NetError) -> bool:
    """Whether who was called is not there, or knows nothing of the last game."""
    if isinstance(error, Refused):
        return error.refusal in _TURNED_AWAY
    return isinstance(error, _NOBODY)


def _is_address(host: str, port: int) -> bool:
    try:
        check_address((host, port))
    except NotAnAddress:
        return False
    return True
