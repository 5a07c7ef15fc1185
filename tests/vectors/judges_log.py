"""Judges of signed things, messages, attempts and evidence."""

from __future__ import annotations

from typing import Any

from protocol.log.attempts import Clash, Outcomes, agreements
from protocol.log.encoding import decode
from protocol.log.errors import Dropped, Malformed
from protocol.log.evidence import Kind, read_evidence
from protocol.log.messages import (
    PROTOCOL_VERSION,
    STATEMENTS,
    Roster,
    Signed,
    StepKind,
    Thing,
)
from protocol.log.openstep import OpenStep
from protocol.log.signing import check_signed, read
from protocol.log.transcript import Truncated
from protocol.log.wire import read_message
from protocol.peer.convict import convict
from protocol.peer.table import Table
from protocol.peer.verify import NotVerified
from tests.vectors.attempts import filled
from tests.vectors.judging import File, bytes_of, read_or_malformed, signed_of


def signed_things(case: File, file: File) -> str:
    roster = decode(bytes_of(file["roster"]), Roster)
    signed = signed_of([case["thing"], case["payload"], case["signature"]])
    verdict = "taken"
    try:
        value: Any = read(signed, STATEMENTS[signed.thing])
        if value.version != PROTOCOL_VERSION or value.table != bytes_of(file["table"]):
            raise Dropped("of another table")
        if value.seat >= len(roster.players):
            raise Dropped("of no seat")
        check_signed(signed, roster.players[value.seat].identity)
    except Dropped:
        verdict = "dropped"
    if signed.thing in (Thing.ENTRY, Thing.ACKNOWLEDGEMENT, Thing.GOODBYE):
        assert _offered(Table.start(roster), signed) == verdict
    return verdict


def _offered(table: Table, signed: Signed) -> str:
    try:
        assert table.offer(signed)
    except Dropped:
        return "dropped"
    return "taken"


def messages(case: File, _file: File) -> str:
    return read_or_malformed(read_message, bytes_of(case["bytes"]))


def attempts(case: File, file: File) -> str:
    kind = StepKind(case["kind"])
    step = OpenStep(
        step=file["step"],
        kind=kind,
        head=bytes_of(file["head"]),
        speakers=tuple(case["speakers"]),
        members=tuple(case["members"]),
        deals=kind in (StepKind.KEYS, StepKind.SHUFFLE, StepKind.SHARES),
        in_turn=kind is StepKind.SHUFFLE,
    )
    filled(step, tuple(map(signed_of, case["entries"])), tuple(map(signed_of, case["changes"])))
    outcomes, heads = Outcomes(step), []
    found = list(agreements(step, case["attempt"]))
    assert len(found) == len(case["agreements"])
    for agreement, expected in zip(found, case["agreements"], strict=True):
        assert [[s, str(w)] for s, w in agreement.left_out] == expected["left_out"]
        assert list(agreement.members) == expected["members"]
        outcome = outcomes.of(agreement)
        culprit = outcome.seat if isinstance(outcome, Clash) else None
        assert culprit == expected["culprit"]
        targets = [] if isinstance(outcome, Clash) else outcome
        assert sorted(target.head.hex() for target in targets) == expected["heads"]
        heads += targets
    return "outcome" if heads else "none"


def evidence(case: File, _file: File) -> str:
    data = bytes_of(case["bytes"])
    try:
        said = read_evidence(data)
    except (Malformed, Dropped):
        return "malformed"
    try:
        roster, fault = convict(data)
    except (Malformed, Truncated, NotVerified):
        return "refused"
    assert (roster, fault.seat, fault.kind) == (said.roster, said.seat, said.kind)
    if fault.kind is Kind.INVALID_ENTRY:
        assert fault.reason == case["why"]
    return "shows"
