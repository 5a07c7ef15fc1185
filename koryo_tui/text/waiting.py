"""The prompt when nothing is to be decided here: whom the table waits for, for what, since when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from koryo_tui.drafts.ahead import Prepared
from koryo_tui.keys import Hint
from koryo_tui.text import labels, words
from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural
from koryo_tui.text.prompts import Prompt
from koryo_tui.text.troubles import explained
from koryo_tui.text.words import Names
from protocol.log.messages import StepKind
from protocol.peer.view import Doing, LinkState, TableView
from protocol.rules import NOTHING, Phase, cards_of

_WATCH: Final = (Hint(("up", "down"), labels.LOOK), Hint(("accept",), labels.RULES))
_LEAVE: Final = Hint(("leave",), labels.FOOTER["leave"])
_AGAIN: Final = Hint(("again",), labels.AGAIN)
_VOTE: Final = Hint(("vote",), labels.GO_ON_WITHOUT)

OVER: Final = _("The game is over.")
SITS_OUT: Final = _(
    "Your files lack what this seat signed: it sits out until it is dealt in again."
)
ALONE: Final = _("You are alone at the table: wait for somebody, or end the game.")
PLAYED_BACK: Final = _("This has just happened.")
PAUSED: Final = _("The table is paused, until somebody goes on.")
NOBODY_LEFT: Final = _("Everybody has left this table, you too: it does not go on.")
YOU_LEFT: Final = _("You left this table. You ask for your seat when the next round begins.")
LOST: Final = _("The table waits for {names}: no link for {time}.")
#: The same when the own decision has been made and is on its way.
_SENT_TO_LOST: Final = {
    Phase.ORDER: _("Your order is sealed. It waits for {names}: no link for {time}."),
    Phase.ACTION: _("Your turn is sent. It waits for {names}: no link for {time}."),
    Phase.ENDING: _("Your discard is sent. It waits for {names}: no link for {time}."),
}
LOST_ASK: Final = _("No link to {names} for {time}. Go on without {names}?")
AGREED: Final = _("You agreed to go on without {names}, if the others do too.")
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
#: What a step is for, when nobody has to decide anything.
_STEPS: Final = {
    StepKind.ROSTER: _("Agreeing on who plays."),
    StepKind.NONCES: _("Drawing seats and the first player."),
    StepKind.SEATS: _("Agreeing on who is seated."),
    StepKind.KEYS: _("Making the keys of this deck."),
    StepKind.SHUFFLE: _("Shuffling."),
    StepKind.SHARES: _("Dealing."),
    StepKind.ORDER: _("Checking an order."),
    StepKind.TURN: _("Checking a turn."),
    StepKind.DISCARD: _("Checking a discard."),
    None: _("Finishing."),
}
_STEPS_FOR: Final = {
    StepKind.ROSTER: _("Agreeing on who plays: waiting for {names}."),
    StepKind.NONCES: _("Drawing seats and the first player: waiting for {names}."),
    StepKind.SEATS: _("Agreeing on who is seated: waiting for {names}."),
    StepKind.KEYS: _("Making the keys of this deck: waiting for {names}."),
    StepKind.SHUFFLE: _("Shuffling: waiting for {names}."),
    StepKind.SHARES: _("Dealing: waiting for {names}."),
    StepKind.ORDER: _("Checking an order: waiting for {names}."),
    StepKind.TURN: _("Checking a turn: waiting for {names}."),
    StepKind.DISCARD: _("Checking a discard: waiting for {names}."),
    None: _("Finishing: waiting for {names}."),
}


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the screen knows beside the view. ``silent``: about whom to ask whether to go on
    without them. ``since``: the time of day since when it has been this wait, "" not to say it.
    ``may_prepare``: a next decision could be prepared now. ``may_again``: another game with the
    same players can be had after this one. ``has_kept``: a next decision is prepared, so that
    Enter explains nothing."""

    now: float
    silent: tuple[int, ...] = ()
    since: str = ""
    may_prepare: bool = False
    may_again: bool = False
    has_kept: bool = False


def of_view(view: TableView, names: Names, waiting: Waiting) -> Prompt:
    """Who must do what when this seat has nothing to decide."""
    if view.stopped is not None:
        return Prompt(explained(view.stopped), (_LEAVE,), urgent=True)
    if view.outcome is not None:
        again = (_AGAIN,) if waiting.may_again else ()
        return Prompt(OVER, (Hint(("accept",), labels.RESULT), *again, _LEAVE))
    if view.sits_out:
        return Prompt(SITS_OUT, _WATCH, urgent=True)
    if view.seats[view.you].left:
        everybody = all(seat.left for seat in view.seats)
        return (
            Prompt(NOBODY_LEFT, (_LEAVE,), urgent=True) if everybody else Prompt(YOU_LEFT, _WATCH)
        )
    if view.alone:
        return Prompt(ALONE, (Hint(("accept",), labels.DECIDE),), urgent=True)
    if waiting.silent:
        return _ask(view, waiting)
    prepare = (Hint(("choose",), labels.PREPARE),) if waiting.may_prepare else ()
    look, rules = _WATCH
    hints = (*prepare, look, Hint(("help",), rules.label) if waiting.has_kept else rules)
    lost = [
        seat for seat in view.seats if seat.link is LinkState.LOST and _is_awaited(view, seat.seat)
    ]
    if lost:
        time = words.seconds(waiting.now - min(seat.link_since for seat in lost))
        who = words.listed(tuple(seat.name for seat in lost))
        return Prompt(_lost_form(view).format(names=who, time=time), hints, urgent=True)
    if view.paused:
        return Prompt(PAUSED, (Hint(("pause",), labels.END_PAUSE), *hints))
    return Prompt(_waiting(view, names, waiting.since), hints)


def _ask(view: TableView, waiting: Waiting) -> Prompt:
    seat = view.seats[waiting.silent[0]]
    if seat.seat in view.agreed:
        take_back = Hint(("vote",), labels.TAKE_BACK)
        return Prompt(AGREED.format(names=seat.name), (take_back, *_WATCH), urgent=True)
    time = words.seconds(waiting.now - seat.link_since)
    form = LOST_ASK if seat.link is LinkState.LOST else SILENT_ASK
    return Prompt(form.format(names=seat.name, time=time), (_VOTE, *_WATCH), urgent=True)


def _lost_form(view: TableView) -> str:
    position = view.position
    if position is None or position.actor != view.you or view.question is not None:
        return LOST
    return _SENT_TO_LOST.get(position.phase, LOST)


def _is_awaited(view: TableView, seat: int) -> bool:
    return seat in view.waiting_for and not view.seats[seat].left


def _waiting(view: TableView, names: Names, since: str) -> str:
    position = view.position
    if position is not None and position.actor is not None:
        actor = position.actor
        if actor != view.you and view.seats[actor].doing is Doing.CHOOSING:
            forms = _DECIDING_SINCE if since else _DECIDING
            return forms[position.phase].format(name=names.first(actor), time=since)
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
