"""The verification of a whole transcript (8.2)."""

from __future__ import annotations

from typing import NamedTuple

from tests.second_reader.encoding import Malformed
from tests.second_reader.reader import Reader
from tests.second_reader.records import Cut, Refused, records


class Verdict(NamedTuple):
    """What is to be said of a file."""

    verdict: str
    """`verified`, `unfinished`, `malformed`, `cut` or `refused`."""
    why: str = ""
    step: int | None = None
    seat: int | None = None
    reason: str | None = None
    held: bool = False
    """Whether at least one step of the file holds."""
    reader: Reader | None = None


def verify(data: bytes) -> Verdict:
    """The verdict on a whole file: that of the first record that is wrong."""
    reader = None
    try:
        following = records(data)
        _, roster = next(following)
        reader = Reader(roster)
        for tag, value in following:
            reader.take_in(tag, value)
        reader.after.open_hands()
    except Malformed as problem:
        held = reader is not None and reader.game.step > 0
        return Verdict("malformed", str(problem), held=held)
    except Cut:
        return Verdict("cut")
    except Refused as refused:
        return Verdict("refused", refused.why, refused.step, refused.seat, refused.reason)
    over = reader.game.kind is None
    return Verdict("verified" if over else "unfinished", reader=reader)
