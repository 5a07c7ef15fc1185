"""What people and computer players do alike: listen, make an invite, sit down at a table."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from typing import Final

from koryo_tui import __version__
from koryo_tui.exits import WrongUse
from koryo_tui.text.troubles import explained
from protocol.log.messages import Roster
from protocol.net.addresses import Address, own_addresses
from protocol.net.fingerprint import fingerprint
from protocol.net.folder import Setup, TableFolder
from protocol.net.invite import (
    MAX_ADDRESSES,
    SECRET_BYTES,
    Invite,
    JoinSecret,
    NotAnAddress,
    check_address,
    is_literal,
)
from protocol.net.keeping import Kept
from protocol.net.lifetime import LINGER
from protocol.net.listener import Listener
from protocol.net.profile import Profile
from protocol.net.seating import Seating
from protocol.net.session import FOR_EYES, Session
from protocol.net.sitting import Sitting, meeting_at, sit_down
from protocol.net.sitting import sit_again as return_to
from protocol.peer.grace import Grace

LOOPBACK: Final = "127.0.0.1"
_EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104


async def listen(profile: Profile, bind: str, port: int | None) -> Listener:
    """A started listener. ``port`` None: the fixed default or the next free one; 0: any.

    Raises ``PortInUse`` or ``CannotListen``.
    """
    listener = Listener(profile.key, bind, port, app=__version__)
    await listener.start()
    return listener


def addresses_of(listener: Listener, advertise: str | None = None) -> tuple[Address, ...]:
    """Where others may try this machine, best first."""
    if advertise is not None:
        return ((advertise, listener.port),)
    hosts = own_addresses() if listener.bind in _EVERYWHERE else (listener.bind,)
    return tuple((host, listener.port) for host in hosts)[:MAX_ADDRESSES]


def own_bots(owners: tuple[bytes, ...], roster: Roster, seat: int) -> tuple[int, ...]:
    """The seats whose computer players are run by the player on ``seat``."""
    me = roster.players[seat].identity
    return tuple(number for number, owner in enumerate(owners) if owner == me)


def make_invites(
    profile: Profile,
    listener: Listener,
    advertise: str | None,
    secret: JoinSecret | None = None,
) -> tuple[Invite, Invite]:
    """The short invite, one IPv4 address if there is one, and the long one with all that others
    may try; they are equal where there is no other.

    ``secret`` None: a new one.
    """
    addresses = addresses_of(listener, advertise)
    check_all(addresses)
    # On another machine loopback would lead to that machine itself.
    addresses = tuple(a for a in addresses if a[0] != LOOPBACK) or addresses
    best = next((a for a in addresses if is_literal(a[0]) and ":" not in a[0]), addresses[0])
    secret = secret or JoinSecret(os.urandom(SECRET_BYTES))
    mark = fingerprint(profile.key.identity)
    return Invite((best,), mark, secret), Invite(addresses, mark, secret)


def check_all(addresses: tuple[Address, ...]) -> None:
    """Raises ``WrongUse`` if one of them cannot be told to anybody."""
    try:
        for address in addresses:
            check_address(address)
    except NotAnAddress as error:
        raise WrongUse(explained(error)) from None


def loopback(listener: Listener) -> Address:
    """Where a process on the same machine reaches ``listener``."""
    host = LOOPBACK if listener.bind in _EVERYWHERE else listener.bind
    return host, listener.port


def nearby(invite: Invite, listener: Listener) -> Invite:
    """The same table for a process on the same machine."""
    return invite.at(loopback(listener))


async def sit(
    profile: Profile,
    listener: Listener,
    seating: Seating,
    on_change: Callable[[], None],
    *,
    advertise: str | None = None,
    linger: float | None = LINGER,
    quiet: float = FOR_EYES,
    grace: Grace | None = None,
) -> Session:
    """The session of a table that begins, its folder made. ``advertise``: the only address to tell
    the others, which is kept there. Raises ``DiskTrouble``."""
    setup = Setup(seating.roster, seating.seat, seating.nonce, seating.owners)
    where = profile.table_folder(seating.table)
    meeting = meeting_at(seating, addresses_of(listener, advertise), listener)
    folder = await asyncio.to_thread(TableFolder.create, where, setup, None, meeting)
    if advertise is not None:
        await asyncio.to_thread(folder.advertise, advertise)
    how = _how(profile, listener, on_change, advertise, linger, quiet, grace)
    return sit_down(profile.key, seating, folder, how)


def sit_again(
    profile: Profile,
    listener: Listener,
    kept: Kept,
    on_change: Callable[[], None],
    heard: Mapping[int, tuple[Address, ...]],
    *,
    advertise: str | None = None,
    linger: float | None = LINGER,
    quiet: float = FOR_EYES,
    grace: Grace | None = None,
) -> Session:
    """The session of a table begun earlier. ``heard``: by seat where it is said to be now."""
    how = _how(profile, listener, on_change, advertise, linger, quiet, grace)
    return return_to(profile.key, kept, how, heard)


def _how(
    profile: Profile,
    listener: Listener,
    on_change: Callable[[], None],
    advertise: str | None,
    linger: float | None,
    quiet: float,
    grace: Grace | None,
) -> Sitting:
    return Sitting(
        profile.transcripts,
        listener,
        on_change,
        own=lambda: addresses_of(listener, advertise),
        app=__version__,
        linger=linger,
        quiet=quiet,
        grace=grace,
    )
