"""What has happened, for good: steps go into the transcript as they close, faults into evidence."""

from __future__ import annotations

from protocol.log.evidence import Fault, write_evidence
from protocol.log.transcript import start_transcript, write_record
from protocol.peer.closing import Closing
from protocol.peer.happenings import happenings_of
from protocol.peer.outbox import Outbox
from protocol.peer.table import Table
from protocol.peer.view import Happening


class Chronicle:
    """Keeps what the log comes to, each thing once.

    The steps that ``log`` holds at the beginning are in the transcript already.
    """

    def __init__(self, log: Table, outbox: Outbox) -> None:
        self.happenings: list[Happening] = [
            told for closing in log.closed for told in happenings_of(closing)
        ]
        """What the closed steps mean to the people at the table, oldest first."""
        self._log = log
        self._outbox = outbox
        self._in_transcript = len(log.closed)
        self._kept = 0
        self._accused: set[Fault] = set()

    def start(self) -> None:
        """Begin the transcript, unless it was begun before."""
        if not self._in_transcript:
            self._outbox.keep(start_transcript(self._log.state.roster))

    def keep_next(self) -> Closing | None:
        """Keep the next step that has closed, if there is one more."""
        if self._kept == len(self._log.closed):
            return None
        closing = self._log.closed[self._kept]
        self._kept += 1
        if self._kept > self._in_transcript:
            self._outbox.keep(write_record(closing.record))
            self.happenings += happenings_of(closing)
        return closing

    def accuse(self) -> None:
        """Once a fault: keep the evidence and give the signed things to everybody."""
        for seat, fault in self._log.faults.items():
            if fault in self._accused:
                continue
            self._accused.add(fault)
            self._outbox.accuse(seat, write_evidence(self._log.evidence(seat)))
            for signed in fault.things:
                self._outbox.send(signed)
