"""``koryo-tui halls``: the Hall of Fame, the Wall of Shame, all games."""

from __future__ import annotations

import argparse

from koryo_tui.text.i18n import _

ABOUT = _(
    "Shows who ended a game with 30 points or more and who ended below zero, and all games that "
    "were finished here, each of which can be watched again."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--plain", action="store_true", help=_("print them as lines instead"))


def run(options: argparse.Namespace) -> int:
    """Shows them until the person leaves."""
    from koryo_tui import terminal
    from koryo_tui.exits import Exit
    from koryo_tui.halls import read_halls
    from koryo_tui.own_files import profile_folders

    halls = read_halls(profile_folders(options.profile))
    if options.plain or not terminal.is_terminal():
        from koryo_tui.saying import say
        from koryo_tui.telling import hall_lines

        paths = [entry.path for entry in halls.games]
        for line in hall_lines(halls):
            say(line, *paths)
        return Exit.OK
    from koryo_tui.home import show
    from koryo_tui.looking import own_look
    from koryo_tui.screens.halls import HallsScreen

    look = own_look(options)
    show(HallsScreen(halls, look), look)
    return Exit.OK
