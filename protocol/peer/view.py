"""Everything a screen may show of a table: one immutable value, without secrets of other seats.

The own hand and the own sealed order are in it, since this seat's player sees them; nothing else
private is. A widget asks ``position`` (the rules) for majorities, influence and the like.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.log.messages import StepKind, Why
from protocol.peer.questions import Question
from protocol.rules import Counts, Discard, Order, Outcome, Position, TurnMove


class LinkState(Enum):
    """How this peer reaches another."""

    SELF = "self"
    DIRECT = "direct"
    RELAYED = "relayed"
    LOST = "lost"


class LinkEnd(Enum):
    """Why the last link to a seat ended, as far as this peer can know."""

    CLOSED = "closed"
    """The program at the other end said that it closes."""
    FAILED = "failed"
    """It said that it stops because of an error."""
    SILENT = "silent"
    """Nothing came over the link for too long."""
    BROKEN = "broken"
    """The connection was gone, without a word."""
    UNREADABLE = "unreadable"
    """One of the two could not read what came."""
    JAMMED = "jammed"
    """More had to be sent than the connection carried."""


class Doing(Enum):
    """What a seat is doing in the open step, as far as this peer can know."""

    IDLE = "idle"
    CHOOSING = "choosing"
    """Its player must decide: an order, a turn, a discard."""
    WORKING = "working"
    """Its machine must speak: a nonce, a key, a shuffle, shares."""
    CHECKING = "checking"
    """It has said its word and is checking the others'; its acknowledgement is awaited."""
    READY = "ready"
    """It has acknowledged this step."""


@dataclass(frozen=True, slots=True)
class SignedStep:
    """A step that a seat has acknowledged: what everybody said in it was checked there."""

    kind: StepKind
    round: int
    """0 before anybody has a place."""
    speakers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. ``link_since`` is the monotonic second at which ``link`` last changed."""

    seat: int
    name: str
    """As in the roster: control characters removed, equal names numbered. Data, never markup."""
    identity: bytes
    link: LinkState
    link_since: float
    doing: Doing
    left: bool
    """Said goodbye."""
    fault: str | None
    """Why this seat is at fault, proved by evidence; None otherwise."""
    link_ended: LinkEnd | None = None
    """Why there is no direct link; None while there is one, and if there has been none yet."""
    signed: SignedStep | None = None
    """The last step that this seat has acknowledged, as far as this peer knows."""
    returns: bool = False
    """Missing; it has asked to be seated again, and is at the next deal."""
    stays_out: bool = False
    """Missing, and not seated again in this game."""


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round began and its cards were dealt; ``sizes`` by seat."""

    round: int
    sizes: tuple[int, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class OrderPlaced:
    """A seat sealed an order of ``size`` cards."""

    round: int
    seat: int
    size: int
    position: Position


@dataclass(frozen=True, slots=True)
class OrderOpened:
    """A seat's turn began and its order is known (all still face down on the table)."""

    round: int
    seat: int
    order: Order
    position: Position


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """One move of a turn, or a discard that was chosen; ``before`` and ``position`` (after it)
    are the public positions, so a screen can play it as it happened."""

    round: int
    seat: int
    move: TurnMove | Discard
    before: Position
    position: Position


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The ending phase is over; ``position`` is the start of the next round or the end."""

    round: int
    position: Position


@dataclass(frozen=True, slots=True)
class SeatLeftOut:
    """The others, ``by`` name, agreed to go on without a seat: silent, gone or at fault."""

    round: int
    seat: int
    why: Why
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """A missing seat is seated again from the deal of ``round`` on."""

    round: int
    seat: int


Happening = (
    RoundDealt | OrderPlaced | OrderOpened | MovePlayed | RoundEnded | SeatLeftOut | SeatReturned
)


@dataclass(frozen=True, slots=True)
class DeckView:
    """How far the deal is: seats whose shuffle has come in and whose shuffle this peer checked."""

    keys: tuple[int, ...]
    shuffled: tuple[int, ...]
    checked: tuple[int, ...]
    shared: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VoteView:
    """The latest vote of ``seat`` in the open step: to go on without ``left_out`` (nobody: it
    takes its vote back)."""

    seat: int
    attempt: int
    left_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """What ``seat`` held in a round, opened by all after the game."""

    round: int
    step: int
    """The ``keys`` step of the deal: a round may have had several."""
    seat: int
    cards: Counts


@dataclass(frozen=True, slots=True)
class TalkView:
    """A line of table talk: own words, or the code of a ready-made phrase (see ``talk``)."""

    seat: int
    text: str
    """Cleaned: no control characters. Data, never markup. Empty when ``phrase`` is set."""
    phrase: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one seat sees it. Seats are roster numbers 0..n-1."""

    table: bytes
    you: int
    seats: tuple[SeatView, ...]
    step: int
    kind: StepKind | None
    """The open step; None when the game is over."""
    waiting_for: tuple[int, ...]
    """Seats whose word or acknowledgement the open step still lacks."""
    position: Position | None
    """None until the nonces gave seating and first player."""
    hand: Counts | None
    """Your hand of this round, until your order is sealed and after (what was not played stays
    visible until the round ends); None while no hand is dealt."""
    order: Order | None
    """Your own sealed order, until the round ends."""
    deck: DeckView | None
    """While a deal is being made, and after it until the round ends."""
    question: Question | None
    happenings: tuple[Happening, ...]
    """Everything since the start, oldest first; only ever grows."""
    outcome: Outcome | None
    results: tuple[int, ...]
    """Seats that signed the final result."""
    stopped: str | None
    """Why the table cannot go on, in one plain sentence; None while it can."""
    sits_out: bool = False
    """Your seat may sign nothing until it has been seated again: its journal lacks something."""
    can_leave_out: tuple[int, ...] = ()
    """Seats the open step has waited for long enough, without which the others could agree to go
    on; and those you agreed to go on without."""
    agreed: tuple[int, ...] = ()
    """Seats you agreed to go on without while they are silent."""
    votes: tuple[VoteView, ...] = ()
    """The latest vote of each seat that voted in the open step."""
    alone: bool = False
    """You are the only one seated, and a new round would begin: wait for a return, or end."""
    talk: tuple[TalkView, ...] = ()
    """The latest lines of table talk, oldest first."""
    wants_pause: tuple[int, ...] = ()
    """Seated that want a pause, without who has left; when all of those do, it is paused."""
    paused: bool = False
    """Clocks stand still; anybody may end it."""
    deadline: float | None = None
    """Monotonic second at which the table's clock decides for you; None without a clock, without
    a question, and in a pause."""
    opens: tuple[int, ...] = ()
    """Seats that agreed, after the game, to open every hand."""
    hands: tuple[HandView, ...] = ()
    """After the game, once everybody agreed and published the keys: every hand of every deal."""
