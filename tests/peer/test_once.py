"""A seat stops rather than sign what would convict it, whatever the code around it does wrong."""

import pytest

from protocol.log.encoding import Struct
from protocol.log.evidence import Kind
from protocol.log.journal import write_record
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Signed,
    StepKind,
    Talk,
    Thing,
)
from protocol.log.signing import SigningKey
from protocol.peer.effects import Send, Write
from protocol.peer.once import WouldConvict
from protocol.peer.outbox import Outbox
from protocol.peer.signer import Signer

KEY = SigningKey(bytes(32))
TABLE = bytes(32)


def entry(body: int, step: int = 3) -> Entry:
    return Entry(PROTOCOL_VERSION, TABLE, step, 0, StepKind.SEATS, bytes(32), b"", (body,))


def said(head: int, attempt: int = 0, step: int = 3) -> Acknowledgement:
    return Acknowledgement(PROTOCOL_VERSION, TABLE, step, 0, attempt, bytes([head]) * 32)


def change(attempt: int, *reported: Acknowledgement) -> Change:
    things = tuple(KEY.sign(Thing.ACKNOWLEDGEMENT, each) for each in reported)
    return Change(PROTOCOL_VERSION, TABLE, 3, 0, attempt, (), things)


_THINGS: dict[type[Struct], Thing] = {
    Entry: Thing.ENTRY,
    Acknowledgement: Thing.ACKNOWLEDGEMENT,
    Change: Thing.CHANGE,
    Talk: Thing.TALK,
}


def sign(value: Struct) -> Signed:
    return KEY.sign(_THINGS[type(value)], value)


PAIRS = [
    pytest.param(Kind.TWO_ENTRIES, entry(1), entry(2), id="two entries"),
    pytest.param(Kind.TWO_ACKNOWLEDGEMENTS, said(1), said(2), id="two acknowledgements"),
    pytest.param(Kind.TWO_CHANGES, change(1), change(1, said(1)), id="two changes"),
    pytest.param(
        Kind.UNREPORTED_ACKNOWLEDGEMENT,
        change(2),
        said(1, attempt=1),
        id="an acknowledgement that an earlier change had to report",
    ),
    pytest.param(
        Kind.UNREPORTED_ACKNOWLEDGEMENT,
        said(1, attempt=1),
        change(2, said(1, attempt=0)),
        id="a change that does not report",
    ),
]


@pytest.mark.parametrize("in_an_earlier_life", [False, True])
@pytest.mark.parametrize(("kind", "first", "second"), PAIRS)
def test_the_second_of_two_things_that_convict_is_neither_written_nor_sent(
    kind: Kind, first: Struct, second: Struct, in_an_earlier_life: bool
) -> None:
    outbox = Outbox()
    journal = [write_record(sign(first))] if in_an_earlier_life else []
    signer = Signer(KEY, journal, outbox)
    if not in_an_earlier_life:
        signer.put(sign(first))
        outbox.take(None)
    with pytest.raises(WouldConvict) as refused:
        signer.put(sign(second))
    assert (refused.value.kind, refused.value.step) == (kind, 3)
    assert not [each for each in outbox.take(None) if isinstance(each, Send | Write)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(entry(1), entry(1), id="the same again"),
        pytest.param(entry(1), entry(2, step=4), id="entries of two steps"),
        pytest.param(said(1), said(2, attempt=1), id="acknowledgements of two attempts"),
        pytest.param(said(1, step=2), change(1), id="an acknowledgement of an earlier step"),
        pytest.param(said(1), change(1, said(1)), id="a change that reports it"),
        pytest.param(change(1), said(1, attempt=1), id="an acknowledgement after its change"),
        pytest.param(
            Talk(PROTOCOL_VERSION, TABLE, 0, 1, "", "hello"),
            Talk(PROTOCOL_VERSION, TABLE, 0, 2, "", "goodbye"),
            id="two lines of talk",
        ),
    ],
)
def test_what_contradicts_nothing_is_written_and_then_sent(first: Struct, second: Struct) -> None:
    outbox = Outbox()
    signer = Signer(KEY, [], outbox)
    signer.put(sign(first))
    signer.put(sign(second))
    effects = [each for each in outbox.take(None) if isinstance(each, Send | Write)]
    assert [type(each) for each in effects] == [Write, Write, Send, Send]
