"""What is asked in a window of its own: going on without somebody, the menu."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from koryo_tui.text import words
from koryo_tui.text.i18n import _
from koryo_tui.text.words import Names


@dataclass(frozen=True, slots=True)
class Choice:
    """One line that can be chosen; ``id`` tells which, and is never shown. ``idle``: it does
    nothing now but say why. ``key`` is the digit or sign of the line, empty for its number, which
    chooses it; only marks it where it cannot be taken back (``is_final``)."""

    id: str
    label: str
    idle: bool = False
    key: str = ""
    is_final: bool = False


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

CLOSE: Final = _("Close, and come back later")
#: What closing a table means.
COME_BACK: Final = _("You can close it and come back to your seat later with: koryo-tui resume")
WAIT: Final = "wait"
END: Final = "end"
OPEN: Final = "open"


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
    sentences = (*why_it_waits(away, why, names, closed), COME_BACK)
    close = Choice(LATER, CLOSE)
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
    agree = Choice(AGREE, _GO_ON.format(name=name), is_final=True)
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
#: In the place of a vote where none can help, and where nobody is left to vote.
STUCK: Final = "stuck"
ALONE: Final = "alone"
#: The menu's lines, in their order.
MENU: Final = {
    "help": _("Help: the rules of the marked row, the game, the keys"),
    "log": _("Log: everything that has happened"),
    "players": _("Players: links, fingerprints, the deck"),
    "powers": _("Powers: what each card does and who holds it"),
    "scores": _("Scores: where everybody's influence comes from"),
    "hint": _("Hint: what the strong player would do, and why"),
    "replay": _("Replay: watch this game again, or review it"),
    "talk": _("Talk: a line or a phrase to the others"),
    "pause": _("Pause, or end a pause"),
    "again": _("Another game with the same players"),
    "leave": _("Leave the table"),
    "vote": _("Go on without somebody who is silent"),
    STUCK: _("Somebody is away: what can be done"),
    ALONE: _("Nobody else plays: wait, or end the game"),
    OPEN_HANDS: _("Open all hands: if everybody agrees, every hand is shown"),
    "hands": _("Hands: what everybody held"),
    "settings": _("Settings: name, language, colours and more"),
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
    STUCK: "0",
    ALONE: "0",
    OPEN_HANDS: "0",
    "hands": "0",
    "settings": "-",
}
_AFTER: Final = frozenset({"replay", OPEN_HANDS, "hands", "again"})
_INSTEAD: Final = frozenset({STUCK, ALONE})


def menu(ids: tuple[str, ...], *, is_over: bool = False, may_vote: bool = True) -> Choices:
    """The menu while these lines mean something. During a game the others of one are there as well,
    so that every line keeps its place; without ``may_vote`` no vote can ever come."""
    hidden = _AFTER | _INSTEAD | (frozenset() if may_vote else {"vote"})
    shown = (id for id in MENU if id in ids or not (is_over or id in hidden))
    lines = tuple(
        Choice(id, MENU[id], id not in ids, _MENU_KEYS[id], is_final=id == OPEN_HANDS)
        for id in shown
    )
    return Choices(MENU_TITLE, (), lines)


CHOOSE_KEYS: Final = _("Up/Down move  Enter or its key chooses  Esc back")
#: On a line that cannot be taken back, which its key has only marked.
FINAL_KEYS: Final = _("Up/Down move  Enter: this cannot be taken back  Esc back")
