"""``koryo-tui replay``: watch a finished game again."""

from __future__ import annotations

import argparse

ABOUT = (
    "Verifies the record of a game and shows it move by move, as everybody saw it; with all hands "
    "if everybody opened them after the game. With --plain, or without a terminal, the whole game "
    "is told in lines."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("file", metavar="FILE", help="a transcript (.koryo)")
    parser.add_argument("--plain", action="store_true", help="tell it in lines instead")


def run(options: argparse.Namespace) -> int:
    """Shows it until the person leaves."""
    from pathlib import Path

    from koryo_tui import terminal
    from koryo_tui.exits import Exit, Failed, WrongUse
    from koryo_tui.replay import CannotReplay, read_game

    path = Path(options.file)
    if not path.is_file():
        raise WrongUse(f"There is no file {options.file}; check the name.")
    if options.plain or not terminal.is_terminal():
        from koryo_tui.telling import game_lines

        try:
            for line in game_lines(read_game(path)):
                print(line)
        except CannotReplay as why:
            raise Failed(str(why)) from None
        return Exit.OK
    from koryo_tui.home import show
    from koryo_tui.looking import own_look
    from koryo_tui.screens.replay import LoadScreen

    look = own_look(options)
    show(LoadScreen(path, look), look)
    return Exit.OK
