"""The prompt: who must do what now, which keys do it, and why a key did nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from koryo_tui.drafts.aim import Aim
from koryo_tui.drafts.base import Complaint, Draft, Why
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.turn import Duty, DutyKind, TurnDraft
from koryo_tui.keys import ARROWS_ID, CARDS_ID, FAMILIES_ID, Hint
from koryo_tui.text import labels, words
from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural
from koryo_tui.text.words import Names
from protocol.peer.view import TableView
from protocol.rules import Card, Destroy, Swap


@dataclass(frozen=True, slots=True)
class Prompt:
    """``text``: who must do what; ``hints``: the keys for it; ``urgent``: the game stands still.
    ``shorter``: what is said instead where ``text`` has no room, the best first."""

    text: str
    hints: tuple[Hint, ...]
    urgent: bool = False
    shorter: tuple[str, ...] = ()


_COMPLAINTS: Final = {
    Why.NONE_IN_HAND: _("You hold no {cards}."),
    Why.ALL_TAKEN: _("You have taken all of your {cards}."),
    Why.NEEDS_SHIP_OWNERS: _("Two types of cards need the majority of Ship Owners."),
    Why.SAME_ROW: _("For a second type go to another row first, then press Space."),
    Why.PAIR_IS_FULL: _("A pair is one card of each of two types, no more."),
    Why.NOTHING_CHOSEN: _("None of your {cards} are chosen."),
    Why.NOTHING_TO_UNDO: _("There is nothing to undo."),
    Why.ORDER_SEALED: _("Your order is sealed: it cannot be undone."),
    Why.TURN_SENT: _("Your turn is sent: it cannot be undone."),
    Why.DISCARD_SENT: _("Your discard is sent: it cannot be undone."),
    Why.NO_DUTY: _("There is nothing for you to do with {cards} now."),
    Why.NOT_DONE: _("Turn up your order first."),
    Why.EVENT_WAITS: _("Resolve the waiting event first, or decline it."),
    Why.USED: _("You have used the power of the {cards} in this turn."),
    Why.BANK_EMPTY: _("The bank is empty."),
    Why.NOBODY_HAS_TOKENS: _("Nobody else has a token."),
    Why.NO_TOKEN: _("{name} has no token."),
    Why.NO_EVENT: _("You have no event in front that can be removed."),
    Why.STILL_WAITING: _("Your {card} must be resolved or declined first."),
    Why.GUARDED: _("{name}'s Guardians keep Barbarians away."),
    Why.SPIED: _("{name}'s Spies, without a Guardian, keep Lobbying away."),
    Why.SAME_SEAT: _("A swap needs cards of two different players."),
    Why.SAME_FAMILY: _("Swapping two {cards} changes nothing."),
    Why.NO_PARTNER: _("There is nothing to swap this {card} with."),
    Why.NOT_A_TARGET: _("That cannot be chosen here."),
    Why.YOUR_OWN: _("Choose another player, not yourself."),
    Why.NOT_YOURS: _("Choose one of your own events."),
    Why.EMPTY_PLACE: _("There are no {cards} in that front."),
    Why.NO_CHARACTER: _("Events stay where they are."),
    Why.NONE_IN_FRONT: _("You have no {cards} in front."),
    Why.EVENTS_STAY: _("Events are never discarded."),
    Why.WRONG_NUMBER: _("Discard {number}."),
    Why.LOSES_SENATORS: _("Without the majority of Senators you must discard down to the limit."),
}


#: Those that can be about the own seat, said to oneself.
_COMPLAINTS_ABOUT_YOU: Final = {
    **_COMPLAINTS,
    Why.GUARDED: _("Your Guardians keep Barbarians away."),
    Why.SPIED: _("Your Spies, without a Guardian, keep Lobbying away."),
}


def complaint(said: Complaint, names: Names) -> str:
    """Why a key did nothing, as a sentence."""
    card = said.card
    forms = _COMPLAINTS_ABOUT_YOU if said.seat == names.you else _COMPLAINTS
    return forms[said.why].format(
        card="" if card is None else words.one(card),
        cards="" if card is None else words.many(card),
        name="" if said.seat is None else names.first(said.seat),
        number=number_wanted(said.numbers),
    )


def number_wanted(numbers: tuple[int, ...]) -> str:
    """``1 card``, ``0 to 2 cards``, ``1, 2 or 5 cards``."""
    if not numbers:
        return _("no cards")
    if len(numbers) == 1:
        return words.card_count(numbers[0])
    *rest, last = numbers
    if last - rest[0] == len(rest):
        return plural("{first} to {number} card", "{first} to {number} cards", last, first=rest[0])
    some = words.COMMA.join(map(str, rest))
    return plural("{some} or {number} card", "{some} or {number} cards", last, some=some)


def of_draft(draft: Draft, names: Names) -> Prompt | None:
    """What to decide and how; None if there is nothing to decide."""
    match draft:
        case OrderDraft():
            return _of_order(draft)
        case TurnDraft() if draft.aim is not None:
            return _of_aim(draft, draft.aim, names)
        case TurnDraft():
            return _of_turn(draft, names)
        case DiscardDraft():
            return _of_discard(draft)
        case _:
            return None


_HOW_MANY: Final = Hint(("fewer", "more"), labels.HOW_MANY)
_SEND: Final = (Hint(("accept",), labels.DO_IT), Hint(("back",), labels.BACK))


def _of_order(draft: OrderDraft) -> Prompt:
    if draft.order is None:
        first = (
            Hint((CARDS_ID,), labels.CHOOSE),
            _HOW_MANY,
            Hint(("up", "down"), labels.MOVE),
            *((Hint(("accept",), labels.TAKE_ALL),) if draft.question.hand[draft.card] else ()),
        )
        return Prompt(ORDER_OR_PAIR if draft.may_pair else ORDER, first)
    chosen = words.order(draft.order)
    if draft.sealing:
        sure = (Hint(("accept",), labels.SEAL_FOR_GOOD), Hint(("back",), labels.BACK))
        return Prompt(SEAL_FOR_GOOD.format(cards=chosen), sure)
    pair: tuple[Hint, ...] = ()
    if draft.may_pair and not draft.order.is_pair:
        can_be_second = draft.question.hand[draft.card] and not draft.chosen[draft.card]
        pair = (Hint(("choose",) if can_be_second else ("up", "down"), labels.SECOND_TYPE),)
    hints = (Hint(("accept",), labels.SEAL), _HOW_MANY, *pair, Hint(("back",), labels.CLEAR))
    return Prompt(SEALS.format(cards=chosen), hints)


ORDER: Final = _("Choose your order: cards of one type.")
ORDER_OR_PAIR: Final = _("Choose your order: cards of one type, or two of two types.")
SEALS: Final = _("Enter seals {cards} face down.")
SEAL_FOR_GOOD: Final = _("Seal {cards} for good? Enter again seals.")


def _of_turn(draft: TurnDraft, names: Names) -> Prompt:
    undo = (Hint(("undo",), labels.UNDO),) if draft.moves else ()
    if draft.duty.kind is DutyKind.DONE and draft.sure:
        unused = tuple(words.many(card) for card in draft.unused)
        text = END_TURN_UNUSED.format(powers=words.listed(unused)) if unused else END_TURN
        hints = (Hint(("accept",), labels.SEND), Hint(("back",), labels.BACK), *undo)
        return Prompt(text, hints, shorter=(END_TURN,) if unused else ())
    does = (Hint(("accept",), labels.DO_IT),) if draft.duty.moves else ()
    hints = (*does, Hint((ARROWS_ID,), labels.CHOOSE), *undo)
    return Prompt(YOUR_TURN.format(sentence=duty_sentence(draft.duty, names)), hints)


END_TURN: Final = _("End your turn? Enter again sends it.")
END_TURN_UNUSED: Final = _("End your turn? You have not used: {powers}. Enter again sends it.")
YOUR_TURN: Final = _("Your turn. {sentence}")


def duty_sentence(duty: Duty, names: Names) -> str:
    """What Enter on a line of the list does, or why it does nothing."""
    if not duty.moves and duty.why is not None:
        return complaint(duty.why, names)
    card = duty.card
    if card is None:
        return _("Enter ends your turn.")
    return _DUTIES[duty.kind, card if duty.kind is DutyKind.POWER else None].format(
        card=words.one(card), cards=words.many(card)
    )


_DUTIES: Final[dict[tuple[DutyKind, Card | None], str]] = {
    (DutyKind.TURN_UP, None): _("Enter turns up your {cards}."),
    (DutyKind.RESOLVE, None): _("Enter chooses a target for your {card}."),
    (DutyKind.DECLINE, None): _("Enter declines {card}, without effect."),
    (DutyKind.POWER, Card.BANKER): _("Enter takes a token from the bank (Bankers)."),
    (DutyKind.POWER, Card.SPY): _("Enter steals a token (Spies)."),
    (DutyKind.POWER, Card.PRIEST): _("Enter removes an event of yours (Priests)."),
}


def duty_label(duty: Duty) -> str:
    """A line of the list in a few words."""
    card = duty.card
    if card is None:
        return _("Done")
    label = _LABELS[duty.kind].format(key=words.KEYS[card], name=words.many(card))
    if duty.kind is DutyKind.POWER and not duty.moves:
        assert duty.why is not None
        return f"{label} {_SKIPPED[duty.why.why]}"
    return label


_LABELS: Final = {
    DutyKind.TURN_UP: _("{key} turn up {name}"),
    DutyKind.RESOLVE: _("{key} use {name}"),
    DutyKind.DECLINE: _("{key} decline {name}"),
    DutyKind.POWER: "{key} {name}",
}
_SKIPPED: Final = {
    Why.USED: _("(used)"),
    Why.BANK_EMPTY: _("(bank empty)"),
    Why.NOBODY_HAS_TOKENS: _("(no tokens)"),
    Why.NO_EVENT: _("(no event)"),
}

_AIM_QUESTIONS: Final = {
    Card.SPY: _("Steal a token from whom?"),
    Card.PRIEST: _("Remove which of your events?"),
    Card.BARBARIANS: _("Barbarians: destroy which character?"),
    Card.LOBBYING: _("Lobbying: swap which character?"),
}
_AIM_HINTS: Final = (
    Hint((ARROWS_ID,), labels.MOVE),
    Hint(("next",), labels.NEXT_PLAYER),
    Hint(("accept",), labels.CHOOSE),
    Hint(("back",), labels.BACK),
)
DESTROY: Final = _("Destroy {card}? Enter again does it.")
SWAP: Final = _("Swap {card} and {other_card}? Enter again does it.")
SWAP_WITH: Final = _("Lobbying: swap {card} with which character?")
CHOOSE_ANOTHER: Final = _("{why} Choose another.")


def _of_aim(draft: TurnDraft, aim: Aim, names: Names) -> Prompt:
    move = aim.move
    if aim.sure and isinstance(move, Destroy):
        return Prompt(DESTROY.format(card=names.card(move.seat, move.card)), _SEND)
    if aim.sure and isinstance(move, Swap):
        text = SWAP.format(
            card=names.card(move.seat, move.card),
            other_card=names.card(move.other_seat, move.other_card),
        )
        return Prompt(text, _SEND)
    if aim.first is not None:
        assert aim.first.card is not None
        card = names.card(aim.first.seat, aim.first.card)
        return Prompt(SWAP_WITH.format(card=card), _AIM_HINTS)
    if aim.cursor not in aim.legal:
        why = complaint(aim.why_not(), names)
        return Prompt(CHOOSE_ANOTHER.format(why=why), _AIM_HINTS)
    return Prompt(_AIM_QUESTIONS[aim.card], _AIM_HINTS)


_DISCARD_HINTS: Final = (
    Hint((FAMILIES_ID,), labels.CHOOSE),
    Hint(("more",), labels.ONE_MORE),
    Hint(("fewer",), labels.ONE_LESS),
    Hint(("accept",), labels.ACCEPT),
    Hint(("back",), labels.CLEAR),
)
DISCARDS: Final = _("Enter discards {cards}.")
DISCARD_FOR_GOOD: Final = _("Discard {cards}? Enter again does it.")
OVER_LIMIT: Final = _("Over the limit: discard {wanted}; {chosen} chosen.")
KEEPS: Final = _("Enter discards nothing.")
KEEP_FOR_GOOD: Final = _("Discard nothing? Enter again does it.")


def _of_discard(draft: DiscardDraft) -> Prompt:
    cards = words.cards(draft.discard.cards)
    any_chosen = bool(draft.discard.cards)
    if draft.sure:
        text = DISCARD_FOR_GOOD.format(cards=cards) if any_chosen else KEEP_FOR_GOOD
        return Prompt(text, (Hint(("accept",), labels.DISCARD), Hint(("back",), labels.BACK)))
    if draft.is_legal:
        return Prompt(DISCARDS.format(cards=cards) if any_chosen else KEEPS, _DISCARD_HINTS)
    wanted = number_wanted(draft.numbers)
    text = OVER_LIMIT.format(wanted=wanted, chosen=len(draft.discard.cards))
    return Prompt(text, _DISCARD_HINTS)


PAUSED_ONLY: Final = _("Paused.")
PAUSED_YOU: Final = _("Paused; you may decide all the same.")


def in_pause(prompt: Prompt) -> Prompt:
    """The prompt of a decision that is due while the table is paused."""
    text = words.together((PAUSED_YOU, prompt.text))
    shorter = (words.together((PAUSED_ONLY, prompt.text)), prompt.text, *prompt.shorter)
    return replace(_with_pause(prompt, labels.END_PAUSE), text=text, shorter=shorter)


def with_hint(prompt: Prompt) -> Prompt:
    """The prompt of a decision about which a hint can be had."""
    return replace(prompt, hints=(*prompt.hints, Hint(("hint",), labels.HINT)))


def with_wish(prompt: Prompt) -> Prompt:
    """The prompt while others want a pause, which this seat may want too."""
    return _with_pause(prompt, labels.AGREE_PAUSE)


def _with_pause(prompt: Prompt, label: str) -> Prompt:
    # It takes the place of what every list and table teaches by itself.
    hints = tuple(hint for hint in prompt.hints if hint.ids != ("up", "down"))
    return replace(prompt, hints=(*hints, Hint(("pause",), label)))


_TWO: Final = 2

#: Under a page that is open over the table.
IS_ASKED: Final = _("It is your turn to decide: Esc goes back to the table.")
NOBODY_SILENT: Final = _("Nobody has been silent for long enough to go on without them.")
SILENT_SOON: Final = _(
    "{name} is silent; in {time} the table asks whether to go on without {name}."
)
ONLY_TWO: Final = _("Two cannot go on without each other: wait, or leave and come back later.")


HANDS_WAIT: Final = _("You agreed to open all hands. Not yet: {names}.")
HANDS_OPEN: Final = _("You agreed to open all hands.")


def hands_wait(view: TableView, names: Names) -> str:
    """Who has not yet agreed to open all hands; empty if everybody has."""
    others = tuple(names[seat.seat] for seat in view.seats if seat.seat not in view.opens)
    return HANDS_WAIT.format(names=words.listed(others)) if others else ""


def nobody_silent(seated: int, soon: tuple[int, float] | None, names: Names) -> str:
    """Why nobody can be gone on without now: ``soon`` says who could be next, and in how many
    seconds; ``seated`` is how many play."""
    if seated <= _TWO:
        return ONLY_TWO
    if soon is None:
        return NOBODY_SILENT
    return SILENT_SOON.format(name=names.names[soon[0]], time=words.seconds(soon[1]))


NO_PAUSE_NOW: Final = _("The game is over.")
