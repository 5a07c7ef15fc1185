"""What is said of another game with the same players."""

from __future__ import annotations

from typing import Final

from koryo_tui import rematch
from koryo_tui.rematch import Step
from koryo_tui.text import words
from koryo_tui.text.i18n import _
from koryo_tui.text.plurals import plural
from koryo_tui.text.words import Names
from protocol.peer.view import TableView

OPENS: Final = _("The table is opened again.")
WAITS: Final = _("Another game begins once {name}, the host of this one, wants it too.")
JOINS: Final = _("{name} has opened another game: you are on your way there.")
AWAY: Final = _("{name} is not here to host. Once more, and you host the next game.")
NOT_NOW: Final = _("Another game can begin once this one is over.")
NOT_HERE: Final = _("No other game can be opened here: one of you hosts, others join.")

OPENED: Final = _("{name} has opened another game.")
#: In lines, behind that others would like another game, or have opened one.
TYPE_TOO: Final = _("Type {word} if you want one too.")


def told(step: Step, names: Names, opener: int | None = None) -> str:
    """What follows now that another game was asked for."""
    match step:
        case Step.OPEN:
            return OPENS
        case Step.JOIN if opener is not None:
            return JOINS.format(name=names.names[opener])
        case Step.AWAY:
            return AWAY.format(name=names.names[rematch.HOST])
        case _:
            return WAITS.format(name=names.names[rematch.HOST])


def wish(seats: tuple[int, ...], names: Names) -> str:
    """Which others would like another game."""
    listed = words.listed(tuple(names[seat] for seat in seats))
    return plural(
        "{names} would like another game.",
        "{names} would like another game.",
        len(seats),
        names=listed,
    )


def standing(view: TableView, names: Names) -> tuple[str, ...]:
    """How it stands with another game: what others want or have done, then what that means for
    who wants it too. Nothing where nobody has asked for one."""
    opener = rematch.opener(view)
    mine = view.you in rematch.wanting(view)
    if opener is not None:
        return (told(Step.JOIN, names, opener) if mine else OPENED.format(name=names[opener]),)
    others = tuple(seat for seat in rematch.wanting(view) if seat != view.you)
    wished = (wish(others, names),) if others else ()
    if not mine:
        return wished
    step = Step.AWAY if rematch.is_away(view, rematch.HOST) else Step.WISH
    return (*wished, OPENS if view.you == rematch.HOST else told(step, names))


def news(old: TableView, new: TableView, names: Names) -> tuple[str, ...]:
    """What others have newly said of another game."""
    opener = rematch.opener(new)
    if opener is not None:
        is_new = rematch.opener(old) != opener
        return (OPENED.format(name=names[opener]),) if is_new else ()
    before = (*rematch.wanting(old), new.you)
    came = tuple(seat for seat in rematch.wanting(new) if seat not in before)
    return (wish(came, names),) if came else ()
