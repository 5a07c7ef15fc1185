"""The prompt: who must do what now, which keys do it, and why a key did nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from koryo_tui.drafts.aim import Aim
from koryo_tui.drafts.base import Complaint, Draft, Why
from koryo_tui.drafts.discard import DiscardDraft
from koryo_tui.drafts.order import OrderDraft
from koryo_tui.drafts.turn import Duty, DutyKind, TurnDraft
from koryo_tui.text import words
from koryo_tui.text.words import Names
from protocol.log.messages import StepKind
from protocol.peer.view import Doing, LinkState, TableView
from protocol.rules import Card, Destroy, Phase, Swap


@dataclass(frozen=True, slots=True)
class Prompt:
    """``text``: who must do what; ``keys``: which keys do it; ``urgent``: the game stands still."""

    text: str
    keys: str
    urgent: bool = False


_COMPLAINTS: Final = {
    Why.NONE_IN_HAND: "You hold no {cards}.",
    Why.ALL_TAKEN: "You have taken all of your {cards}.",
    Why.NEEDS_SHIP_OWNERS: "Two types of cards need the majority of Ship Owners.",
    Why.PAIR_IS_FULL: "A pair is one card of each of two types, no more.",
    Why.NOTHING_CHOSEN: "None of your {cards} are chosen.",
    Why.NOTHING_TO_UNDO: "There is nothing to undo.",
    Why.NO_DUTY: "There is nothing for you to do with {cards} now.",
    Why.NOT_DONE: "Turn up your order first.",
    Why.EVENT_WAITS: "Resolve the waiting event first, or decline it.",
    Why.USED: "You have used the power of the {cards} in this turn.",
    Why.BANK_EMPTY: "The bank is empty.",
    Why.NOBODY_HAS_TOKENS: "Nobody else has a token.",
    Why.NO_TOKEN: "{name} has no token.",
    Why.NO_EVENT: "You have no event in front that can be removed.",
    Why.STILL_WAITING: "Your {card} must be resolved or declined first.",
    Why.GUARDED: "{owner} Guardians keep Barbarians away.",
    Why.SPIED: "{owner} Spies, without a Guardian, keep Lobbying away.",
    Why.SAME_SEAT: "A swap needs cards of two different players.",
    Why.SAME_FAMILY: "Swapping two {cards} changes nothing.",
    Why.NO_PARTNER: "There is nothing to swap this {card} with.",
    Why.NOT_A_TARGET: "That cannot be chosen here.",
    Why.NONE_IN_FRONT: "You have no {cards} in front.",
    Why.EVENTS_STAY: "Events are never discarded.",
    Why.WRONG_NUMBER: "Discard {number}.",
    Why.LOSES_SENATORS: "Without the majority of Senators you must discard down to the limit.",
}


def complaint(said: Complaint, names: Names) -> str:
    """Why a key did nothing, as a sentence."""
    card = said.card
    return _COMPLAINTS[said.why].format(
        card="" if card is None else words.one(card),
        cards="" if card is None else words.many(card),
        name="" if said.seat is None else names.first(said.seat),
        owner="" if said.seat is None else names.first_owner(said.seat),
        number=number_wanted(said.numbers),
    )


def number_wanted(numbers: tuple[int, ...]) -> str:
    """``1 card``, ``0 to 2 cards``, ``1, 2 or 5 cards``."""
    if not numbers:
        return "no cards"
    if len(numbers) == 1:
        return words.card_count(numbers[0])
    *rest, last = numbers
    if last - rest[0] == len(rest):
        return f"{rest[0]} to {last} cards"
    return f"{', '.join(map(str, rest))} or {last} cards"


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


_ORDER_KEYS: Final = "1-9 0 - choose  Left/Right how many  Up/Down move"


def _of_order(draft: OrderDraft) -> Prompt:
    pair = "  Space second type" if draft.may_pair else ""
    if draft.order is None:
        more = ", or two of two types" if draft.may_pair else ""
        return Prompt(
            f"Choose your order: cards of one type{more}.", f"{_ORDER_KEYS}  Enter take all"
        )
    chosen = words.order(draft.order)
    if draft.sealing:
        return Prompt(
            f"Seal {chosen} for good? Enter again seals.", "Enter seal for good  Esc back"
        )
    return Prompt(
        f"Enter seals {chosen} face down.", f"Enter seal  Left/Right how many{pair}  Esc clear"
    )


def _of_turn(draft: TurnDraft, names: Names) -> Prompt:
    undo = "  u undo" if draft.moves else ""
    keys = f"Enter do it  arrows choose{undo}"
    if draft.duty.kind is DutyKind.DONE and draft.sure:
        left = (
            words.listed(tuple(words.many(card) for card in draft.unused)) if draft.unused else ""
        )
        warning = f" You have not used: {left}." if left else ""
        return Prompt(
            f"End your turn?{warning} Enter again sends it.", f"Enter send  Esc back{undo}"
        )
    return Prompt(f"Your turn. {duty_sentence(draft.duty, names)}", keys)


def duty_sentence(duty: Duty, names: Names) -> str:
    """What Enter on a line of the list does, or why it does nothing."""
    if not duty.moves and duty.why is not None:
        return complaint(duty.why, names)
    card = duty.card
    if card is None:
        return "Enter ends your turn."
    return _DUTIES[duty.kind, card if duty.kind is DutyKind.POWER else None].format(
        card=words.one(card), cards=words.many(card)
    )


_DUTIES: Final[dict[tuple[DutyKind, Card | None], str]] = {
    (DutyKind.TURN_UP, None): "Enter turns up your {cards}.",
    (DutyKind.RESOLVE, None): "Enter chooses a target for your {card}.",
    (DutyKind.DECLINE, None): "Enter declines {card}, without effect.",
    (DutyKind.POWER, Card.BANKER): "Enter takes a token from the bank (Bankers).",
    (DutyKind.POWER, Card.SPY): "Enter steals a token (Spies).",
    (DutyKind.POWER, Card.PRIEST): "Enter removes an event of yours (Priests).",
}


def duty_label(duty: Duty) -> str:
    """A line of the list in a few words."""
    card = duty.card
    if card is None:
        return "Done"
    label = _LABELS[duty.kind].format(key=words.KEYS[card], name=words.many(card))
    if duty.kind is DutyKind.POWER and not duty.moves:
        assert duty.why is not None
        return f"{label} {_SKIPPED[duty.why.why]}"
    return label


_LABELS: Final = {
    DutyKind.TURN_UP: "{key} turn up {name}",
    DutyKind.RESOLVE: "{key} use {name}",
    DutyKind.DECLINE: "{key} decline {name}",
    DutyKind.POWER: "{key} {name}",
}
_SKIPPED: Final = {
    Why.USED: "(used)",
    Why.BANK_EMPTY: "(bank empty)",
    Why.NOBODY_HAS_TOKENS: "(no tokens)",
    Why.NO_EVENT: "(no event)",
}

_AIM_QUESTIONS: Final = {
    Card.SPY: "Steal a token from whom?",
    Card.PRIEST: "Remove which of your events?",
    Card.BARBARIANS: "Barbarians: destroy which character?",
    Card.LOBBYING: "Lobbying: swap which character?",
}
_AIM_KEYS: Final = "Arrows move  Tab next player  Enter choose  Esc back"


def _of_aim(draft: TurnDraft, aim: Aim, names: Names) -> Prompt:
    move = aim.move
    if aim.sure and isinstance(move, Destroy):
        owner, card = names.owner(move.seat), words.one(move.card)
        return Prompt(f"Destroy {owner} {card}? Enter again does it.", "Enter do it  Esc back")
    if aim.sure and isinstance(move, Swap):
        first = f"{names.owner(move.seat)} {words.one(move.card)}"
        second = f"{names.owner(move.other_seat)} {words.one(move.other_card)}"
        return Prompt(f"Swap {first} and {second}? Enter again does it.", "Enter do it  Esc back")
    if aim.first is not None:
        assert aim.first.card is not None
        first = f"{names.owner(aim.first.seat)} {words.one(aim.first.card)}"
        return Prompt(f"Lobbying: swap {first} with which character?", _AIM_KEYS)
    question = _AIM_QUESTIONS[aim.card]
    if aim.cursor not in aim.legal:
        return Prompt(f"{complaint(aim.why_not(), names)} Choose another.", _AIM_KEYS)
    return Prompt(question, _AIM_KEYS)


def _of_discard(draft: DiscardDraft) -> Prompt:
    chosen, wanted = len(draft.discard.cards), number_wanted(draft.numbers)
    keys = "1-9 choose  Right one more  Left one less  Enter accept  Esc clear"
    if draft.sure:
        return Prompt(
            f"Discard {words.cards(draft.discard.cards)}? Enter again does it.",
            "Enter discard for good  Esc back",
        )
    if draft.is_legal:
        return Prompt(f"Enter discards {words.cards(draft.discard.cards)}.", keys)
    return Prompt(f"Over the limit: discard {wanted}; {chosen} chosen.", keys)


#: What the seat whose decision is awaited is doing.
_DECIDING: Final = {
    Phase.ORDER: "{name} is choosing an order.",
    Phase.ACTION: "{name} is playing a turn.",
    Phase.ENDING: "{name} is choosing what to discard.",
}
WATCH_KEYS: Final = "Up/Down look at a row  Enter its rules"


def of_view(view: TableView, names: Names, now: float) -> Prompt:
    """Who must do what when this seat has nothing to decide."""
    if view.stopped is not None:
        return Prompt(view.stopped, "^Q leave", urgent=True)
    if view.outcome is not None:
        return Prompt("The game is over.", "Enter shows the result  ^Q leave")
    lost = [
        seat for seat in view.seats if seat.link is LinkState.LOST and _is_awaited(view, seat.seat)
    ]
    if lost:
        for_how_long = words.seconds(now - min(seat.link_since for seat in lost))
        who = words.listed(tuple(seat.name for seat in lost))
        return Prompt(
            f"The table waits for {who}: no link for {for_how_long}.", WATCH_KEYS, urgent=True
        )
    return Prompt(_waiting(view, names), WATCH_KEYS)


def _is_awaited(view: TableView, seat: int) -> bool:
    return seat in view.waiting_for and not view.seats[seat].left


def _waiting(view: TableView, names: Names) -> str:
    position = view.position
    if position is not None and position.actor is not None:
        actor = position.actor
        if actor != view.you and view.seats[actor].doing is Doing.CHOOSING:
            return _DECIDING[position.phase].format(name=names.first(actor))
    others = tuple(names[seat] for seat in view.waiting_for if seat != view.you)
    awaited = f": waiting for {words.listed(others)}" if others else ""
    doing = words.STEPS[view.kind] if view.kind is not None else "finishing"
    if view.kind in _DEALING and position is not None:
        return f"Round {position.round}, {doing}{awaited}."
    return f"{doing[0].upper()}{doing[1:]}{awaited}."


_DEALING: Final = frozenset({StepKind.KEYS, StepKind.SHUFFLE, StepKind.SHARES})
