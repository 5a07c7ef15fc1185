"""The command line. Nothing heavy is imported before a command needs it, not even its options."""

from __future__ import annotations

import argparse
import importlib
import os
import sys

from koryo_tui import __version__
from koryo_tui.exits import Exit, Failed, WrongUse
from koryo_tui.speaking import speak
from koryo_tui.text import usage
from koryo_tui.text.i18n import LANGUAGES, _, marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Importing typing takes a good part of the time that --help may take.
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, NoReturn, Protocol

    class Command(Protocol):
        """A module in ``koryo_tui.commands``."""

        ABOUT: str

        def add_options(self, parser: argparse.ArgumentParser) -> None:
            """Declares what the command understands."""

        def run(self, options: argparse.Namespace) -> int:
            """Does it and returns the exit code."""


ABOUT = marked(
    "The card game Koryo for two to four people at separate terminals on one network, "
    "with no server and no dealer: every player's program shuffles, checks all the others, "
    "and keeps a signed record that anyone can verify."
)
EXAMPLES = marked("""\
examples:
  koryo-tui                      choose from a menu what to do
  koryo-tui learn                learn it in a guided first game
  koryo-tui solo                 play against three computer players
  koryo-tui host                 open a table; tell the others the invite it prints
  koryo-tui join                 take a seat; asks for the invite
  koryo-tui verify game.koryo    check the record of a game

koryo-tui COMMAND --help explains one command.""")

#: The commands and what the list says of them; those without a word are for other programs.
COMMANDS = {
    "host": marked("open a table and invite others"),
    "join": marked("take a seat at a table"),
    "resume": marked("go on with a table that was closed or cut off"),
    "solo": marked("play against computer players"),
    "learn": marked("a guided first game"),
    "rules": marked("the rules, to read and search"),
    "replay": marked("watch a finished game again"),
    "halls": marked("the Hall of Fame, the Wall of Shame, all games"),
    "verify": marked("check the record of a game"),
    "export": marked("print the record of a game as JSON lines"),
    "selfplay": marked("let computer players play, and verify their records"),
    "arena": marked("let computer players compete, and rate them"),
    "doctor": marked("find out why others cannot be reached"),
    "where": marked("show where your files are"),
    "help": marked("explain a topic of the rules, or a command"),
    "play": marked("solo; without a terminal, the same game between computer players"),
    "start": "",
    "bot": "",
}


#: The first of the Chinese characters and their marks, which take two cells.
_FIRST_WIDE = "\u2e80"
#: Behind a wide character until all is laid out, so that argparse, which counts characters, counts
#: cells; of the private use area, so nobody types it.
_SECOND_CELL = "\ue001"


def _in_cells(text: str) -> str:
    return "".join(sign + _SECOND_CELL if sign >= _FIRST_WIDE else sign for sign in text)


class Formatter(argparse.HelpFormatter):
    """Fits the terminal without importing what argparse would import to measure it."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size().columns
        except (ValueError, OSError):
            columns = 80
        super().__init__(prog, width=max(40, min(columns, 100) - 2))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """The examples keep their lines, and what each is for its column."""
        if text == _(EXAMPLES):
            return "\n".join(self._example(line, width) for line in text.splitlines())
        return "\n".join(indent + line for line in self._split_lines(text, width - len(indent)))

    def _example(self, line: str, width: int) -> str:
        command, blanks, said = line.rpartition("  ")
        if not command.strip():
            return line
        before = command + blanks
        first, *rest = self._split_lines(said, width - len(before))
        return "\n".join((before + first, *(" " * len(before) + more for more in rest)))

    def _split_lines(self, text: str, width: int) -> list[str]:
        """Measured in cells where there are characters that take two."""
        if not any(character >= _FIRST_WIDE for character in text):
            return super()._split_lines(text, width)
        # What measures them takes longer to import than all the rest.
        from koryo_tui.drawing.cells import wrap

        return list(wrap(" ".join(text.split()), width))

    def _metavar_formatter(
        self, action: argparse.Action, default_metavar: str
    ) -> Callable[[int], tuple[str, ...]]:
        said = super()._metavar_formatter(action, default_metavar)
        return lambda number: tuple(_in_cells(each) for each in said(number))

    def format_help(self) -> str:
        """Laid out in cells."""
        return super().format_help().replace(_SECOND_CELL, "")

    def add_usage(
        self,
        usage_: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """In the language in use."""
        said = _in_cells(_(usage.USAGE)) if prefix is None else prefix
        super().add_usage(usage_, actions, groups, said)


class Parser(argparse.ArgumentParser):
    """Speaks the language in use, and says what was wrong in one sentence instead of printing all
    options."""

    def __init__(self, **options: Any) -> None:
        super().__init__(add_help=False, formatter_class=Formatter, allow_abbrev=False, **options)
        self._positionals.title = _(usage.POSITIONALS)
        self._optionals.title = _(usage.OPTIONS)
        self.add_argument("-h", "--help", action="help", help=_(usage.HELP))

    def error(self, message: str) -> NoReturn:
        from koryo_tui.text.troubles import explained

        what = explained(message)
        # The start screen has a command's options, and is asked for without one.
        command = self.prog.removesuffix(" start")
        raise WrongUse(_(usage.SEE_HELP).format(command=command, what=what))


def make_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The command line, with the options of the ``chosen`` command only."""
    parser = Parser(prog="koryo-tui", description=_(ABOUT), epilog=_(EXAMPLES))
    _add_language(parser)
    version = f"koryo-tui {__version__}"
    parser.add_argument("--version", action="version", version=version, help=_(usage.VERSION))
    commands = parser.add_subparsers(
        dest="command", metavar=_("COMMAND"), title=_(usage.COMMANDS), parser_class=Parser
    )
    for name, said in COMMANDS.items():
        if name != chosen:
            # Without a help it is understood, but not listed.
            if said:
                commands.add_parser(name, help=_(said))
            else:
                commands.add_parser(name)
            continue
        command = load(name)
        sub = commands.add_parser(name, description=command.ABOUT)
        command.add_options(sub)
        add_everywhere(sub)
    return parser


