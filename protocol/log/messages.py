"""The signed things of a table and their payloads (docs/protocol.md, chapter "Log").

A signed thing travels and is kept as (payload bytes, signature); the signature covers a label for
the kind of thing and exactly those bytes. Nothing is ever encoded again before it is verified.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec

from protocol.log.encoding import Attempt, Hash, Identity, Seat, Signature, Step, Struct

PROTOCOL_VERSION = 2
RULES_VERSION = 1

#: Empty, or the payload hash of the shuffle entry before this one.
Follows = Annotated[bytes, msgspec.Meta(max_length=32)]
Version = Annotated[int, msgspec.Meta(ge=1, le=255)]
Payload = Annotated[bytes, msgspec.Meta(min_length=1, max_length=60_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class Thing(StrEnum):
    """The kinds of signed things; the value is part of the label that is signed."""

    ENTRY = "entry"
    ACKNOWLEDGEMENT = "acknowledgement"
    CHANGE = "change"
    GOODBYE = "goodbye"
    RETURN = "return"
    RESULT = "result"
    OPEN = "open"
    KEYS = "keys"
    TALK = "talk"
    PAUSE = "pause"


#: No payload of a kind of signed thing is longer than this, in bytes. The largest entry, a shuffle
#: of 55 cards with its proof, has less than 11,000; a change carries up to two of them for a seat.
LARGEST: Final[MappingProxyType[Thing, int]] = MappingProxyType(
    {
        Thing.ENTRY: 12_288,
        Thing.ACKNOWLEDGEMENT: 256,
        Thing.CHANGE: 60_000,
        Thing.GOODBYE: 256,
        Thing.RETURN: 256,
        Thing.RESULT: 256,
        Thing.OPEN: 256,
        Thing.KEYS: 24_576,
        Thing.TALK: 1_024,
        Thing.PAUSE: 256,
    }
)


class StepKind(StrEnum):
    """The kinds of steps; the value is the ``kind`` of an entry."""

    ROSTER = "roster"
    NONCES = "nonces"
    SEATS = "seats"
    KEYS = "keys"
    SHUFFLE = "shuffle"
    SHARES = "shares"
    ORDER = "order"
    TURN = "turn"
    DISCARD = "discard"


class Signed(Struct, frozen=True):
    """A payload and the signature over (label of ``thing``, payload)."""

    thing: Thing
    payload: Payload
    signature: Signature


class Entry(Struct, frozen=True):
    """One seat's word in a step."""

    version: Version
    table: Hash
    step: Step
    seat: Seat
    kind: StepKind
    head: Hash
    follows: Follows
    body: Any


class Acknowledgement(Struct, frozen=True):
    """I hold these entries, I checked each, all are valid: ``head`` is the head after the step."""

    version: Version
    table: Hash
    step: Step
    seat: Seat
    attempt: Attempt
    head: Hash


class Why(StrEnum):
    """Why a change leaves a seat out, and so why it is missing afterwards."""

    SILENT = "silent"
    GOODBYE = "goodbye"
    FAULT = "fault"


class LeftOut(Struct, frozen=True):
    """A seat that a change leaves out.

    ``proof``: nothing for a silent seat, its signed goodbye, or the signed things that show its
    fault.
    """

    seat: Seat
    why: Why
    proof: Annotated[tuple[Signed, ...], msgspec.Meta(max_length=2)]


class Change(Struct, frozen=True):
    """A vote to close a step by another attempt.

    ``left_out`` by rising seat; ``acknowledgements`` are all that this seat signed in this step
    before, by rising attempt. The entries and changes these rest on travel beside it.
    """

    version: Version
    table: Hash
    step: Step
    seat: Seat
    attempt: Annotated[int, msgspec.Meta(ge=1, le=255)]
    left_out: Annotated[tuple[LeftOut, ...], msgspec.Meta(max_length=3)]
    acknowledgements: Annotated[tuple[Signed, ...], msgspec.Meta(max_length=32)]


class Goodbye(Struct, frozen=True):
    """This seat leaves the table; ``step`` is the one that was open for it."""

    version: Version
    table: Hash
    step: Step
    seat: Seat


