"""``koryo-tui resume``: go on with a table that was closed or cut off."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import add_look, port

ABOUT = (
    "Goes on with a table that was closed, cut off or killed: back in the same seat, with the same "
    "hand, another day and on other addresses too. If only one table waits it is taken at once. "
    "The others are found where they were, on this network, or with --at where one of them says "
    "it is now; if your files of the table are lost, --at is how to find it again."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "table", nargs="?", metavar="TABLE", help="the table, by the beginning of its id"
    )
    add_look(parser)
    parser.add_argument(
        "--at",
        metavar="ADDRESS",
        help="ADDRESS[:PORT] of one of the others who is at the table now, or an invite of theirs",
    )
    parser.add_argument(
        "--port", type=port, metavar="P", help="the port to listen on (the same as before)"
    )
    parser.add_argument(
        "--bind", metavar="A", help="the address of this machine to listen on (as before)"
    )


def run(options: argparse.Namespace) -> int:
    """Takes it up."""
    from koryo_tui.looking import wanted_look
    from koryo_tui.resuming import ResumeOptions, resume

    return resume(
        ResumeOptions(
            profile=options.profile,
            table=options.table,
            at=options.at,
            bind=options.bind,
            port=options.port,
            log=options.log,
            look=wanted_look(options),
        )
    )
