"""Verifying a transcript: the same table as in play, driven by a file.

Every signature, link of the chain, certificate, proof, commitment and rule is checked again, and
every record must be one that is needed: a changed or added byte is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from protocol.log.chain import payload_hash
from protocol.log.encoding import encode
from protocol.log.errors import Dropped, Malformed
from protocol.log.messages import (
    PROTOCOL_VERSION,
    RULES_VERSION,
    Acknowledgement,
    Keys,
    Roster,
    Signed,
    Thing,
)
from protocol.log.signing import check_identity
from protocol.log.transcript import (
    ClosedStep,
    Record,
    Truncated,
    read_transcript,
    start_transcript,
    write_record,
)
from protocol.peer.aftermath import Aftermath, opened_hands
from protocol.peer.ahead import Ahead, Begin
from protocol.peer.checking import CheckJob
from protocol.peer.checks import the_position
from protocol.peer.refused import Refused
from protocol.peer.table import Table
from protocol.peer.view import HandView
from protocol.rules import Outcome, outcome


class NotVerified(ValueError):
    """The transcript is refused. ``step`` is the first bad step (None: the file's beginning or
    end), ``seat`` whose fault it is (None: nobody's that could be named)."""

    def __init__(self, step: int | None, seat: int | None, reason: str) -> None:
        super().__init__(reason)
        self.step = step
        self.seat = seat
        self.reason = reason


#: Runs jobs and gives back, for each, what it returned or the ``Refused`` it raised.
RunJobs = Callable[[Sequence[CheckJob]], list[object]]


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
    hands: tuple[HandView, ...]
    """Every hand of every deal, if all seats agreed after the game and published their keys."""

    @property
    def finished(self) -> bool:
        """Whether the last step of a game has closed."""
        return self.outcome is not None


def run_here(jobs: Sequence[CheckJob]) -> list[object]:
    """Run jobs one after another; what each returned, or the ``Refused`` it raised."""
    return [_result(job.run) for job in jobs]


def _result(job: Callable[[], object]) -> object:
    try:
        return job()
    except Refused as refused:
        return refused


def verify(
    data: bytes,
    progress: Callable[[int], None] = lambda step: None,
    run: RunJobs = run_here,
    begin: Begin | None = None,
) -> Verified:
    """Check a whole transcript file; ``progress`` is told the number of each step that holds.

    ``run`` runs the costly checks of a step; they do not depend on one another. ``begin``, where
    there are cores to spare, begins a task that may be done at any time, or never.

    Raises ``Malformed`` if the bytes are no transcript, ``Truncated`` if they end inside a record,
    ``NotVerified`` if something in them does not hold.
    """
    records, bad_end = _read(data)
    roster = records[0] if records else None
    if roster is None and bad_end is not None:
        raise bad_end
    if not isinstance(roster, Roster):
        raise Malformed("a transcript begins with its table")
    check_roster(roster)
    table = Table.start(roster)
    if begin is not None:
        ahead = Ahead()
        ahead.begin(roster, table.state.table, records, begin)
        table.check = ahead.check
    steps: list[ClosedStep] = []
    aftermath = Aftermath(table)
    after = False
    for record in records[1:]:
        if isinstance(record, ClosedStep) and not after:
            _replay(table, record, run)
            steps.append(record)
            progress(record.step)
        elif isinstance(record, Signed):
            after = True
            _take_after(aftermath, record)
        else:
            raise NotVerified(None, None, "a record stands where none of its kind belongs")
    if bad_end is not None:
        raise bad_end
    hands: tuple[HandView, ...] = ()
    if aftermath.all_published():
        published = {seat: keys for seat, (keys, _signed) in aftermath.keys.items()}
        hands = _opened(table, published)
    ended = outcome(the_position(table.state)) if table.open is None else None
    return Verified(
        roster,
        table.state.table,
        tuple(closing.after.head for closing in table.closed),
        tuple(steps),
        tuple(closing.kind for closing in table.closed),
        ended,
        tuple(sorted(aftermath.results)),
        table,
        hands,
    )


def _opened(table: Table, published: dict[int, Keys]) -> tuple[HandView, ...]:
    try:
        return opened_hands(table, published)
    except ValueError:
        # Some proof was accepted that should not hold: whose it was cannot be told.
        raise NotVerified(None, None, "the published keys do not open every hand") from None


def _read(data: bytes) -> tuple[list[Record], Malformed | Truncated | None]:
    """The records as far as they can be read, and why no further: what stands before is judged
    first."""
    records: list[Record] = []
    try:
        for record in read_transcript(data):
            records.append(record)
    except (Malformed, Truncated) as error:
        return records, error
    return records, None


def read_back(
    data: bytes,
    roster: Roster,
    run: RunJobs = run_here,
    progress: Callable[[int], None] = lambda step: None,
) -> tuple[Table, int]:
    """The table of ``roster`` as far as its transcript ``data`` shows it, and how many bytes of
    ``data`` do: what follows them is torn, damaged, or stands after the last step. 0 bytes: no
    step of that table is here. ``progress`` is told the number of each step that holds."""
    table = Table.start(roster)
    length = 0
    try:
        for record in read_transcript(data):
            if isinstance(record, Roster):
                if length or record != roster:
                    break
                length = len(start_transcript(roster))
            elif isinstance(record, ClosedStep) and length:
                _replay(table, record, run)
                length += len(write_record(record))
                progress(record.step)
            else:
                break
    except (Malformed, Truncated, NotVerified):
        if not _is_between_steps(table):
            # A record that does not hold has left something in the open step.
            return read_back(data[:length], roster, run)
    return table, length if table.closed else 0


def _is_between_steps(table: Table) -> bool:
    step = table.open
    return not table.faults and (step is None or not (step.candidates or step.attempts))


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
    for identity in identities:
        try:
            check_identity(identity)
        except Dropped as error:
            raise NotVerified(None, None, str(error)) from None


def _replay(table: Table, record: ClosedStep, run: RunJobs) -> None:
    """Close the open step with exactly this record."""
    step, number = table.open, record.step
    if step is None or number != step.step:
        raise NotVerified(number, None, "the step is not the one that follows")
    known_faults = set(table.faults)
    things = (*record.entries, *record.witnesses, *record.changes)
    table.pinned = frozenset(payload_hash(signed.payload) for signed in things)
    for signed in things:
        _offer(table, signed, number)
    do_checks(table, run)
    ready = table.ready.get(record.attempt)
    if ready is None or len(record.signatures) != len(ready.members):
        raise _unclosed(table, known_faults, number)
    for seat, signature in zip(ready.members, record.signatures, strict=True):
        said = Acknowledgement(
            PROTOCOL_VERSION,
            table.state.table,
            number,
            seat,
            record.attempt,
            ready.target.head,
        )
        signed = Signed(Thing.ACKNOWLEDGEMENT, encode(said), signature)
        _offer(table, signed, number)
    do_checks(table, run)
    if len(table.closed) <= number:
        raise _unclosed(table, known_faults, number)
    if table.closed[number].record != record:
        raise _unneeded(table, record)
    table.pinned = frozenset()


def do_checks(table: Table, run: RunJobs) -> None:
    """Do every check that the table asks for."""
    while table.jobs:
        jobs = tuple(table.jobs)
        table.jobs.clear()
        for job, result in zip(jobs, run(jobs), strict=True):
            table.checked(job, result)


def _unclosed(table: Table, known_faults: set[int], number: int) -> NotVerified:
    """Why the record does not close its step: a fault that it shows, or what it lacks."""
    if table.broken is not None:
        return NotVerified(number, None, table.broken)
    for seat, fault in table.faults.items():
        if seat not in known_faults:
            return NotVerified(fault.step, seat, fault.detail)
    return NotVerified(number, None, "the entries and the certificate do not close the step")


def _unneeded(table: Table, record: ClosedStep) -> NotVerified:
    """What stands beside what closes the step: an entry that shows a fault, or something idle."""
    for seat, fault in table.faults.items():
        if fault.step == record.step and set(fault.things) & set(record.entries):
            return NotVerified(record.step, seat, fault.detail)
    return NotVerified(record.step, None, "the step holds something that it does not need")


def _offer(table: Table, signed: Signed, number: int) -> None:
    """Offer a signed thing. What came before may have carried it along; what is not needed at all
    is found when the step has closed and its record is compared."""
    try:
        table.offer(signed)
    except Dropped as error:
        # Whoever wrote the file may have put it there: the seat it names need not have signed it.
        raise NotVerified(number, None, str(error)) from None


def _take_after(aftermath: Aftermath, signed: Signed) -> None:
    if signed.thing not in (Thing.RESULT, Thing.OPEN, Thing.KEYS):
        raise NotVerified(None, None, "a record stands where none of its kind belongs")
    try:
        new = aftermath.offer(signed)
    except Dropped as error:
        raise NotVerified(None, None, str(error)) from None
    if not new:
        raise NotVerified(None, None, "something stands twice, or before the end of the game")


__all__ = ["NotVerified", "Record", "Truncated", "Verified", "check_roster", "verify"]
