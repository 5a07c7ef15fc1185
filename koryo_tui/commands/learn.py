"""``koryo-tui learn``: a guided first game."""

from __future__ import annotations

import argparse
from typing import Final

from koryo_tui.commands.arguments import add_look, add_name, players
from koryo_tui.text.i18n import _

ABOUT = _(
    "Three rounds against two computer players in which everything is explained when it first "
    "matters. Nothing goes over the network and nothing is kept."
)
#: Who plays in the whole game that can follow.
_RIVALS: Final = "easy,easy"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_name(parser)
    add_look(parser)


def run(options: argparse.Namespace) -> int:
    """Plays until the learner leaves."""
    import asyncio

    from koryo_tui.learn.table import LearnTable
    from koryo_tui.looking import own_look, own_name
    from koryo_tui.seat import name_or_account, need_terminal
    from protocol.net.names import distinct

    rivals = LearnTable.RIVALS
    table = LearnTable(distinct(name_or_account(own_name(options)), rivals))
    if options.plain:
        from koryo_tui.learn.plain import leaving_lesson, plain_session
        from koryo_tui.plain.run import print_line, run_plain

        return run_plain(plain_session(table, print_line), leaving_lesson)
    need_terminal()
    from koryo_tui.learn.app import run_learn_async

    code, wants_game = asyncio.run(run_learn_async(table, own_look(options)))
    if not wants_game:
        return code
    from koryo_tui.commands import solo

    return solo.run(argparse.Namespace(**{**vars(options), "bots": players(1, 3)(_RIVALS)}))
