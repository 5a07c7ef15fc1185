"""What was meant by an option that a command does not have."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from koryo_tui.text import usage
from koryo_tui.text.i18n import _

#: By what somebody may expect there to be: what there may be instead, best first.
_LIKE: Final = MappingProxyType(
    {
        "--players": ("--seats", "--bots"),
        "--seats": ("--bots",),
        "--computers": ("--bots",),
        "--opponents": ("--bots",),
        "--level": ("--bots",),
        "--difficulty": ("--bots",),
        "--time": ("--clock",),
        "--timeout": ("--clock",),
        "--language": ("--lang",),
        "--nick": ("--name",),
        "--user": ("--name", "--profile"),
        "--address": ("--at", "--advertise", "--bind"),
        "--ip": ("--at", "--advertise", "--bind"),
        "--host": ("--at", "--advertise", "--bind"),
        "--invite": ("--at", "--invite-file"),
        "--public": ("--open",),
        "--output": ("--out",),
        "--folder": ("--out",),
        "--text": ("--plain",),
        "--lines": ("--plain",),
        "--debug": ("--log",),
        "--verbose": ("--log",),
        "-v": ("--version", "--log"),
        "-V": ("--version",),
        "-l": ("--lang",),
        "-n": ("--name",),
        "-b": ("--bots",),
        "-s": ("--seats",),
        "-p": ("--port", "--profile"),
    }
)
#: The shortest command takes none of these, the one it stands for does.
_PLAY: Final = "koryo-tui play"
#: What is asked for where there is no screen that it could be instead of.
_LINES: Final = frozenset({"--plain", "--text", "--lines"})
#: How alike an option must be to be the one that was meant.
_ALIKE: Final = 0.8
_OF_SOLO: Final = frozenset({"--bots", "--name"})
#: What is given without an option, by what it is called in the program.
_BARE: Final = MappingProxyType(
    {
        "target": ("--invite", "--address", "--ip", "--host", "--target", "--table"),
        "table": ("--table", "--id"),
        "file": ("--file", "--game", "--transcript"),
        "files": ("--file", "--files", "--game", "--transcript"),
        "topic": ("--topic",),
        "players": ("--bots", "--players"),
    }
)


def meant(parser: argparse.ArgumentParser, unknown: Iterable[str]) -> str | None:
    """One sentence if what was ``unknown`` to the parser begins with an option for which another
    thing may have been meant."""
    option = next((word for word in unknown if word.startswith("-")), "").partition("=")[0]
    if not option:
        return None
    command = parser.prog
    for action in parser._get_positional_actions():
        if option in _BARE.get(action.dest, ()):
            what = action.metavar or action.dest
            return _(usage.BARE).format(command=command, option=option, what=what)
    known = [name for action in parser._actions for name in action.option_strings]
    likely: list[str] = [name for name in _LIKE.get(option, ()) if name in known]
    likely += difflib.get_close_matches(
        option, [name for name in known if len(name) > 2], 1, _ALIKE
    )
    if not likely and command == _PLAY and _OF_SOLO & {option, *_LIKE.get(option, ())}:
        return _(usage.SOLO_HAS).format(command=command, option=option)
    if not likely and option in _LINES:
        return _(usage.ALWAYS_LINES).format(command=command, option=option)
    if not likely:
        return None
    return _(usage.NO_OPTION).format(command=command, option=option, likely=likely[0])
