"""What can go wrong between two machines, one class for each thing a person is told.

``str`` of every error here is one plain sentence that says what happened and what to do. The codes
of ``Refusal`` and ``Ending`` are also what travels in the last message of a link, so the other
side can say the same sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar, Final


class Refusal(IntEnum):
    """Why a link, or a place in a lobby, was refused. The value travels (docs/protocol.md)."""

    MALFORMED = 1
    NOT_PROVEN = 2
    WRONG_IDENTITY = 3
    OWN_IDENTITY = 4
    NO_SUCH_TABLE = 5
    NOT_SEATED = 6
    TOO_SLOW = 7
    ALREADY_LINKED = 8
    TABLE_FULL = 20
    TABLE_STARTED = 21
    WRONG_SECRET = 22
    TOO_MANY_GUESSES = 23
    DUPLICATE_IDENTITY = 24

    @property
    def sentence(self) -> str:
        """What the person who was refused is told."""
        return _REFUSED[self]


class Ending(IntEnum):
    """Why a link that was open was closed. The value travels, but for ``LOST``."""

    LEAVING = 40
    MALFORMED = 41
    NOT_READING = 42
    REPLACED = 43
    REMOVED = 44
    TABLE_CLOSED = 45
    FAILED = 46
    SILENT = 62
    LOST = 63

    @property
    def sentence(self) -> str:
        """What the person at the other end is told."""
        return _ENDED[self]


Reason = Refusal | Ending

_REFUSED: Final[Mapping[Refusal, str]] = MappingProxyType(
    {
        Refusal.MALFORMED: "The other side could not read what this program sent; "
        "check that both run the same version of koryo-tui.",
        Refusal.NOT_PROVEN: "The two sides could not prove to each other who they are; somebody "
        "may stand between them. No secret was sent. Ask the host for a new invite.",
        Refusal.WRONG_IDENTITY: "The identity at that address is not the one that was expected; "
        "ask the host for a new invite.",
        Refusal.OWN_IDENTITY: "That is your own identity: nobody can sit down with themselves. "
        "Choose another profile with --profile to take a second seat.",
        Refusal.NO_SUCH_TABLE: "The program at that address does not know this table (any more); "
        "ask the host for a new invite.",
        Refusal.NOT_SEATED: "Your identity has no seat at this table; "
        "start with the profile you joined with.",
        Refusal.TOO_SLOW: "The connection was too slow to be set up; try again.",
        Refusal.ALREADY_LINKED: "There is already a connection between these two players.",
        Refusal.TABLE_FULL: "The table is full; ask the host to make room or open another one.",
        Refusal.TABLE_STARTED: "The game at this table has already started; "
        "ask the host for an invite to the next one.",
        Refusal.WRONG_SECRET: "The invite is not (or no longer) valid for this table; "
        "ask the host for the current one.",
        Refusal.TOO_MANY_GUESSES: "There were too many wrong invites; "
        "wait a minute and try again with the right one.",
        Refusal.DUPLICATE_IDENTITY: "Somebody with your identity already sits at this table; "
        "choose another profile with --profile.",
    }
)

_ENDED: Final[Mapping[Ending, str]] = MappingProxyType(
    {
        Ending.LEAVING: "The other side left.",
        Ending.MALFORMED: "The other side could not read what this program sent.",
        Ending.NOT_READING: "The connection could not keep up.",
        Ending.REPLACED: "Another connection between the two players took over.",
        Ending.REMOVED: "The host removed you from the table.",
        Ending.TABLE_CLOSED: "The host closed the table.",
        Ending.FAILED: "The program at the other side stopped because of an error.",
        Ending.SILENT: "The other side has not been heard of for too long.",
        Ending.LOST: "The connection was lost.",
    }
)


_REASONS: Final[Mapping[int, Reason]] = MappingProxyType(
    {int(reason): reason for reason in (*Refusal, *Ending)}
)


def reason_of(code: int) -> Reason | None:
    """What a code off the wire means; None for one that a newer version added."""
    return _REASONS.get(code)


class NetError(Exception):
    """Something a person is told: ``str`` is one plain sentence."""

    sentence: ClassVar[str] = "Something went wrong on the network; try again."

    def __str__(self) -> str:
        return self.sentence.format(*self.args)


class CannotReach(NetError):
    """Nobody answers at an address: ``CannotReach(address, why)``."""

    sentence = "Nobody could be reached at {0}: {1}."

    def __init__(self, address: str, why: str) -> None:
        super().__init__(address, why)


class NotATable(NetError):
    """Something answers, but no koryo-tui: ``NotATable(address)``."""

    sentence = (
        "Something answers at {0}, but it is no Koryo table, or it is too busy; "
        "check the address and the port."
    )

    def __init__(self, address: str) -> None:
        super().__init__(address)


@dataclass(frozen=True, slots=True)
class Version:
    """What a side says of itself first of all: a protocol number and the version of its program."""

    protocol: int
    app: str

    def __str__(self) -> str:
        return f"koryo-tui {self.app or 'of unknown version'} (protocol {self.protocol})"


class VersionMismatch(NetError):
    """The two programs speak different protocols: ``VersionMismatch(ours, theirs)``."""

    sentence = "This is {0}, the other side is {1}: {2}."

    def __init__(self, ours: Version, theirs: Version) -> None:
        if ours.protocol < theirs.protocol:
            advice = "please update this one"
        else:
            advice = "the other side has to update"
        super().__init__(ours, theirs, advice)
        self.ours = ours
        self.theirs = theirs


class WrongFingerprint(NetError):
    """The identity that answered is not the expected one: ``WrongFingerprint(address)``."""

    sentence = (
        "Another table than that of this invite answers at {0}: the one that was meant is probably "
        "closed. Ask the host for its new invite; if none was made, somebody stands between."
    )

    def __init__(self, address: str) -> None:
        super().__init__(address)


class PortInUse(NetError):
    """A port to listen on is taken: ``PortInUse(port)``."""

    sentence = "Port {0} is already in use on this machine; choose another one with --port."

    def __init__(self, port: int) -> None:
        super().__init__(port)


class CannotListen(NetError):
    """An address cannot be listened on: ``CannotListen(address, why)``."""

    sentence = "Cannot wait for connections at {0}: {1}."

    def __init__(self, address: str, why: str) -> None:
        super().__init__(address, why)


class LinkClosed(NetError):
    """An open link is over: ``LinkClosed(reason, said_goodbye)``.

    ``said_goodbye`` tells a link that one of the two sides closed with a word from one that was
    lost. Nobody is blamed for either.
    """

    def __init__(self, reason: Reason, said_goodbye: bool) -> None:
        super().__init__(reason, said_goodbye)
        self.reason = reason
        self.said_goodbye = said_goodbye

    def __str__(self) -> str:
        return self.reason.sentence


class Refused(NetError):
    """The other side refused, with a code this version may not know: ``Refused(code)``."""

    refusal: ClassVar[Refusal | None] = None

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        if self.refusal is None:
            return f"The other side refused for a reason this version does not know ({self.code})."
        return self.refusal.sentence


class TheyCannotRead(Refused):
    """The other side took a message for malformed."""

    refusal = Refusal.MALFORMED


class NotProven(Refused):
    """A proof of identity did not hold, here or there."""

    refusal = Refusal.NOT_PROVEN


class WrongIdentity(Refused):
    """The other side expected another identity."""

    refusal = Refusal.WRONG_IDENTITY


class OwnIdentity(Refused):
    """Both ends of the link have one identity."""

    refusal = Refusal.OWN_IDENTITY


class NoSuchTable(Refused):
    """The table, or the lobby, that was asked for is not there."""

    refusal = Refusal.NO_SUCH_TABLE


class NotSeated(Refused):
    """The identity is not in the roster of that table."""

    refusal = Refusal.NOT_SEATED


class TooSlow(Refused):
    """The handshake did not end in time."""

    refusal = Refusal.TOO_SLOW


class AlreadyLinked(Refused):
    """The pair already has a link, and it is the one that stays."""

    refusal = Refusal.ALREADY_LINKED


class TableFull(Refused):
    """No seat is free."""

    refusal = Refusal.TABLE_FULL


class TableStarted(Refused):
    """The game has begun."""

    refusal = Refusal.TABLE_STARTED


class WrongSecret(Refused):
    """The join secret is not that of the table."""

    refusal = Refusal.WRONG_SECRET


class TooManyGuesses(Refused):
    """The lobby answers no more guesses for a while."""

    refusal = Refusal.TOO_MANY_GUESSES


class DuplicateIdentity(Refused):
    """The identity already sits at the table."""

    refusal = Refusal.DUPLICATE_IDENTITY


_KINDS: Final[Mapping[Refusal, type[Refused]]] = MappingProxyType(
    {kind.refusal: kind for kind in Refused.__subclasses__() if kind.refusal is not None}
)


def refused(code: int) -> Refused:
    """The error for a refusal code, off the wire or of our own."""
    reason = reason_of(code)
    kind = _KINDS[reason] if isinstance(reason, Refusal) else Refused
    return kind(code)