def add_everywhere(parser: argparse.ArgumentParser) -> None:
    """What every command understands."""
    group = parser.add_argument_group(_(usage.EVERYWHERE))
    group.add_argument(
        "--log", metavar=_("FILE"), help=_("append what happens to FILE; no secrets are written")
    )
    group.add_argument(
        "--profile",
        metavar=_("NAME"),
        help=_(
            "whose identity and files to use; without it the first free one of default, "
            "default-2, default-3 ..."
        ),
    )
    _add_language(group)


def _add_language(where: argparse._ActionsContainer) -> None:
    """``--lang``, before the command or after it; absent from the options where it is not given."""
    where.add_argument(
        "--lang",
        choices=tuple(LANGUAGES),
        default=argparse.SUPPRESS,
        metavar="LL",
        help=_(
            "what the program speaks: {languages}; without it what the settings say, else the "
            "locale"
        ).format(languages=", ".join(LANGUAGES)),
    )


def _language_in(given: Sequence[str]) -> str | None:
    """What ``--lang`` asks for, before everything is read: the options are told in it too."""
    for before, word in zip(["", *given], given, strict=False):
        wanted = word if before == "--lang" else word.removeprefix("--lang=")
        if wanted in LANGUAGES and (before == "--lang" or word != wanted):
            return wanted
    return None


def load(name: str) -> Command:
    """The module of a command."""
    command: Command = importlib.import_module(f"koryo_tui.commands.{name}")
    return command


def tell(failed: Failed) -> None:
    """Prints what could not be done."""
    from koryo_tui.saying import say

    say(str(failed), to=sys.stderr)


def main(arguments: Sequence[str] | None = None, telling: Callable[[Failed], None] = tell) -> int:
    """Runs the command in ``arguments`` (those of the process if None); returns its exit code.
    ``telling`` says what could not be done."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    speak(_language_in(given), os.environ)
    # Before the command only --lang takes a value.
    words = [word for before, word in zip(["", *given], given, strict=False) if before != "--lang"]
    chosen = next((word for word in words if not word.startswith("-")), None)
    try:
        if given and chosen not in COMMANDS and _is_for_start(given):
            given, chosen = ["start", *given], "start"
        if chosen is not None and chosen not in COMMANDS:
            raise WrongUse(_no_command(chosen, ["", *words][words.index(chosen)]))
        parser = make_parser(chosen)
        options, unknown = parser.parse_known_args(given)
        if unknown:
            _refuse(chosen, unknown, given)
        if options.command is None:
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                parser.print_help()
                return Exit.WRONG_USE
            options = make_parser("start").parse_args([*given, "start"])
        return _run(load(options.command), options)
    except Failed as failed:
        telling(failed)
        return failed.code
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; the flush at the end must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED


def _is_for_start(given: Sequence[str]) -> bool:
    # What every help has alone needs none of what the start screen imports.
    if set(given) & {"-h", "--help", "--version"} or all(not w.startswith("--") for w in given):
        return False
    from koryo_tui.commands.start import is_meant

    return is_meant(given)


def _refuse(chosen: str | None, unknown: Sequence[str], given: Sequence[str]) -> NoReturn:
    """Says what is not known, or what was meant by it."""
    from koryo_tui.mistaken import meant

    early = given[: given.index(chosen)] if chosen in given else given
    misplaced = next((word for word in early if word in unknown and word.startswith("--")), None)
    if misplaced is not None and (chosen is not None or _is_known(misplaced)):
        raise WrongUse(_(usage.BEHIND).format(option=misplaced))
    parser = make_parser(None)
    if chosen is not None:
        parser = Parser(prog=f"koryo-tui {chosen}")
        load(chosen).add_options(parser)
        add_everywhere(parser)
    said = _(usage.UNKNOWN).format(command=parser.prog, what=" ".join(unknown))
    raise WrongUse(meant(parser, unknown) or said)


def _is_known(option: str) -> bool:
    """Whether some command has this option."""
    for name in COMMANDS:
        parser = Parser(prog=name)
        load(name).add_options(parser)
        if option in parser.format_help():
            return True
    return False


def _no_command(name: str, before: str) -> str:
    """``before``: what stands before that word, if anything does."""
    if before.startswith("--") and before != "--lang":
        return _(usage.BEHIND).format(option=before)
    import difflib

    likely = difflib.get_close_matches(name, [each for each, said in COMMANDS.items() if said], 1)
    if not likely:
        return _(usage.NO_COMMAND).format(name=name)
    return _(usage.DID_YOU_MEAN).format(name=name, likely=likely[0])


def _run(command: Command, options: argparse.Namespace) -> int:
    from protocol.net.errors import NetError

    _start_log(options.log)
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
        from koryo_tui.text.troubles import reason_of

        said = _("The log {path} cannot be written ({why}); choose another file.")
        raise WrongUse(said.format(path=path, why=reason_of(error))) from None
