"""The moves of a turn as numbered lists, targets in lists of their own."""

from __future__ import annotations

from dataclasses import dataclass

from koryo_tui.text import plain, words
from koryo_tui.text.words import Names
from protocol.rules import (
    Card,
    Decline,
    Destroy,
    Done,
    Move,
    Position,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnMove,
    TurnUp,
)


@dataclass(frozen=True, slots=True)
class Menu:
    """A numbered list. ``heading``: what is chosen in it, where it was gone into."""

    items: tuple[Item, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list and what it leads to."""

    label: str
    leads_to: TurnMove | Menu


def turn_menu(position: Position, seat: int, names: Names) -> Menu:
    """What the actor may do now: a legal move or a list of targets on each line, ending last."""
    legal = position.legal_moves()
    assert position.turn is not None
    turn_up = plain.TURN_UP_AND_END if ends_with(position, legal[0]) else plain.TURN_UP
    items = [
        Item(
            turn_up.format(cards=words.counted(move.card, position.turn.face_down[move.card])), move
        )
        for move in legal
        if isinstance(move, TurnUp)
    ]
    destroys = tuple(move for move in legal if isinstance(move, Destroy))
    swaps = tuple(move for move in legal if isinstance(move, Swap))
    steals = tuple(move for move in legal if isinstance(move, Steal))
    if destroys:
        items.append(Item(plain.USE_BARBARIANS, _victims(destroys, names)))
    if swaps:
        items.append(Item(plain.USE_LOBBYING, _first_of_two(swaps, seat, names)))
    items += [Item(plain.TAKE_TOKEN, move) for move in legal if isinstance(move, TakeToken)]
    if steals:
        items.append(Item(plain.STEAL, _purses(steals, position, names)))
    for move in legal:
        if isinstance(move, RemoveEvent):
            items.append(Item(plain.REMOVE.format(card=words.one(move.card)), move))
    for move in legal:
        if isinstance(move, Decline):
            items.append(Item(plain.DECLINE.format(card=words.one(move.card)), move))
    items += [Item(plain.DONE, move) for move in legal if isinstance(move, Done)]
    return Menu(tuple(items))


def ends_with(position: Position, move: Move) -> bool:
    """Whether nothing but ``move`` is legal, and nothing but the end of the turn after it: then
    there is no choice left in it, and it ends the turn."""
    if position.legal_moves() != (move,) or not isinstance(move, TurnUp):
        return False
    return position.played(move).legal_moves() == (Done(),)


def _purses(steals: tuple[Steal, ...], position: Position, names: Names) -> Menu:
    return Menu(
        tuple(
            Item(
                plain.STEAL_FROM.format(
                    name=names[move.seat], tokens=words.token_count(position.tokens[move.seat])
                ),
                move,
            )
            for move in steals
        ),
        plain.STEAL_WHOSE,
    )


def _target(seat: int, card: Card, names: Names) -> str:
    return names.card(seat, card)


def _victims(destroys: tuple[Destroy, ...], names: Names) -> Menu:
    items = tuple(Item(_target(move.seat, move.card, names), move) for move in destroys)
    return Menu(items, plain.DESTROY_WHICH)


def _first_of_two(swaps: tuple[Swap, ...], seat: int, names: Names) -> Menu:
    """First one character, the own ones before the others', then what to swap it with."""
    ends = {(swap.seat, swap.card) for swap in swaps}
    ends |= {(swap.other_seat, swap.other_card) for swap in swaps}
    firsts = sorted(ends, key=lambda end: (end[0] != seat, end))
    return Menu(
        tuple(
            Item(_target(*first, names), _second_of_two(swaps, first, names)) for first in firsts
        ),
        plain.SWAP_WHICH,
    )


def _second_of_two(swaps: tuple[Swap, ...], first: tuple[int, Card], names: Names) -> Menu:
    items = []
    for swap in swaps:
        one, other = (swap.seat, swap.card), (swap.other_seat, swap.other_card)
        if first == one:
            items.append(Item(_target(*other, names), swap))
        elif first == other:
            items.append(Item(_target(*one, names), swap))
    return Menu(tuple(items), plain.SWAP_WITH.format(card=_target(*first, names)))
