"""A journal gives back what was signed and kept secret, and shows neither."""

import pytest

from protocol.log.errors import Malformed
from protocol.log.journal import Secret, read_journal, write_record
from protocol.log.messages import PROTOCOL_VERSION, Acknowledgement, Entry, StepKind, Thing
from protocol.log.signing import SigningKey

KEY = SigningKey(bytes(32))
ENTRY = KEY.sign(
    Thing.ENTRY, Entry(PROTOCOL_VERSION, bytes(32), 4, 0, StepKind.KEYS, bytes(32), b"", ())
)
SAID = KEY.sign(
    Thing.ACKNOWLEDGEMENT, Acknowledgement(PROTOCOL_VERSION, bytes(32), 4, 0, 0, bytes(32))
)
SECRET = Secret(4, StepKind.KEYS, b"the deal key, 32 bytes of secret")


def test_records_come_back_by_step() -> None:
    journal = read_journal([write_record(record) for record in (SECRET, ENTRY, SAID)])
    assert journal.secrets == {4: SECRET}
    assert journal.entries == {4: ENTRY}
    assert journal.acknowledgements == {(4, 0): SAID}


def test_no_repr_shows_a_secret() -> None:
    journal = read_journal([write_record(SECRET)])
    shown = repr(journal) + repr(SECRET) + str(SECRET)
    assert "secret" not in shown.replace("secrets", "")
    assert SECRET.value.hex() not in shown


@pytest.mark.parametrize("data", [b"", b"\x01", b"\x92\xa5other\x90", b"\x92\xa6secret\x90"])
def test_other_bytes_are_no_record(data: bytes) -> None:
    with pytest.raises(Malformed):
        read_journal([data])
