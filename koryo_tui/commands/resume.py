"""``koryo-tui resume``: go on with a table that was closed or cut off."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import add_look, port
from koryo_tui.text.i18n import _

ABOUT = _(
    "Goes on with a table that was closed, cut off or killed: back in the same seat, with the same "
    "hand, another day and on other addresses too. If only one table waits it is taken at once. "
    "The others are found where they were, on this network, or with --at where one of them says "
    "it is now; if your files of the table are lost, --at is how to find it again."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "table",
        nargs="?",
        metavar=_("TABLE"),
        help=_("the table, by the beginning of its id; without it you choose from a list"),
    )
    parser.add_argument(
        "--forget",
        nargs="?",
        const="",
        metavar=_("TABLE"),
        help=_(
            "give up a table for good, by the beginning of its id, or from a list; its record is "
            "kept"
        ),
    )
    add_look(parser)
    parser.add_argument(
        "--at",
        metavar=_("ADDRESS"),
        help=_(
            "ADDRESS[:PORT] of one of the others who is at the table now, or an invite of theirs"
        ),
    )
    parser.add_argument(
        "--port", type=port, metavar="P", help=_("the port to listen on (the same as before)")
    )
    parser.add_argument(
        "--bind", metavar="A", help=_("the address of this machine to listen on (as before)")
    )
    parser.add_argument(
        "--advertise",
        metavar="A",
        help=_('the address to tell the others (as before; "" for what is found by itself)'),
    )


def run(options: argparse.Namespace) -> int:
    """Takes it up."""
    from koryo_tui.looking import wanted_look
    from koryo_tui.resuming import ResumeOptions, resume
    from koryo_tui.waiting_tables import forget_table

    if options.forget is not None:
        return forget_table(options.profile, options.forget)
    return resume(
        ResumeOptions(
            profile=options.profile,
            table=options.table,
            at=options.at,
            bind=options.bind,
            port=options.port,
            advertise=options.advertise,
            log=options.log,
            look=wanted_look(options),
        )
    )
