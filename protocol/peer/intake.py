"""What comes in over links: each signed thing goes to the part of the peer that it concerns."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from protocol.log.errors import Dropped
from protocol.log.messages import (
    PROTOCOL_VERSION,
    STATEMENTS,
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    Return,
    Signed,
    Statement,
    Thing,
)
from protocol.log.signing import check_signed, read
from protocol.peer.asides import Asides
from protocol.peer.caution import Caution
from protocol.peer.ending import Ending
from protocol.peer.exchange import Exchange
from protocol.peer.own import OwnSeat
from protocol.peer.signer import Signer
from protocol.peer.table import Table


class Intake:
    """Gives things to the log, to who returns, to the ending and to what is said beside the log.

    It watches for the own signature: what this seat signed and its journal lacks, it forgot.
    """

    def __init__(
        self,
        log: Table,
        own: OwnSeat,
        signer: Signer,
        caution: Caution,
        exchange: Exchange,
        ending: Ending,
        asides: Asides,
    ) -> None:
        self._log = log
        self._own = own
        self._signer = signer
        self._caution = caution
        self._exchange = exchange
        self._ending = ending
        self._asides = asides

    def take(self, signed: Signed, sender: int, now: float) -> int | None:
        """Take in what came over the link of seat ``sender``; whose it is if it is new, None if it
        is not or counts for nothing."""
        try:
            value = read(signed, STATEMENTS[signed.thing])
            self.recognise(signed, value)
            new = _TAKE[signed.thing](self, signed, sender, now)
        except Dropped:
            return None
        return value.seat if new else None

    def recognise(self, signed: Signed, value: Statement) -> None:
        """The own signature, and the journal lacks it: this seat forgot what it signed."""
        if value.seat != self._own.seat or self._signer.signed_before(signed):
            return
        if not isinstance(value, Entry | Acknowledgement | Change | Goodbye):
            return
        self._check_outside(signed, value.version, value.table, value.seat)
        readmitted = self._log.state.readmitted[self._own.seat]
        if self._caution.shown(value.step, len(self._log.closed), readmitted):
            self._own.muted = True

    def _statement(self, signed: Signed, sender: int, _now: float) -> bool:
        new = self._log.offer(signed)
        value = read(signed, STATEMENTS[signed.thing])
        number = getattr(value, "step", 0)
        if not new and number > len(self._log.closed) + 1:
            self._exchange.told(sender, number)
        if isinstance(value, Acknowledgement):
            self._exchange.answer_contradiction(value, sender)
        return new

    def _return(self, signed: Signed, _sender: int, _now: float) -> bool:
        value = read(signed, Return)
        self._check_outside(signed, value.version, value.table, value.seat)
        return self._own.returns.take(value, signed)

    def _after(self, signed: Signed, _sender: int, _now: float) -> bool:
        return self._ending.offer(signed)

    def _aside(self, signed: Signed, _sender: int, now: float) -> bool:
        return self._asides.take(signed, self._log.state, now)

    def _check_outside(self, signed: Signed, version: int, table: bytes, seat: int) -> None:
        """Of something that the log does not check: that a seat of this table signed it."""
        state = self._log.state
        if version != PROTOCOL_VERSION or table != state.table or seat not in state.seats:
            raise Dropped("signed for another table, version or seat")
        check_signed(signed, state.identity(seat))


_TAKE: Final[MappingProxyType[Thing, Callable[[Intake, Signed, int, float], bool]]] = (
    MappingProxyType(
        {
            Thing.ENTRY: Intake._statement,
            Thing.ACKNOWLEDGEMENT: Intake._statement,
            Thing.CHANGE: Intake._statement,
            Thing.GOODBYE: Intake._statement,
            Thing.RETURN: Intake._return,
            Thing.RESULT: Intake._after,
            Thing.OPEN: Intake._after,
            Thing.KEYS: Intake._after,
            Thing.TALK: Intake._aside,
            Thing.PAUSE: Intake._aside,
        }
    )
)
