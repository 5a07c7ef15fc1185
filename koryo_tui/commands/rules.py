"""``koryo-tui rules``: the rules of the game, to read and to search."""

from __future__ import annotations

import argparse
import sys

from koryo_tui.text.i18n import _

ABOUT = _(
    "Shows the rules by topics, with an example for each power; type to search in them. Without a "
    "terminal it prints a topic, as koryo-tui help does."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("topic", nargs="*", metavar=_("TOPIC"), help=_("the topic to begin with"))
    parser.add_argument("--plain", action="store_true", help=_("print them as lines instead"))


def run(options: argparse.Namespace) -> int:
    """Shows them until the person leaves."""
    from koryo_tui import terminal
    from koryo_tui.commands.help import print_topic, topic_named
    from koryo_tui.exits import Exit

    name = " ".join(options.topic)
    topic = topic_named(name) if name else None
    if options.plain:
        return _in_lines(name)
    if not terminal.is_terminal():
        return print_topic(name)
    from koryo_tui.home import show
    from koryo_tui.looking import own_look
    from koryo_tui.screens.rules import RulesScreen

    look = own_look(options)
    show(RulesScreen(look, topic), look)
    return Exit.OK


def _in_lines(name: str) -> int:
    """Prints the topic called ``name``; without a name all topics, and then those asked for."""
    from koryo_tui.exits import Exit
    from koryo_tui.saying import say
    from koryo_tui.text import plain, rules

    wanted = name
    while True:
        for line in rules.told(wanted):
            say(line)
        if name:
            return Exit.OK
        say(plain.ASKING + _("Type a topic, or an empty line to end."))
        wanted = sys.stdin.readline().strip()
        if not wanted:
            return Exit.OK
