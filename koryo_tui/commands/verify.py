"""``koryo-tui verify``: check the record of a game."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import add_records
from koryo_tui.text.i18n import _

ABOUT = _(
    "Replays records of games through the same program that plays, and checks every signature, "
    "certificate, proof, commitment and rule. Several of one table are compared as well. Exit "
    "code 0: finished and verified; 3: verified so far, but unfinished; 1: refused; 2: not "
    "readable or wrong use."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_records(parser)


def run(options: argparse.Namespace) -> int:
    """Verifies each file, then compares them."""
    from koryo_tui.verifying import verify_files

    return verify_files(options.files)
