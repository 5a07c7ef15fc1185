"""Kinds of values on the command line, each refused with what would be right."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

from koryo_tui.exits import WrongUse
from koryo_tui.text.i18n import _, marked

_RECORD = marked(
    "the record of a game (.koryo), or the number of its table as the result shows it; "
    "koryo-tui where shows where yours are"
)


def number(lowest: int, highest: int) -> Callable[[str], int]:
    """A whole number within bounds."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = lowest - 1
        if not lowest <= value <= highest:
            said = _("{text} is not a number from {lowest} to {highest}")
            raise argparse.ArgumentTypeError(
                said.format(text=repr(text), lowest=lowest, highest=highest)
            )
        return value

    return read


port = number(1, 65_535)


def players(lowest: int, highest: int) -> Callable[[str], tuple[str, ...]]:
    """Names of computer players with commas between them, or how many of the usual one.

    Raises ``WrongUse`` where a name means nobody.
    """

    def read(text: str) -> tuple[str, ...]:
        # Who plays is loaded when it is asked for: not to print what options there are.
        from koryo_tui.bots.players import DEFAULT
        from koryo_tui.bots.registry import UnknownBot, check_name
        from koryo_tui.text.troubles import explained

        if re.fullmatch(r"\s*[-+]?[0-9]*\s*", text):
            return (DEFAULT,) * number(lowest, highest)(text)
        try:
            found = tuple(check_name(name.strip()) for name in text.split(","))
        except UnknownBot as unknown:
            raise WrongUse(explained(unknown)) from None
        if not lowest <= len(found) <= highest:
            said = _("{text} names {number} players, and not {lowest} to {highest}")
            raise argparse.ArgumentTypeError(
                said.format(text=repr(text), number=len(found), lowest=lowest, highest=highest)
            )
        return found

    return read


def add_bots(parser: argparse.ArgumentParser, lowest: int, default: int) -> None:
    """``--bots``: up to three, ``default`` of the usual ones if nothing is said."""
    parser.add_argument(
        "--bots",
        type=players(lowest, 3),
        default=str(default),
        metavar="K|P,P..",
        help=_(
            "how many computer players ({default}), or which, with commas between them: easy, "
            "steady, strong, or one of another package. Each may have a style, as in "
            "strong:raider: even (no favourites), builder (likes powers), collector (high "
            "families), raider (events)"
        ).format(default=default),
    )


def add_record(parser: argparse.ArgumentParser, *, is_needed: bool = True) -> None:
    """``file``; None where it is not given and not needed."""
    number = None if is_needed else "?"
    parser.add_argument("file", nargs=number, metavar=_("FILE"), help=_(_RECORD))


def add_records(parser: argparse.ArgumentParser) -> None:
    """``files``, at least one."""
    parser.add_argument("files", nargs="+", metavar=_("FILE"), help=_(_RECORD))


def _name(said: str) -> str:
    # Loaded when a name is given: not to print what options there are.
    from koryo_tui.naming import name_given

    return name_given(said)


def add_name(parser: argparse.ArgumentParser) -> None:
    """``--name``."""
    parser.add_argument(
        "--name",
        type=_name,
        metavar="N",
        help=_("what the others call you (the name in the settings, else your account's)"),
    )


def add_look(parser: argparse.ArgumentParser) -> None:
    """``--plain``, ``--ascii`` and ``--no-mouse``."""
    parser.add_argument(
        "--plain", action="store_true", help=_("play in lines of text, without a screen")
    )
    add_screen(parser)


def add_screen(parser: argparse.ArgumentParser) -> None:
    """``--ascii`` and ``--no-mouse``."""
    parser.add_argument(
        "--ascii",
        action="store_true",
        help=_("draw with plain characters (where the locale is not UTF-8)"),
    )
    parser.add_argument(
        "--no-mouse", action="store_true", help=_("leave the mouse to the terminal")
    )


def add_listening(parser: argparse.ArgumentParser, where: str) -> None:
    """``--port`` and ``--bind``."""
    parser.add_argument("--port", type=port, metavar="P", help=where)
    parser.add_argument(
        "--bind",
        default="",
        metavar="A",
        help=_("the address of this machine to listen on (all of them)"),
    )
