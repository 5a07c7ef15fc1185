"""The log: what happened at the table, one plain sentence after another.

Each sentence is whole, with named placeholders; those about you are their own sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from koryo_tui.drafts.preview import Board, Change, of_positions
from koryo_tui.text import words
from koryo_tui.text.words import Names
from protocol.log.messages import Why
from protocol.peer.view import (
    Happening,
    MovePlayed,
    OrderOpened,
    OrderPlaced,
    RoundDealt,
    RoundEnded,
    SeatLeftOut,
    SeatReturned,
)
from protocol.rules import (
    FAMILIES,
    Card,
    Counts,
    Decline,
    Destroy,
    Discard,
    Done,
    Position,
    RemoveEvent,
    Steal,
    Swap,
    TakeToken,
    TurnMove,
    TurnUp,
    cards_of,
    counts_of,
    holder,
)

#: For each kind of move the sentence about another seat, and the one about you.
_MOVES: Final[dict[type[TurnMove | Discard], tuple[str, str]]] = {
    TurnUp: ("{name} turns up {cards}.", "You turn up {cards}."),
    TakeToken: ("{name} takes a token from the bank.", "You take a token from the bank."),
    Steal: ("{name} steals a token from {victim}.", "You steal a token from {victim}."),
    RemoveEvent: ("{name} removes {card} from the front.", "You remove {card} from your front."),
    Destroy: (
        "{name}'s Barbarians destroy {owner} {card}.",
        "Your Barbarians destroy {owner} {card}.",
    ),
    Swap: (
        "{name}'s Lobbying swaps {owner} {card} and {other_owner} {other_card}.",
        "Your Lobbying swaps {owner} {card} and {other_owner} {other_card}.",
    ),
    Decline: ("{name} declines {card}.", "You decline {card}."),
    Done: ("{name} ends the turn.", "You end your turn."),
    Discard: ("{name} discards {cards}.", "You discard {cards}."),
}


def sentences(happening: Happening, names: Names) -> tuple[str, ...]:
    """What is said about a happening; the first sentence says what, the others what it changed."""
    return _SAY[type(happening)](happening, names)


def _dealt(happening: RoundDealt, names: Names) -> tuple[str, ...]:
    position = happening.position
    usual = position.deal_size
    said = [
        f"Round {happening.round}: {words.card_count(usual)} each, {names[position.first]} first."
    ]
    for seat, size in enumerate(happening.sizes):
        if size != usual and not position.standing[seat].is_missing:
            said.append(f"{names.first(seat)}: {words.card_count(size)} dealt.")
    return tuple(said)


def _placed(happening: OrderPlaced, names: Names) -> tuple[str, ...]:
    number = words.card_count(happening.size)
    if happening.seat == names.you:
        return (f"You sealed {number}.",)
    return (f"{names.names[happening.seat]} sealed {number}.",)


def _opened(happening: OrderOpened, names: Names) -> tuple[str, ...]:
    cards = words.order(happening.order)
    if happening.seat == names.you:
        return (f"Your order was {cards}.",)
    return (f"{names.names[happening.seat]}'s order is {cards}.",)


def _played(happening: MovePlayed, names: Names) -> tuple[str, ...]:
    move, before, after = happening.move, happening.before, happening.position
    about_other, about_you = _MOVES[type(move)]
    sentence = about_you if happening.seat == names.you else about_other
    said = [sentence.format(**_words_of(move, happening, names))]
    said += [f"{text}." for text in shifts(of_positions(before, after), names)]
    if isinstance(move, Done | Discard):
        said += _automatic(happening, names)
    if isinstance(move, TurnUp) and move.card.is_event and _is_spent(move.card, after):
        said.append(f"{words.one(move.card)} finds no target and is spent.")
    return tuple(said)


def _ended(happening: RoundEnded, names: Names) -> tuple[str, ...]:
    points = happening.position.influence()
    standing = ", ".join(f"{names[seat]} {number}" for seat, number in enumerate(points))
    return (f"Round {happening.round} ends: {standing}.",)


def _left_out(happening: SeatLeftOut, names: Names) -> tuple[str, ...]:
    who = names.first(happening.seat)
    by = words.listed(tuple(names[seat] for seat in happening.by))
    verb = "are" if happening.seat == names.you else "is"
    return (f"{who} {verb} left out ({_WHY[happening.why]}); {by} agreed.",)


_WHY: Final = {
    Why.SILENT: "silent for too long",
    Why.GOODBYE: "said goodbye",
    Why.FAULT: "at fault",
}


def _returned(happening: SeatReturned, names: Names) -> tuple[str, ...]:
    verb = "are" if happening.seat == names.you else "is"
    return (f"{names.first(happening.seat)} {verb} back from round {happening.round} on.",)


_SAY: Final[dict[type[Happening], Callable[[Any, Names], tuple[str, ...]]]] = {
    RoundDealt: _dealt,
    OrderPlaced: _placed,
    OrderOpened: _opened,
    MovePlayed: _played,
    RoundEnded: _ended,
    SeatLeftOut: _left_out,
    SeatReturned: _returned,
}


def _words_of(move: TurnMove | Discard, happening: MovePlayed, names: Names) -> dict[str, str]:
    """The placeholders of the sentence about ``move``."""
    found = {"name": names.names[happening.seat]}
    match move:
        case TurnUp():
            gained = happening.position.fronts[happening.seat][move.card]
            number = gained - happening.before.fronts[happening.seat][move.card]
            found["cards"] = words.counted(move.card, number)
        case Steal():
            found["victim"] = names[move.seat]
        case RemoveEvent() | Decline():
            found["card"] = words.one(move.card)
        case Destroy():
            found |= {"owner": names.owner(move.seat), "card": words.one(move.card)}
        case Swap():
            found |= {"owner": names.owner(move.seat), "card": words.one(move.card)}
            found |= {"other_owner": names.owner(move.other_seat)}
            found |= {"other_card": words.one(move.other_card)}
        case Discard():
            found["cards"] = words.cards(move.cards)
        case _:
            pass
    return found


def _is_spent(event: Card, after: Position) -> bool:
    return after.turn is not None and not after.turn.waiting[event]


def _automatic(happening: MovePlayed, names: Names) -> list[str]:
    """Discards that followed by themselves, since only one was legal."""
    said = []
    for seat in happening.before.clockwise:
        lost = _lost(happening.before.fronts[seat], happening.position.fronts[seat])
        if isinstance(happening.move, Discard) and seat == happening.seat:
            lost = _lost(lost, counts_of(happening.move.cards))
        if any(lost):
            cards = words.cards(cards_of(lost))
            verb = "have" if seat == names.you else "has"
            said.append(f"{names.first(seat)} {verb} to discard {cards}.")
    return said


def _lost(before: Counts, after: Counts) -> Counts:
    return tuple(max(was - now, 0) for was, now in zip(before, after, strict=True))


def majority(board: Board, family: Card, names: Names) -> str:
    """Who leads ``family`` and by how much: ``Bankers: Olena 3 v 2``.

    A tie names the holder of the power, if the Omniscient gives it to somebody.
    """
    held = sorted((front[family] for front in board.fronts), reverse=True)
    most, second = held[0], held[1]
    seat = holder(board.fronts, family, omniscient=True)
    name = words.many(family)
    if most == 0:
        return f"{name}: nobody"
    if most > second:
        assert seat is not None
        return f"{name}: {names[seat]} {most} v {second}"
    if seat is None:
        return f"{name}: tied {most} v {second}"
    return f"{name}: tied {most} v {second}, power to {names[seat]}"


def shifts(change: Change, names: Names) -> tuple[str, ...]:
    """The majorities that change hands, as they are afterwards."""
    was_held = zip(FAMILIES, change.before.powers(), change.after.powers(), strict=True)
    alone = {
        family: (
            holder(change.before.fronts, family, omniscient=False),
            holder(change.after.fronts, family, omniscient=False),
        )
        for family in FAMILIES
    }
    return tuple(
        majority(change.after, family, names)
        for family, was, now in was_held
        if was != now or alone[family][0] != alone[family][1]
    )


def points(change: Change, names: Names, seats: tuple[int, ...]) -> str:
    """Whose influence changes, from what to what: ``you 6 -> 12, Olena 10 -> 4``."""
    both = change.influence()
    moved = [
        f"{names[seat]} {both[seat][0]} -> {both[seat][1]}"
        for seat in seats
        if both[seat][0] != both[seat][1]
    ]
    return ", ".join(moved) if moved else "no influence changes"


def summary(change: Change, names: Names, seats: tuple[int, ...]) -> str:
    """The majorities a choice touches, and the influence it moves, in one line."""
    touched = [majority(change.after, family, names) for family in change.families()]
    return "; ".join([*touched[:2], points(change, names, seats)])


def family_facts(position: Position, family: Card, names: Names) -> str:
    """A type of card in one line: copies, who has how many in front, and what it does."""
    held = [
        f"{names[seat]} {position.fronts[seat][family]}"
        for seat in position.clockwise
        if position.fronts[seat][family]
    ]
    where = ", ".join(held) if held else "none in front"
    key = words.KEYS[family]
    return f"{key} {words.many(family)}, {family.copies} in the box: {where}. {_power(family)}"


def _power(card: Card) -> str:
    text = words.POWERS[card]
    return f"{text[0].upper()}{text[1:]}."
