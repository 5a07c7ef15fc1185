"""``koryo-tui export``: a transcript as JSON lines, for other tools."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import add_record
from koryo_tui.text.i18n import _

ABOUT = _(
    "Verifies a transcript and prints it as JSON, one line for each record: the table, every "
    "closed step with its entries decoded, and what was signed after the end. Bytes are written "
    "in hexadecimal. Exit codes as for verify; a refused record ends the output."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_record(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the lines."""
    from koryo_tui.exporting import export_file

    return export_file(options.file)
