"""Leaving the table: this seat's goodbyes, those of earlier lives included.

How a seat comes back stands in ``returns``.
"""

from __future__ import annotations

from protocol.log.messages import PROTOCOL_VERSION, Goodbye, Thing
from protocol.peer.returns import Returns
from protocol.peer.signer import Signer
from protocol.peer.table import Table


class Leaving:
    """Says goodbye for ``seat``; the player's goodbye lasts for as long as this process does."""

    def __init__(self, seat: int, table: Table, signer: Signer, returns: Returns) -> None:
        self.stays_away = False
        """The player has said goodbye in this very process."""
        self._seat = seat
        self._table = table
        self._signer = signer
        self._returns = returns

    def leave(self) -> None:
        """The player leaves: a goodbye, unless the game is over or nobody expects this seat."""
        table = self._table
        seated = self._seat in table.state.seated and not table.has_left(self._seat)
        if table.open is not None and (seated or self._returns.stands(self._seat)):
            self.say_goodbye()
        self.stays_away = True

    def say_goodbye(self) -> None:
        """Sign a goodbye: the others go on without this seat."""
        state = self._table.state
        goodbye = Goodbye(PROTOCOL_VERSION, state.table, state.step, self._seat)
        self._table.offer(self._signer.sign(Thing.GOODBYE, goodbye))

    def take_up(self) -> None:
        """The last goodbye of earlier lives; the log may have to come near it first."""
        farewell = self._signer.farewell()
        if farewell is not None:
            self._table.offer(farewell)
