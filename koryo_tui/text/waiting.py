"""The prompt when nothing is to be decided here: whom the table waits for, for what, since when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from koryo_tui.drafts.ahead import Prepared
from koryo_tui.keys import Hint
from koryo_tui.opening import never_agree
from koryo_tui.text import another, going, labels, words
from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural
from koryo_tui.text.prompts import PAUSED_ONLY, Prompt, hands_wait
from koryo_tui.text.troubles import explained
from koryo_tui.text.words import Names
from protocol.log.messages import StepKind
from protocol.peer.view import Doing, LinkState, TableView
from protocol.rules import NOTHING, Phase, cards_of

_WATCH: Final = (Hint(("up", "down"), labels.LOOK), Hint(("accept",), labels.RULES))
_LEAVE: Final = Hint(("leave",), labels.FOOTER["leave"])
_AGAIN: Final = Hint(("again",), labels.AGAIN)
_VOTE: Final = Hint(("vote",), labels.GO_ON_WITHOUT)
_STUCK: Final = (Hint(("vote",), labels.WHAT_CAN_BE_DONE), Hint(("leave",), labels.CLOSE))

OVER: Final = _("The game is over.")
HANDS_OPEN: Final = _("All hands are open: Esc, then Hands.")
HANDS_ASK: Final = _("To open all hands: {names} agreed, you can in the menu (Esc).")
HANDS_NEVER: Final = _("The hands stay closed: {names} left for good.")
SITS_OUT: Final = _(
    "Your files lack what this seat signed: it sits out until it is dealt in again."
)
SITS_OUT_SHORT: Final = _("Your seat sits out until it is dealt in again.")
ALONE: Final = _("You are alone at the table: wait for somebody, or end the game.")
DEALT_IN_AGAIN: Final = _("You were left out while away: you are dealt in again at the next deal.")
STAYS_OUT: Final = _("You were left out while you were away: your seat stays out of this game.")
IS_BACK: Final = _("{name} is back, and is dealt in again at the next deal.")
PLAYED_BACK: Final = _("What has just happened is shown step by step.")
PAUSED: Final = _("The table is paused, until somebody goes on.")
LOST: Final = _("The table waits for {names}: no link for {time}.")
CLOSED: Final = _("The table waits for {names}: program closed {time} ago.")
NO_ANSWER: Final = _("The table waits for {names}: no answer.")
SEVERAL_LOST: Final = _("The table waits for several players, and cannot go on without them.")
#: The same when the own decision has been made and is on its way.
_SENT_TO_LOST: Final = {
    Phase.ORDER: _("Your order is sealed. It waits for {names}: no link for {time}."),
    Phase.ACTION: _("Your turn is sent. It waits for {names}: no link for {time}."),
    Phase.ENDING: _("Your discard is sent. It waits for {names}: no link for {time}."),
}
#: The same when their programs said that they close.
_SENT_TO_CLOSED: Final = {
    Phase.ORDER: _("Your order is sealed. It waits for {names}: program closed {time} ago."),
    Phase.ACTION: _("Your turn is sent. It waits for {names}: program closed {time} ago."),
    Phase.ENDING: _("Your discard is sent. It waits for {names}: program closed {time} ago."),
}
CLOSED_ASK: Final = _("{names} closed the program {time} ago. Go on without {names}?")
WITHOUT_ASK: Final = _("Go on without {names}?")
LOST_ASK: Final = _("No link to {names} for {time}. Go on without {names}?")
AGREED: Final = _("You agreed to go on without {names}, if the others do too.")
AGREED_SHORT: Final = _("You agreed to go on without {names}.")
SILENT_ASK: Final = _("{names} is silent. Go on without {names}?")
#: What the seat whose decision is awaited is doing, and at which time of day that began.
_DECIDING: Final = {
    Phase.ORDER: _("{name} is choosing an order."),
    Phase.ACTION: _("{name} is playing a turn."),
    Phase.ENDING: _("{name} is choosing what to discard."),
}
_DECIDING_SINCE: Final = {
    Phase.ORDER: _("{name} is choosing an order (began at {time})."),
    Phase.ACTION: _("{name} is playing a turn (began at {time})."),
    Phase.ENDING: _("{name} is choosing what to discard (began at {time})."),
}
YOU_NEXT: Final = _("You are next.")
#: What a step is for, when nobody has to decide anything.
_STEPS: Final = {
    StepKind.ROSTER: _("Agreeing on who plays."),
    StepKind.NONCES: _("Drawing seats and the first player."),
    StepKind.SEATS: _("Agreeing on who is seated."),
    StepKind.KEYS: _("Making the keys of this deck."),
    StepKind.SHUFFLE: _("Shuffling."),
    StepKind.SHARES: _("Dealing."),
    StepKind.ORDER: _("Everybody checks the order."),
    StepKind.TURN: _("Everybody checks the turn."),
    StepKind.DISCARD: _("Everybody checks the discard."),
    None: _("Finishing."),
}
_STEPS_FOR: Final = {
    StepKind.ROSTER: _("Agreeing on who plays: waiting for {names}."),
    StepKind.NONCES: _("Drawing seats and the first player: waiting for {names}."),
    StepKind.SEATS: _("Agreeing on who is seated: waiting for {names}."),
    StepKind.KEYS: _("Making the keys of this deck: waiting for {names}."),
    StepKind.SHUFFLE: _("Shuffling: waiting for {names}."),
    StepKind.SHARES: _("Dealing: waiting for {names}."),
    StepKind.ORDER: _("Everybody checks the order: waiting for {names}."),
    StepKind.TURN: _("Everybody checks the turn: waiting for {names}."),
    StepKind.DISCARD: _("Everybody checks the discard: waiting for {names}."),
    None: _("Finishing: waiting for {names}."),
}


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the screen knows beside the view. ``silent``: about whom to ask whether to go on
    without them. ``since``: the time of day since when it has been this wait, "" not to say it.
    ``may_prepare``: the phase of the next decision, if it could be prepared now. ``may_again``:
    another game with the same players can be had after this one. ``has_kept``: a next decision is
    prepared, so that Enter explains nothing. ``lost``: all that are not reached, ``closed``: those
    among them whose program said that it closes; ``stuck``: for whom the table can only wait."""

    now: float
    silent: tuple[int, ...] = ()
    since: str = ""
    may_prepare: Phase | None = None
    may_again: bool = False
    has_kept: bool = False
    lost: tuple[int, ...] = ()
    stuck: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()


