"""The table of steps is that of the code, and so are the speakers of each."""

from __future__ import annotations

from protocol.log.messages import StepKind
from protocol.peer.steps import STEPS
from tests.document.games import beginning, in_discard
from tests.document.tables import column, table


def test_the_table_of_steps_is_that_of_the_code() -> None:
    def yes(value: bool) -> str:
        return "yes" if value else "no"

    assert tuple((r[0], r[2], r[3], r[4]) for r in table("steps")) == tuple(
        (kind, yes(rule.in_turn), yes(rule.asks), rule.body.__name__)
        for kind, rule in STEPS.items()
    )
    assert column("steps") == tuple(StepKind)


def test_the_speakers_of_each_step_are_the_written_ones() -> None:
    words = dict(zip(column("steps"), column("steps", 1), strict=True))
    seen = []
    for state in (*beginning(3), in_discard()):
        assert state.due is not None
        position = state.position
        speakers = {"all seated": state.seated}
        if position is not None:
            speakers["all seated, in order of play"] = position.order_of_play()
            speakers["the seat that acts"] = (position.actor,) if position.actor is not None else ()
        assert state.due.speakers == speakers[words[state.due.kind]], state.due.kind
        seen.append(state.due.kind)
    assert seen == list(StepKind)
