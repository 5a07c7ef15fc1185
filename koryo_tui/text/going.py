"""What is asked and said of going: giving up a seat, closing a table, being the only one left."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from koryo_tui.text import words
from koryo_tui.text.choices import (
    CLOSE,
    COME_BACK,
    END,
    LATER,
    LEAVE,
    OPEN,
    STAY,
    WAIT,
    Choice,
    Choices,
)
from koryo_tui.text.i18n import _
from koryo_tui.text.plain import SPELLED, Word
from koryo_tui.text.plurals import plural
from koryo_tui.text.words import Names
from protocol.peer.view import LinkState, TableView
from protocol.rules import ROUNDS, Position

_STAY: Final = Choice(STAY, _("Stay"))
_LATER: Final = Choice(LATER, CLOSE)
LEAVE_TABLE: Final = Choices(
    _("Leave the table?"),
    (
        COME_BACK,
        _("Until then the others wait, or agree to go on without you."),
        _("If you give up your seat, they go on without you at once."),
        _(
            "While the game lasts you can ask for it back with the same command, and are dealt in "
            "when a round begins."
        ),
    ),
    (_STAY, _LATER, Choice(LEAVE, _("Give up my seat"), is_final=True)),
    again=LATER,
)
_WITH_YOU: Final = _("Your computer players leave with you.")
_ENDS: Final = _("If you give up your seat, the computer players leave too and this game is over.")
_ENDS_ALONE: Final = _("If you give up your seat too, this game is over and nobody wins.")
_OTHER_WAITS: Final = _("Until then {name} waits: two cannot go on without each other.")
_OTHER_ALONE: Final = _(
    "If you give up your seat, {name} can wait for you, or end the game and win."
)
_NO_ORDER: Final = _("It costs you 1 point at the end, since your order of this round is missing.")

_PLAYS_NO_PART: Final = _("You play no part now: the others go on without you already.")
_BACK_IF_HERE: Final = _("If you stay here, you are dealt in again at the next deal.")
_BACK_IF_ASKED: Final = _("If you give up your seat, you are not, unless you ask for it again.")
_STAYS_OUT: Final = _("Your seat stays out of this game, whether you leave or look on.")

_END_NOW: Final = _("End the game now, and win")

HAS_LEFT: Final = _("You have given up your seat: nobody waits for you, and it costs nothing more.")
_ASK_AGAIN: Final = _("You can close it and ask for your seat another time with: koryo-tui resume")

_FORGET: Final = _(
    "If the game has ended without you, perhaps nobody answers any more: koryo-tui resume --forget "
    "takes it off your list."
)

#: In a round that the only seat left plays to its end.
_ALONE_SOON: Final = _(
    "Nobody else plays now: play this round to its end, then wait for somebody, or end the game and"
    " win."
)
_ALONE_LAST: Final = _(
    "Nobody else plays now: play this last round to its end, which ends the game."
)
YOU_LEFT: Final = _("You left this table. You ask for your seat when the next round begins.")
YOU_LEFT_LONG: Final = _(
    "You gave up this seat, and nobody else is reached. Perhaps the game has ended without you: "
    "you hear of it once another program is here."
)
YOU_LEFT_SHORT: Final = _("You gave up this seat. The game may have ended; nobody is reached.")
NOBODY_LEFT: Final = _("Everybody has left this table, you too: it does not go on.")
NOT_ALONE_NOW: Final = _("You are not alone any more: the game goes on.")


def alone_soon(position: Position) -> str:
    """What follows for the only seat left that plays in ``position``."""
    return _ALONE_LAST if position.round == ROUNDS else _ALONE_SOON


def you_left(view: TableView) -> tuple[str, ...]:
    """How it stands for a seat that was given up, the shortest last: the others play or end the
    game without it, which is known only while one of them is reached."""
    others = tuple(seat for seat in view.seats if seat.seat != view.you)
    if all(seat.left for seat in others):
        return (NOBODY_LEFT,)
    if all(seat.link is LinkState.LOST for seat in others):
        return (YOU_LEFT_LONG, YOU_LEFT_SHORT)
    return (YOU_LEFT,)


def leave_left_out(bots: int, stays_out: bool) -> Choices:
    """Whether to leave a table that goes on without this seat, for good if it ``stays_out``."""
    back = (_STAYS_OUT,) if stays_out else (_BACK_IF_HERE, _BACK_IF_ASKED)
    more = (_WITH_YOU,) if bots else ()
    return replace(LEAVE_TABLE, sentences=(COME_BACK, _PLAYS_NO_PART, *back, *more))


def leave_left(view: TableView) -> Choices:
    """Whether to close a table at which this seat has been given up."""
    more = (_FORGET,) if YOU_LEFT_LONG in you_left(view) else ()
    said = (HAS_LEFT, _ASK_AGAIN, *more)
    return replace(LEAVE_TABLE, sentences=said, choices=(_STAY, _LATER))


def leave_alone(bots: int, soon: str, *, may_end: bool) -> Choices:
    """Whether to leave a table at which no other person plays. ``bots``: how many computer players
    leave too; without one it can be ended instead: now if it ``may_end``, or as ``soon`` says."""
    if bots:
        return replace(LEAVE_TABLE, sentences=(COME_BACK, _ENDS))
    ends = (Choice(END, _END_NOW, is_final=True),) if may_end else ()
    said = (COME_BACK, *((soon,) if soon else ()), _ENDS_ALONE)
    return replace(LEAVE_TABLE, sentences=said, choices=(*LEAVE_TABLE.choices, *ends))


def leave_table(bots: int, others: tuple[str, ...], cost: int, *, has_ordered: bool) -> Choices:
    """Whether to leave a table. ``bots``: how many computer players leave too, ``others``: the
    names of those that play on; ``cost``: the points that it takes, for cards of an order if it
    ``has_ordered``."""
    close, waits, at_once, again = LEAVE_TABLE.sentences
    if len(others) == 1:
        waits, at_once = (form.format(name=others[0]) for form in (_OTHER_WAITS, _OTHER_ALONE))
    more: tuple[str, ...] = (_WITH_YOU,) if bots else ()
    if cost:
        more += (_costs(cost) if has_ordered else _NO_ORDER,)
    return replace(LEAVE_TABLE, sentences=(close, waits, at_once, again, *more))


def _costs(points: int) -> str:
    return plural(
        "It costs you {number} point at the end: one for each card of your order not turned up.",
        "It costs you {number} points at the end: one for each card of your order not turned up.",
        points,
    )


LEAVE_LOBBY: Final = Choices(
    _("Leave this table?"),
    (_("The game has not begun; your seat becomes free."),),
    (Choice(STAY, _("Stay")), Choice(LEAVE, _("Leave"))),
    again=LEAVE,
)
_CLOSES: Final = _("You host this table: it closes, for everybody who is here.")


def leave_lobby(you_are_host: bool) -> Choices:
    """Whether to leave a table that has not begun."""
    if not you_are_host:
        return LEAVE_LOBBY
    stay, leave = LEAVE_LOBBY.choices
    choices = (stay, replace(leave, is_final=True))
    return replace(LEAVE_LOBBY, sentences=(_CLOSES,), choices=choices)


ALONE: Final = Choices(
    _("You are alone at the table"),
    (
        _("Everybody else is gone. The game waits here until somebody comes back."),
        _("If you do not want to wait, it ends now and you win by default."),
    ),
    (
        Choice(WAIT, _("Wait for somebody to come back")),
        Choice(END, _("End the game now"), is_final=True),
    ),
)


_BY_INVITE: Final = _(
    "A table that you open now is a new one: whoever is to come needs its invite."
)


def open_for_nobody(away: tuple[int, ...], names: Names) -> Choices:
    """Whether to open another table, though nobody of the last game is here. ``away``: who played
    it."""
    return Choices(
        _("Open another table?"),
        (all_away(away, names), _BY_INVITE),
        (_STAY, Choice(OPEN, _("Open another table"))),
    )


def all_away(away: tuple[int, ...], names: Names) -> str:
    """That those who played the last game are not here any more."""
    return plural(
        "{names} is not here any more.",
        "{names} are not here any more.",
        len(away),
        names=words.listed(tuple(names.names[seat] for seat in away)),
    )


# In lines

_ALONE: Final = _(
    "You are alone at the table. Wait for somebody to come back, or type {word} to end the game "
    "and win."
)
_NOT_ALONE: Final = _(
    "Others still play. Once nobody else does, and your round has been played, {word} ends the "
    "game."
)
_AGAIN_ALONE: Final = _(
    "Type {word} once more to open a table all the same; whoever is to come needs its invite."
)


def alone_line() -> str:
    """That only this seat is left, and what can be typed."""
    return _ALONE.format(word=SPELLED[Word.ALONE])


def again_all_the_same() -> str:
    """What it does to ask once more for another game of which nobody would hear."""
    return _AGAIN_ALONE.format(word=SPELLED[Word.AGAIN])


def not_alone() -> str:
    """When the word that ends a game alone does so."""
    return _NOT_ALONE.format(word=SPELLED[Word.ALONE])
