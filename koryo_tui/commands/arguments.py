"""Kinds of values on the command line, each refused with what would be right."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def number(lowest: int, highest: int) -> Callable[[str], int]:
    """A whole number within bounds."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = lowest - 1
        if not lowest <= value <= highest:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {lowest} to {highest}")
        return value

    return read


port = number(1, 65_535)


def add_name(parser: argparse.ArgumentParser) -> None:
    """``--name``."""
    parser.add_argument(
        "--name",
        metavar="N",
        help="what the others call you (the name in the settings, else your account's)",
    )


def add_look(parser: argparse.ArgumentParser) -> None:
    """``--plain``, ``--ascii`` and ``--no-mouse``."""
    parser.add_argument("--plain", action="store_true", help="play in lines instead")
    parser.add_argument(
        "--ascii",
        action="store_true",
        help="draw with plain characters (where the locale is not UTF-8)",
    )
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")


def add_listening(parser: argparse.ArgumentParser, where: str) -> None:
    """``--port`` and ``--bind``."""
    parser.add_argument("--port", type=port, metavar="P", help=where)
    parser.add_argument(
        "--bind",
        default="",
        metavar="A",
        help="the address of this machine to listen on (all of them)",
    )
