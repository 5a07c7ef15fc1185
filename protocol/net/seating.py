"""What comes out of a lobby: a table, and everything one seat needs to sit down at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from protocol.log.chain import table_id
from protocol.log.messages import Roster, Settings
from protocol.net.addresses import Address
from protocol.net.link import Link
from protocol.net.lobby_messages import Line, Lobby


@dataclass(frozen=True, slots=True)
class Seating:
    """A table that begins, for one seat.

    ``nonce`` are the 32 bytes the roster commits this seat to; ``addresses`` says where each
    other seat may be tried; ``links`` are those that are open already, by seat. ``owners``: by seat
    who runs it, an identity for a computer player and nothing for a person.
    """

    roster: Roster
    seat: int
    nonce: bytes = field(repr=False)
    addresses: Mapping[int, tuple[Address, ...]]
    links: Mapping[int, Link] = field(default_factory=lambda: MappingProxyType({}))
    owners: tuple[bytes, ...] = ()

    @property
    def table(self) -> bytes:
        """The 32-byte id of the table."""
        return table_id(self.roster)

    @property
    def identities(self) -> tuple[bytes, ...]:
        """The identities by seat."""
        return tuple(player.identity for player in self.roster.players)


class Stage(Enum):
    """How far a lobby is, for a screen."""

    WAITING = "waiting"
    STARTING = "starting"
    STARTED = "started"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class LobbyView:
    """A lobby as a screen shows it: who is here in order of seats (the host is the first), and
    what the table will be played under."""

    stage: Stage
    seats: int
    players: tuple[Line, ...]
    me: int
    settings: Settings = field(default_factory=Settings)

    @classmethod
    def of(cls, stage: Stage, lobby: Lobby, identity: bytes) -> LobbyView:
        """``lobby`` as ``identity``, who must be in it, sees it."""
        me = [line.identity for line in lobby.players].index(identity)
        return cls(stage, lobby.seats, lobby.players, me, lobby.settings)


class Happening(Enum):
    """What a lobby tells besides its view."""

    JOINED = "joined"
    LEFT = "left"
    LOST = "lost"
    REMOVED = "removed"
    GIVEN_UP = "given up"


@dataclass(frozen=True, slots=True)
class News:
    """Something happened to the player with this name. ``GIVEN_UP``: a start, because of them."""

    what: Happening
    name: str
