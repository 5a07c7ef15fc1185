"""What the two halves of a lobby ask of whoever runs them.

Links are numbers that the caller gives out.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.net.errors import Reason
from protocol.net.lobby_messages import GuestMessage, HostMessage
from protocol.net.seating import News, Seating


@dataclass(frozen=True, slots=True)
class Tell:
    """The host's half: send ``message`` to ``link``."""

    link: int
    message: HostMessage


@dataclass(frozen=True, slots=True)
class Hang:
    """The host's half: close ``link`` for ``reason``."""

    link: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Seated:
    """The host's half: the table begins; ``links`` maps each other seat to its link."""

    seating: Seating
    links: dict[int, int]


@dataclass(frozen=True, slots=True)
class Say:
    """A guest's half: send ``message`` to the host."""

    message: GuestMessage


HostOutputs = tuple[Tell | Hang | News | Seated, ...]
GuestOutputs = tuple[Say | News | Seating, ...]
