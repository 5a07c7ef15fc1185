"""Who is missing and wants to be seated again."""

from __future__ import annotations

from protocol.log.messages import PROTOCOL_VERSION, Return, Signed, StepKind, Thing
from protocol.peer.checks import may_return, the_position
from protocol.peer.signer import Signer
from protocol.peer.table import Table
from protocol.rules import ROUNDS


class Returns:
    """The latest return of each seat, this one's included."""

    def __init__(self, seat: int, table: Table, signer: Signer) -> None:
        self.seat = seat
        self._table = table
        self._signer = signer
        self._held: dict[int, tuple[Return, Signed]] = {}

    def take(self, value: Return, signed: Signed) -> bool:
        """Take in one whose signature was checked; True if it is later than what is held."""
        held = self._held.get(value.seat)
        if held is not None and held[0].round >= value.round:
            return False
        self._held[value.seat] = (value, signed)
        return True

    def things(self) -> tuple[Signed, ...]:
        """All that are held."""
        return tuple(signed for _value, signed in self._held.values())

    def for_now(self) -> tuple[Signed, ...]:
        """Those for the round that is about to begin, of seats that may return, by rising seat."""
        state = self._table.state
        current = the_position(state).round
        held = ((seat, self._held.get(seat)) for seat in sorted(may_return(state)))
        return tuple(kept[1] for _seat, kept in held if kept and kept[0].round == current)

    def ask(self) -> bool:
        """This seat is missing: sign that it wants to be seated again, once a round."""
        state = self._table.state
        if self.seat not in may_return(state):
            return False
        position = the_position(state)
        at_seats = state.due is not None and state.due.kind is StepKind.SEATS
        wanted = position.round if at_seats else position.round + 1
        held = self._held.get(self.seat)
        if wanted > ROUNDS or (held is not None and held[0].round >= wanted):
            return False
        value = Return(PROTOCOL_VERSION, state.table, wanted, self.seat)
        return self.take(value, self._signer.sign(Thing.RETURN, value))
