"""A transcript reads back record by record, and knows when it was cut."""

import pytest

from protocol.log.errors import Malformed
from protocol.log.messages import Player, Roster, Settings, Signed, Thing
from protocol.log.transcript import (
    MAGIC,
    ClosedStep,
    Truncated,
    read_transcript,
    start_transcript,
    write_record,
)

ROSTER = Roster(
    1, 1, Settings(), (Player(bytes(32), "Ada", bytes(32)), Player(bytes(32), "Ben", bytes(32)))
)
STEP = ClosedStep(0, (Signed(Thing.ENTRY, b"x", bytes(64)),), 0, (), (), (bytes(64), bytes(64)))
RESULT = Signed(Thing.RESULT, b"y", bytes(64))
FILE = start_transcript(ROSTER) + write_record(STEP) + write_record(RESULT)


def test_records_come_back_in_order() -> None:
    assert list(read_transcript(FILE)) == [ROSTER, STEP, RESULT]


def test_a_cut_anywhere_is_noticed_or_leaves_whole_records() -> None:
    starts = {len(MAGIC), len(start_transcript(ROSTER)), len(FILE) - len(write_record(RESULT))}
    for length in range(len(FILE)):
        expected: type[Exception] = Malformed if length < len(MAGIC) else Truncated
        if length in starts:
            list(read_transcript(FILE[:length]))
        else:
            with pytest.raises(expected):
                list(read_transcript(FILE[:length]))


@pytest.mark.parametrize(
    "data",
    [b"", b"GIF89a and something", MAGIC + b"\xff\xff\xff\xff", MAGIC + b"\x00\x00\x00\x00"],
)
def test_something_else_is_no_transcript(data: bytes) -> None:
    with pytest.raises(Malformed):
        list(read_transcript(data))


def test_a_second_form_of_a_record_is_malformed() -> None:
    record = write_record(RESULT)[4:]
    longer = b"\xdc\x00\x02" + record[1:]
    with pytest.raises(Malformed):
        list(read_transcript(MAGIC + len(longer).to_bytes(4, "big") + longer))
