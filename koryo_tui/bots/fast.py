"""The rules once more, packed into a few integers, for search alone.

A family's cards in all fronts are one integer, four bits a seat, so that one look into a table says
who leads it. Nothing here is checked: what plays at a table goes through ``protocol.rules``, and a
test plays thousands of games both ways (tests/bots/test_fast_turn.py).
"""

from __future__ import annotations

from typing import Final

from protocol.rules import (
    EVENTS,
    Card,
    Counts,
    Position,
    Standing,
)

#: Bits of a count.
BITS: Final = 4
COUNT: Final = 15

OMNISCIENT: Final = int(Card.OMNISCIENT)
SPY: Final = int(Card.SPY)
SENATOR: Final = int(Card.SENATOR)
PRIEST: Final = int(Card.PRIEST)
SHIP_OWNER: Final = int(Card.SHIP_OWNER)
BANKER: Final = int(Card.BANKER)
GUARDIAN: Final = int(Card.GUARDIAN)
BROADCASTER: Final = int(Card.BROADCASTER)
BARBARIANS: Final = int(Card.BARBARIANS)
LOBBYING: Final = int(Card.LOBBYING)
FAMILY_NUMBERS: Final = tuple(range(1, 10))

#: Kinds of moves, the first item of a move.
TURN_UP, TAKE, STEAL, REMOVE, DESTROY, SWAP, DECLINE, DONE = range(8)

FastMove = tuple[int, ...]
#: Ordered cards still face down: (type, number) each.
FaceDown = tuple[tuple[int, int], ...]


def _leaders() -> bytes:
    """For each packed family the seats with most of its cards, one bit each; 0 if nobody has any.

    A family has nine cards at most, so no packed number is as large as 10 << 12.
    """
    table = bytearray(10 << (3 * BITS))
    for packed in range(1, len(table)):
        held = [(packed >> shift) & COUNT for shift in (0, 4, 8, 12)]
        if sum(held) <= 9:
            most = max(held)
            table[packed] = sum(1 << seat for seat, count in enumerate(held) if count == most)
    return bytes(table)


LEADERS: Final = _leaders()


def holder(cards: list[int] | tuple[int, ...], family: int) -> int:
    """The bit of the seat that has the majority now, ties by the Omniscient; 0 for nobody (R2)."""
    leaders = LEADERS[cards[family]]
    return leaders & LEADERS[cards[OMNISCIENT]] if leaders & (leaders - 1) else leaders


def front_size(cards: list[int] | tuple[int, ...], seat: int) -> int:
    """Cards in the front of ``seat``, events included."""
    shift = seat * BITS
    return sum((packed >> shift) & COUNT for packed in cards)


