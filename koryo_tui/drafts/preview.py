"""What a choice would change: two boards and the difference between them."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.rules import FAMILIES, Card, Counts, Order, Position, add, holder, influence
from protocol.rules.ending import SENATORS_KEEP


@dataclass(frozen=True, slots=True)
class Board:
    """What influence and majorities are counted from; each tuple by seat."""

    fronts: tuple[Counts, ...]
    tokens: tuple[int, ...]
    penalties: tuple[int, ...]

    @classmethod
    def of(cls, position: Position) -> Board:
        """The board of a position."""
        return cls(position.fronts, position.tokens, position.penalties)

    def influence(self) -> tuple[int, ...]:
        """Points of each seat if the game ended now (R7.6)."""
        return influence(self.fronts, self.tokens, self.penalties)

    def powers(self) -> tuple[int | None, ...]:
        """Who holds each family's majority, ties by the Omniscient, in the order of FAMILIES."""
        return tuple(holder(self.fronts, family, omniscient=True) for family in FAMILIES)

    def with_front(self, seat: int, front: Counts) -> Board:
        """The board with another front for ``seat``."""
        fronts = (*self.fronts[:seat], front, *self.fronts[seat + 1 :])
        return Board(fronts, self.tokens, self.penalties)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a choice comes to: the influence that each seat gains, and of each family it touches who
    leads it then, and who has its power."""

    gains: tuple[int, ...]
    held: tuple[tuple[Card, int | None, int | None], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """The board before a choice and after it."""

    before: Board
    after: Board

    def influence(self) -> tuple[tuple[int, int], ...]:
        """Points before and after, by seat."""
        return tuple(zip(self.before.influence(), self.after.influence(), strict=True))

    def families(self) -> tuple[Card, ...]:
        """The families whose count differs in any front, then those of which only the power changes
        hands."""
        powers = zip(FAMILIES, self.before.powers(), self.after.powers(), strict=True)
        fronts = tuple(zip(self.before.fronts, self.after.fronts, strict=True))
        counted = tuple(
            family for family in FAMILIES if any(was[family] != now[family] for was, now in fronts)
        )
        moved = (family for family, was, now in powers if was != now and family not in counted)
        return (*counted, *moved)

    def effect(self) -> Effect:
        """What it comes to, whatever the numbers are."""
        both = self.influence()
        return Effect(
            tuple(now - was for was, now in both),
            tuple(
                (
                    family,
                    holder(self.after.fronts, family, omniscient=False),
                    holder(self.after.fronts, family, omniscient=True),
                )
                for family in self.families()
            ),
        )


def of_order(position: Position, seat: int, order: Order) -> Change:
    """As if ``order`` alone were turned up now (R7.7)."""
    board = Board.of(position)
    front = board.fronts[seat]
    for card in order.cards:
        front = add(front, card)
    return Change(board, board.with_front(seat, front))


def over_limit(position: Position, seat: int, board: Board) -> int:
    """How many cards ``seat`` would have to discard if the round ended with ``board`` (R6)."""
    keeps = holder(board.fronts, Card.SENATOR, omniscient=True) == seat
    number = sum(board.fronts[seat]) - position.limit - (SENATORS_KEEP if keeps else 0)
    return max(number, 0)


def of_discard(position: Position, seat: int, cards: Counts) -> Change:
    """As if ``seat`` gave up ``cards`` and nobody else anything."""
    board = Board.of(position)
    front = tuple(held - given for held, given in zip(board.fronts[seat], cards, strict=True))
    return Change(board, board.with_front(seat, front))


def of_positions(before: Position, after: Position) -> Change:
    """Between two positions."""
    return Change(Board.of(before), Board.of(after))
