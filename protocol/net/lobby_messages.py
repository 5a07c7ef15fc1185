"""The messages of channel LOBBY (docs/protocol.md): how a table comes together.

All are canonical msgpack arrays that begin with a tag. What the host sends is believed by nobody
in the game itself: the roster is signed by every seat in the first step.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeVar, cast

import msgspec

from protocol.log.encoding import Hash, Identity, Struct, decode, encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import Name, Roster, Settings, Version
from protocol.net.addresses import Address
from protocol.net.invite import MAX_ADDRESSES, SECRET_BYTES, NotAnAddress, check_address, is_literal
from protocol.net.names import MAX_CHARACTERS, is_safe

_M = TypeVar("_M")

#: No message of the lobby is longer than this, in bytes.
MAX_LOBBY_BYTES: Final = 8_192

Secret = Annotated[bytes, msgspec.Meta(min_length=SECRET_BYTES, max_length=SECRET_BYTES)]
App = Annotated[str, msgspec.Meta(max_length=32)]
Port = Annotated[int, msgspec.Meta(ge=1, le=65_535)]
#: An IP address as text; the longest is an IPv6 address that ends like an IPv4 one.
Host = Annotated[str, msgspec.Meta(min_length=1, max_length=45)]
#: Empty for a person; for a computer player the identity of whoever runs it.
Owner = Annotated[bytes, msgspec.Meta(max_length=32)]
Seats = Annotated[int, msgspec.Meta(ge=2, le=4)]
#: Which attempt to start this is, from 1 on.
Start = Annotated[int, msgspec.Meta(ge=1, le=65_535)]


class Hint(Struct, frozen=True):
    """Where a seat may be reached; nobody vouches for it."""

    host: Host
    port: Port


Hints = Annotated[tuple[Hint, ...], msgspec.Meta(max_length=MAX_ADDRESSES)]


class Join(Struct, frozen=True, tag="join"):
    """Guest, first: the secret of the invite, who I am to be shown as, where I can be dialled."""

    secret: Secret
    name: Annotated[str, msgspec.Meta(max_length=MAX_CHARACTERS)]
    owner: Owner
    app: App
    hints: Hints

    def __repr__(self) -> str:
        return f"Join({self.name!r})"


class Line(Struct, frozen=True):
    """One player of a lobby, as everybody sees it."""

    identity: Identity
    name: Name
    owner: Owner
    app: App


class Lobby(Struct, frozen=True, tag="lobby"):
    """Host, after every change: the settings and who is here, the host first, then as they came."""

    rules: Version
    settings: Settings
    seats: Seats
    players: Annotated[tuple[Line, ...], msgspec.Meta(min_length=1, max_length=4)]


class Prepare(Struct, frozen=True, tag="prepare"):
    """Host: the table is about to start; commit to a nonce that was never used."""

    start: Start


class Ready(Struct, frozen=True, tag="ready"):
    """Guest, to a prepare: my nonce commitment."""

    start: Start
    commitment: Hash


class Proposal(Struct, frozen=True, tag="proposal"):
    """Host, when all are ready: the roster, and for each seat where it may be reached."""

    start: Start
    roster: Roster
    hints: Annotated[tuple[Hints, ...], msgspec.Meta(min_length=2, max_length=4)]


class Confirm(Struct, frozen=True, tag="confirm"):
    """Guest, to a proposal it has checked: the id of the table it makes."""

    start: Start
    table: Hash


class Started(Struct, frozen=True, tag="started"):
    """Host, when all have confirmed, and the last message of a lobby: the table has begun."""

    table: Hash


class GivenUp(Struct, frozen=True, tag="given-up"):
    """Host: this start came to nothing because the player with this name is gone."""

    start: Start
    name: Name


GuestMessage = Join | Ready | Confirm
HostMessage = Lobby | Prepare | Proposal | Started | GivenUp


def read_guest_message(payload: bytes) -> GuestMessage:
    """What a guest sent. Raises ``Malformed`` for anything else, not canonical bytes included."""
    return _read(payload, cast(type[GuestMessage], GuestMessage))


def read_host_message(payload: bytes) -> HostMessage:
    """What a host sent. Raises ``Malformed`` for anything else, not canonical bytes included."""
    return _read(payload, cast(type[HostMessage], HostMessage))


def write_message(message: GuestMessage | HostMessage) -> bytes:
    """The canonical bytes of a lobby message."""
    return encode(message)


def hints_of(addresses: tuple[Address, ...]) -> tuple[Hint, ...]:
    """The IP addresses among ``addresses``, each once, at most 8."""
    literal = (address for address in addresses if is_literal(address[0]))
    return tuple(Hint(*address) for address in dict.fromkeys(literal))[:MAX_ADDRESSES]


def addresses_of(hints: tuple[Hint, ...]) -> tuple[Address, ...]:
    """The hints that are IP addresses. Names are passed over: nobody makes others look them up."""
    found = []
    for hint in hints:
        try:
            check_address((hint.host, hint.port))
        except NotAnAddress:
            continue
        if is_literal(hint.host):
            found.append((hint.host, hint.port))
    return tuple(found)


def check_line(line: Line) -> None:
    """Raises ``Malformed`` if the line could not be shown as it is."""
    if not is_safe(line.name) or clean_app(line.app) != line.app:
        raise Malformed("a name that is not fit to be shown")
    if len(line.owner) not in (0, 32):
        raise Malformed("an owner is an identity or empty")


def clean_app(app: str) -> str:
    """The version of somebody's program, fit to be shown."""
    return "".join(letter for letter in app if letter.isascii() and letter.isprintable())


def _read(payload: bytes, kind: type[_M]) -> _M:
    try:
        return decode(payload, kind, limit=MAX_LOBBY_BYTES)
    except Dropped as error:
        raise Malformed(str(error)) from None
