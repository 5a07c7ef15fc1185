"""``koryo-tui solo``: play against computer players."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import add_bots, add_look, add_name
from koryo_tui.text.i18n import _

ABOUT = _(
    "Opens a table on this machine with computer players in all other seats. Each of them is a "
    "player like any other: a process of its own with an identity of its own."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_name(parser)
    add_look(parser)
    add_bots(parser, 1, 3)


def run(options: argparse.Namespace) -> int:
    """Hosts a table nobody else is invited to."""
    from koryo_tui.hosting import HostOptions, host
    from koryo_tui.looking import asked_name, wanted_look

    return host(
        HostOptions(
            profile=options.profile,
            name=asked_name(options),
            bind="127.0.0.1",
            port=0,
            advertise=None,
            seats=len(options.bots) + 1,
            bots=options.bots,
            invite_file=None,
            log=options.log,
            invites=False,
            look=wanted_look(options),
        )
    )
