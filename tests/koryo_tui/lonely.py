"""A table on a real terminal, for the tests that end it in every way: prints how it was left.

Run with ``python -m tests.koryo_tui.lonely
[crash|fail|ended|environ|no-mouse|no-bell|proofs|deaf|round]``; ``round``: a screen round the table
instead, which fails.
"""

from __future__ import annotations

import asyncio
import os
import sys

from textual.screen import Screen

from koryo_tui.app import run_app
from koryo_tui.home import show
from koryo_tui.look import Look, look_of
from koryo_tui.port import SessionEnded, Stage
from koryo_tui.settings import Settings
from protocol.rules import Referee
from tests.koryo_tui.helpers import RulesTable, shuffled


class Crashing(RulesTable):
    """A table whose view fails once it is on the screen."""

    views = 0

    def view(self):  # type: ignore[no-untyped-def]
        self.views += 1
        if self.views > 3:
            raise RuntimeError("a screen has failed")
        return super().view()


class Falling(Screen[None]):
    """A screen round the table with a mistake."""

    def on_mount(self) -> None:
        raise RuntimeError("a screen has failed")


def looks(how: str) -> Look:
    """As the environment has it, without the mouse or the bell, or as the tests usually do."""
    if how in ("environ", "no-mouse", "no-bell"):
        settings = Settings(motion=False, bell=how != "no-bell")
        return look_of(settings, os.environ, mouse=how != "no-mouse")
    return Look(theme="ansi-dark", pace=0)


async def prove() -> None:
    """Keeps every core busy with proofs, in threads beside this loop."""
    from tests.koryo_tui.proving import Proving

    proving = Proving()
    working = [asyncio.to_thread(proving.go_on) for _ in range(os.cpu_count() or 1)]
    try:
        await asyncio.gather(*working)
    finally:
        proving.stop()


def main(how: str) -> int:
    if how == "round":
        show(Falling(), looks(how))
    if how == "deaf":
        # As a terminal reads that is gone.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    kind = Crashing if how == "crash" else RulesTable
    table = kind(Referee.start((0, 1, 2), 0, shuffled("lonely")))
    # The screen looks at the clock each second while somebody could be left out.
    table.silent_seats = (1,)
    cancelled = []

    async def session(stage: Stage) -> None:
        stage.show_table(table)
        proofs = asyncio.create_task(prove()) if how == "proofs" else None
        try:
            if how == "ended":
                await asyncio.sleep(0.2)
                raise SessionEnded("The host has [removed] you from this table.")
            if how == "fail":
                await asyncio.sleep(0.2)
                raise OSError("the session has failed")
            while True:
                await asyncio.sleep(0.1)
                stage.changed()
        except asyncio.CancelledError:
            cancelled.append(True)
            raise
        finally:
            if proofs is not None:
                proofs.cancel()

    try:
        code = run_app(session, looks(how))
    finally:
        print(f"left {table.left} closed {table.closed} cancelled {len(cancelled)}")
    print(f"code {code}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
