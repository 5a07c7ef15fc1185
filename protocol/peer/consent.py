"""Which silent seats this seat's player agrees to go on without."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.peer.closing import Closing


class Consent:
    """Given by the player; taken back by the player, or once a step by the seat's own word."""

    def __init__(self) -> None:
        self._agreed: set[int] = set()
        self._relented: set[int] = set()

    @property
    def agreed(self) -> frozenset[int]:
        """The seats the player does not wait for."""
        return frozenset(self._agreed)

    def give(self, seats: Iterable[int]) -> None:
        """Do not wait for these."""
        self._agreed |= set(seats)

    def take_back(self, seat: int) -> None:
        """Wait for this one after all."""
        self._agreed.discard(seat)

    def heard(self, seat: int) -> None:
        """Whoever is heard from is silent no longer: once a step, or a seat that says a little now
        and then would make the others take back their votes for ever."""
        if seat in self._agreed and seat not in self._relented:
            self._agreed.discard(seat)
            self._relented.add(seat)

    def closed(self, closing: Closing) -> None:
        """A step has closed. A seat without which it closed, although it stays seated, opens the
        next one as silent as it was; what it says then does not buy it another delay."""
        self._agreed -= {seat for seat, _why in closing.made_absent}
        self._relented = self._agreed - set(closing.members)