def of_view(view: TableView, names: Names, waiting: Waiting) -> Prompt:
    """Who must do what when this seat has nothing to decide."""
    if view.stopped is not None:
        return Prompt(explained(view.stopped), (_LEAVE,), urgent=True)
    if view.outcome is not None:
        again = (_AGAIN,) if waiting.may_again else ()
        hints = (Hint(("accept",), labels.RESULT), *again, _LEAVE)
        said = (*another.standing(view, names)[-1:], *filter(None, (_of_hands(view, names),)))
        shorter = (words.together(said), *said[:1]) if said else ()
        return Prompt(words.together((OVER, *said)), hints, shorter=shorter)
    if view.sits_out:
        return Prompt(SITS_OUT, _WATCH, urgent=True, shorter=(SITS_OUT_SHORT,))
    if view.seats[view.you].left:
        text, *less = going.you_left(view)
        if text == going.NOBODY_LEFT:
            return Prompt(text, (_LEAVE,), urgent=True)
        return Prompt(text, _WATCH, shorter=tuple(less))
    if view.alone:
        return Prompt(ALONE, (Hint(("accept",), labels.DECIDE),), urgent=True)
    found = _of_wait(view, names, waiting)
    return _in_pause(found) if view.paused else found


def _of_hands(view: TableView, names: Names) -> str:
    """How far the others are with opening all hands; empty while nobody has asked for it."""
    if view.hands or not view.opens:
        return HANDS_OPEN if view.hands else ""
    if never_agree(view):
        return hands_never(view, names)
    if view.you in view.opens:
        return hands_wait(view, names)
    agreed = words.listed(tuple(names[seat] for seat in view.opens))
    return HANDS_ASK.format(names=agreed)


def hands_never(view: TableView, names: Names) -> str:
    """Who is gone without whom all hands cannot be opened."""
    return HANDS_NEVER.format(names=words.listed(tuple(names[s] for s in never_agree(view))))


def _of_wait(view: TableView, names: Names, waiting: Waiting) -> Prompt:
    prepare: tuple[Hint, ...] = ()
    if waiting.may_prepare is not None:
        prepare = (Hint(("choose",), labels.PREPARE[waiting.may_prepare]),)
    look, rules = _WATCH
    hints = (*prepare, look, Hint(("help",), rules.label) if waiting.has_kept else rules)
    if waiting.stuck:
        return _of_lost(view, waiting.stuck, waiting, _STUCK)
    if waiting.silent:
        return _ask(view, waiting)
    if any(seat in view.waiting_for for seat in waiting.lost):
        return _of_lost(view, waiting.lost, waiting, hints)
    left_out = left_out_sentence(view)
    if left_out is not None:
        return Prompt(left_out, hints)
    text, without_time = (_waiting(view, names, since) for since in (waiting.since, ""))
    shorter = (without_time,) if without_time != text else ()
    return Prompt(text, hints, shorter=shorter)


def left_out_sentence(view: TableView) -> str | None:
    """What becomes of this seat, if it was left out and has done nothing wrong."""
    you, position = view.seats[view.you], view.position
    if position is None or not position.standing[view.you].is_missing or you.fault is not None:
        return None
    return STAYS_OUT if you.stays_out else DEALT_IN_AGAIN


def _of_lost(
    view: TableView, away: tuple[int, ...], waiting: Waiting, hints: tuple[Hint, ...]
) -> Prompt:
    """For whom the table waits, all that are needed and are away."""
    seats = tuple(view.seats[seat] for seat in away)
    who = words.listed(tuple(seat.name for seat in seats))
    is_closed = set(away) <= set(waiting.closed)
    form, short = _lost_forms(view, is_closed)
    if not all(s.link is LinkState.LOST for s in seats):
        form = NO_ANSWER
    time = words.seconds(waiting.now - min(seat.link_since for seat in seats))
    shorter = tuple(each.format(names=who, time=time) for each in (short, NO_ANSWER))
    if len(away) > 1:
        shorter += (SEVERAL_LOST,)
    return Prompt(form.format(names=who, time=time), hints, urgent=True, shorter=shorter)


