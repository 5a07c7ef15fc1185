"""A bad shuffle is shown to whoever was not there, whoever of the shufflers made it.

It follows the decks of those who shuffled before: without them nobody can see what is wrong.
"""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from protocol.log.messages import Signed, StepKind, Why
from protocol.log.transcript import MAGIC, ClosedStep, read_transcript, write_record
from protocol.peer.convict import convict
from protocol.peer.refused import Reason
from protocol.peer.verify import NotVerified, verify
from tests.peer.harness import Room
from tests.peer.scenes import (
    closed,
    closing_of,
    made_absent,
    others,
    reach,
    seated,
    shuffles_badly,
    speakers,
)

PLACES = range(4)


pytestmark = pytest.mark.usefixtures("remembered")


@cache
def found_out(place: int) -> tuple[Room, int, int]:
    """The shuffler at this place of four has shuffled badly: the room, the step and the seat."""
    room = seated(4)
    step = reach(room, StepKind.SHUFFLE)
    bad = speakers(room, step)[place]
    shuffles_badly(room, bad, step)
    room.run(until=lambda: closed(room, step, bad))
    return room, step, bad


@pytest.mark.parametrize("place", PLACES)
def test_the_record_holds_the_decks_that_it_follows_and_verifies(place: int) -> None:
    room, step, bad = found_out(place)
    for seat in others(room, bad):
        assert made_absent(room, seat) == [(step, bad, Why.FAULT)]
        assert room.seats[seat].peer.log.faults[bad].reason == Reason.BAD_SHUFFLE
        assert len(closing_of(room, step, seat).witnesses) == place
        data = bytes(room.seats[seat].transcript)
        assert len(verify(data).heads) == len(room.seats[seat].peer.log.closed)
        ((accused, evidence),) = room.seats[seat].evidence
        assert (accused, convict(evidence)[1].reason) == (bad, Reason.BAD_SHUFFLE)


@pytest.mark.parametrize("place", PLACES[1:])
def test_without_one_of_them_the_record_is_refused(place: int) -> None:
    room, step, bad = found_out(place)
    honest = others(room, bad)[0]
    records = list(read_transcript(bytes(room.seats[honest].transcript)))
    index = next(i for i, r in enumerate(records) if isinstance(r, ClosedStep) and r.step == step)
    record = records[index]
    assert isinstance(record, ClosedStep)
    for witness in record.witnesses:
        less: tuple[Signed, ...] = tuple(one for one in record.witnesses if one != witness)
        records[index] = replace(record, witnesses=less)
        with pytest.raises(NotVerified) as refused:
            verify(MAGIC + b"".join(write_record(one) for one in records))
        assert (refused.value.step, refused.value.seat) == (step, None)


@pytest.mark.parametrize("place", PLACES)
def test_an_honest_seat_that_is_started_again_in_that_step_catches_up(place: int) -> None:
    room = seated(4)
    step = reach(room, StepKind.SHUFFLE)
    bad = speakers(room, step)[place]
    shuffles_badly(room, bad, step)
    late = others(room, bad)[0]
    room.run(until=lambda: bool(room.seats[late].peer.log.faults))
    room.kill(late)
    room.restart(late)
    room.run(until=lambda: closed(room, step + 2, bad))
    assert made_absent(room, late) == made_absent(room, others(room, bad, late)[0])
