"""Verifying a transcript: the same table as in play, driven by a file.

Every signature, link of the chain, certificate, proof, commitment and rule is checked again, and
every record must be one that is needed: a changed or added byte is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from protocol.log.encoding import Struct, encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import (
    PROTOCOL_VERSION,
    RULES_VERSION,
    Acknowledgement,
    Entry,
    Result,
    Roster,
    Signed,
    Thing,
)
from protocol.log.signing import check_identity, check_signed, read
from protocol.log.transcript import ClosedStep, Record, Truncated, read_transcript
from protocol.peer.checks import the_position
from protocol.peer.table import Table
from protocol.rules import Outcome, outcome


class NotVerified(ValueError):
    """The transcript is refused. ``step`` is the first bad step (None: the file's beginning or
    end), ``seat`` whose fault it is (None: nobody's that could be named)."""

    def __init__(self, step: int | None, seat: int | None, reason: str) -> None:
        super().__init__(reason)
        self.step = step
        self.seat = seat
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Verified:
    """A transcript in which everything holds. ``outcome`` is None while the game is unfinished."""

    roster: Roster
    table: bytes
    heads: tuple[bytes, ...]
    """The head after each closed step; the last is the final head of a finished game."""
    records: tuple[ClosedStep, ...]
    kinds: tuple[str, ...]
    outcome: Outcome | None
    signed_result: tuple[int, ...]
    log: Table

    @property
    def finished(self) -> bool:
        """Whether the last step of a game has closed."""
        return self.outcome is not None


def verify(data: bytes, progress: Callable[[int], None] = lambda step: None) -> Verified:
    """Check a whole transcript file; ``progress`` is told the number of each step that holds.

    Raises ``Malformed`` if the bytes are no transcript, ``Truncated`` if they end inside a record,
    ``NotVerified`` if something in them does not hold.
    """
    records = iter(read_transcript(data))
    roster = next(records, None)
    if not isinstance(roster, Roster):
        raise Malformed("a transcript begins with its table")
    check_roster(roster)
    table = Table.start(roster)
    steps: list[ClosedStep] = []
    results: dict[int, Signed] = {}
    for record in records:
        if isinstance(record, ClosedStep) and not results:
            _replay(table, record)
            steps.append(record)
            progress(record.step)
        elif isinstance(record, Signed):
            _result(table, record, results)
        else:
            raise NotVerified(None, None, "a record stands where none of its kind belongs")
    ended = outcome(the_position(table.state)) if table.open is None else None
    return Verified(
        roster,
        table.state.table,
        tuple(closing.after.head for closing in table.closed),
        tuple(steps),
        tuple(closing.kind for closing in table.closed),
        ended,
        tuple(sorted(results)),
        table,
    )


def check_roster(roster: Roster) -> None:
    """Raises ``NotVerified`` for a roster no table can start with."""
    if roster.protocol != PROTOCOL_VERSION or roster.rules != RULES_VERSION:
        raise NotVerified(
            None,
            None,
            f"played with protocol {roster.protocol} and rules {roster.rules}; this program "
            f"verifies protocol {PROTOCOL_VERSION} and rules {RULES_VERSION}",
        )
    identities = [player.identity for player in roster.players]
    if len(set(identities)) != len(identities):
        raise NotVerified(None, None, "one identity sits in two seats")
    for seat, identity in enumerate(identities):
        try:
            check_identity(identity)
        except Dropped as error:
            raise NotVerified(None, seat, str(error)) from None


def _replay(table: Table, record: ClosedStep) -> None:
    """Close the open step with exactly this record."""
    step = table.open
    if step is None or record.step != step.step:
        raise NotVerified(record.step, None, "the step is not the one that follows")
    if record.attempt != 0 or record.changes:
        raise NotVerified(record.step, None, "this version knows no further attempts")
    seats = [_offer_entry(table, signed, record.step) for signed in record.entries]
    if seats != sorted(step.speakers) or step.closing_head is None:
        raise NotVerified(record.step, None, "the entries are not exactly one of each speaker")
    if len(record.signatures) != len(step.members):
        raise NotVerified(record.step, None, "the certificate is not one signature a member")
    closing_head = step.closing_head
    for seat, signature in zip(step.members, record.signatures, strict=True):
        value = Acknowledgement(
            PROTOCOL_VERSION, table.state.table, record.step, seat, 0, closing_head
        )
        _offer(table, _signed(Thing.ACKNOWLEDGEMENT, value, signature), record.step, seat)
    if table.broken is not None:
        raise NotVerified(record.step, None, table.broken)


def _offer_entry(table: Table, signed: Signed, number: int) -> int:
    if signed.thing is not Thing.ENTRY:
        raise NotVerified(number, None, "a step holds something that is no entry")
    try:
        entry = read(signed, Entry)
    except Dropped as error:
        raise NotVerified(number, None, str(error)) from None
    step = table.open
    assert step is not None
    if entry.step != number or entry.head != step.head:
        raise NotVerified(number, entry.seat, "the entry is signed on another head or step")
    _offer(table, signed, number, entry.seat)
    return entry.seat


def _offer(table: Table, signed: Signed, number: int, seat: int) -> None:
    try:
        new = table.offer(signed)
    except Dropped as error:
        raise NotVerified(number, seat, str(error)) from None
    while table.jobs:
        job = table.jobs.pop(0)
        try:
            result = job.run()
        except ValueError as error:
            result = error
        table.checked(job, result)
    if table.fault is not None:
        raise NotVerified(table.fault.step, table.fault.seat, table.fault.detail)
    if not new:
        raise NotVerified(number, seat, "something is signed twice, or not needed")


def _result(table: Table, signed: Signed, results: dict[int, Signed]) -> None:
    if table.open is not None or signed.thing is not Thing.RESULT:
        raise NotVerified(None, None, "a record stands where none of its kind belongs")
    try:
        result = read(signed, Result)
        if result.seat not in table.state.seats:
            raise Dropped("the result names a seat this table does not have")
        check_signed(signed, table.state.identity(result.seat))
    except Dropped as error:
        raise NotVerified(None, None, str(error)) from None
    scores = tuple(score.total for score in outcome(the_position(table.state)).scores)
    expected = (PROTOCOL_VERSION, table.state.table, table.state.head, scores)
    if (result.version, result.table, result.head, result.scores) != expected:
        raise NotVerified(None, result.seat, "a signed result is not that of this game")
    if result.seat in results:
        raise NotVerified(None, result.seat, "a seat's result stands twice")
    results[result.seat] = signed


def _signed(thing: Thing, value: Struct, signature: bytes) -> Signed:
    return Signed(thing, encode(value), signature)


__all__ = ["NotVerified", "Record", "Truncated", "Verified", "check_roster", "verify"]