class Table:
    """What lies open, and round, seats and standing; changed in place by those who search.

    ``cards``: 12 packed integers by type. ``missing``, ``unranked``: bits by seat. ``circle``: all
    seats from the first player clockwise; ``order_of_play``: those of them that play.
    """

    __slots__ = (
        "bank",
        "cards",
        "circle",
        "limit",
        "missing",
        "order_of_play",
        "penalties",
        "round",
        "seats",
        "tokens",
        "unranked",
    )

    def __init__(
        self,
        seats: int,
        circle: tuple[int, ...],
        round_number: int,
        cards: list[int],
        tokens: list[int],
        bank: int,
        missing: int = 0,
        unranked: int = 0,
        penalties: tuple[int, ...] = (0, 0, 0, 0),
    ) -> None:
        self.seats = seats
        self.circle = circle
        self.round = round_number
        self.limit = round_number + 2
        self.cards = cards
        self.tokens = tokens
        self.bank = bank
        self.missing = missing
        self.unranked = unranked
        self.penalties = penalties
        self.order_of_play = tuple(seat for seat in circle if not missing >> seat & 1)

    @classmethod
    def of(cls, position: Position) -> Table:
        """The same table as the rules have it."""
        start = position.clockwise.index(position.first)
        return cls(
            position.seats,
            position.clockwise[start:] + position.clockwise[:start],
            position.round,
            pack(position.fronts),
            list(position.tokens),
            position.bank,
            sum(1 << seat for seat, each in enumerate(position.standing) if each.is_missing),
            sum(1 << seat for seat, each in enumerate(position.standing) if each in _UNRANKED),
            position.penalties,
        )

    def copy(self) -> Table:
        """Another table with the same cards, to be changed by itself."""
        other = Table.__new__(Table)
        other.seats = self.seats
        other.circle = self.circle
        other.round = self.round
        other.limit = self.limit
        other.cards = self.cards[:]
        other.tokens = self.tokens[:]
        other.bank = self.bank
        other.missing = self.missing
        other.unranked = self.unranked
        other.penalties = self.penalties
        other.order_of_play = self.order_of_play
        return other

    def influence(self) -> list[int]:
        """The score of each seat as if the game ended now (R7)."""
        points = [
            token - penalty for token, penalty in zip(self.tokens, self.penalties, strict=False)
        ]
        for family in FAMILY_NUMBERS:
            leaders = LEADERS[self.cards[family]]
            if leaders and not leaders & (leaders - 1):
                points[leaders.bit_length() - 1] += family
        events = self.cards[BARBARIANS], self.cards[LOBBYING]
        for seat in range(self.seats):
            for packed in events:
                points[seat] -= (packed >> (seat * BITS)) & COUNT
        return points

    def discard(self, seat: int, cards: tuple[Card, ...]) -> None:
        """The characters leave the front of ``seat``."""
        for card in cards:
            self.cards[card] -= 1 << (seat * BITS)

    def take_over(self, cards: tuple[int, ...], tokens: tuple[int, ...], bank: int) -> None:
        """What a turn has made of the cards and tokens."""
        self.cards[:] = cards
        self.tokens[:] = tokens
        self.bank = bank


_UNRANKED: Final = (Standing.LEFT, Standing.FAULT)


def pack(fronts: tuple[Counts, ...]) -> list[int]:
    """Fronts by seat as 12 packed integers by type."""
    return [
        sum(front[card] << (seat * BITS) for seat, front in enumerate(fronts)) for card in range(12)
    ]


def destroys(
    cards: list[int] | tuple[int, ...], seat: int, seats: int
) -> list[tuple[int, int, int]]:
    """What Barbarians of ``seat`` may destroy (R5.10)."""
    shielded = holder(cards, GUARDIAN)
    return [
        (DESTROY, other, family)
        for other in range(seats)
        if other != seat and not shielded >> other & 1
        for family in FAMILY_NUMBERS
        if (cards[family] >> (other * BITS)) & COUNT
    ]


def open_to_lobbying(cards: list[int] | tuple[int, ...], seats: int) -> list[int]:
    """The seats no shield keeps Lobbying off (R5.11)."""
    spies, guardians = holder(cards, SPY), cards[GUARDIAN]
    return [
        seat
        for seat in range(seats)
        if not spies >> seat & 1 or (guardians >> (seat * BITS)) & COUNT
    ]


def swaps(cards: list[int] | tuple[int, ...], seats: int) -> list[tuple[int, int, int, int, int]]:
    """What Lobbying may swap, whoever plays it (R5.11)."""
    held = [
        (seat, [f for f in FAMILY_NUMBERS if (cards[f] >> (seat * BITS)) & COUNT])
        for seat in open_to_lobbying(cards, seats)
    ]
    return [
        (SWAP, seat, card, other, other_card)
        for index, (seat, mine) in enumerate(held)
        for other, theirs in held[index + 1 :]
        for card in mine
        for other_card in theirs
        if card != other_card
    ]


def unpacked_events(cards: list[int] | tuple[int, ...], seat: int) -> int:
    """Events in the front of ``seat``."""
    shift = seat * BITS
    return sum((cards[event] >> shift) & COUNT for event in EVENTS)
