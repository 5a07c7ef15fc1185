"""What is said about settings, and the commented file with the usual ones."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from koryo_tui.keys import BESIDE, REPLACED, Action
from koryo_tui.text.i18n import LANGUAGES, _, pgettext

UNREADABLE: Final = _("The settings {path} cannot be read: {why}.")
NOT_TOML: Final = _("The settings {path} are not TOML: {why}.")
UNKNOWN: Final = _("The settings {path} have no entry called {name}.")
WRONG: Final = _("In the settings {path}, {name} is wrong: {why}.")
NOT_A_SWITCH: Final = _("it must be true or false")
NOT_A_NAME: Final = _("it must be a text of at most {most} characters")
NAME_TOO_LONG: Final = _(
    "there is room for 12 letters (6 if they are Chinese), for example {short}"
)
NOT_ONE_OF: Final = _("it must be one of {those}")
NOT_KEYS: Final = _('each action must have keys, as in undo = ["u", "backspace"]')
UNKNOWN_ACTION: Final = _("there is no action called {id}")
NO_LINE: Final = _(
    "In the settings {path}, {name} is written in a way that can only be changed with an editor."
)

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

#: The screen on which they are changed: of each entry its label, at most 20 cells, and what it is.
ENTRIES: Final = MappingProxyType(
    {
        "name": (
            _("Your name"),
            _("What you are called at a table; without one that of your account."),
        ),
        "language": (
            _("Language"),
            _("What the program speaks."),
        ),
        "theme": (
            _("Colours"),
            _("On a dark or a light background, or only the 16 colours of the terminal itself."),
        ),
        "confirm": (
            _("Ask twice"),
            _("Whether a victim or a swap takes a second Enter. Sealing an order always does."),
        ),
        "bell": (_("Bell"), _("Whether the terminal rings when it is your turn.")),
        "motion": (
            _("Others' moves"),
            _("Whether they are played one by one, or shown at once."),
        ),
        "mouse": (
            _("Mouse"),
            _("Whether clicks and the wheel are taken here, or left to the terminal."),
        ),
        "ascii": (
            _("Plain frames"),
            _("Whether frames are drawn with - and | only, for simple terminals."),
        ),
        "keys": (
            _("Keys"),
            _("Which key does what is changed in the file, with any editor."),
        ),
    }
)
_YES: Final = pgettext("a setting", "yes")
_NO: Final = pgettext("a setting", "no")
#: What the values are called; languages call themselves.
VALUES: Final[Mapping[str, Mapping[object, str]]] = MappingProxyType(
    {
        "language": dict[object, str](
            [("auto", pgettext("a setting", "that of the locale")), *LANGUAGES.items()]
        ),
        "theme": {
            "auto": pgettext("a setting", "as the terminal is"),
            "dark": pgettext("a setting", "dark"),
            "light": pgettext("a setting", "light"),
            "terminal": pgettext("a setting", "of the terminal"),
        },
        "confirm": {True: _YES, False: _NO},
        "bell": {True: _YES, False: _NO},
        "motion": {
            True: pgettext("a setting", "one by one"),
            False: pgettext("a setting", "at once"),
        },
        "mouse": {True: _YES, False: _NO},
        "ascii": {"auto": pgettext("a setting", "where needed"), True: _YES, False: _NO},
    }
)
OF_ACCOUNT: Final = _("{name} (your account)")
SHOW_FILE: Final = _("Enter shows the file")
KEPT: Final = _("Kept in {path}.")
LATER: Final = _("It counts when koryo-tui is started again.")
#: At most 72 cells each.
CHANGE_KEYS: Final = _("Up/Down move  Left/Right change  Esc back")
NAME_KEYS: Final = _("Up/Down move  Enter write another  Esc back")
FILE_KEYS: Final = _("Up/Down move  Enter show the file  Esc back")
WRITE_KEYS: Final = _("Enter keeps the name  Esc leaves it as it was")
CLOSES_WRITES: Final = _("Esc closes, Space writes the file")
WRITTEN: Final = _("Written. Change it with any editor.")
NOT_WRITTEN: Final = _("The file cannot be written: {why}.")
