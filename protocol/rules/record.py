"""A whole game written down, line by line, and played again (N5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from protocol.rules.cards import CARDS, Counts, counts_of
from protocol.rules.illegal import IllegalMove, Reason
from protocol.rules.moves import Move, Order, TurnMove
from protocol.rules.notation import (
    InvalidNotation,
    read_cards,
    read_move,
    read_order,
    read_position,
    write_cards,
    write_move,
    write_order,
    write_position,
)
from protocol.rules.position import Position
from protocol.rules.state import Standing


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards are dealt: each seat's hand as far as it is known, None where it is not."""

    hands: tuple[Counts | None, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """The actor places this many cards face down."""

    size: int


@dataclass(frozen=True, slots=True)
class Open:
    """The actor's turn begins; what it had placed is shown."""

    order: Order


@dataclass(frozen=True, slots=True)
class GoMissing:
    """A seat is absent, has left, or is at fault."""

    seat: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Return:
    """A missing seat is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndByDefault:
    """Fewer than two seats are left to deal to."""


Action = Deal | Place | Open | Move | GoMissing | Return | EndByDefault


@dataclass(frozen=True, slots=True)
class Record:
    """A game from a position on: what happened, in order."""

    start: Position
    actions: tuple[Action, ...] = ()

    def positions(self) -> tuple[Position, ...]:
        """The start and the position after each action.

        Raises ``IllegalMove`` or ``ValueError`` at the first action the rules do not allow, also
        where a known hand does not hold what its seat is said to have ordered.
        """
        reached = [self.start]
        hands: tuple[Counts | None, ...] = (None,) * self.start.seats
        for action in self.actions:
            position = reached[-1]
            if isinstance(action, Deal):
                _check_hands(position, action.hands)
                hands = action.hands
            if isinstance(action, Open) and position.actor is not None:
                _check_in_hand(hands[position.actor], action.order)
            reached.append(apply(position, action))
        return tuple(reached)


def apply(position: Position, action: Action) -> Position:
    """The position after one action. Raises ``IllegalMove`` or ``ValueError``."""
    match action:
        case Deal():
            return position.dealt()
        case Place():
            return position.placed(action.size)
        case Open():
            return position.opened(action.order)
        case GoMissing():
            return position.without(action.seat, action.standing)
        case Return():
            return position.again(action.seat)
        case EndByDefault():
            return position.ended_by_default()
        case _:
            return position.played(action)


def _check_hands(position: Position, hands: tuple[Counts | None, ...]) -> None:
    sizes = position.deal_sizes()
    if len(hands) != len(sizes):
        raise ValueError("a deal names the hand of every seat")
    known = [hand for hand in hands if hand is not None]
    for hand, size in zip(hands, sizes, strict=True):
        if hand is not None and sum(hand) != size:
            raise ValueError("a hand is not as large as was dealt")
    pile = position.pile
    if any(sum(hand[card] for hand in known) > pile[card] for card in CARDS):
        raise ValueError("more cards in hands than in the pile")


def _check_in_hand(hand: Counts | None, order: Order) -> None:
    wanted = counts_of(order.cards)
    if hand is not None and any(wanted[card] > hand[card] for card in CARDS):
        raise IllegalMove(Reason.NOT_IN_HAND)


_HEADER: Final = "koryo 1"
_UNKNOWN: Final = "?"


def write_record(record: Record) -> str:
    """The game as lines: a header, the start, what happened (N5). It ends with a line feed.

    Raises ``IllegalMove`` or ``ValueError`` for a record that does not play.
    """
    lines = [_HEADER, f"start {write_position(record.start)}"]
    positions = record.positions()[:-1]
    previous: Action | None = None
    for position, action in zip(positions, record.actions, strict=True):
        if isinstance(action, TurnMove) and isinstance(previous, Open | TurnMove):
            lines[-1] += f" {write_move(action)}"
        else:
            lines.append(_line(position, action))
        previous = action
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """A game from its lines. Raises ``InvalidNotation``, also for a game against the rules."""
    lines = text.split("\n")
    if len(lines) < 3 or lines[0] != _HEADER or not lines[1].startswith("start ") or lines[-1]:
        raise InvalidNotation("a record begins with its header and start, and ends with a line")
    try:
        start = read_position(lines[1].removeprefix("start "))
        actions = tuple(action for line in lines[2:-1] for action in _read_line(line))
        record = Record(start, actions)
        written = write_record(record)
    except ValueError as error:
        raise InvalidNotation(f"not a record: {error}") from error
    if written != text:
        raise InvalidNotation("a record has one way to be written")
    return record


def _line(position: Position, action: Action) -> str:
    match action:
        case Deal():
            return f"deal {'/'.join(map(_write_hand, action.hands))}"
        case Place():
            return f"{position.actor} +{action.size}"
        case Open():
            return f"{position.actor} ={write_order(action.order)}"
        case GoMissing():
            return f"gone {action.seat} {action.standing.value}"
        case Return():
            return f"back {action.seat}"
        case EndByDefault():
            return "default"
        case _:
            return f"{position.actor} {write_move(action)}"


def _read_line(line: str) -> Iterator[Action]:
    match line.split(" "):
        case ["deal", hands]:
            yield Deal(tuple(map(_read_hand, hands.split("/"))))
        case ["gone", seat, standing]:
            yield GoMissing(int(seat), Standing(standing))
        case ["back", seat]:
            yield Return(int(seat))
        case ["default"]:
            yield EndByDefault()
        case [_, text] if text.startswith("+"):
            yield Place(int(text))
        case [_, *texts]:
            for text in texts:
                yield Open(read_order(text[1:])) if text.startswith("=") else read_move(text)


def _write_hand(hand: Counts | None) -> str:
    return _UNKNOWN if hand is None else write_cards(hand)


def _read_hand(text: str) -> Counts | None:
    return None if text == _UNKNOWN else read_cards(text)