def _in_pause(prompt: Prompt) -> Prompt:
    """The pause is said first, and in what is urgent at least in a word."""
    hints = (Hint(("pause",), labels.END_PAUSE), *prompt.hints)
    said = (prompt.text, *prompt.shorter)
    text, *shorter = (words.together((PAUSED, each)) for each in said)
    if prompt.urgent:
        shorter += [words.together((PAUSED_ONLY, each)) for each in said] + [*said]
    else:
        shorter.append(PAUSED)
    return replace(prompt, text=text, hints=hints, shorter=tuple(shorter))


def _ask(view: TableView, waiting: Waiting) -> Prompt:
    seat = view.seats[waiting.silent[0]]
    if seat.seat in view.agreed:
        take_back = Hint(("vote",), labels.TAKE_BACK)
        text, short = (form.format(names=seat.name) for form in (AGREED, AGREED_SHORT))
        return Prompt(text, (take_back, *_WATCH), urgent=True, shorter=(short,))
    time = words.seconds(waiting.now - seat.link_since)
    forms: tuple[str, ...] = (SILENT_ASK,)
    if seat.link is LinkState.LOST:
        is_closed = seat.seat in waiting.closed
        forms = (CLOSED_ASK, WITHOUT_ASK) if is_closed else (LOST_ASK, SILENT_ASK)
    text, *shorter = (form.format(names=seat.name, time=time) for form in forms)
    return Prompt(text, (_VOTE, *_WATCH), urgent=True, shorter=tuple(shorter))


def _lost_forms(view: TableView, is_closed: bool) -> tuple[str, str]:
    """What is said of somebody who is not reached, also when the own decision waits for that; and
    what is said in less room."""
    position = view.position
    form, sent = (CLOSED, _SENT_TO_CLOSED) if is_closed else (LOST, _SENT_TO_LOST)
    if position is None or position.actor != view.you or view.question is not None:
        return form, form
    return sent.get(position.phase, form), form


def _waiting(view: TableView, names: Names, since: str) -> str:
    position = view.position
    if position is not None and position.actor is not None:
        actor = position.actor
        if actor != view.you and view.seats[actor].doing is Doing.CHOOSING:
            forms = _DECIDING_SINCE if since else _DECIDING
            return forms[position.phase].format(name=names.first(actor), time=since)
        if actor == view.you and view.seats[actor].doing is Doing.CHOOSING:
            return YOU_NEXT
    others = tuple(names[seat] for seat in view.waiting_for if seat != view.you)
    if others:
        return _STEPS_FOR[view.kind].format(names=words.listed(others))
    return _STEPS[view.kind]


PREPARED_ORDER: Final = _("Prepared: {cards}. It is offered when you are asked.")
PREPARED_TURN: Final = _("Your turn is prepared. It is offered when you are asked.")
PREPARED_DISCARD: Final = _("Prepared to discard: {cards}. It is offered when you are asked.")


def kept(prepared: Prepared) -> str:
    """What is prepared for the next decision."""
    if prepared.moves:
        return PREPARED_TURN
    if prepared.discard != NOTHING:
        return PREPARED_DISCARD.format(cards=words.cards(cards_of(prepared.discard)))
    return PREPARED_ORDER.format(cards=words.cards(cards_of(prepared.chosen)))


VOTES: Final = _("To go on without {name}: {yes} agreed, {open} not yet.")
VOTES_ALL: Final = _("To go on without {name}: {yes} agreed.")
PAUSE_WISH_YOU: Final = _("You want a pause. It begins when all want it.")


def votes(seat: int, agreeing: tuple[int, ...], asked: tuple[int, ...], names: Names) -> str:
    """Who agreed to go on without ``seat`` and who has not."""
    name = names.names[seat]
    yes = words.listed(tuple(names[each] for each in agreeing))
    left = tuple(names[each] for each in asked if each not in agreeing)
    if not left:
        return VOTES_ALL.format(name=name, yes=yes)
    return VOTES.format(name=name, yes=yes, open=words.listed(left))


def have_left(seats: tuple[int, ...], names: Names) -> str:
    """Who has left for good."""
    who = words.listed(tuple(names.names[seat] for seat in seats))
    return plural(
        "{names} has left the table.", "{names} have left the table.", len(seats), names=who
    )


def pause_wish(seats: tuple[int, ...], names: Names) -> str:
    """Who wants a pause."""
    if seats == (names.you,):
        return PAUSE_WISH_YOU
    first, *others = seats
    who = words.listed((names.first(first), *(names[seat] for seat in others)))
    return plural(
        "{names} wants a pause. It begins when all want it.",
        "{names} want a pause. It begins when all want it.",
        len(seats),
        names=who,
    )
