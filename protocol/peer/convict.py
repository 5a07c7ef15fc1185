"""Checking an evidence file: what it shows, to anybody, about a seat."""

from __future__ import annotations

from protocol.log.errors import Dropped
from protocol.log.evidence import SHOWING, Evidence, Fault, Kind, check_pair, read_evidence
from protocol.log.messages import Roster
from protocol.log.signing import read
from protocol.peer import faults
from protocol.peer.verify import (
    NotVerified,
    RunJobs,
    check_roster,
    do_checks,
    run_here,
    verify,
)


def convict(data: bytes, run: RunJobs = run_here) -> tuple[Roster, Fault]:
    """The roster of the table and the fault that an evidence file shows.

    ``run`` runs costly checks, as for ``verify``. Raises ``Malformed`` if the bytes are no
    evidence file, ``NotVerified`` if they show nothing.
    """
    try:
        evidence = read_evidence(data)
        check_roster(evidence.roster)
        if evidence.kind is Kind.INVALID_ENTRY:
            return evidence.roster, _invalid_entry(evidence, run)
        check_pair(evidence)
    except Dropped as error:
        raise NotVerified(None, None, str(error)) from None
    first, second = evidence.things
    step = read(second, SHOWING[second.thing]).step
    fault = faults.contradiction(evidence.seat, step, evidence.kind, first, second)
    return evidence.roster, fault


def _invalid_entry(evidence: Evidence, run: RunJobs) -> Fault:
    """The fault of an entry on the record that it comes with. Raises ``Dropped``."""
    table = verify(evidence.record, run=run).log
    if table.state.roster != evidence.roster:
        raise Dropped("the record is of another table")
    for signed in (*evidence.basis, *evidence.things):
        table.offer(signed)
        do_checks(table, run)
    fault = table.faults.get(evidence.seat)
    if fault is None or fault.things != evidence.things:
        raise Dropped("the entry is valid, or nothing can be said of it")
    return fault
