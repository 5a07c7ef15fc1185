"""Between seated peers travel signed things and statuses, each in one form."""

import pytest

from protocol.log.encoding import encode
from protocol.log.errors import Malformed
from protocol.log.messages import AttemptStatus, Signed, Status, Thing
from protocol.log.wire import read_message, write_message

SIGNED = Signed(Thing.ENTRY, b"payload", bytes(64))
STATUS = Status(bytes(32), 5, 3, (AttemptStatus(0, 0, 1), AttemptStatus(1, 2, 0)), 0)


@pytest.mark.parametrize("message", [SIGNED, STATUS])
def test_a_message_comes_back_as_it_was(message: Signed | Status) -> None:
    assert read_message(write_message(message)) == message


@pytest.mark.parametrize(
    "value",
    [
        (),
        ("signed",),
        ("other", 1),
        (1, 2),
        "signed",
        ("signed", "entry", b"", bytes(64)),
        ("signed", "entry", b"x", bytes(63)),
        ("signed", "vote", b"x", bytes(64)),
        ("signed", "entry", bytes(60_001), bytes(64)),
        ("status", bytes(32), 5, 16, (), 0),
        ("status", bytes(32), 5, 0, (), 0, 0),
        (("signed",), 1),
    ],
)
def test_anything_else_is_the_fault_of_the_link(value: object) -> None:
    with pytest.raises(Malformed):
        read_message(encode(value))


def test_a_second_form_of_a_message_is_the_fault_of_the_link() -> None:
    data = write_message(STATUS)
    with pytest.raises(Malformed):
        read_message(b"\xdc\x00\x06" + data[1:])
