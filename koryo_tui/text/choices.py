"""What is asked in a window of its own: leaving, going on without somebody, the menu."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from koryo_tui.text import words
from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural
from koryo_tui.text.words import Names


@dataclass(frozen=True, slots=True)
class Choice:
    """One line that can be chosen; ``id`` tells which, and is never shown."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Choices:
    """``sentences`` stand above the lines to choose from. ``again`` is the id that is chosen when
    the key that opened the window is pressed a second time."""

    title: str
    sentences: tuple[str, ...]
    choices: tuple[Choice, ...]
    again: str | None = None


LATER: Final = "later"
LEAVE: Final = "leave"
STAY: Final = "stay"

LEAVE_TABLE: Final = Choices(
    _("Leave the table?"),
    (
        _("You can close it and come back to your seat later with: koryo-tui resume"),
        _("Until then the others wait, or agree to go on without you."),
        _("If you leave for good, they go on without you at once."),
        _("Your seat can then be asked for only where a round begins."),
    ),
    (
        Choice(LATER, _("Close, and come back later")),
        Choice(LEAVE, _("Leave for good")),
        Choice(STAY, _("Stay")),
    ),
    again=LATER,
)
_WITH_YOU: Final = _("Your computer players leave with you.")
_ENDS: Final = _("If you leave for good, the computer players leave too and this game is over.")


def leave_table(bots: int, others: int, cost: int) -> Choices:
    """Whether to leave a table. ``bots``: how many computer players leave too, ``others``: how many
    players do not; ``cost``: the points that it takes."""
    if not others:
        return replace(LEAVE_TABLE, sentences=(LEAVE_TABLE.sentences[0], _ENDS))
    more: tuple[str, ...] = (_WITH_YOU,) if bots else ()
    if cost:
        more += (
            plural(
                "It costs you {number} point, for what you have not played in this round.",
                "It costs you {number} points, for what you have not played in this round.",
                cost,
            ),
        )
    return replace(LEAVE_TABLE, sentences=(*LEAVE_TABLE.sentences, *more))


LEAVE_LOBBY: Final = Choices(
    _("Leave this table?"),
    (_("The game has not begun; your seat becomes free."),),
    (Choice(LEAVE, _("Leave")), Choice(STAY, _("Stay"))),
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

AGREE: Final = "agree"
DISAGREE: Final = "disagree"


def vote(seat: int, names: Names, asked: tuple[int, ...], has_agreed: bool) -> Choices:
    """Whether to go on without ``seat``; ``asked`` are all who must agree, you among them."""
    name = names.names[seat]
    others = tuple(names.names[other] for other in asked if other != names.you)
    sentences = [_SILENT.format(name=name), _IF_ALL.format(name=name)]
    if len(others) == 1:
        # At three seats two words close a step: one of them could be lying about the third.
        sentences.append(_ONLY_ONE.format(name=name, other=others[0]))
    elif others:
        sentences.append(_ALL_OF.format(names=words.listed(others)))
    agree = Choice(AGREE, _GO_ON.format(name=name))
    wait = Choice(DISAGREE, _WAIT_FOR.format(name=name))
    choices = (wait, agree) if has_agreed else (agree, wait)
    return Choices(_GO_ON_ASK.format(name=name), tuple(sentences), choices)


_GO_ON_ASK: Final = _("Go on without {name}?")
_SILENT: Final = _(
    "{name} is silent. Nobody can tell why: a cable, a sleeping machine, or bad will."
)
_IF_ALL: Final = _(
    "If all of you agree, the game goes on without {name}, who can come back in a later round and"
    " loses a point for each card not played."
)
_ONLY_ONE: Final = _(
    "Besides you only {other} vouches for it that {name} is silent. If {other} has kept the two of"
    " you apart, there will be two games, and the records of both prove it."
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
#: The menu's lines, in their order; which of them are there depends on the moment.
MENU: Final = {
    "help": _("Help: the rules of the marked row, the game, the keys"),
    "log": _("Log: everything that has happened"),
    "players": _("Players: links, identities, the deck"),
    "powers": _("Powers: what each card does and who holds it"),
    "scores": _("Scores: where everybody's influence comes from"),
    "hint": _("Hint: what the strong player would do, and why"),
    "talk": _("Talk: a line or a phrase to the others"),
    "vote": _("Go on without somebody who is silent"),
    "pause": _("Pause, or end a pause"),
    OPEN_HANDS: _("Open all hands: if everybody agrees, every hand is shown"),
    "hands": _("Hands: what everybody held"),
    "again": _("Another game with the same players"),
    "settings": _("Settings: what they are and where they are kept"),
    "leave": _("Leave the table"),
}


def menu(ids: tuple[str, ...]) -> Choices:
    """The menu with these lines."""
    return Choices(MENU_TITLE, (), tuple(Choice(id, MENU[id]) for id in MENU if id in ids))


CHOOSE_KEYS: Final = _("Up/Down move  Enter choose  Esc back")