class Return(Struct, frozen=True):
    """This absent seat wants to be seated again from ``round`` on; ``step`` is the one that was
    open for it. Its goodbye of this step or a later one takes it back."""

    version: Version
    table: Hash
    step: Step
    round: Annotated[int, msgspec.Meta(ge=1, le=8)]
    seat: Seat


class Result(Struct, frozen=True):
    """A courtesy after the last step: the final head and the scores by seat."""

    version: Version
    table: Hash
    seat: Seat
    head: Hash
    scores: tuple[Annotated[int, msgspec.Meta(ge=-255, le=255)], ...]


class Open(Struct, frozen=True):
    """After the game: this seat agrees that every hand be opened; ``head`` is the final one."""

    version: Version
    table: Hash
    seat: Seat
    head: Hash


class DealKey(Struct, frozen=True):
    """A seat's secret of one deal, published after the game: 32 bytes, below the group order."""

    step: Step
    secret: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class Keys(Struct, frozen=True):
    """After the game, once every seat has signed ``Open``: the own deal keys, by rising step."""

    version: Version
    table: Hash
    seat: Seat
    head: Hash
    keys: Annotated[tuple[DealKey, ...], msgspec.Meta(max_length=512)]


class Talk(Struct, frozen=True):
    """Table talk, for people only: a ready-made phrase or a line, the other one empty.

    ``number`` rises with each line of a seat.
    """

    version: Version
    table: Hash
    seat: Seat
    number: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    phrase: Annotated[str, msgspec.Meta(max_length=16)]
    text: Annotated[str, msgspec.Meta(max_length=120)]


class Pause(Struct, frozen=True):
    """This seat wants a pause (``wanted`` 1) or none (0); ``number`` rises with each."""

    version: Version
    table: Hash
    seat: Seat
    number: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    wanted: Annotated[int, msgspec.Meta(ge=0, le=1)]


Statement = (
    Entry | Acknowledgement | Change | Goodbye | Return | Result | Open | Keys | Talk | Pause
)

#: What the payload of each kind of signed thing is.
STATEMENTS: Final[MappingProxyType[Thing, type[Statement]]] = MappingProxyType(
    {
        Thing.ENTRY: Entry,
        Thing.ACKNOWLEDGEMENT: Acknowledgement,
        Thing.CHANGE: Change,
        Thing.GOODBYE: Goodbye,
        Thing.RETURN: Return,
        Thing.RESULT: Result,
        Thing.OPEN: Open,
        Thing.KEYS: Keys,
        Thing.TALK: Talk,
        Thing.PAUSE: Pause,
    }
)


class Player(Struct, frozen=True):
    """A line of the roster; its place in the list is the seat number."""

    identity: Identity
    name: Name
    nonce_commitment: Hash


class Settings(Struct, frozen=True):
    """What a table agrees on beyond the rules.

    ``clock``: seconds for a decision of a player, 0 for no limit. ``absences``: a seat that was
    made absent this often stays out.
    """

    clock: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 0
    absences: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3


class Roster(Struct, frozen=True):
    """Body of a ``roster`` entry: who sits here, under which settings and versions."""

    protocol: Version
    rules: Version
    settings: Settings
    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=2, max_length=4)]


Mask = Annotated[int, msgspec.Meta(ge=0, le=15)]


class AttemptStatus(Struct, frozen=True):
    """Masks by seat of the changes and acknowledgements held for one attempt."""

    attempt: Attempt
    changes: Mask
    acknowledgements: Mask


class Status(Struct, frozen=True):
    """What a peer holds, so that others can send it what it lacks. Not signed.

    ``entries`` is a mask by seat for the open step, ``attempts`` says the same of every attempt of
    which something is held; ``unlinked`` is the mask of seats this peer has no link to and wants
    relayed as things come in.
    """

    table: Hash
    step: Step
    entries: Mask
    attempts: Annotated[tuple[AttemptStatus, ...], msgspec.Meta(max_length=256)]
    unlinked: Mask
