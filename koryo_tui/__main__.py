"""The program as a process of its own: ``koryo-tui``, or ``python -m koryo_tui``."""

import os
import sys

from koryo_tui.cli import main


def run() -> int:
    """Runs the command of the command line; returns its exit code."""
    # What this process starts finds its modules where this one does, whatever lies in the folder
    # it was called in.
    os.environ["PYTHONSAFEPATH"] = "1"
    return main()


if __name__ == "__main__":
    sys.exit(run())
