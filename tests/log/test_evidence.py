"""Evidence convicts by what its seat signed, and by nothing else."""

import pytest

from protocol.log.chain import table_id
from protocol.log.errors import Dropped
from protocol.log.evidence import Evidence, Kind, check_pair, read_evidence, write_evidence
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Player,
    Roster,
    Settings,
    Signed,
    StepKind,
    Thing,
)
from protocol.log.signing import SigningKey

ADA, BEN = (SigningKey(bytes([number]) * 32) for number in (1, 2))
ROSTER = Roster(
    1,
    1,
    Settings(),
    (Player(ADA.identity, "Ada", bytes(32)), Player(BEN.identity, "Ben", bytes(32))),
)
TABLE = table_id(ROSTER)


def entry(step: int = 3, body: int = 1, seat: int = 0, table: bytes = TABLE) -> Entry:
    return Entry(PROTOCOL_VERSION, table, step, seat, StepKind.SEATS, bytes(32), b"", (body,))


def said(step: int = 3, head: int = 1, attempt: int = 0, seat: int = 0) -> Acknowledgement:
    return Acknowledgement(PROTOCOL_VERSION, TABLE, step, seat, attempt, bytes([head]) * 32)


def change(attempt: int = 1, reported: tuple[Signed, ...] = ()) -> Change:
    return Change(PROTOCOL_VERSION, TABLE, 3, 0, attempt, (), reported)


def sign(key: SigningKey, value: Entry | Acknowledgement | Change) -> Signed:
    things = {Entry: Thing.ENTRY, Acknowledgement: Thing.ACKNOWLEDGEMENT, Change: Thing.CHANGE}
    return key.sign(things[type(value)], value)


def evidence(kind: Kind, *things: Signed, seat: int = 0) -> Evidence:
    return Evidence(kind, seat, ROSTER, b"", things)


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        (Kind.TWO_ENTRIES, entry(body=1), entry(body=2)),
        (Kind.TWO_ACKNOWLEDGEMENTS, said(head=1), said(head=2)),
        (
            Kind.TWO_CHANGES,
            change(),
            Change(PROTOCOL_VERSION, TABLE, 3, 0, 1, (), (sign(ADA, said()),)),
        ),
        (Kind.UNREPORTED_ACKNOWLEDGEMENT, change(attempt=2), said(attempt=1)),
    ],
)
def test_two_things_that_contradict_each_other_convict(
    kind: Kind, first: Entry, second: Entry
) -> None:
    check_pair(evidence(kind, sign(ADA, first), sign(ADA, second)))


@pytest.mark.parametrize(
    ("kind", "first", "second", "why"),
    [
        (Kind.TWO_ENTRIES, entry(), entry(), "twice the same"),
        (Kind.TWO_ENTRIES, entry(step=3), entry(step=4, body=2), "two steps"),
        (Kind.TWO_ENTRIES, entry(), entry(body=2, table=bytes(32)), "another table"),
        (Kind.TWO_ENTRIES, entry(), entry(body=2, seat=1), "says it is another seat"),
        (Kind.TWO_ENTRIES, entry(), said(), "an entry and an acknowledgement"),
        (Kind.TWO_ACKNOWLEDGEMENTS, said(attempt=0), said(attempt=1, head=2), "two attempts"),
        (Kind.TWO_ACKNOWLEDGEMENTS, said(), said(), "the same head"),
        (Kind.TWO_CHANGES, change(1), change(2), "two attempts"),
        (Kind.UNREPORTED_ACKNOWLEDGEMENT, change(1), said(attempt=1), "of the attempt itself"),
        (
            Kind.UNREPORTED_ACKNOWLEDGEMENT,
            change(1, (sign(ADA, said()),)),
            said(),
            "it is reported",
        ),
        (Kind.INVALID_ENTRY, entry(), entry(body=2), "needs the record"),
    ],
)
def test_what_an_honest_seat_may_sign_convicts_nobody(
    kind: Kind, first: Entry, second: Entry, why: str
) -> None:
    with pytest.raises(Dropped):
        check_pair(evidence(kind, sign(ADA, first), sign(ADA, second)))


def test_what_somebody_else_signed_convicts_nobody() -> None:
    with pytest.raises(Dropped):
        check_pair(evidence(Kind.TWO_ENTRIES, sign(ADA, entry()), sign(BEN, entry(body=2))))


def test_two_signatures_over_one_payload_are_one_entry() -> None:
    signed = sign(ADA, entry())
    again = Signed(signed.thing, signed.payload, bytes(64))
    with pytest.raises(Dropped):
        check_pair(evidence(Kind.TWO_ENTRIES, signed, again))


def test_an_evidence_file_reads_back() -> None:
    value = evidence(Kind.TWO_ENTRIES, sign(ADA, entry()), sign(ADA, entry(body=2)))
    assert read_evidence(write_evidence(value)) == value
