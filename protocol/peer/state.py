"""What everybody at a table knows after a closed step: the fold of the log so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from protocol.deck import Deck, JointKey, ProvedDeck, PublicKey, Share
from protocol.log.chain import table_id
from protocol.log.messages import Roster, StepKind
from protocol.rules import Order, Position, Standing, TurnMove


@dataclass(frozen=True, slots=True)
class Due:
    """The open step: its kind and the seats that must speak in it, in the order of play."""

    kind: StepKind
    speakers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sealed:
    """An order that lies face down: what commits to it, and the head before its step."""

    commitment: bytes
    head: bytes


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """What the check of a turn found: the order, and each move with the position after it."""

    order: Order
    opened: Position
    moves: tuple[tuple[TurnMove, Position], ...]

    @property
    def position(self) -> Position:
        """The position after the turn."""
        return self.moves[-1][1]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: keys, decks, who gets which deck positions, and the shares given so far.

    ``hands`` holds by seat the rising deck positions dealt to it. ``shares`` maps
    (giver, recipient) to the checked shares for the recipient's positions, in their order.
    """

    keys: Mapping[int, PublicKey]
    joint: JointKey
    opened: Deck
    hands: tuple[tuple[int, ...], ...]
    deck: ProvedDeck | None = None
    shares: Mapping[tuple[int, int], tuple[Share, ...]] = field(default_factory=dict)
    sealed: Mapping[int, Sealed] = field(default_factory=dict)

    def shares_for(self, recipient: int, place: int) -> list[Share]:
        """Everybody else's share for one deck position of ``recipient``'s hand."""
        index = self.hands[recipient].index(place)
        return [
            shares[index]
            for (_giver, receiver), shares in sorted(self.shares.items(), key=lambda item: item[0])
            if receiver == recipient
        ]


@dataclass(frozen=True, slots=True)
class GameState:
    """The public state of a table. ``head`` is the head before the step numbered ``step``."""

    table: bytes
    roster: Roster
    head: bytes
    step: int
    due: Due | None
    readmitted: tuple[int, ...] = ()
    """By seat: the step at which it was last seated again, else 0."""
    returned: tuple[int, ...] = ()
    """By seat: the step that was open for it when it signed the return that last seated it, else
    0: its goodbyes from before are void."""
    departed: tuple[int, ...] = ()
    """By seat: the step at which it was last made absent, else 0: its returns until then are
    void."""
    absences: tuple[int, ...] = ()
    """By seat: how often it was made absent."""
    dealt: bool = False
    """Whether the first keys have closed: before, nobody can be left out."""
    position: Position | None = None
    deal: Deal | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """Every seat of the roster."""
        return tuple(range(len(self.roster.players)))

    @property
    def seated(self) -> tuple[int, ...]:
        """The seats that take part, rising: all before the first position is known."""
        if self.position is None:
            return self.seats
        standing = self.position.standing
        return tuple(seat for seat in self.seats if standing[seat] is Standing.SEATED)

    def identity(self, seat: int) -> bytes:
        """The 32-byte identity of a seat."""
        return self.roster.players[seat].identity


def start(roster: Roster) -> GameState:
    """A table before its first step."""
    table = table_id(roster)
    everybody = tuple(range(len(roster.players)))
    none = (0,) * len(everybody)
    return GameState(
        table,
        roster,
        table,
        0,
        Due(StepKind.ROSTER, everybody),
        readmitted=none,
        returned=none,
        departed=none,
        absences=none,
    )
