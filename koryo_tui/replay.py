"""A game out of its transcript: what happened, one thing after another, and where in it one is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from koryo_tui.text import around
from koryo_tui.text.troubles import explained, reason_of
from protocol.log.errors import Malformed
from protocol.log.transcript import Truncated, steps_in
from protocol.net.names import all_distinct
from protocol.peer.happenings import happenings_of
from protocol.peer.verify import NotVerified, Verified, verify
from protocol.peer.view import (
    HandView,
    Happening,
    OrderOpened,
    RoundDealt,
    SeatLeftOut,
    SeatReturned,
)
from protocol.rules import NOTHING, Counts, Order, Outcome, Position, counts_of


@dataclass(frozen=True)
class Game:
    """A verified game. ``hands`` are empty unless everybody opened them after the game;
    ``outcome`` is None while it is unfinished."""

    table: bytes
    names: tuple[str, ...]
    identities: tuple[bytes, ...]
    happenings: tuple[Happening, ...]
    hands: tuple[HandView, ...]
    outcome: Outcome | None
    signed: tuple[int, ...]

    @cached_property
    def rounds(self) -> dict[int, int]:
        """By round, how many happenings there are once its deal is told."""
        starts: dict[int, int] = {}
        for number, happening in enumerate(self.happenings, start=1):
            if isinstance(happening, RoundDealt):
                # A round that is dealt again begins with its last deal.
                starts[happening.round] = number
        return starts

    def hand(self, round: int, seat: int) -> Counts | None:
        """What ``seat`` held in ``round``, if the hands were opened and it was dealt one."""
        dealt = [hand for hand in self.hands if (hand.round, hand.seat) == (round, seat)]
        return max(dealt, key=lambda hand: hand.step).cards if dealt else None


@dataclass(frozen=True)
class Replay:
    """A place in a game: ``at`` happenings have been told, at least one if there is any.

    ``seat``: whose column stands first.
    """

    game: Game
    at: int = 1
    seat: int = 0

    @property
    def length(self) -> int:
        """How many happenings there are."""
        return len(self.game.happenings)

    @property
    def last(self) -> Happening | None:
        """What has just happened; None in a game in which nothing has."""
        return self.game.happenings[self.at - 1] if self.length else None

    @cached_property
    def position(self) -> Position | None:
        """The table after it."""
        for happening in reversed(self.game.happenings[: self.at]):
            # The two that are about seats carry none: the table is as before.
            if not isinstance(happening, SeatLeftOut | SeatReturned):
                return happening.position
        return None

    @property
    def round(self) -> int:
        """The round of what has just happened."""
        return 1 if self.last is None else self.last.round

    @property
    def is_at_end(self) -> bool:
        """Whether nothing follows."""
        return self.at >= self.length

    def order(self, seat: int) -> Order | None:
        """The order of ``seat`` in this round, if it has been opened by now or hands are open."""
        upto = self.length if self.game.hands else self.at
        opened = [
            happening.order
            for happening in self.game.happenings[:upto]
            if isinstance(happening, OrderOpened)
            and (happening.round, happening.seat) == (self.round, seat)
        ]
        return opened[-1] if opened else None

    def unplayed(self, seat: int) -> Counts | None:
        """What ``seat`` held in this round and did not order; None where hands are not open."""
        hand, order = self.game.hand(self.round, seat), self.order(seat)
        if hand is None:
            return None
        ordered = NOTHING if order is None else counts_of(order.cards)
        return tuple(held - gone for held, gone in zip(hand, ordered, strict=True))

    def stepped(self, step: int) -> Replay:
        """So many happenings forward or back, not over the ends."""
        return replace(self, at=min(max(self.at + step, 1), max(self.length, 1)))

    def to_round(self, number: int) -> Replay:
        """At the deal of a round; unchanged if it was never dealt."""
        return replace(self, at=self.game.rounds.get(number, self.at))

    def next_round(self, step: int) -> Replay:
        """At the deal after this place or, with -1, before it; at the ends if there is none."""
        starts = sorted(self.game.rounds.values())
        if step > 0:
            return replace(self, at=next((s for s in starts if s > self.at), max(self.length, 1)))
        return replace(self, at=next((s for s in reversed(starts) if s < self.at), 1))

    def to_end(self) -> Replay:
        """At the last happening."""
        return replace(self, at=max(self.length, 1))

    def to_start(self) -> Replay:
        """At the first."""
        return replace(self, at=1)

    def next_seat(self, step: int = 1) -> Replay:
        """With another seat's column first."""
        return replace(self, seat=(self.seat + step) % len(self.game.names))


def load(data: bytes, progress: Callable[[float], None] = lambda share: None) -> Game:
    """The game of a transcript file, verified; ``progress`` is told how much of it is done.

    Raises as ``protocol.peer.verify.verify``.
    """
    steps = steps_in(data)
    return game_of(verify(data, lambda step: progress((step + 1) / max(steps, 1))))


def game_of(verified: Verified) -> Game:
    """What a verified transcript tells. Names are fit to be shown, whatever the file says."""
    return Game(
        table=verified.table,
        names=all_distinct(player.name for player in verified.roster.players),
        identities=tuple(player.identity for player in verified.roster.players),
        happenings=tuple(
            happening for closing in verified.log.closed for happening in happenings_of(closing)
        ),
        hands=verified.hands,
        outcome=verified.outcome,
        signed=verified.signed_result,
    )


class CannotReplay(ValueError):
    """The text is one plain sentence. ``is_readable``: it is a transcript, but a false one."""

    def __init__(self, sentence: str, *, is_readable: bool = False) -> None:
        super().__init__(sentence)
        self.is_readable = is_readable


def read_game(path: Path, progress: Callable[[float], None] = lambda share: None) -> Game:
    """The verified game of a file. Raises ``CannotReplay``."""
    try:
        return load(path.read_bytes(), progress)
    except OSError as error:
        said = around.CANNOT_READ.format(name=path.name, why=reason_of(error))
        raise CannotReplay(said) from None
    except Truncated:
        raise CannotReplay(around.CUT_OFF.format(name=path.name)) from None
    except Malformed as error:
        said = around.NOT_A_TRANSCRIPT.format(name=path.name, why=explained(error))
        raise CannotReplay(said) from None
    except NotVerified as error:
        said = around.NOT_VERIFIED.format(name=path.name, why=explained(error))
        raise CannotReplay(said, is_readable=True) from None
