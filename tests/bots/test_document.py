"""The player in docs/bots.md is a player."""

from __future__ import annotations

import re
from pathlib import Path

from koryo_tui.bots.answers import check_decision
from koryo_tui.bots.steady import Steady
from tests.bots.helpers import play

DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_example_plays_a_whole_game() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 30
    names: dict[str, type] = {}
    exec(code, names)
    moments = list(play([names["Collector"](1), Steady(1)], seed=40))
    for moment in moments:
        check_decision(moment.sight.question, moment.decision)
    assert moments[-1].game.position.round == 8
    assert {moment.sight.seat for moment in moments} == {0, 1}
