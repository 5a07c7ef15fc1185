"""``koryo-tui selfplay``: games between computer players, verified."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import number, players
from koryo_tui.text.i18n import _

ABOUT = _(
    "Plays whole games between computer players in separate processes, over the network of this "
    "machine. Then the transcript of every player is verified, and all of a game are compared."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "--seats", type=number(2, 4), default=4, metavar="2..4", help=_("players at the table (4)")
    )
    parser.add_argument(
        "--games", type=number(1, 10_000), default=1, metavar="N", help=_("how many games (1)")
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help=_("fixes how the players choose among equals; never keys or shuffles"),
    )
    parser.add_argument(
        "--bots",
        type=players(1, 4),
        default="steady",
        metavar="P,P..",
        help=_("which players, seat by seat; the last one takes all seats that are left (steady)"),
    )
    parser.add_argument("--out", metavar="DIR", help=_("keep the transcripts in DIR"))


def run(options: argparse.Namespace) -> int:
    """Plays, verifies, compares."""
    from koryo_tui.selfplay import selfplay

    return selfplay(
        options.seats,
        options.games,
        options.seed,
        options.out,
        options.log,
        options.bots,
        getattr(options, "records", None),
    )
