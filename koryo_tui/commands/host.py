"""``koryo-tui host``: open a table."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import add_bots, add_listening, add_look, add_name, number
from koryo_tui.exits import WrongUse
from koryo_tui.text.i18n import _

ABOUT = _(
    "Opens a table. The invite is printed before the table appears; whoever "
    "has it can take a seat until the game starts. Of this machine, only the port of the table "
    "must be reachable for the others. Whoever runs a computer player could read its hand."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_name(parser)
    add_look(parser)
    add_listening(parser, _("the port to listen on (47210, or the next free one)"))
    parser.add_argument(
        "--advertise", metavar="A", help=_("the address to put into the invite (found by itself)")
    )
    parser.add_argument(
        "--seats", type=number(2, 4), default=4, metavar="2..4", help=_("how many seats (4)")
    )
    add_bots(parser, 0, 0)
    parser.add_argument(
        "--invite-file", metavar="F", help=_("write the invite to this file as well, for you only")
    )
    parser.add_argument(
        "--clock",
        type=number(5, 3_600),
        default=0,
        metavar=_("SECONDS"),
        help=_("how long a player may take for each decision (no limit)"),
    )
    parser.add_argument(
        "--absences",
        type=number(1, 9),
        default=3,
        metavar="1..9",
        help=_("after how many absences a player stays out of the game (3)"),
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help=_(
            "let anybody on this network join without an invite; who does is shown words to "
            "compare with yours"
        ),
    )
    parser.add_argument(
        "--qr", action="store_true", help=_("show the invite as a QR code before the table opens")
    )


def run(options: argparse.Namespace) -> int:
    """Checks what can be checked before a table is opened, then opens it."""
    if len(options.bots) >= options.seats:
        said = _(
            "{bots} computer players and you do not fit at {seats} seats; give more --seats or "
            "fewer --bots."
        )
        raise WrongUse(said.format(bots=len(options.bots), seats=options.seats))
    from koryo_tui.hosting import HostOptions, host
    from koryo_tui.looking import asked_name, wanted_look

    return host(
        HostOptions(
            profile=options.profile,
            name=asked_name(options),
            bind=options.bind,
            port=options.port,
            advertise=options.advertise,
            seats=options.seats,
            bots=options.bots,
            invite_file=options.invite_file,
            log=options.log,
            is_open=options.open,
            qr=options.qr,
            clock=options.clock,
            absences=options.absences,
            look=wanted_look(options),
        )
    )
