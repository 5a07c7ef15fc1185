"""What is written to the wire and to files is tagged as it says."""

from __future__ import annotations

from protocol.log import evidence, journal, messages, transcript, wire
from protocol.log.encoding import encode
from protocol.log.messages import Signed, StepKind, Thing
from tests.document.rosters import example_roster
from tests.document.tables import table


def test_the_messages_of_a_table_are_the_written_ones() -> None:
    signed = Signed(Thing.ENTRY, b"\x00", bytes(64))
    status = messages.Status(bytes(32), 0, 0, (), 0)
    for tag, struct in table("table messages"):
        (message,) = (m for m in (signed, status) if type(m).__name__ == struct)
        fields = tuple(getattr(message, name) for name in message.__struct_fields__)
        assert wire.write_message(message) == encode((tag, *fields))
    assert len(table("table messages")) == 2


def test_the_records_of_a_transcript_are_the_written_ones() -> None:
    examples = {
        "Roster": example_roster(),
        "ClosedStep": transcript.ClosedStep(0, (), 0, (), (), ()),
        "Signed": Signed(Thing.RESULT, b"\x00", bytes(64)),
    }
    assert {row[1] for row in table("transcript records")} == set(examples)
    for tag, struct, _often in table("transcript records"):
        data = encode((tag, examples[struct]))
        assert transcript.write_record(examples[struct]) == len(data).to_bytes(4, "big") + data


def test_the_records_of_a_journal_are_the_written_ones() -> None:
    examples = {
        "Secret": journal.Secret(3, StepKind.KEYS, bytes(32)),
        "Forgotten": journal.Forgotten(3),
        "Held": journal.Held(3, Signed(Thing.ENTRY, b"\x00", bytes(64))),
        "Signed": Signed(Thing.ENTRY, b"\x00", bytes(64)),
    }
    assert {row[1] for row in table("journal records")} == set(examples)
    for tag, struct in table("journal records"):
        assert journal.write_record(examples[struct]) == encode((tag, examples[struct]))


def test_an_evidence_file_is_written_as_it_says() -> None:
    signed = Signed(Thing.ENTRY, b"\x00", bytes(64))
    value = evidence.Evidence(
        evidence.Kind.INVALID_ENTRY, 1, example_roster(), b"", (signed,), (signed,)
    )
    magic = b"koryo-evidence" + bytes(2)
    assert len(magic) == 16
    assert evidence.write_evidence(value) == magic + encode(value)
