"""Nothing can be changed in a record, left out, put in or moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from protocol.log.errors import Malformed
from protocol.log.messages import PROTOCOL_VERSION, Goodbye, Thing
from protocol.log.transcript import MAGIC, ClosedStep, Truncated
from protocol.peer.verify import NotVerified, verify
from tests.peer.policies import remembered_group
from tests.peer.records import played, records_of, refused, transcript, written
from tests.peer.remembered import remembered_checks


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group(), remembered_checks():
        yield


# Changed bytes: anybody may have changed them, so nobody is named


def assert_refused(data: bytes) -> None:
    with pytest.raises((NotVerified, Malformed, Truncated)) as error:
        verify(data)
    assert getattr(error.value, "seat", None) is None


def test_every_changed_byte_of_the_first_steps_is_refused() -> None:
    data = transcript(played(2))
    records = records_of(data)
    opening = written(records[:4])
    for place in range(len(MAGIC), len(opening), 3):
        assert_refused(opening[:place] + bytes([opening[place] ^ 1]) + opening[place + 1 :])


@pytest.mark.parametrize("number", range(40))
def test_a_changed_byte_anywhere_is_refused(number: int) -> None:
    data = transcript(played(2))
    place = len(data) * (2 * number + 1) // 80
    changed = data[place] ^ (1 << number % 8)
    assert_refused(data[:place] + bytes([changed]) + data[place + 1 :])


# Records left out, put in, moved


def test_a_record_left_out_is_missed() -> None:
    records = records_of(transcript(played(2)))
    for number in range(1, 16):
        left_out = refused(records[:number] + records[number + 1 :])
        assert (left_out.step, left_out.seat) == (number, None)


def test_a_record_that_stands_twice_is_refused() -> None:
    records = records_of(transcript(played(2)))
    for number in range(1, 16):
        doubled = refused(records[: number + 1] + records[number:])
        assert (doubled.step, doubled.seat) == (number - 1, None)


def test_records_in_another_order_are_refused() -> None:
    records = records_of(transcript(played(2)))
    for number in range(1, 16):
        swapped = list(records)
        swapped[number : number + 2] = reversed(swapped[number : number + 2])
        assert refused(swapped).seat is None


def test_a_second_table_in_one_file_is_refused() -> None:
    records = records_of(transcript(played(2)))
    refused([*records[:5], records[0], *records[5:]])


def test_the_step_of_another_table_is_refused() -> None:
    records, other = (records_of(transcript(played(2, game))) for game in (0, 1))
    for number in (1, 2, 5, 9):
        assert (
            refused([*records[:number], other[number], *records[number + 1 :]]).step == number - 1
        )


Change = Callable[[ClosedStep], ClosedStep]


@pytest.mark.parametrize("number", [1, 4, 5, 6, 7, 9])
@pytest.mark.parametrize(
    "change",
    [
        lambda step: replace(step, entries=step.entries[1:]),
        lambda step: replace(step, entries=(*step.entries, step.entries[-1])),
        lambda step: replace(step, signatures=step.signatures[1:]),
        lambda step: replace(step, signatures=(*step.signatures, step.signatures[0])),
        lambda step: replace(step, signatures=step.signatures[::-1]),
        lambda step: replace(step, witnesses=step.entries[:1]),
        lambda step: replace(step, changes=step.entries[:1]),
        lambda step: replace(step, attempt=1),
        lambda step: replace(step, step=step.step + 1),
        lambda step: replace(step, entries=()),
        lambda step: replace(step, signatures=()),
    ],
    ids=[
        "an entry less",
        "an entry twice",
        "a signature less",
        "a signature more",
        "signatures exchanged",
        "a witness too many",
        "an entry among the changes",
        "another attempt",
        "another number",
        "no entries",
        "no certificate",
    ],
)
def test_a_step_with_something_less_or_more_is_refused(number: int, change: Change) -> None:
    records = records_of(transcript(played(2)))[: number + 1]
    step = records[number]
    assert isinstance(step, ClosedStep)
    broken = refused([*records[:number], change(step)])
    assert broken.step in (step.step, step.step + 1)
    assert broken.seat is None


def test_entries_that_do_not_stand_by_seat_are_refused() -> None:
    records = records_of(transcript(played(2)))
    for number in (1, 2, 3, 4, 6):
        step = records[number]
        assert isinstance(step, ClosedStep)
        turned = replace(step, entries=step.entries[::-1])
        assert refused([*records[:number], turned]).step == step.step


def test_a_signed_thing_that_no_step_needs_is_refused() -> None:
    stage = played(2)
    records = records_of(transcript(stage))[:8]
    state = verify(written(records)).log.state
    goodbye = stage.seats[0].key.sign(
        Thing.GOODBYE, Goodbye(PROTOCOL_VERSION, state.table, state.step, 0)
    )
    refused([*records, goodbye])
    step = records[-1]
    assert isinstance(step, ClosedStep)
    for changed in (
        replace(step, witnesses=(goodbye,)),
        replace(step, entries=(*step.entries, goodbye)),
    ):
        refused([*records[:-1], changed])
