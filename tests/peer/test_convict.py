"""An evidence file convinces whoever was not there, also of a shuffle that followed others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from protocol.log.messages import Entry, Signed, StepKind
from protocol.log.signing import read
from protocol.peer.bodies import ShuffleBody
from protocol.peer.convict import convict
from protocol.peer.refused import Reason
from tests.peer.cheats import Liar
from tests.peer.policies import Stage, remembered_group


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group():
        yield


def shuffled_badly(seats: int, seat: int) -> Stage:
    """A table at which ``seat`` breaks the proof of its first shuffle."""
    stage = Stage(seats)
    liar = Liar(stage.peer(seat), stage)
    honest = liar.own._entry

    def entry(body: ShuffleBody, follows: bytes) -> Signed:
        if liar.step.kind is not StepKind.SHUFFLE or liar.said:
            return honest(body, follows)
        bad = replace(body, proof=body.proof[:-1] + bytes([body.proof[-1] ^ 1]))
        liar.said.append(honest(bad, follows))
        return liar.said[0]

    liar.own._entry = entry
    stage.start()
    others = [other for other in range(seats) if other != seat]
    stage.run(lambda: all(seat in stage.peer(other).log.faults for other in others))
    return stage


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_a_bad_shuffle_at_every_place_of_the_chain(seats: int, seat: int) -> None:
    stage = shuffled_badly(seats, seat)
    followed = set()
    for other in range(seats):
        if other == seat:
            continue
        ((accused, data),) = stage.seats[other].evidence
        roster, fault = convict(data)
        assert accused == fault.seat == seat
        assert fault.reason == Reason.BAD_SHUFFLE
        assert roster == stage.roster
        followed.add(bool(read(fault.things[0], Entry).follows))
    # The first to shuffle follows nobody; everybody sees the same entry.
    assert len(followed) == 1
