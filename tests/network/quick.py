"""The program with links that are soon given up and made again: ``python -m`` this module.

The arguments are those of ``koryo-tui``. With the usual seconds a test of a cable that was pulled
would mostly wait.
"""

from __future__ import annotations

import sys
from dataclasses import astuple, replace

from koryo_tui import seat
from koryo_tui.cli import main
from protocol.net.timing import Timing

QUICK = replace(
    Timing(),
    ping_every=0.6,
    patience=1.0,
    retry_first=0.2,
    retry_last=1.0,
    seek_first=0.3,
    seek_last=2.0,
)

if __name__ == "__main__":
    Timing.__init__.__defaults__ = astuple(QUICK)  # type: ignore[misc]
    seat._LOOK_EVERY = 1.0  # type: ignore[misc]
    sys.exit(main(sys.argv[1:]))
