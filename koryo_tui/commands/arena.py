"""``koryo-tui arena``: a tournament of computer players."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import number
from koryo_tui.text.i18n import _

ABOUT = _(
    "Plays many games between computer players without a network, on all cores, and prints win "
    "shares, scores and ratings. Each player takes every seat equally often."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "players",
        nargs="+",
        metavar=_("PLAYER"),
        help=_(
            "easy, steady, strong, one of them with a style (strong:raider), or one of another "
            "package; the last one takes the seats that are left"
        ),
    )
    parser.add_argument(
        "--games",
        type=number(1, 1_000_000),
        default=100,
        metavar="N",
        help=_("how many games (100)"),
    )
    parser.add_argument(
        "--seats", type=number(2, 4), metavar="2..4", help=_("seats at the table (one a player)")
    )
    parser.add_argument(
        "--think",
        type=number(1, 600_000),
        default=50,
        metavar="MS",
        help=_("milliseconds for a decision (50)"),
    )
    parser.add_argument(
        "--jobs",
        type=number(1, 256),
        metavar="N",
        help=_("how many games are played at a time (one on each core)"),
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        help=_(
            "fixes deals and chance, and measures thinking in imagined rounds instead of time: "
            "the same seed gives the same result"
        ),
    )


def run(options: argparse.Namespace) -> int:
    """Plays and reports."""
    from koryo_tui.arena import arena
    from koryo_tui.exits import WrongUse
    from koryo_tui.text.tournaments import HOW_MANY_PLAYERS

    if options.seats is None and not 2 <= len(options.players) <= 4:
        raise WrongUse(HOW_MANY_PLAYERS)
    return arena(
        options.players, options.games, options.seats, options.think, options.seed, options.jobs
    )
