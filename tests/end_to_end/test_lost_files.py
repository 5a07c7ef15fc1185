"""A seat comes back without its journal, or with an old one: it says goodbye for the round."""

from __future__ import annotations

import shutil

import pytest

from protocol.log.messages import Why
from tests.end_to_end.mortal_bot import Point
from tests.end_to_end.mortals import NEVER, PATIENCE, Mortal, MortalGame, Open, are_dealt, gone

pytestmark = pytest.mark.timeout(300)


def test_whoever_has_lost_what_it_signed_says_goodbye_for_the_round(open_game: Open) -> None:
    """One has lost its journal, another's is damaged, and a third has put an old backup back: each
    is left out by its own goodbye, asks to be seated again, and nobody is at fault."""
    game = open_game(3)
    host, damaging, losing = game.mortals
    game.want(2)
    game.start()
    game.wait_until(lambda: are_dealt(game, 2))
    host.kill()
    backup = game.folder / "backup"
    shutil.copytree(host.root, backup)
    game.resume(host)

    losing.kill()
    (losing.table / "journal").unlink()
    # It dies once more with the goodbye that it has signed.
    losing.points.write_text(f"{Point('order', 'goodbye', 'after-write', 2)}\n")
    game.resume(losing)
    game.wait_for_death(losing)
    game.resume(losing)
    all_play_again_after_a_goodbye(game, losing, 4)

    damaging.kill()
    damaged = bytearray((damaging.table / "journal").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (damaging.table / "journal").write_bytes(damaged)
    game.resume(damaging)
    game.wait_until(lambda: (damaging.table / "journal-damaged").exists())
    assert (damaging.table / "journal-damaged").read_bytes() == damaged
    # Killed once more it remembers that it has forgotten.
    damaging.kill()
    game.resume(damaging)
    all_play_again_after_a_goodbye(game, damaging, 6)

    host.kill()
    shutil.rmtree(host.root)
    shutil.copytree(backup, host.root)
    game.resume(host)
    all_play_again_after_a_goodbye(game, host, NEVER)

    game.play_on(PATIENCE)
    found, *_ = game.verified()
    assert not found.log.faults
    names = [player.name for player in found.roster.players]
    seats = [names.index(f"Bot {mortal.number}") for mortal in (losing, damaging, host)]
    assert gone(found) == [(seat, Why.GOODBYE) for seat in seats]
    assert all(found.log.state.readmitted[seat] > 0 for seat in seats)


def all_play_again_after_a_goodbye(game: MortalGame, mortal: Mortal, round_: int) -> None:
    """It asks for its seat, the others go on, and all wait in ``round_``, if there is one."""
    game.want(round_)
    game.wait_until(lambda: mortal.has_signed(b"return", 1))
    if round_ != NEVER:
        game.wait_for_round(round_, *game.mortals)
