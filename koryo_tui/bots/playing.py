"""A computer player at its table: answers what it is asked, and follows what people want."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import Final

from koryo_tui.bots.following import (
    Change,
    follow_others,
    follow_people,
    wait_for_nobody,
    wants_pause,
)
from koryo_tui.bots.options import BotOptions
from koryo_tui.bots.players import DEFAULT, SECONDS
from koryo_tui.bots.registry import UnknownBot
from koryo_tui.bots.sight import sight_of
from koryo_tui.bots.watched import Careful, careful_bot
from protocol.net.disk import Disk, write_whole
from protocol.net.errors import NetError
from protocol.net.lifetime import LINGER, End
from protocol.net.session import Session
from protocol.peer.grace import Grace
from protocol.peer.questions import Decision
from protocol.peer.view import TableView

#: Of the time that the clock of the table leaves, this is kept for the way of the answer; less
#: than the second is never given to think.
_FOR_THE_WAY: Final = 2.0
_LEAST_SECONDS: Final = 0.05

_log = logging.getLogger("koryo.bot")


class GaveUp(NetError):
    """Nothing has happened for too long: ``GaveUp(seconds)``."""

    sentence = "Nothing has happened at the table for {0:.0f} seconds, so this player left."


class Playing:
    """One game of a computer player. ``begin`` comes first, then ``play``, ``close`` last."""

    def __init__(self, options: BotOptions) -> None:
        self.changed = asyncio.Event()
        """To be set when the view of the session has changed."""
        self.session: Session | None = None
        """The session that is played; None before that."""
        self._options = options
        self._mind: Careful | None = None
        self._round = 0
        self._owners: tuple[bytes, ...] = ()

    def begin(self, plays: str) -> None:
        """A player of that name; the usual one if there is none of that name any more."""
        try:
            self._mind = careful_bot(plays, self._options.seed)
        except UnknownBot as unknown:
            _log.warning("%s", unknown)
            plays = DEFAULT
            self._mind = careful_bot(plays, self._options.seed)
        _log.info("plays %s", plays)

    @property
    def linger(self) -> float | None:
        """Seconds that it stays after the game; None: until it is told to go."""
        # With an owner it stays until the owner goes, to agree to what people want afterwards.
        return None if self._options.has_owner else LINGER

    @property
    def grace(self) -> Grace | None:
        """When it agrees by itself to go on without a silent seat; None: not by itself."""
        seconds = self._options.grace
        return None if seconds is None else Grace(seconds, seconds, seconds, seconds)

    async def play(self, session: Session, seat: int, owners: tuple[bytes, ...]) -> End:
        """Plays at ``seat`` until the session ends; ``owners`` says for each seat who runs it.
        Raises ``GaveUp``."""
        self.session, self._owners = session, owners
        minding = [asyncio.ensure_future(self._decide(session))]
        if self._options.patience is not None:
            minding.append(asyncio.ensure_future(self._watch(session, self._options.patience)))
        running = asyncio.ensure_future(session.run())
        await asyncio.wait((running, *minding), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            # Only impatience is a reason to say goodbye; a failure may be mended.
            gave_up = any(task.done() and isinstance(task.exception(), GaveUp) for task in minding)
            await (session.leave() if gave_up else session.close())
        end = await running
        for task in minding:
            task.cancel()
        for result in await asyncio.gather(*minding, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        _log.info("ended: %s", end.value)
        self._save(session, seat)
        return end

    async def _decide(self, session: Session) -> None:
        """Answers every question, thinking in a thread; none while the table is paused."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            view = session.view()
            if view.question is not None and not view.paused:
                answer = await asyncio.to_thread(self._answer, view)
                # Meanwhile the clock may have decided, or the table ended.
                if session.ended is None and session.view().question == view.question:
                    session.decide(answer)
            self._follow(session, view)
            if view.position is not None:
                self._tell_round(view.position.round)

    def _answer(self, view: TableView) -> Decision:
        """The player's decision, or what replaces it; that is logged."""
        mind = self._mind
        assert mind is not None
        seconds = SECONDS
        if view.deadline is not None:
            left = view.deadline - time.monotonic() - _FOR_THE_WAY
            seconds = max(min(seconds, left), _LEAST_SECONDS)
        before = mind.troubles.copy()
        decision = mind.decide(sight_of(view, seconds))
        for trouble in mind.troubles - before:
            _log.warning("a decision was replaced by the default: %s", trouble.value)
        return decision

    def _follow(self, session: Session, view: TableView) -> None:
        """Agrees to what others want: to end, to open the hands after the game, to go on without
        a seat, to pause."""
        if view.alone:
            session.end_alone()
        if view.opens and view.you not in view.opens:
            session.open_hands()
        change = self._about_the_silent(view)
        for seat in change.agree:
            session.agree(seat)
        for seat in change.disagree:
            session.disagree(seat)
        if self._is_owned(view) and view.outcome is None:
            wanted = wants_pause(view, self._owners)
            if wanted != (view.you in view.wants_pause):
                session.pause(wanted)

    def _is_owned(self, view: TableView) -> bool:
        """Whether a person at the table runs it."""
        return bool(self._owners) and bool(self._owners[view.you])

    def _about_the_silent(self, view: TableView) -> Change:
        if self._options.grace is not None:
            return wait_for_nobody(view)
        if self._is_owned(view):
            return follow_people(view, self._owners)
        return follow_others(view)

    def _tell_round(self, number: int) -> None:
        path = self._options.progress
        if path is not None and number != self._round:
            self._round = number
            unfinished = path.with_suffix(".new")
            unfinished.write_text(str(number))
            unfinished.replace(path)

    async def _watch(self, session: Session, patience: float) -> None:
        """Raises ``GaveUp`` when no step closes for ``patience`` seconds."""
        step = -1
        while session.view().step != step:
            step = session.view().step
            await asyncio.sleep(patience)
        raise GaveUp(patience)

    def _save(self, session: Session, seat: int) -> None:
        if self._options.save is not None and session.transcript is not None:
            path = Path(f"{self._options.save}-seat-{seat + 1}.koryo")
            write_whole(Disk(), path, session.transcript.read_bytes())

    def close(self) -> None:
        """Ends what the player keeps running."""
        if self._mind is not None:
            self._mind.close()
