"""``koryo-tui doctor``: why others cannot be reached."""

from __future__ import annotations

import argparse

from koryo_tui.commands.arguments import port
from koryo_tui.text.i18n import _

ABOUT = _(
    "Looks at this machine's addresses and the port of a table, tries multicast and looks for "
    "tables; with --to it tries to reach another machine, and says in plain words what came of it. "
    "Nothing is sent but a greeting; an invite stays unused. The exit code is 1 if something "
    "stands in the way."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "--to", metavar=_("TARGET"), help=_("an invite, or ADDRESS[:PORT], that cannot be reached")
    )
    parser.add_argument("--port", type=port, metavar="P", help=_("the port to listen on (47210)"))
    parser.add_argument(
        "--bind",
        default="",
        metavar="A",
        help=_("the address of this machine to listen on (all of them)"),
    )


def run(options: argparse.Namespace) -> int:
    """Examines."""
    from koryo_tui.doctor import DoctorOptions, doctor

    return doctor(DoctorOptions(options.to, options.bind, options.port))
