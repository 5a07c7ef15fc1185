"""``koryo-tui join``: take a seat at somebody's table."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import add_listening, add_look, add_name
from koryo_tui.text.i18n import _

ABOUT = _(
    "Takes a seat at a table to which you have an invite. Without one it shows the tables on this "
    "network and asks, so that the secret in an invite does not stay in the history of your shell. "
    "Case, spaces and hyphens do not matter."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "target",
        nargs="*",
        metavar=_("INVITE"),
        help=_(
            "the invite; or ADDRESS[:PORT], to look for the table there and be asked for the "
            "invite; or - to read the invite from standard input"
        ),
    )
    add_name(parser)
    add_look(parser)
    add_listening(parser, _("the port to listen on for other guests (47210, or the next free one)"))


def run(options: argparse.Namespace) -> int:
    """Joins."""
    from koryo_tui.joining import JoinOptions, join
    from koryo_tui.looking import asked_name, wanted_look

    return join(
        JoinOptions(
            profile=options.profile,
            target=" ".join(options.target) or None,
            name=asked_name(options),
            bind=options.bind,
            port=options.port,
            look=wanted_look(options),
        )
    )
