"""``koryo-tui where``: the files of this account."""

from __future__ import annotations

import argparse

from koryo_tui.text.i18n import _

ABOUT = _("Shows where profiles, settings and finished transcripts of this account are kept.")


def add_options(parser: argparse.ArgumentParser) -> None:
    """It has none of its own."""


def run(options: argparse.Namespace) -> int:
    """Prints one line for each place."""
    from koryo_tui.exits import Exit
    from koryo_tui.own_files import last_name, profile_folders
    from koryo_tui.paths import data_root, settings_file
    from koryo_tui.saying import say
    from koryo_tui.text import files

    profiles = data_root() / "profiles"
    print(files.PROFILES.format(path=profiles))
    print(files.SETTINGS.format(path=settings_file()))
    for profile in profile_folders(None):
        name = last_name(profile)
        said = files.PLAYS_AS if name else files.PLAYS_AS_NOBODY
        say(said.format(profile=profile.name, name=name))
        print(files.TRANSCRIPTS.format(path=profile / "transcripts"))
    return Exit.OK
