"""Asking a seat of a table that is under way who sits where.

For one who comes back and knows only where one of the others is: the links have the purpose
``seats``; the one who asks says where it listens, and is told the roster and where the seats were
last reached. Only who has a seat is answered. Nobody vouches for any of it: it is where to dial,
and there everybody proves who they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Annotated, TypeVar

import msgspec

from protocol.log.chain import table_id
from protocol.log.encoding import Struct, decode, encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import Roster
from protocol.log.signing import SigningKey
from protocol.net.addresses import Address
from protocol.net.errors import Ending, LinkClosed, NetError, Refusal, refused
from protocol.net.frames import Channel
from protocol.net.link import Link, dial
from protocol.net.link_messages import SEATS
from protocol.net.listener import Listener, report
from protocol.net.lobby_messages import MAX_LOBBY_BYTES, Hints, addresses_of, hints_of
from protocol.net.meeting import Owners
from protocol.net.names import is_safe
from protocol.net.timing import Timing

_M = TypeVar("_M", bound=Struct)


class Here(Struct, frozen=True, tag="here"):
    """Who asks, first: where I listen now."""

    hints: Hints


class Seats(Struct, frozen=True, tag="seats"):
    """Who is asked: the table, who runs each seat, and where each was last reached."""

    roster: Roster
    owners: Owners
    hints: Annotated[tuple[Hints, ...], msgspec.Meta(min_length=2, max_length=4)]


class NoAnswer(NetError):
    """Whoever was asked said nothing that can be read: ``NoAnswer()``."""

    sentence = "The one who was asked gave no answer that can be read; ask another of the players."


class Directory:
    """Answers for one table on ``listener``; ``seats()`` is what to tell, and
    ``heard_from(seat, addresses)`` hears from a seat where it listens now."""

    def __init__(
        self,
        listener: Listener,
        identities: Sequence[bytes],
        seats: Callable[[], Seats],
        heard_from: Callable[[int, tuple[Address, ...]], None],
        timing: Timing | None = None,
    ) -> None:
        self._listener = listener
        self._identities = tuple(identities)
        self._seats = seats
        self._heard_from = heard_from
        self._timing = timing or Timing()
        self._answers: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Answers from now on."""
        self._listener.serve(SEATS, self._accept, self._on_link)

    async def stop(self) -> None:
        """Answers no more."""
        self._listener.unserve(SEATS)
        answers = tuple(self._answers)
        for answer in answers:
            answer.cancel()
        await asyncio.gather(*answers, return_exceptions=True)

    def _accept(self, _purpose: bytes, identity: bytes) -> Refusal | None:
        return None if identity in self._identities else Refusal.NOT_SEATED

    def _on_link(self, link: Link) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(link))
        self._answers.add(task)
        task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._answers.discard(task)
        report(task)

    async def _answer(self, link: Link) -> None:
        reason = Ending.LEAVING
        try:
            here = await _hear(link, Here, self._timing)
            places = addresses_of(here.hints)
            # Where it was seen comes first: what a machine thinks of itself may be wrong.
            seen = tuple((link.remote[0], port) for port in dict.fromkeys(p for _, p in places))
            self._heard_from(self._identities.index(link.identity), seen + places)
            link.send(Channel.LOBBY, encode(self._seats()))
        except Malformed:
            reason = Ending.MALFORMED
        except (LinkClosed, TimeoutError):
            pass
        finally:
            link.close(reason)
            await link.wait_closed()


async def ask_for_seats(
    address: Address,
    key: SigningKey,
    own: tuple[Address, ...],
    table: bytes | None,
    *,
    app: str = "",
    timing: Timing | None = None,
) -> tuple[int, Seats]:
    """Which seat is at ``address``, and what it tells of ``table`` (32 bytes; None: of its own).

    ``own`` is where this peer listens. Raises what ``dial`` raises, ``NoAnswer``, ``NotSeated`` if
    ``key`` has no seat there, ``NoSuchTable`` if it is another table.
    """
    timing = timing or Timing()
    link = await dial(*address, key, SEATS, None, app=app, timing=timing)
    try:
        link.send(Channel.LOBBY, encode(Here(hints_of(own))))
        seats = await _hear(link, Seats, timing)
    except (Malformed, TimeoutError):
        raise NoAnswer from None
    finally:
        link.close(Ending.LEAVING)
        with suppress(NetError):
            await link.wait_closed()
    identities = [player.identity for player in seats.roster.players]
    if key.identity not in identities or link.identity not in identities:
        raise refused(Refusal.NOT_SEATED)
    if table is not None and table_id(seats.roster) != table:
        raise refused(Refusal.NO_SUCH_TABLE)
    if len(seats.hints) != len(identities) or not _are_safe(seats.roster):
        raise NoAnswer
    return identities.index(link.identity), seats


def _are_safe(roster: Roster) -> bool:
    return all(is_safe(player.name) for player in roster.players)


async def _hear(link: Link, kind: type[_M], timing: Timing) -> _M:
    """The one message that is due. Raises ``Malformed``, ``LinkClosed`` or ``TimeoutError``."""
    async with asyncio.timeout(timing.handshake):
        channel, payload = await link.receive()
    if channel is not Channel.LOBBY:
        raise Malformed("only who sits where is asked here")
    try:
        return decode(payload, kind, limit=MAX_LOBBY_BYTES)
    except Dropped as error:
        raise Malformed(str(error)) from None
