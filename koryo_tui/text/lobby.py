"""What the lobby says."""

from __future__ import annotations

from typing import Final

from koryo_tui.text.choices import Choice, Choices
from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural
from protocol.log.messages import Settings

TITLE: Final = "KORYO"
JOIN_WITH: Final = _("Others join with this invite:")
SEATS: Final = _("Seats: {taken} of {seats} taken, {free} free")
CLOCK: Final = _(
    "Clock: {seconds} seconds for each decision; then the program makes the first one."
)
#: At most 75 cells.
FINGERPRINTS: Final = _("Under each name: the eight words of its fingerprint, to compare by voice.")
FREE: Final = _("(free seat)")
#: Those who played the game before.
AWAITED: Final = _("Not here yet: {names}.")
YOU: Final = _("you")
HOST: Final = _("host")
BOT_OF: Final = _("computer player of {name}")
BOTS: Final = _(
    "Whoever runs a computer player could read its hand: it is no more private than they are."
)
#: What may stand behind a level and a colon.
STYLES: Final = _(
    "Behind a colon, as in steady:raider, stands a style: even has no favourites, builder likes "
    "powers, collector the high families, raider events. Where none is given it is drawn."
)
REMOVE: Final = _("Remove {name} from this table? Delete again removes.")
WAITING_FOR_HOST: Final = _("Waiting for {name} to start; a full table starts by itself.")
#: At a table that nobody else is invited to.
BOTS_COME: Final = _("Your computer players sit down.")
WAITING_FOR_START: Final = _("Waiting for the start of the game.")
WAITING_FULL: Final = _("Everybody is here. Waiting for {name} to start.")
CAN_START: Final = _("Enter starts with those who are here; a full table starts by itself.")
#: Once the host has chosen a computer player, a full table waits too.
CAN_START_HELD: Final = _("Enter starts with those who are here.")
FULL: Final = _("The table is full: Enter starts.")
WAITING_HELD: Final = _("Waiting for others to join.")
WAITING_FOR_OTHERS: Final = _("Waiting for others to join; a full table starts by itself.")

REMOVES: Final = _("remove")
ADD_BOT: Final = _("computer player")
CHANGE_BOT: Final = _("change it")
BACK: Final = _("back")
COPY: Final = _("copy the invite")
QR: Final = _("QR code")
QR_TITLE: Final = _("Any key closes. Whoever scans this can take a seat:")
QR_TOO_BIG: Final = _(
    "The QR code of this invite needs a window of {width} x {height} characters. The invite is:"
)
MARK: Final = _("mark")
START: Final = _("start")
LEAVE: Final = _("leave")
RULES: Final = _("rules")

# What has happened, while nothing else is to be said
JOINED: Final = _("{name} joined.")
LEFT: Final = _("{name} left.")
LOST: Final = _("The connection to {name} was lost.")
REMOVED: Final = _("{name} was removed.")
GIVEN_UP: Final = _("The start was given up, because {name} is gone.")
COMES: Final = _("{name} is on the way to the table.")
CANNOT_COME: Final = _("The computer player cannot be started: {why}.")
BOT_ENDED: Final = _(
    "Computer player {number} cannot play. Leave this table and open it again; if that does not "
    "help, koryo-tui doctor looks for the cause. Its program said: {why}"
)


def settings(clock: int, absences: int) -> tuple[str, ...]:
    """What was settled for this table, as far as it is not as usual."""
    said = []
    if clock:
        said.append(CLOCK.format(seconds=clock))
    if absences != Settings().absences:
        said.append(
            plural(
                "After {number} absence a seat stays out for the rest of the game.",
                "After {number} absences a seat stays out for the rest of the game.",
                absences,
            )
        )
    return tuple(said)


_STYLE_OF_EACH: Final = _(
    "Each has a style too, which is drawn: even has no favourites, builder likes powers, "
    "collector the high families, raider events."
)
_ADD: Final = _("A computer player for a free seat")
_INSTEAD_OF: Final = _("Another computer player instead of {name}")
_LEVELS: Final = {
    "easy": _("easy: somebody who plays for the first time can beat it"),
    "steady": _("steady: looks one step ahead, and decides at once"),
    "strong": _("strong: thinks for a second before each decision"),
}


def which_bot(names: tuple[str, ...], instead_of: str | None) -> Choices:
    """Which computer player takes a seat. ``names`` are those there are, and the ids;
    ``instead_of``: the name of the one that has the seat now."""
    title = _ADD if instead_of is None else _INSTEAD_OF.format(name=instead_of)
    choices = tuple(Choice(name, told) for name, told in zip(names, levels(names), strict=True))
    return Choices(title, (_STYLE_OF_EACH,), choices)


def levels(names: tuple[str, ...]) -> tuple[str, ...]:
    """What each of these computer players is like; those of other packages have but a name."""
    return tuple(_LEVELS.get(name, name) for name in names)
