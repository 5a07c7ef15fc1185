"""What people and computer players do alike to come back to a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from koryo_tui import __version__
from koryo_tui.exits import WrongUse
from koryo_tui.tables import addresses_of, listen
from protocol.log.chain import table_id
from protocol.log.messages import Roster
from protocol.net.addresses import Address
from protocol.net.errors import NetError, NotSeated, OwnIdentity, PortInUse
from protocol.net.keeping import Kept, Unfinished, take_up, unfinished
from protocol.net.listener import Listener
from protocol.net.lobby_messages import addresses_of as addresses_in
from protocol.net.meeting import Owners, read_meeting
from protocol.net.profile import Profile
from protocol.net.whereabouts import Seats, ask_for_seats

NO_TABLE = "No table of this profile waits to be resumed."
NO_SUCH_TABLE = "No table whose id begins with {name} waits to be resumed in this profile."


def find_table(profile: Path, name: str) -> Unfinished:
    """The latest table in the folder of a profile whose id begins with ``name``.

    Raises ``WrongUse``.
    """
    tables = unfinished(profile)
    found = [table for table in tables if table.name.startswith(name.lower())]
    if not found:
        raise WrongUse(NO_SUCH_TABLE.format(name=name[:20]) if name else NO_TABLE)
    return found[0]


async def listen_again(
    profile: Profile, folder: Path, bind: str | None, port: int | None = None
) -> Listener:
    """A started listener where the table in ``folder`` was played, or where it is free.

    ``bind`` None: the same address as then. Raises ``PortInUse`` or ``CannotListen``.
    """
    meeting = read_meeting(folder)
    where = bind if bind is not None else meeting.bind if meeting is not None else ""
    if port is not None or meeting is None or not meeting.port:
        return await listen(profile, where, port)
    try:
        return await listen(profile, where, meeting.port)
    except PortInUse:
        return await listen(profile, where, None)


async def open_table(
    profile: Profile,
    folder: Path,
    roster: Roster | None = None,
    owners: Owners = (),
    progress: Callable[[int], None] = lambda step: None,
) -> Kept:
    """Takes up the table in ``folder``, in a thread. Raises as ``take_up``."""
    identity = profile.key.identity
    return await asyncio.to_thread(take_up, folder, identity, roster, owners, progress=progress)


async def ask_at(
    profile: Profile,
    listener: Listener,
    address: Address,
    roster: Roster | None,
    advertise: str | None = None,
) -> tuple[int, Seats]:
    """What the seat at ``address`` tells of the table of ``roster``, or of its own.

    ``advertise``: the only address to tell it, if there is one.
    """
    table = None if roster is None else table_id(roster)
    own = addresses_of(listener, advertise)
    return await ask_for_seats(address, profile.key, own, table, app=__version__)


async def heard_at(
    profile: Profile,
    listener: Listener,
    address: Address,
    roster: Roster,
    advertise: str | None = None,
) -> dict[int, tuple[Address, ...]]:
    """Where the seats are according to the one at ``address``, itself included.

    If nobody tells, any of them may yet turn up there. Raises ``NotSeated`` or ``OwnIdentity``.
    """
    try:
        seat, seats = await ask_at(profile, listener, address, roster, advertise)
    except (NotSeated, OwnIdentity):
        raise
    except NetError:
        return dict.fromkeys(range(len(roster.players)), (address,))
    return places_in(seats, seat, address)


def seat_at(roster: Roster, identity: bytes, address: Address) -> dict[int, tuple[Address, ...]]:
    """That the seat of ``identity`` is at ``address``, if it has one."""
    identities = [player.identity for player in roster.players]
    return {identities.index(identity): (address,)} if identity in identities else {}


def places_in(seats: Seats, seat: int, address: Address) -> dict[int, tuple[Address, ...]]:
    """The addresses that ``seat``, who is at ``address``, told."""
    heard = {number: addresses_in(hints) for number, hints in enumerate(seats.hints)}
    return {**heard, seat: (address, *heard[seat])}
