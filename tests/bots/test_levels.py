"""Every level and style plays whole games, legally, and better than the one below."""

import pytest

from koryo_tui.arena import Match, play_batch
from koryo_tui.arena_report import win_shares
from koryo_tui.bots.answers import check_decision
from koryo_tui.bots.registry import levels, make_bot, styles
from tests.bots.helpers import play


@pytest.mark.parametrize("level", levels())
@pytest.mark.parametrize("style", styles())
def test_every_style_decides_legally(level: str, style: str) -> None:
    bots = [make_bot(f"{level}:{style}", seat) for seat in range(3)]
    decided = 0
    for moment in play(bots, seed=20, work=12):
        check_decision(moment.sight.question, moment.decision)
        decided += 1
    assert decided >= 8 * 3 * 2


@pytest.mark.parametrize(
    ("better", "worse", "games"), [("steady", "easy", 40), ("strong", "easy", 8)]
)
def test_a_level_beats_the_one_below(better: str, worse: str, games: int) -> None:
    match = Match((better, worse), 2, "levels", 0.01, by_clock=False)
    shares = win_shares(match.names, play_batch(match, range(games)))
    assert shares[better].part > 0.5
