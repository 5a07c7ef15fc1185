"""Who is missing and wants to be seated again."""

from __future__ import annotations

from protocol.log.messages import PROTOCOL_VERSION, Return, Signed, StepKind, Thing
from protocol.peer.checks import may_return, the_position
from protocol.peer.signer import Signer
from protocol.peer.table import Table
from protocol.rules import ROUNDS


class Returns:
    """The latest return of each seat, this one's included. A goodbye takes it back."""

    def __init__(self, seat: int, table: Table, signer: Signer) -> None:
        self.seat = seat
        self._table = table
        self._signer = signer
        self._held: dict[int, tuple[Return, Signed]] = {}

    def take(self, value: Return, signed: Signed) -> bool:
        """Take in one whose signature was checked; True if it is later than what is held."""
        held = self._held.get(value.seat)
        if held is not None and held[0].step >= value.step:
            return False
        self._held[value.seat] = (value, signed)
        return True

    def stands(self, seat: int) -> bool:
        """Whether a return of ``seat`` is held that it has not taken back since, and that is not
        from before it was last left out."""
        if seat not in self._held:
            return False
        step, goodbye = self._held[seat][0].step, self._table.goodbyes.get(seat)
        taken_back = goodbye is not None and goodbye[0].step >= step
        return step > self._table.state.departed[seat] and not taken_back

    @property
    def _next_round(self) -> int:
        """The one that is dealt next."""
        state = self._table.state
        at_seats = state.due is not None and state.due.kind is StepKind.SEATS
        return the_position(state).round + (not at_seats)

    def _missing(self) -> frozenset[int]:
        state = self._table.state
        return frozenset(state.seats) - frozenset(state.seated)

    def staying_out(self) -> frozenset[int]:
        """The missing seats that are not seated again: for what they did, or no deal is left."""
        missing = self._missing()
        if not missing or self._next_round > ROUNDS:
            return missing
        return missing - may_return(self._table.state)

    def awaited(self) -> frozenset[int]:
        """The missing seats that are seated again at the next deal, as far as this peer knows."""
        back = self._missing() - self.staying_out()
        return frozenset(seat for seat in back if self.stands(seat))

    def things(self) -> tuple[Signed, ...]:
        """All that stand."""
        return tuple(signed for seat, (_value, signed) in self._held.items() if self.stands(seat))

    def for_now(self) -> tuple[Signed, ...]:
        """Those for the round that is about to begin, of seats that may return, by rising seat."""
        state = self._table.state
        current = the_position(state).round
        held = [self._held[seat] for seat in sorted(may_return(state)) if self.stands(seat)]
        return tuple(
            signed for value, signed in held if value.round == current and value.step <= state.step
        )

    def ask(self) -> bool:
        """This seat is missing: sign that it wants to be seated again, once a round."""
        state = self._table.state
        goodbye = self._table.goodbyes.get(self.seat)
        if self.seat not in may_return(state) or (goodbye and goodbye[0].step >= state.step):
            return False
        wanted = self._next_round
        held = self._held.get(self.seat)
        again = held is not None and held[0].round == wanted and self.stands(self.seat)
        if wanted > ROUNDS or again:
            return False
        value = Return(PROTOCOL_VERSION, state.table, state.step, wanted, self.seat)
        return self.take(value, self._signer.sign(Thing.RETURN, value))
