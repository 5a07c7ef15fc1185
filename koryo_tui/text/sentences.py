"""The log: what happened at the table, one plain sentence after another.

Each sentence is whole, with named placeholders; those about you are their own sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from koryo_tui.drafts.base import columns
from koryo_tui.drafts.preview import Board, Change, of_positions
from koryo_tui.text import words
from koryo_tui.text.i18n import _, pgettext
from koryo_tui.text.plurals import plural
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
    TurnUp: (_("{name} turns up {cards}."), _("You turn up {cards}.")),
    TakeToken: (_("{name} takes a token from the bank."), _("You take a token from the bank.")),
    Steal: (_("{name} steals a token from {victim}."), _("You steal a token from {victim}.")),
    RemoveEvent: (
        _("{name} removes {card} from their own front."),
        _("You remove {card} from your front."),
    ),
    Destroy: (_("{name}'s Barbarians destroy {card}."), _("Your Barbarians destroy {card}.")),
    Swap: (
        _("{name}'s Lobbying swaps {card} and {other_card}."),
        _("Your Lobbying swaps {card} and {other_card}."),
    ),
    Decline: (_("{name} declines {card}."), _("You decline {card}.")),
    Done: (_("{name} ends the turn."), _("You end your turn.")),
    Discard: (_("{name} discards {cards}."), _("You discard {cards}.")),
}
_STEALS_FROM_YOU: Final = _("{name} steals a token from you.")

#: Says who leads a family.
Tell = Callable[[Board, Card, Names], str]


def sentences(happening: Happening, names: Names, tell: Tell | None = None) -> tuple[str, ...]:
    """What is said about a happening; the first sentence says what, the others what it changed:
    by ``tell``, else as ``majority`` does."""
    if isinstance(happening, MovePlayed):
        return _played(happening, names, tell or majority)
    return _SAY[type(happening)](happening, names)


def _dealt(happening: RoundDealt, names: Names) -> tuple[str, ...]:
    position = happening.position
    usual = position.deal_size
    cards, first = words.card_count(usual), names[position.first]
    said = [DEALT.format(round=happening.round, cards=cards, name=first)]
    for seat, size in enumerate(happening.sizes):
        if size != usual and not position.standing[seat].is_missing:
            cards = words.card_count(size)
            said.append(DEALT_OTHERWISE.format(name=names.first(seat), cards=cards))
    return tuple(said)


DEALT: Final = _("Round {round}: {cards} each, {name} first.")
DEALT_OTHERWISE: Final = _("{name}: {cards} dealt.")
_SEALED: Final = _("{name} sealed {cards}.")
_YOU_SEALED: Final = _("You sealed {cards}.")
_OPENED: Final = _("{name}'s order is {cards}.")
_YOU_OPENED: Final = _("Your order was {cards}.")


def _placed(happening: OrderPlaced, names: Names) -> tuple[str, ...]:
    form = _YOU_SEALED if happening.seat == names.you else _SEALED
    cards = words.card_count(happening.size)
    return (form.format(name=names.names[happening.seat], cards=cards),)


def _opened(happening: OrderOpened, names: Names) -> tuple[str, ...]:
    form = _YOU_OPENED if happening.seat == names.you else _OPENED
    cards = words.order(happening.order)
    return (form.format(name=names.names[happening.seat], cards=cards),)


def _played(happening: MovePlayed, names: Names, tell: Tell) -> tuple[str, ...]:
    move, before, after = happening.move, happening.before, happening.position
    about_other, about_you = _MOVES[type(move)]
    sentence = about_you if happening.seat == names.you else about_other
    if isinstance(move, Steal) and move.seat == names.you:
        sentence = _STEALS_FROM_YOU
    said = [sentence.format(**_words_of(move, happening, names))]
    said += [SHIFT.format(text=text) for text in shifts(of_positions(before, after), names, tell)]
    if isinstance(move, Done | Discard):
        said += _automatic(happening, names)
    if isinstance(move, TurnUp) and move.card.is_event and _is_spent(move.card, after):
        said.append(_SPENT.format(card=words.one(move.card)))
    return tuple(said)


SHIFT: Final = pgettext("a majority has changed", "{text}.")
_SPENT: Final = _("{card} finds no target and is spent.")
_ENDS_BEFORE: Final = _("The game ends before round {round} ({standing}).")
_STANDS: Final = _("Round {round} ends ({standing}).")


def _ended(happening: RoundEnded, names: Names) -> tuple[str, ...]:
    points = happening.position.influence()
    standing = words.COMMA.join(
        words.scored(names[seat], points[seat]) for seat in columns(happening.position, names.you)
    )
    if happening.position.by_default:
        # Its cards were not even dealt.
        return (_ENDS_BEFORE.format(round=happening.round, standing=standing),)
    return (_STANDS.format(round=happening.round, standing=standing),)


def _left_out(happening: SeatLeftOut, names: Names) -> tuple[str, ...]:
    by = words.listed(tuple(names[seat] for seat in happening.by))
    about_other, about_you = _LEFT_OUT[happening.why]
    form = about_you if happening.seat == names.you else about_other
    return (form.format(name=names.names[happening.seat], by=by),)


#: For each reason the sentence about another seat, and the one about you.
_LEFT_OUT: Final = {
    Why.SILENT: (
        _("{name} is left out (silent for too long); {by} agreed."),
        _("You are left out (silent for too long); {by} agreed."),
    ),
    Why.GOODBYE: (
        _("{name} left the table."),
        _("You left the table."),
    ),
    Why.FAULT: (
        _("{name} is left out (at fault); {by} agreed."),
        _("You are left out (at fault); {by} agreed."),
    ),
}
_RETURNED: Final = _("{name} is back from round {round} on.")
_YOU_RETURNED: Final = _("You are back from round {round} on.")
_WAS_OVER: Final = _("{name} was over the limit: {cards} discarded.")
_YOU_WERE_OVER: Final = _("You were over the limit: {cards} discarded.")


def _returned(happening: SeatReturned, names: Names) -> tuple[str, ...]:
    form = _YOU_RETURNED if happening.seat == names.you else _RETURNED
    return (form.format(name=names.names[happening.seat], round=happening.round),)


_SAY: Final[dict[type[Happening], Callable[[Any, Names], tuple[str, ...]]]] = {
    RoundDealt: _dealt,
    OrderPlaced: _placed,
    OrderOpened: _opened,
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
        case Discard():
            found["cards"] = words.cards(move.cards)
        case _:
            found |= targets_of(move, names)
    return found


def targets_of(move: TurnMove, names: Names) -> dict[str, str]:
    """The placeholders for the cards that ``move`` is about, where it is about such in a front."""
    match move:
        case RemoveEvent() | Decline():
            return {"card": words.one(move.card)}
        case Destroy():
            return {"card": names.card(move.seat, move.card)}
        case Swap():
            return {
                "card": names.card(move.seat, move.card),
                "other_card": names.card(move.other_seat, move.other_card),
            }
        case _:
            return {}


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
            form = _YOU_WERE_OVER if seat == names.you else _WAS_OVER
            said.append(form.format(name=names.names[seat], cards=cards))
    return said


def _lost(before: Counts, after: Counts) -> Counts:
    return tuple(max(was - now, 0) for was, now in zip(before, after, strict=True))


def majority(board: Board, family: Card, names: Names, *, brief: bool = False) -> str:
    """Who leads ``family`` and by how much: ``Bankers: Olena, 3 v 2``.

    A tie names the holder of the power, if the Omniscient gives it to somebody; ``brief``: with the
    ledger's mark of such a tie, ``Bankers: Olena o, 2 v 2``.
    """
    held = sorted((front[family] for front in board.fronts), reverse=True)
    most, second = held[0], held[1]
    seat = holder(board.fronts, family, omniscient=True)
    if most == 0:
        form = _NOBODY
    elif most > second:
        form = _LEADS
    else:
        form = _TIED if seat is None else _LEADS if brief else _TIED_POWER
    name = "" if seat is None else names[seat]
    if brief and most == second:
        name = f"{name} o"
    return form.format(cards=words.many(family), name=name, most=most, second=second)


_NOBODY: Final = _("{cards}: nobody")
_LEADS: Final = _("{cards}: {name}, {most} v {second}")
_TIED: Final = _("{cards}: tied {most} v {second}")
_TIED_POWER: Final = _("{cards}: tied {most} v {second}, power to {name}")


def shifts(change: Change, names: Names, tell: Tell) -> tuple[str, ...]:
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
        tell(change.after, family, names)
        for family, was, now in was_held
        if was != now or alone[family][0] != alone[family][1]
    )


def points(change: Change, names: Names, seats: tuple[int, ...]) -> str:
    """Whose influence changes, from what to what: ``you: 6 -> 12, Olena: 10 -> 4``."""
    both = change.influence()
    moved = [
        words.scored(names[seat], f"{both[seat][0]} -> {both[seat][1]}")
        for seat in seats
        if both[seat][0] != both[seat][1]
    ]
    return words.COMMA.join(moved) if moved else _UNMOVED


_UNMOVED: Final = _("no influence changes")
THEN: Final = _("Then: {changes}.")


def summary(
    change: Change,
    names: Names,
    seats: tuple[int, ...],
    over: int = 0,
    *,
    most: int = 2,
    brief: bool = False,
    with_points: bool = True,
) -> str:
    """The majorities a choice touches, at ``most`` so many, the influence it moves, and how many
    cards it would put ``over`` the limit, in one line; where majorities are told, the influence can
    be left out."""
    touched = [majority(change.after, each, names, brief=brief) for each in change.families()]
    moved = [points(change, names, seats)] if with_points or not touched else []
    later = (
        [plural("{number} card over the limit", "{number} cards over the limit", over)]
        if over
        else []
    )
    return words.SEMICOLON.join([*touched[:most], *moved, *later])


def family_facts(position: Position, family: Card, names: Names) -> str:
    """A type of card in one line: copies, who has how many in front, and what it does."""
    power = words.POWERS[family]
    return _FACTS.format(
        key=words.KEYS[family],
        cards=words.many(family),
        copies=family.copies,
        where=in_front(position, family, names),
        power=f"{power[0].upper()}{power[1:]}",
    )


def in_front(position: Position, family: Card, names: Names) -> str:
    """Who has how many of a type of card in front."""
    held = [
        words.scored(names[seat], position.fronts[seat][family])
        for seat in position.clockwise
        if position.fronts[seat][family]
    ]
    return words.COMMA.join(held) if held else _NONE_IN_FRONT


_FACTS: Final = _("{key} {cards}, {copies} in the box: {where}. {power}.")
_NONE_IN_FRONT: Final = _("none in front")
