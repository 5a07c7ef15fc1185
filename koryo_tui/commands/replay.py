"""``koryo-tui replay``: watch a finished game again."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import add_record, number
from koryo_tui.text.i18n import _, marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from koryo_tui.exits import Exit
    from koryo_tui.replay import CannotReplay

ABOUT = _(
    "Verifies the record of a game and shows it move by move, as everybody saw it; with all hands "
    "if everybody opened them after the game. With --plain, or without a terminal, the whole game "
    "is told in lines. Without FILE you choose from a list of your games."
)
_WHICH = marked(
    "Say which game, koryo-tui replay FILE: koryo-tui halls lists your games, and koryo-tui where "
    "says where their files are."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_record(parser, is_needed=False)
    parser.add_argument("--plain", action="store_true", help=_("tell it in lines instead"))
    parser.add_argument(
        "--review",
        action="store_true",
        help=_("print the decisions that cost most, and the better ones"),
    )
    parser.add_argument(
        "--seat",
        type=number(1, 4),
        default=0,
        metavar="1..4",
        help=_("whose decisions to review (yours, else those of seat 1)"),
    )


def run(options: argparse.Namespace) -> int:
    """Shows it until the person leaves."""
    from koryo_tui import terminal
    from koryo_tui.exits import Exit, Failed, WrongUse
    from koryo_tui.own_files import record_called
    from koryo_tui.replay import CannotReplay, read_game
    from koryo_tui.saying import say

    if options.file is None:
        if options.plain or options.review or not terminal.is_terminal():
            raise WrongUse(_(_WHICH))
        return _choose(options)
    path = record_called(options.file)
    if not path.is_file():
        raise WrongUse(_("There is no file {name}; check the name.").format(name=options.file))
    if options.review:
        return _review(path, options.seat)
    if options.plain or not terminal.is_terminal():
        from koryo_tui.bar import Bar
        from koryo_tui.telling import game_lines
        from koryo_tui.text import around

        try:
            with Bar(around.LOADING.format(name=path.name)) as bar:
                game = read_game(path, bar.tell)
            for line in game_lines(game):
                say(line)
        except CannotReplay as why:
            raise Failed(str(why), _code(why)) from None
        return Exit.OK
    from koryo_tui.home import show
    from koryo_tui.looking import own_look
    from koryo_tui.screens.replay import LoadScreen

    look = own_look(options)
    show(LoadScreen(path, look), look)
    return Exit.OK


def _choose(options: argparse.Namespace) -> int:
    """Shows the games of a list, as long as one is chosen from it."""
    from koryo_tui.exits import Exit, WrongUse
    from koryo_tui.halls import read_halls
    from koryo_tui.home import show
    from koryo_tui.looking import own_look
    from koryo_tui.own_files import known, profile_folders
    from koryo_tui.past_games import past_games
    from koryo_tui.screens.list import ListScreen
    from koryo_tui.screens.past_games import PastGamesScreen
    from koryo_tui.screens.replay import LoadScreen
    from koryo_tui.text import around

    paths = known(options.profile).transcripts
    if not paths:
        raise WrongUse(around.NO_GAMES)
    look, title = own_look(options), around.START_LINES["replay"][0]
    games = read_halls(profile_folders(options.profile)).games
    listed: list[str] = []
    first = PastGamesScreen(title, lambda tell: past_games(paths, games, tell), listed.extend)
    chosen = show(first, look)
    while chosen is not None:
        show(LoadScreen(paths[chosen], look), look)
        chosen = show(ListScreen(title, tuple(listed), chosen), look)
    return Exit.OK


def _code(why: CannotReplay) -> Exit:
    """How it ends where a file cannot be replayed."""
    from koryo_tui.exits import Exit

    return Exit.FAILED if why.is_readable else Exit.WRONG_USE


def _review(path: Path, seat: int) -> int:
    """Prints the costly decisions of a seat, counted from 1; 0 for the own one."""
    import asyncio

    from koryo_tui.apart import WorkFailed
    from koryo_tui.bar import Bar
    from koryo_tui.exits import Exit, Failed, WrongUse
    from koryo_tui.replay import CannotReplay, read_game
    from koryo_tui.reviewing import CannotReview, own_seat, review_game, review_lines
    from koryo_tui.saying import say
    from koryo_tui.text import advice, around

    try:
        with Bar(around.LOADING.format(name=path.name)) as bar:
            game = read_game(path, bar.tell)
        if seat > len(game.names):
            said = _("This game has {seats} seats; choose one of them.")
            raise WrongUse(said.format(seats=len(game.names)))
        whose = seat - 1 if seat else own_seat(game) or 0
        with Bar(advice.REVIEW_OF.format(name=game.names[whose])) as bar:
            moments = asyncio.run(review_game(game, whose, bar.tell))
    except CannotReplay as why:
        raise Failed(str(why), _code(why)) from None
    except CannotReview as why:
        raise Failed(str(why)) from None
    except WorkFailed:
        raise Failed(advice.REVIEW_FAILED) from None
    for line in review_lines(game, whose, moments):
        say(line)
    return Exit.OK
