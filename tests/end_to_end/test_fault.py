"""One of the processes cheats: the others name it, keep what shows it, and play on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.log.messages import Why
from protocol.peer.refused import Reason
from protocol.peer.verify import verify
from tests.end_to_end.mortals import MortalGame
from tests.koryo_tui.processes import run

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[MortalGame]:
    opened = MortalGame(tmp_path / "game", 3)
    yield opened
    opened.end()


@pytest.fixture
def game_of_two(tmp_path: Path) -> Iterator[MortalGame]:
    opened = MortalGame(tmp_path / "game", 2)
    yield opened
    opened.end()


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[MortalGame]:
    """Three who go on without somebody after some seconds."""
    opened = MortalGame(tmp_path / "game", 3, options=("--grace", "6"))
    yield opened
    opened.end()


def test_a_forbidden_turn_leaves_its_seat_out_with_the_evidence(
    game: MortalGame, tmp_path: Path
) -> None:
    cheat = game.mortals[2]
    honest = game.mortals[:2]
    cheat.cheats_from = 2
    game.start()
    game.wait_until(lambda: all(mortal.has_ended_well for mortal in honest), 240.0)
    kept = [next(mortal.profile.glob("transcripts/*.koryo")) for mortal in honest]
    found = [verify(path.read_bytes()) for path in kept]
    assert all(each.finished for each in found)
    assert found[0].heads == found[1].heads
    (seat,) = found[0].log.faults
    assert found[0].log.faults[seat].reason == Reason.ILLEGAL_MOVE
    name = found[0].log.state.roster.players[seat].name
    assert name == f"Bot {cheat.number}"
    assert [w for c in found[0].log.closed for w in c.made_absent] == [(seat, Why.FAULT)]
    for mortal in honest:
        (evidence,) = mortal.profile.glob("transcripts/*.koryo-evidence")
        said = run("verify", evidence, at=tmp_path, code=0).stdout
        assert name in said


@pytest.mark.skipif("KORYO_SOAK" not in os.environ, reason="make soak plays it: it mostly waits")
def test_one_who_withholds_its_acknowledgement_is_left_out_without_blame(
    patient: MortalGame,
) -> None:
    withholder = patient.mortals[2]
    withholder.withholds_in = 7
    patient.start()
    patient.wait_until(lambda: all(mortal.has_ended_well for mortal in patient.mortals), 240.0)
    kept = [next(mortal.profile.glob("transcripts/*.koryo")) for mortal in patient.mortals]
    found = [verify(path.read_bytes()) for path in kept]
    assert all(each.finished for each in found)
    assert len({each.heads for each in found}) == 1
    log = found[0].log
    assert log.faults == {}
    ((seat, why),) = (gone for closed in log.closed for gone in closed.made_absent)
    assert log.state.roster.players[seat].name == f"Bot {withholder.number}"
    assert why is Why.SILENT
    assert seat in log.state.seated, "it is back in the last round"


def test_whoever_is_left_alone_by_a_cheat_finishes_the_round_and_wins_by_default(
    game_of_two: MortalGame, tmp_path: Path
) -> None:
    honest, cheat = game_of_two.mortals
    cheat.cheats_from = 1
    game_of_two.start()
    game_of_two.wait_until(lambda: honest.has_ended_well, 240.0)
    (kept,) = honest.profile.glob("transcripts/*.koryo")
    found = verify(kept.read_bytes())
    assert found.finished
    assert list(found.log.faults) == [1]
    assert found.kinds.count("keys") == 1, "nothing more is dealt"
    said = run("verify", kept, at=tmp_path, code=0).stdout
    assert "by default" in said
