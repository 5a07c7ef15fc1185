"""``koryo-tui`` without a command: the start screen."""

from __future__ import annotations

import argparse
from contextlib import suppress
from dataclasses import replace

from koryo_tui.text.i18n import _

ABOUT = _("Shows what can be done and does what is chosen, until you quit.")


def add_options(parser: argparse.ArgumentParser) -> None:
    """It has none of its own."""


def run(options: argparse.Namespace) -> int:
    """Shows the start screen, runs the command chosen there, and shows it again."""
    from koryo_tui.browsing import look_around
    from koryo_tui.cli import main, tell
    from koryo_tui.exits import Exit, Failed, NotSeated, WrongUse
    from koryo_tui.halls import read_halls
    from koryo_tui.home import show
    from koryo_tui.looking import own_look, own_settings
    from koryo_tui.own_files import known, profile_folders
    from koryo_tui.screens.join import Tried
    from koryo_tui.screens.start import Around, StartScreen
    from koryo_tui.seat import name_or_account, need_terminal
    from koryo_tui.start import LINES, RESUME, mark_after, offered
    from koryo_tui.terminal import SIGNALLED
    from koryo_tui.text import around
    from koryo_tui.waiting_tables import resumable
    from protocol.net.names import clean

    need_terminal()
    look = own_look(options)
    everywhere = [
        word
        for name in ("profile", "log", "lang")
        if (value := getattr(options, name, None)) is not None
        for word in (f"--{name}", value)
    ]
    mark, before = 0, None
    tried: Tried | None = None
    name = ""

    def telling(failed: Failed) -> None:
        nonlocal tried
        if isinstance(failed, NotSeated):
            tried = Tried(screen.typed, str(failed))
        else:
            tell(failed)

    while True:
        folders = profile_folders(options.profile)
        around_it = Around(
            lambda: read_halls(folders),  # noqa: B023
            lambda: resumable(options.profile),
            look_around,
        )
        waits = offered(around_it.tables())
        if waits is not None and (before is None or waits.command != before.command):
            mark = LINES.index(RESUME)
        before = waits
        with suppress(WrongUse):
            # Whoever edits the settings meanwhile is told at the table what is wrong with them.
            name = clean(name_or_account(own_settings().name))
        offers = replace(known(options.profile), waits=waits, name=name)
        screen = StartScreen(offers, around_it, look, mark, tried)
        chosen = show(screen, look)
        if not chosen:
            return Exit.OK
        mark = mark_after(chosen[0])
        tried = None
        code = main([*chosen, *everywhere], telling)
        if code > SIGNALLED and code != Exit.INTERRUPTED:
            # Somebody ended the process, not the game.
            return code
        if tried is None and code not in (Exit.OK, Exit.INTERRUPTED):
            # What went wrong was printed where the start screen would cover it.
            try:
                input(around.GO_ON)
            except EOFError:
                return code
