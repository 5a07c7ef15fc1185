"""``koryo-tui play``: the game at once, whether or not there is a terminal."""

from __future__ import annotations

import argparse
import sys

from koryo_tui.commands import selfplay, solo
from koryo_tui.commands.arguments import add_look
from koryo_tui.text.i18n import _

ABOUT = _(
    "At a terminal: a table with you and three computer players. Without one: the same game "
    "between four computer players, with its progress and the verified result."
)

_NOBODY_HERE = _(
    "There is no terminal here, so four computer players play one game, which takes some seconds. "
    "To play yourself, in lines: koryo-tui play --plain"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_look(parser)


def run(options: argparse.Namespace) -> int:
    """Chooses by whether a person can see and type."""
    if options.plain or (sys.stdin.isatty() and sys.stdout.isatty()):
        return solo.run(argparse.Namespace(**vars(options), name=_name(), bots=("steady",) * 3))
    from koryo_tui.own_files import profile_folders
    from koryo_tui.saying import say
    from protocol.net.profile import DEFAULT_PROFILE

    say(_NOBODY_HERE)
    (profile,) = profile_folders(options.profile or DEFAULT_PROFILE)
    return selfplay.run(
        argparse.Namespace(
            **vars(options),
            seats=4,
            games=1,
            seed=None,
            out=None,
            bots=("steady",),
            records=profile / "transcripts",
        )
    )


def _name() -> str:
    """The one in the settings, else the account's, which is said: who wants to play at once is
    asked nothing."""
    from koryo_tui.looking import own_settings
    from koryo_tui.saying import say
    from koryo_tui.seat import name_or_account
    from koryo_tui.text import lines
    from protocol.net.names import clean

    known = own_settings().name
    name = clean(name_or_account(known or None))
    if known is None:
        say(lines.PLAYS_AS.format(name=name))
    return name
