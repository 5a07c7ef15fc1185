"""What somebody is called at a table: asked for once, and refused where it is too long."""

from __future__ import annotations

from pathlib import Path

from koryo_tui import terminal
from koryo_tui.exits import WrongUse
from koryo_tui.saying import say
from koryo_tui.seat import name_or_account
from koryo_tui.settings import BadSettings, keep
from koryo_tui.text import lines
from koryo_tui.text import settings as text
from koryo_tui.text.troubles import reason_of
from protocol.net.names import clean, fits

_MOST_SHOWN = 30


def ask_name(path: Path) -> str:
    """Asks at the terminal for a name, that of the account if nothing is typed, and keeps the
    answer in the settings at ``path``. Who types the end of the input is asked again next time."""
    usual = clean(name_or_account(None))
    while True:
        try:
            said = terminal.read_line(lines.ASK_NAME.format(name=usual)).strip()
        except EOFError:
            print()
            return usual
        if fits(said):
            break
        say(too_long(said))
    name = clean(said) if said else usual
    try:
        keep(path, "name", name)
    except OSError as error:
        say(text.NOT_WRITTEN.format(why=reason_of(error)))
    except BadSettings as bad:
        say(str(bad))
    return name


def name_given(said: str) -> str:
    """A name on the command line. Raises ``WrongUse`` if it is too long."""
    if not fits(said):
        raise WrongUse(too_long(said))
    return said


def too_long(said: str) -> str:
    """Why a name cannot be had, and what of it there is room for."""
    return lines.NAME_TOO_LONG.format(name=said[:_MOST_SHOWN], short=clean(said))
