"""The program that soon counts a seat as silent: ``python -m`` this module.

The arguments are those of ``koryo-tui``. With the usual half a minute a test of somebody who is
gone would mostly wait.
"""

from __future__ import annotations

import sys
from dataclasses import astuple

from koryo_tui.cli import main
from koryo_tui.drawing import waits
from protocol.peer.grace import Grace

IMPATIENT = (sys.executable, "-m", "tests.end_to_end.impatient")
_SECONDS = 4.0

if __name__ == "__main__":
    soon = Grace(machine=_SECONDS, lost=_SECONDS, clock=_SECONDS)
    Grace.__init__.__defaults__ = astuple(soon)  # type: ignore[misc]
    waits.GRACE = _SECONDS  # type: ignore[misc]
    sys.exit(main(sys.argv[1:]))
