"""Whole games and their transcripts, to be taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from protocol.log.transcript import MAGIC, Record, read_transcript, write_record
from protocol.peer.verify import NotVerified, verify
from tests.peer.policies import Stage


@cache
def played(seats: int, game: int = 0) -> Stage:
    """A whole game."""
    stage = Stage(seats, game=game)
    stage.start()
    stage.run(lambda: all(peer.settled for peer in stage.others()))
    assert all(peer.settled for peer in stage.others())
    return stage


def transcript(stage: Stage, seat: int = 0) -> bytes:
    return bytes(stage.seats[seat].transcript)


def records_of(data: bytes) -> list[Record]:
    return list(read_transcript(data))


def written(records: Sequence[Record]) -> bytes:
    return MAGIC + b"".join(write_record(record) for record in records)


def refused(records: Sequence[Record]) -> NotVerified:
    with pytest.raises(NotVerified) as error:
        verify(written(records))
    return error.value
