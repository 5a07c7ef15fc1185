"""What is asked in a window of its own: leaving, going on without somebody, the menu."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from koryo_tui.text import words
from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural
from koryo_tui.text.words import Names


@dataclass(frozen=True, slots=True)
class Choice:
    """One line that can be chosen; ``id`` tells which, and is never shown. ``idle``: it does
    nothing now but say why. ``key`` is the digit or sign of the line, empty for its number;
    ``is_final``: it cannot be taken back."""

    id: str
    label: str
    idle: bool = False
    key: str = ""
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """``sentences`` stand above the lines to choose from. ``again`` is the id that is chosen when
    the key that opened the window is pressed a second time. ``at_once``: the key of a line chooses
    it, unless it is final; else it only marks it."""

    title: str
    sentences: tuple[str, ...]
    choices: tuple[Choice, ...]
    again: str | None = None
    at_once: bool = False


LATER: Final = "later"
LEAVE: Final = "leave"
STAY: Final = "stay"

_CLOSE: Final = _("Close, and come back later")
LEAVE_TABLE: Final = Choices(
    _("Leave the table?"),
    (
        _("You can close it and come back to your seat later with: koryo-tui resume"),
        _("Until then the others wait, or agree to go on without you."),
        _("If you leave for good, they go on without you at once."),
        _("Your seat can then be asked for only where a round begins."),
    ),
    (
        Choice(STAY, _("Stay")),
        Choice(LATER, _CLOSE),
        Choice(LEAVE, _("Leave for good")),
    ),
    again=LATER,
)
_WITH_YOU: Final = _("Your computer players leave with you.")
_ENDS: Final = _("If you leave for good, the computer players leave too and this game is over.")
_ENDS_ALONE: Final = _("Nobody else is there: if you leave for good, this game is over.")
_OTHER_WAITS: Final = _("Until then {name} waits: two cannot go on without each other.")
_OTHER_ALONE: Final = _("If you leave for good, {name} can wait for you, or end the game and win.")


_PLAYS_NO_PART: Final = _("You play no part now: the others go on without you already.")
_BACK_IF_HERE: Final = _("If you stay here, you are dealt in again at the next deal.")
_BACK_IF_ASKED: Final = _("If you leave for good, you are not, unless you ask for your seat again.")
_STAYS_OUT: Final = _("Your seat stays out of this game, whether you leave or look on.")


def leave_left_out(bots: int, stays_out: bool) -> Choices:
    """Whether to leave a table that goes on without this seat, for good if it ``stays_out``."""
    close = LEAVE_TABLE.sentences[0]
    back = (_STAYS_OUT,) if stays_out else (_BACK_IF_HERE, _BACK_IF_ASKED)
    more = (_WITH_YOU,) if bots else ()
    return replace(LEAVE_TABLE, sentences=(close, _PLAYS_NO_PART, *back, *more))


def leave_table(bots: int, others: tuple[str, ...], cost: int) -> Choices:
    """Whether to leave a table. ``bots``: how many computer players leave too, ``others``: the
    names of those that play on; ``cost``: the points that it takes."""
    close, waits, at_once, again = LEAVE_TABLE.sentences
    if not others:
        return replace(LEAVE_TABLE, sentences=(close, _ENDS if bots else _ENDS_ALONE))
    if len(others) == 1:
        waits, at_once = (form.format(name=others[0]) for form in (_OTHER_WAITS, _OTHER_ALONE))
    more: tuple[str, ...] = (_WITH_YOU,) if bots else ()
    if cost:
        more += (
            plural(
                "It costs you {number} point, for what you have not played in this round.",
                "It costs you {number} points, for what you have not played in this round.",
                cost,
            ),
        )
    return replace(LEAVE_TABLE, sentences=(close, waits, at_once, again, *more))


LEAVE_LOBBY: Final = Choices(
    _("Leave this table?"),
    (_("The game has not begun; your seat becomes free."),),
    (Choice(STAY, _("Stay")), Choice(LEAVE, _("Leave"))),
    again=LEAVE,
)
_CLOSES: Final = _("You host this table: it closes, for everybody who is here.")


def leave_lobby(you_are_host: bool) -> Choices:
    """Whether to leave a table that has not begun."""
    return replace(LEAVE_LOBBY, sentences=(_CLOSES,)) if you_are_host else LEAVE_LOBBY


WAIT: Final = "wait"
END: Final = "end"
ALONE: Final = Choices(
    _("You are alone at the table"),
    (
        _("Everybody else is gone. The game waits here until somebody comes back."),
        _("If you do not want to wait, it ends now and you win by default."),
    ),
    (Choice(WAIT, _("Wait for somebody to come back")), Choice(END, _("End the game now"))),
)


class NoVote(Enum):
    """Why a table cannot go on without somebody who is silent."""

    NOT_DEALT = "not dealt"
    ONLY_TWO = "only two"
    SEVERAL = "several"


_NO_VOTE: Final = {
    NoVote.NOT_DEALT: _(
        "Before the first cards are dealt it goes on with everybody or not at all."
    ),
    NoVote.ONLY_TWO: _("Two cannot go on without each other."),
    NoVote.SEVERAL: _(
        "To go on without one of them all others must agree: so all but one have to be back first."
    ),
}
_SEVERAL_SILENT: Final = _(
    "{names} are silent. Nobody can tell why: a cable, a sleeping machine, or bad will."
)


def why_it_waits(
    away: tuple[int, ...], why: NoVote, names: Names, closed: tuple[int, ...] = ()
) -> tuple[str, ...]:
    """Who is silent, and why the table can do nothing but wait for them. ``closed``: those whose
    program said that it closes."""
    them = tuple(names.names[seat] for seat in away)
    if set(away) <= set(closed):
        return (*(_CLOSED.format(name=name) for name in them), _NO_VOTE[why])
    one = _SILENT.format(name=them[0]) if len(them) == 1 else ""
    return (one or _SEVERAL_SILENT.format(names=words.listed(them)), _NO_VOTE[why])


def only_wait(
    away: tuple[int, ...], why: NoVote, names: Names, closed: tuple[int, ...] = ()
) -> Choices:
    """What can be done while the table waits for those who are ``away`` and no vote helps."""
    sentences = (*why_it_waits(away, why, names, closed), LEAVE_TABLE.sentences[0])
    close = Choice(LATER, _CLOSE)
    return Choices(_TABLE_WAITS, sentences, (Choice(WAIT, _GO_ON_WAITING), close))


_TABLE_WAITS: Final = _("The table can only wait")
_GO_ON_WAITING: Final = _("Go on waiting")

AGREE: Final = "agree"
DISAGREE: Final = "disagree"


def vote(
    seat: int,
    names: Names,
    asked: tuple[int, ...],
    bots: tuple[int, ...] = (),
    *,
    is_closed: bool = False,
) -> Choices:
    """Whether to go on without ``seat``; ``asked`` are all who must agree, you among them.
    ``bots``: the seats that your own program plays too. ``is_closed``: the program of ``seat`` said
    that it closes."""
    name = names.names[seat]
    others = tuple(other for other in asked if other != names.you)
    who = words.listed(tuple(names.names[other] for other in others)) if others else ""
    why = _CLOSED if is_closed else _SILENT
    sentences = [why.format(name=name), _IF_ALL.format(name=name)]
    if others and set(others) <= set(bots):
        sentences.append(_ONLY_YOURS.format(name=name, names=who))
    elif len(others) == 1:
        # At three seats two words close a step: one of them could be lying about the third.
        sentences.append(_ONLY_ONE.format(name=name, other=who))
    elif others:
        sentences.append(_ALL_OF.format(names=who))
    agree = Choice(AGREE, _GO_ON.format(name=name))
    wait = Choice(DISAGREE, _WAIT_FOR.format(name=name))
    return Choices(_GO_ON_ASK.format(name=name), tuple(sentences), (wait, agree))


_GO_ON_ASK: Final = _("Go on without {name}?")
_SILENT: Final = _(
    "{name} is silent. Nobody can tell why: a cable, a sleeping machine, or bad will."
)
_CLOSED: Final = _(
    "The program of {name} was closed, and said so: {name} can come back to this seat."
)
_IF_ALL: Final = _(
    "If all of you agree, the game goes on without {name}, who can come back in a later round and"
    " loses a point for each card not played."
)
_ONLY_ONE: Final = _(
    "Besides you only {other} vouches for it that {name} is silent. If {other} has kept the two of"
    " you apart, there will be two games, and the records of both prove it."
)
_ONLY_YOURS: Final = _(
    "Besides you only your own program is asked, for {names}: nobody else is a witness that {name}"
    " is silent."
)
_ALL_OF: Final = _("This has to be agreed by {names} too.")
_GO_ON: Final = _("Go on without {name}")
_WAIT_FOR: Final = _("Wait for {name}")


def whom(seats: tuple[int, ...], names: Names) -> Choices:
    """Which of several silent seats a vote is about; the ids are the seats."""
    lines = tuple(Choice(str(seat), names.names[seat]) for seat in seats)
    return Choices(_("Who is silent?"), (_("Choose about whom you want to decide."),), lines)


MENU_TITLE: Final = _("Menu")
OPEN_HANDS: Final = "open-hands"
#: The menu's lines, in their order.
MENU: Final = {
    "help": _("Help: the rules of the marked row, the game, the keys"),
    "log": _("Log: everything that has happened"),
    "players": _("Players: links, identities, the deck"),
    "powers": _("Powers: what each card does and who holds it"),
    "scores": _("Scores: where everybody's influence comes from"),
    "hint": _("Hint: what the strong player would do, and why"),
    "replay": _("Replay: watch this game again, or review it"),
    "talk": _("Talk: a line or a phrase to the others"),
    "pause": _("Pause, or end a pause"),
    "again": _("Another game with the same players"),
    "leave": _("Leave the table"),
    "vote": _("Go on without somebody who is silent"),
    OPEN_HANDS: _("Open all hands: if everybody agrees, every hand is shown"),
    "hands": _("Hands: what everybody held"),
    "settings": _("Settings: what they are and where they are kept"),
}
#: The key of each line, for ever. What there is only after a game has that of what there is only
#: during one.
_MENU_KEYS: Final = {
    "help": "1",
    "log": "2",
    "players": "3",
    "powers": "4",
    "scores": "5",
    "hint": "6",
    "replay": "6",
    "talk": "7",
    "pause": "8",
    "again": "8",
    "leave": "9",
    "vote": "0",
    OPEN_HANDS: "0",
    "hands": "0",
    "settings": "-",
}
_AFTER: Final = frozenset({"replay", OPEN_HANDS, "hands", "again"})


def menu(ids: tuple[str, ...], *, is_over: bool = False) -> Choices:
    """The menu while these lines mean something. During a game the others of one are there as well,
    so that every line keeps its place."""
    shown = (id for id in MENU if id in ids or not (is_over or id in _AFTER))
    lines = tuple(
        Choice(id, MENU[id], id not in ids, _MENU_KEYS[id], is_final=id == OPEN_HANDS)
        for id in shown
    )
    return Choices(MENU_TITLE, (), lines, at_once=True)


CHOOSE_KEYS: Final = _("Up/Down move  Enter choose  Esc back")
