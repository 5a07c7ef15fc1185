"""``koryo-tui bot``: one computer player, started by ``host``, ``solo`` and ``selfplay``."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import number

ABOUT = (
    "One computer player in a process of its own. The invite is read from standard input, and the "
    "player leaves when that ends; or it is waited for in a file."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--root", required=True, metavar="DIR", help="where its files go")
    parser.add_argument("--name", default="Bot", metavar="N", help="what it is called")
    parser.add_argument("--plays", default="steady", metavar="P", help="which player it is")
    parser.add_argument("--bind", default="", metavar="A", help="the address to listen on")
    parser.add_argument("--owner", default="", metavar="HEX", help="identity of who runs it")
    parser.add_argument("--seed", metavar="S", help="fixes its choices among equals")
    parser.add_argument("--seats", type=number(2, 4), metavar="2..4", help="host a table itself")
    parser.add_argument("--invite-file", metavar="F", help="the invite, written or waited for")
    parser.add_argument("--save", metavar="PREFIX", help="copy the transcript to PREFIX-SEAT")
    parser.add_argument("--progress", metavar="F", help="write the round that is played to F")
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="TABLE",
        help="come back to a table, by the beginning of its id; without one to the latest",
    )
    parser.add_argument("--at", metavar="ADDRESS", help="where to ask for that table")
    parser.add_argument(
        "--grace",
        type=number(1, 3_600),
        metavar="SECONDS",
        help="agree by itself to go on without a seat that is silent for so long",
    )
    parser.add_argument(
        "--patience",
        type=number(1, 86_400),
        metavar="SECONDS",
        help="leave when nothing has happened for so long",
    )


def run(options: argparse.Namespace) -> int:
    """Plays one game."""
    from pathlib import Path

    from koryo_tui.bots.options import BotOptions
    from koryo_tui.bots.process import run_bot

    return run_bot(
        BotOptions(
            root=Path(options.root),
            name=options.name,
            bind=options.bind,
            owner=bytes.fromhex(options.owner),
            seed=options.seed,
            seats=options.seats,
            invite_file=None if options.invite_file is None else Path(options.invite_file),
            save=options.save,
            progress=None if options.progress is None else Path(options.progress),
            patience=options.patience,
            resume=options.resume,
            at=options.at,
            grace=options.grace,
            plays=options.plays,
        )
    )
