"""``koryo-tui rules``: the rules of the game, to read and to search."""

from __future__ import annotations

import argparse

from koryo_tui.text.i18n import _

ABOUT = _(
    "Shows the rules by topics, with an example for each power; type to search in them. Without a "
    "terminal it prints a topic, as koryo-tui help does."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("topic", nargs="*", metavar=_("TOPIC"), help=_("the topic to begin with"))


def run(options: argparse.Namespace) -> int:
    """Shows them until the person leaves."""
    from koryo_tui import terminal
    from koryo_tui.commands.help import print_topic, topic_named
    from koryo_tui.exits import Exit

    name = " ".join(options.topic)
    topic = topic_named(name) if name else None
    if not terminal.is_terminal():
        return print_topic(name)
    from koryo_tui.home import show
    from koryo_tui.looking import own_look
    from koryo_tui.screens.rules import RulesScreen

    look = own_look(options)
    show(RulesScreen(look, topic), look)
    return Exit.OK
