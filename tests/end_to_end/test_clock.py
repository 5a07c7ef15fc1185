"""Two people at a table with a clock, who never decide; and a pause that both want."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.koryo_tui.plain.test_commands import Lines, running
from tests.net.links import HERE

pytestmark = pytest.mark.timeout(240)


async def both(one: Lines, other: Lines, text: str) -> None:
    """Until both have heard it."""
    await asyncio.gather(hears(one, text), hears(other, text))


async def hears(player: Lines, text: str) -> None:
    """Until the player has heard it, if that was not long ago."""
    if not any(text in line for line in player.heard):
        await player.until(text)


async def test_two_who_never_decide_go_on_by_default_with_a_pause_on_the_way(
    tmp_path: Path,
) -> None:
    for name in ("ada", "ben"):
        (tmp_path / name).mkdir()
    settled = ("--seats", "2", "--clock", "5", "--absences", "2")
    opens = ("host", "--plain", "--bind", HERE, *settled, "--name", "Ada")
    async with running(tmp_path / "ada", *opens) as ada:
        await ada.until("Waiting for others")
        invite = next(line for line in ada.heard if line.count("-") >= 8 and " " not in line)
        joins = ("join", "--plain", "--bind", HERE, "--name", "Ben", invite)
        async with running(tmp_path / "ben", *joins) as ben:
            await both(ada, ben, "seconds to decide")
            for player in (ada, ben):
                await hears(player, "After 2 absences a seat stays out")
            for player in (ada, ben):
                player.type("pause")
            await both(ada, ben, "The table is paused.")
            ben.type("continue")
            await both(ada, ben, "The game goes on.")
            # Nobody has typed an order, and both orders are sealed.
            await hears(ada, "Ben sealed 1 card.")
            await hears(ben, "Ada sealed 1 card.")
            for player in (ada, ben):
                player.type("close")
                assert await player.ended() == 0
