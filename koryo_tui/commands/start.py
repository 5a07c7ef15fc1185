"""``koryo-tui`` without a command: the start screen."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from koryo_tui.commands.arguments import add_name, add_screen
from koryo_tui.exits import WrongUse
from koryo_tui.text.i18n import _

ABOUT = _("Shows what can be done and does what is chosen, until you quit.")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options: what is said once counts for all that is chosen."""
    add_name(parser)
    add_screen(parser)


def is_meant(given: Sequence[str]) -> bool:
    """Whether these, one of them an option, are for the start screen, for which no command need be
    typed."""
    from koryo_tui.cli import add_everywhere

    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    add_options(parser)
    add_everywhere(parser)
    try:
        options, unknown = parser.parse_known_args(given)
    except argparse.ArgumentError:
        # What is wrong with one of them is told of the start screen.
        return True
    return not unknown and any(value for name, value in vars(options).items() if name != "lang")


def run(options: argparse.Namespace) -> int:
    """Shows the start screen, runs the command chosen there, and shows it again."""
    from koryo_tui.browsing import look_around
    from koryo_tui.cli import main, tell
    from koryo_tui.exits import Exit, Failed, NotSeated
    from koryo_tui.halls import read_halls
    from koryo_tui.home import show
    from koryo_tui.looking import asked_name, own_look
    from koryo_tui.own_files import known, profile_folders
    from koryo_tui.screens.join import Tried
    from koryo_tui.screens.start import CHANGED, Around, StartScreen
    from koryo_tui.seat import name_or_account, need_terminal
    from koryo_tui.start import LINES, RESUME, Start, mark_after, offered, with_tables
    from koryo_tui.terminal import SIGNALLED
    from koryo_tui.text import around
    from koryo_tui.waiting_tables import resumable
    from protocol.net.names import clean

    need_terminal()
    look = own_look(options)
    given = asked_name(options)
    start: Start | None = None
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
        tables = around_it.tables()
        waits = offered(tables)
        if waits is not None and (before is None or waits.command != before.command):
            mark = LINES.index(RESUME)
        before = waits
        with suppress(WrongUse):
            # Whoever edits the settings meanwhile is told at the table what is wrong with them.
            look = own_look(options)
            name = clean(name_or_account(_name(options, given) or None))
        offers = replace(with_tables(known(options.profile), tables), name=name)
        screen = StartScreen(offers, around_it, look, mark, tried, start)
        chosen = show(screen, look)
        if not chosen:
            return Exit.OK
        start, tried = screen.start, None
        if chosen == CHANGED:
            mark = start.mark
            continue
        mark = mark_after(chosen[0])
        code = main([*chosen, *_said_before(options, given, chosen[0])], telling)
        if code > SIGNALLED and code != Exit.INTERRUPTED:
            # Somebody ended the process, not the game.
            return code
        if tried is None and code not in (Exit.OK, Exit.INTERRUPTED):
            # What went wrong was printed where the start screen would cover it.
            try:
                input(around.GO_ON)
            except EOFError:
                return code


def _name(options: argparse.Namespace, asked: str | None) -> str | None:
    """What somebody is called from now on: by the option, by the settings, as was said."""
    from koryo_tui.looking import own_settings

    kept = own_settings().name
    return options.name or (asked if kept is None else kept)


def _said_before(options: argparse.Namespace, asked: str | None, command: str) -> list[str]:
    """The options of the start screen that ``command`` takes too. ``asked``: the name somebody has
    said, which counts where the settings could not keep it."""
    from koryo_tui.looking import own_settings
    from koryo_tui.start import RESUME
    from koryo_tui.text.i18n import installed

    name = asked if options.name is None else options.name
    with suppress(WrongUse):
        if options.name is None and own_settings().name is not None:
            name = None
    # What speaks here cannot speak another language before it is started again.
    given = {**vars(options), "name": None if command == RESUME else name, "lang": installed()}
    words = [
        word
        for option in ("name", "profile", "log", "lang")
        if (value := given.get(option)) is not None
        for word in (f"--{option}", value)
    ]
    return words + [f"--{o.replace('_', '-')}" for o in ("ascii", "no_mouse") if given.get(o)]
