"""Whole games to take things from, and a judge: what anybody finds out about a forged entry."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from protocol.log.evidence import Fault
from protocol.log.messages import PROTOCOL_VERSION, Entry, Signed, StepKind, Thing
from protocol.log.signing import read
from protocol.peer.closing import Closing
from protocol.peer.refused import Refused
from protocol.peer.state import GameState
from protocol.peer.steps import open_step
from protocol.peer.table import Table
from tests.peer.policies import Stage, remembered_group

__all__ = ["closings", "entry_of", "judged", "remembered", "rounds", "signed_entry"]


@contextmanager
def remembered() -> Iterator[None]:
    """For tests that play and check the same things many times."""
    with remembered_group():
        yield


@cache
def rounds(seats: int = 3, game: int = 0, number: int = 2) -> Stage:
    """A table on which this many rounds have been played and the next one dealt."""
    stage = Stage(seats, game=game)
    stage.start()

    def dealt() -> bool:
        return all(
            peer.log.open is not None
            and peer.log.open.kind is StepKind.ORDER
            and stage.round_of(peer.seat) == number + 1
            for peer in stage.others()
        )

    stage.run(dealt)
    assert dealt()
    return stage


def closings(stage: Stage, kind: StepKind) -> list[Closing]:
    """The closed steps of this kind, oldest first."""
    return [closing for closing in stage.peer(0).log.closed if closing.kind is kind]


def entry_of(closing: Closing, seat: int) -> Entry:
    """What ``seat`` said in a closed step."""
    signed = closing.said_by(seat)
    assert signed is not None
    return read(signed, Entry)


def signed_entry(
    stage: Stage, state: GameState, seat: int, body: object, follows: bytes = b""
) -> Signed:
    """An entry of ``seat`` in the step that is due in ``state``, with its own signature."""
    assert state.due is not None
    value = Entry(
        PROTOCOL_VERSION,
        state.table,
        state.step,
        seat,
        state.due.kind,
        state.head,
        follows,
        body,
    )
    return stage.seats[seat].key.sign(Thing.ENTRY, value)


def judged(state: GameState, *things: Signed) -> dict[int, Fault]:
    """What everybody who stands at ``state`` finds out when these things come in."""
    table = Table(state, open_step(state))
    for signed in things:
        table.offer(signed)
        while table.jobs:
            job = table.jobs.pop(0)
            result: object
            try:
                result = job.run()
            except Refused as refused:
                result = refused
            table.checked(job, result)
    return table.faults
