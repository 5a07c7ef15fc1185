"""What is said about settings, and the commented file with the usual ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from koryo_tui.keys import BESIDE, REPLACED, Action
from koryo_tui.text.i18n import _

UNREADABLE: Final = _("The settings {path} cannot be read: {why}.")
NOT_TOML: Final = _("The settings {path} are not TOML: {why}.")
UNKNOWN: Final = _("The settings {path} have no entry called {name}.")
WRONG: Final = _("In the settings {path}, {name} is wrong: {why}.")
NOT_A_SWITCH: Final = _("it must be true or false")
NOT_A_NAME: Final = _("it must be a text of at most {most} characters")
NAME_TOO_LONG: Final = _("there is room for 12 letters, or for 6 Chinese ones, as in {short}")
NOT_ONE_OF: Final = _("it must be one of {those}")
NOT_KEYS: Final = _('each action must have keys, as in undo = ["u", "backspace"]')
UNKNOWN_ACTION: Final = _("there is no action called {id}")

_FILE: Final = _("""\
# Settings of koryo-tui, read when it starts.
# A line that begins with # is off; the values here are the usual ones.

# What you are called at a table; empty: the name of your account.
# name = ""

# The language: {languages}. With auto the locale chooses.
# language = "auto"

# Colours: auto, dark, light, or terminal for its own 16 colours.
# theme = "auto"

# Whether victims and swaps ask twice. Sealing an order always does.
# confirm = true

# Whether the bell rings when it is your turn.
# bell = true

# Whether the others' moves are played one by one, or shown at once.
# motion = true

# Whether clicks and the wheel are taken; false leaves them to the terminal.
# mouse = true

# Whether frames are drawn with plain characters only: auto, true or false.
# ascii = "auto"

# Keys. Each letter also works at its place on a Cyrillic layout.
[keys]
{keys}

# Keys of windows and of the screens round the table. Those written here work
# beside the usual ones, which always do. Digits that choose a line or a round
# and the keys that scroll a page stay as they are; where a line can be typed,
# letters are letters.
{window_keys}
""")


def usual_file(languages: tuple[str, ...]) -> str:
    """The commented file."""
    return _FILE.format(
        languages=", ".join(languages), keys=_lines(REPLACED), window_keys=_lines(BESIDE)
    )


def _lines(actions: Mapping[str, Action]) -> str:
    return "\n".join(
        f"# {id} = [{', '.join(_quoted(key) for key in _shortest(action.keys))}]"
        for id, action in actions.items()
    )


def _shortest(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Without the capitals and the Cyrillic twins that every letter brings with it."""
    return tuple(key for key in keys if len(key) > 1 or (key.isascii() and not key.isupper()))


def _quoted(key: str) -> str:
    return f'"{key}"'


TITLE: Final = _("Settings")
FILE: Final = _("They are kept in {path}; koryo-tui reads them when it starts.")
NO_FILE: Final = _("There is no such file yet. These are the usual settings:")
CLOSES: Final = _("Esc closes, Up/Down scroll")
CLOSES_WRITES: Final = _("Esc closes, Space writes the file")
WRITTEN: Final = _("Written. Change it with any editor.")
NOT_WRITTEN: Final = _("The file cannot be written: {why}.")
