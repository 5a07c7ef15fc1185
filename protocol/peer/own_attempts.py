"""This seat's part in the attempts to close a step: its acknowledgements and its changes.

Everything signed here is checked against the journal first (``once``), and what an acknowledgement
rests on is written down with it.
"""

from __future__ import annotations

from protocol.log.errors import Dropped
from protocol.log.messages import PROTOCOL_VERSION, Acknowledgement, Change, Thing
from protocol.log.openstep import OpenStep
from protocol.log.signing import read
from protocol.peer.outbox import Outbox
from protocol.peer.signer import Signer
from protocol.peer.table import Table
from protocol.peer.votes import Vote


class OwnAttempts:
    """Signs for ``seat`` what closes a step, once ``Peer`` says that it may."""

    def __init__(self, seat: int, signer: Signer, table: Table, outbox: Outbox) -> None:
        self._seat = seat
        self._signer = signer
        self._table = table
        self._outbox = outbox

    def acknowledge(self, step: OpenStep) -> bool:
        """Acknowledge the head of the latest attempt this seat signed for, once it is certain; True
        if something was signed."""
        number = self._latest(step)
        ready = self._table.ready.get(number)
        if ready is None or self._seat not in ready.members:
            return False
        if self._seat in step.attempt(number).acknowledgements:
            return False
        value = Acknowledgement(
            PROTOCOL_VERSION,
            self._table.state.table,
            step.step,
            self._seat,
            number,
            ready.target.head,
        )
        self._signer.hold(step, ready.target)
        return self._table.offer(self._signer.sign(Thing.ACKNOWLEDGEMENT, value))

    def vote(self, step: OpenStep, change: Vote) -> bool:
        """Sign a change, with every acknowledgement signed in this step, and what they rest on."""
        said = tuple(
            attempt.acknowledgements[self._seat][1]
            for number, attempt in sorted(step.attempts.items())
            if number < change.attempt and self._seat in attempt.acknowledgements
        )
        value = Change(
            PROTOCOL_VERSION,
            self._table.state.table,
            step.step,
            self._seat,
            change.attempt,
            change.left_out,
            said,
        )
        signed = self._signer.signed(Thing.CHANGE, value)
        try:
            read(signed, Change)
        except Dropped:
            # Several bad seats together can show more faults than a change can hold.
            return False
        self._signer.put(signed)
        for thing in self._signer.of_step(step.step) if said else ():
            self._outbox.send(thing)
        return self._table.offer(signed)

    def _latest(self, step: OpenStep) -> int:
        """The highest attempt of the step for which this seat signed a change, else 0."""
        mine = [n for n, attempt in step.attempts.items() if self._seat in attempt.changes]
        return max(mine, default=0)
