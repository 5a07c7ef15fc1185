"""The command line. Nothing heavy is imported before a command needs it, not even its options."""

from __future__ import annotations

import argparse
import importlib
import os
import sys

from koryo_tui import __version__
from koryo_tui.exits import Exit, Failed, WrongUse
from koryo_tui.speaking import speak
from koryo_tui.text.i18n import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Importing typing takes a good part of the time that --help may take.
    from collections.abc import Sequence
    from typing import NoReturn, Protocol

    class Command(Protocol):
        """A module in ``koryo_tui.commands``."""

        ABOUT: str

        def add_options(self, parser: argparse.ArgumentParser) -> None:
            """Declares what the command understands."""

        def run(self, options: argparse.Namespace) -> int:
            """Does it and returns the exit code."""


ABOUT = (
    "The card game Koryo for two to four people at separate terminals on one network, "
    "with no server and no dealer: every player's program shuffles, checks all the others, "
    "and keeps a signed record that anyone can verify."
)
EXAMPLES = """\
examples:
  koryo-tui solo                 play against three computer players
  koryo-tui host                 open a table; tell the others the invite it prints
  koryo-tui join                 take a seat; asks for the invite
  koryo-tui verify game.koryo    check the record of a game

koryo-tui COMMAND --help explains one command."""

#: The commands and what the list says of them; those without a word are for other programs.
COMMANDS = {
    "host": "open a table and invite others",
    "join": "take a seat at a table",
    "resume": "go on with a table that was closed or cut off",
    "solo": "play against computer players",
    "learn": "a guided first game",
    "rules": "the rules, to read and search",
    "replay": "watch a finished game again",
    "halls": "the Hall of Fame, the Wall of Shame, all games",
    "verify": "check the record of a game",
    "export": "print the record of a game as JSON lines",
    "selfplay": "let computer players play, and verify their records",
    "arena": "let computer players compete, and rate them",
    "doctor": "find out why others cannot be reached",
    "where": "show where your files are",
    "help": "a topic of the rules, or a command",
    "play": "solo; without a terminal, the same game between computer players",
    "start": "",
    "bot": "",
}


class Formatter(argparse.HelpFormatter):
    """Fits the terminal without importing what argparse would import to measure it."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size().columns
        except (ValueError, OSError):
            columns = 80
        super().__init__(prog, width=max(40, min(columns, 100) - 2))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """The examples keep their lines."""
        if text is EXAMPLES:
            return text
        return super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """Says what was wrong in one sentence instead of printing all options."""

    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{self.prog}: {message}; see {self.prog} --help.")


def make_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The command line, with the options of the ``chosen`` command only."""
    everywhere = Parser(add_help=False, allow_abbrev=False)
    group = everywhere.add_argument_group("for every command")
    group.add_argument(
        "--log", metavar="FILE", help="append what happens to FILE; no secrets are written"
    )
    group.add_argument(
        "--profile",
        metavar="NAME",
        help="whose identity and files to use; without it the first free one of "
        "default, default-2, default-3 ...",
    )
    _add_language(group)
    parser = Parser(
        prog="koryo-tui",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    _add_language(parser)
    parser.add_argument("--version", action="version", version=f"koryo-tui {__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=Parser
    )
    for name, said in COMMANDS.items():
        if name != chosen:
            # Without a help it is understood, but not listed.
            _ = commands.add_parser(name, help=said) if said else commands.add_parser(name)
            continue
        command = load(name)
        sub = commands.add_parser(
            name,
            description=command.ABOUT,
            parents=[everywhere],
            formatter_class=Formatter,
            allow_abbrev=False,
        )
        command.add_options(sub)
    return parser


def _add_language(where: argparse._ActionsContainer) -> None:
    """``--lang``, before the command or after it; absent from the options where it is not given."""
    where.add_argument(
        "--lang",
        choices=tuple(LANGUAGES),
        default=argparse.SUPPRESS,
        metavar="LL",
        help=f"what the program speaks: {', '.join(LANGUAGES)}; without it what the settings say, "
        "else the locale",
    )


def load(name: str) -> Command:
    """The module of a command."""
    command: Command = importlib.import_module(f"koryo_tui.commands.{name}")
    return command


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command in ``arguments`` (those of the process if None); returns its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    # Before the command only --lang takes a value.
    words = [word for before, word in zip(["", *given], given, strict=False) if before != "--lang"]
    chosen = next((word for word in words if not word.startswith("-")), None)
    try:
        parser = make_parser(chosen)
        options = parser.parse_args(given)
        if options.command is None:
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                parser.print_help()
                return Exit.WRONG_USE
            options = make_parser("start").parse_args([*given, "start"])
        return _run(load(options.command), options)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return failed.code
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; the flush at the end must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED


def _run(command: Command, options: argparse.Namespace) -> int:
    from protocol.net.errors import NetError

    _start_log(options.log)
    speak(getattr(options, "lang", None), os.environ)
    try:
        return command.run(options)
    except NetError as error:
        from koryo_tui.text.troubles import explained

        raise Failed(explained(error)) from None


def _start_log(path: str | None) -> None:
    import logging

    if path is None:
        # Else warnings would go to the terminal, over the screen.
        logging.getLogger("koryo").addHandler(logging.NullHandler())
        return
    try:
        logging.basicConfig(
            filename=path,
            level=logging.INFO,
            encoding="utf-8",
            format="%(asctime)s %(process)d %(name)s %(levelname)s %(message)s",
        )
    except OSError as error:
        raise WrongUse(
            f"The log {path} cannot be written ({error.strerror}); choose another file."
        ) from None
