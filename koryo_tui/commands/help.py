"""``koryo-tui help``: a topic of the rules, or a command, in lines."""

from __future__ import annotations

import argparse

from koryo_tui.text.i18n import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from koryo_tui.text.rules import Topic

ABOUT = _("Prints a topic of the rules or what a command does; alone it lists the topics.")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "topic", nargs="*", metavar=_("TOPIC"), help=_("one of the topics, or a command")
    )


def run(options: argparse.Namespace) -> int:
    """Prints it."""
    return print_topic(" ".join(options.topic))


def topic_named(name: str) -> Topic:
    """The topic called ``name``. Raises ``WrongUse`` if there is none."""
    from koryo_tui.exits import WrongUse
    from koryo_tui.text import around, rules

    found = rules.named(name)
    if found is None:
        raise WrongUse(around.HELP_NONE.format(said=name[:40]))
    return found


def print_topic(name: str) -> int:
    """Prints a topic, a command or, without a name, the list. Raises ``WrongUse``."""
    from koryo_tui.cli import COMMANDS, load
    from koryo_tui.drawing import cells
    from koryo_tui.drawing.rules import topic_lines
    from koryo_tui.exits import Exit
    from koryo_tui.saying import say
    from koryo_tui.text import around, rules
    from koryo_tui.text.topic_names import TOPIC_NAMES

    width = _width()
    if not name:
        say(around.HELP_TOPICS)
        longest = max(map(cells.width, TOPIC_NAMES.values()))
        for topic in rules.TOPICS:
            print(f"  {cells.fit(TOPIC_NAMES[topic.name], longest)}  {topic.title}")
        say(around.HELP_COMMANDS)
        return Exit.OK
    if name in TOPIC_NAMES or not COMMANDS.get(name):
        for line in topic_lines(topic_named(name), width):
            print(line.text.removeprefix(" ").rstrip())
    else:
        say(load(name).ABOUT)
    if COMMANDS.get(name):
        say(around.HELP_COMMAND.format(command=name))
    return Exit.OK


def _width() -> int:
    import shutil

    return max(40, min(shutil.get_terminal_size().columns - 1, 79))
