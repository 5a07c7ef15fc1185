"""A seat at a table over real links and a real disk: carries out what a ``Peer`` asks, in order.

All effects go through one queue (``effect_queue``): nothing signed leaves the machine before it is
on the disk. Work runs in threads of its own and comes back through ``Peer.finished``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol, cast

from protocol.log.errors import Malformed
from protocol.net.addresses import Address
from protocol.net.disk import DiskTrouble
from protocol.net.effect_queue import EffectQueue
from protocol.net.errors import Ending, Reason
from protocol.net.folder import TableFolder
from protocol.net.lifetime import LINGER, End, Lifetime
from protocol.net.link import Link
from protocol.net.meeting import Meeting
from protocol.net.mesh import OnFrame, OnSeat
from protocol.net.session_files import SessionFiles
from protocol.net.threads import Threads
from protocol.net.throttle import Throttle
from protocol.peer.effects import Accuse, Effect, Keep, Send, Show, Wake, Work
from protocol.peer.once import WouldConvict
from protocol.peer.peer import Peer
from protocol.peer.questions import Decision, NotAsked
from protocol.peer.view import LinkEnd, TableView

#: Seconds between two calls of ``on_change`` that is made for eyes.
FOR_EYES: Final = 0.05

_log = logging.getLogger("koryo.session")

#: What a player is told of why a link ended; nothing of one that another has replaced.
_LINK_ENDS: Final[MappingProxyType[Reason, LinkEnd]] = MappingProxyType(
    {
        Ending.LEAVING: LinkEnd.CLOSED,
        Ending.FAILED: LinkEnd.FAILED,
        Ending.SILENT: LinkEnd.SILENT,
        Ending.LOST: LinkEnd.BROKEN,
        Ending.MALFORMED: LinkEnd.UNREADABLE,
        Ending.NOT_READING: LinkEnd.JAMMED,
    }
)


class Wire(Protocol):
    """What a session needs of a ``Mesh``."""

    def start(self) -> None: ...
    def adopt(self, link: Link) -> None: ...
    def send(self, payload: bytes, to: int | None = None) -> None: ...
    def is_receiving(self) -> bool: ...
    def heard_of(self, seat: int, addresses: Sequence[Address]) -> None: ...
    async def stop(self, reason: Reason = Ending.LEAVING) -> None: ...


class Session:
    """Plays ``peer`` until the table ends.

    ``open_wire(on_frame, on_link)`` makes the links among the seats, ``links`` are open already.
    ``transcripts`` is where the finished transcript goes. ``on_change()`` is called after the view
    has changed, at most every ``quiet`` seconds and always after the last change. ``linger``: how
    long to stay after the end; None: until ``leave``. ``meeting()`` says where the seats are; it is
    kept in the folder whenever that has changed.
    """

    def __init__(
        self,
        peer: Peer,
        folder: TableFolder,
        transcripts: Path,
        open_wire: Callable[[OnFrame, OnSeat], Wire],
        on_change: Callable[[], None],
        *,
        links: Iterable[Link] = (),
        linger: float | None = LINGER,
        quiet: float = FOR_EYES,
        meeting: Callable[[], Meeting] | None = None,
    ) -> None:
        self.trouble: DiskTrouble | None = None
        """Why the disk could not be relied on."""
        self._peer = peer
        self._on_change = on_change
        self._links = tuple(links)
        self._loop = asyncio.get_running_loop()
        self._wire = open_wire(self._on_frame, self._on_link)
        self._effects = EffectQueue(self._write_all, self._carry_out)
        self._lifetime = Lifetime(linger, self._effects.wake)
        self._closed = asyncio.Event()
        self._threads = Threads(self._failed_later)
        self._files = SessionFiles(folder, transcripts, self._threads, meeting)
        self._shown = Throttle(quiet, self._show_now)
        self._up: set[int] = set()
        self._wake: asyncio.TimerHandle | None = None
        self._logged = 0

    @property
    def ended(self) -> End | None:
        """How it ended; None while it has not, or if it failed."""
        return self._lifetime.end

    @property
    def head(self) -> bytes:
        """The head after the last step that closed here: 32 bytes."""
        return self._peer.head

    @property
    def transcript(self) -> Path | None:
        """Where the transcript of a finished game went."""
        return self._files.transcript

    @property
    def record(self) -> Path | None:
        """Where the transcript is: in the folder of the table, or where those of finished games
        are; None once it is in neither."""
        return self._files.record

    def view(self) -> TableView:
        """The table now."""
        view = self._peer.view()
        if self.trouble is not None:
            return replace(view, stopped=str(self.trouble), question=None)
        return view

    def decide(self, decision: Decision) -> None:
        """The player's answer. Raises ``IllegalMove`` or ``NotAsked``; then nothing changed. What
        must not be signed ends the session: ``run`` raises ``WouldConvict``."""
        if self._lifetime.is_over:
            raise NotAsked("This table has ended.")
        try:
            effects = self._peer.decide(decision, self._loop.time())
        except WouldConvict as error:
            self._fail(error)
        else:
            self._effects.put(effects)

    def agree(self, seat: int) -> None:
        """The player agrees to go on without ``seat`` while it is silent."""
        self._feed(self._peer.agree, seat)

    def disagree(self, seat: int) -> None:
        """The player wants to wait for ``seat`` after all."""
        self._feed(self._peer.disagree, seat)

    def end_alone(self) -> None:
        """The player, alone at the table before a deal, does not wait for anybody to return."""
        self._feed(self._peer.end_alone)

    def say(self, text: str) -> None:
        """A line of table talk. Raises ``TooMuchTalk``."""
        self._effects.put(self._peer.say(text, self._loop.time()))

    def phrase(self, code: str) -> None:
        """A ready-made phrase. Raises ``TooMuchTalk``."""
        self._effects.put(self._peer.phrase(code, self._loop.time()))

    def pause(self, on: bool) -> None:
        """Wants a pause, or ends it."""
        self._feed(self._peer.pause, on)

    def open_hands(self) -> None:
        """After the game: agrees that every hand be opened."""
        self._feed(self._peer.open_hands)

    def heard_of(self, seat: int, addresses: Sequence[Address]) -> None:
        """Another ``seat`` is said to be at ``addresses``."""
        if not self._lifetime.is_over:
            self._wire.heard_of(seat, addresses)

    async def leave(self) -> None:
        """Says goodbye, unless the game is over; returns when it is durable and sent, and every
        link and file is closed."""
        if not self._lifetime.is_over:
            over = self._peer.over
            self._effects.put(self._peer.leave(self._loop.time()))
            self._lifetime.stop(End.FINISHED if over else End.LEFT)
        await self._closed.wait()

    async def close(self) -> None:
        """Closes every link and file without a goodbye."""
        self._lifetime.stop(End.FINISHED if self._peer.over else End.CLOSED)
        await self._closed.wait()

    async def run(self) -> End:
        """Plays to the end; call it once. If cancelled it closes everything, without a goodbye."""
        pump = self._loop.create_task(self._carry_out_all())
        try:
            self._effects.put(self._peer.start(self._loop.time()))
            self._wire.start()
            for link in self._links:
                self._wire.adopt(link)
            self._files.keep_meeting()
            return await self._lifetime.wait()
        finally:
            await self._close(pump)

    # What the world tells the peer

    def _on_frame(self, seat: int, message: bytes) -> None:
        self._feed(self._peer.receive, message, seat)

    def _on_link(self, seat: int, ended: Reason | None) -> None:
        up = ended is None
        _log.info("link to seat %d is %s", seat, "up" if up else "down")
        (self._up.add if up else self._up.discard)(seat)
        why = None if ended is None else _LINK_ENDS.get(ended)
        self._feed(partial(self._peer.linked, ended=why), seat, up)
        self._files.keep_meeting()
        if not self._up:
            self._lifetime.nobody_linked()

    def _feed(self, tell: Callable[..., tuple[Effect, ...]], *what: object) -> None:
        """``Malformed`` goes back to the link it came from; any other error ends the session."""
        if self._lifetime.is_over:
            return
        try:
            effects = tell(*what, self._loop.time())
        except Malformed:
            raise
        except Exception as error:
            self._fail(error)
        else:
            self._log_closed()
            self._effects.put(effects)

    def _log_closed(self) -> None:
        closed = self._peer.log.closed
        for number in range(self._logged, len(closed)):
            _log.info("step %d (%s) has closed", number, closed[number].kind)
        self._logged = len(closed)

    # What the peer asks of the world

    async def _carry_out_all(self) -> None:
        try:
            await self._effects.run(lambda: self._lifetime.is_over)
        except DiskTrouble as trouble:
            self._disk_failed(trouble)
        except Exception as error:
            self._fail(error)

    async def _write_all(self, records: tuple[bytes, ...]) -> None:
        await self._threads.on_disk(self._files.write, records)

    def _carry_out(self, effect: Effect) -> None:
        _CARRY_OUT[type(effect)](self, effect)

    def _keep(self, effect: Keep) -> None:
        self._files.keep(effect.record)

    def _send(self, effect: Send) -> None:
        self._wire.send(effect.message, effect.to)

    def _work(self, effect: Work) -> None:
        self._threads.work(effect.job, partial(self._feed, self._peer.finished, effect.number))

    def _accuse(self, effect: Accuse) -> None:
        _log.warning("seat %d is at fault", effect.seat)
        self._files.accuse(effect.seat, effect.evidence)

    def _wake_at(self, effect: Wake) -> None:
        if self._wake is not None:
            self._wake.cancel()
        self._wake = self._loop.call_at(effect.at, self._tick)

    def _tick(self) -> None:
        self._feed(partial(self._peer.tick, receiving=self._wire.is_receiving()))

    def _changed(self, _effect: Show) -> None:
        self._shown.wish()

    def _show_now(self) -> None:
        self._lifetime.look(self._peer.view(), self._peer.head)
        self._on_change()

    # The disk

    def _failed_later(self, error: Exception) -> None:
        if isinstance(error, DiskTrouble):
            self._disk_failed(error)
        else:
            self._fail(error)

    def _disk_failed(self, trouble: DiskTrouble) -> None:
        """What may or may not be on the disk must not be followed by anything signed."""
        _log.error("%s", trouble)
        self.trouble = self.trouble or trouble
        self._effects.clear()
        self._lifetime.stop(End.DISK)
        self._on_change()

    # The end

    def _fail(self, error: Exception) -> None:
        self._effects.clear()
        self._lifetime.fail(error)

    async def _close(self, pump: asyncio.Task[None]) -> None:
        """Lets the queue run empty, then closes links and files."""
        self._lifetime.give_up()
        await pump
        self._lifetime.close()
        if self._wake is not None:
            self._wake.cancel()
        self._shown.close()
        failed = self._lifetime.has_failed
        await self._wire.stop(Ending.FAILED if failed or self.trouble else Ending.LEAVING)
        try:
            await self._threads.close(self._close_files)
        except DiskTrouble as trouble:
            self.trouble = self.trouble or trouble
        if self.trouble is None and not failed:
            self._on_change()
        self._closed.set()

    def _close_files(self) -> None:
        self._files.close(is_finished=self._peer.over and self.trouble is None)


_CARRY_OUT: Final = cast(
    "MappingProxyType[type[Effect], Callable[[Session, Any], None]]",
    MappingProxyType(
        {
            Keep: Session._keep,
            Send: Session._send,
            Work: Session._work,
            Accuse: Session._accuse,
            Wake: Session._wake_at,
            Show: Session._changed,
        }
    ),
)
