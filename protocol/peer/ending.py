"""This seat's part when the game is over: it signs the result, and may agree to open all hands."""

from __future__ import annotations

from functools import partial
from typing import Final

from protocol.log.encoding import Struct
from protocol.log.messages import PROTOCOL_VERSION, Keys, Open, Result, Signed, Thing
from protocol.log.transcript import write_record
from protocol.peer.aftermath import Aftermath, deal_steps, opened_hands
from protocol.peer.outbox import Outbox
from protocol.peer.signer import Signer
from protocol.peer.table import Table
from protocol.peer.view import HandView


class Ending:
    """What was signed after the last step, kept in the transcript as it comes in."""

    def __init__(self, seat: int, log: Table, signer: Signer, outbox: Outbox) -> None:
        self.after: Final = Aftermath(log)
        """To be read, not changed."""
        self.hands: tuple[HandView, ...] = ()
        """Every hand of every deal, once all keys are here and were used."""
        self._seat = seat
        self._log = log
        self._signer = signer
        self._outbox = outbox
        self._opening = False

    def offer(self, signed: Signed) -> bool:
        """Take in a result, an agreement or keys; True if new. Raises ``Dropped``."""
        new = self.after.offer(signed)
        if new:
            self._outbox.keep(write_record(signed))
        return new

    def agree_to_open(self) -> None:
        """The player agrees that every hand be opened."""
        if self._seat not in self.after.opens:
            state = self._log.state
            self._sign(Thing.OPEN, Open(PROTOCOL_VERSION, state.table, self._seat, state.head))

    def advance(self) -> bool:
        """Sign what is due; True if something was signed."""
        return self._sign_result() or self._publish_keys()

    def _sign_result(self) -> bool:
        if self._seat in self.after.results:
            return False
        state, scores = self._log.state, self.after.scores()
        value = Result(PROTOCOL_VERSION, state.table, self._seat, state.head, scores)
        self._sign(Thing.RESULT, value)
        return True

    def _publish_keys(self) -> bool:
        """Everybody agreed to open the hands: publish the own keys, then open all with all."""
        after, state = self.after, self._log.state
        steps = sorted(deal_steps(self._log, self._seat)) if after.all_agree() else []
        if after.all_agree() and self._seat not in after.keys and self._signer.has_secrets(steps):
            keys = self._signer.published_keys(steps)
            value = Keys(PROTOCOL_VERSION, state.table, self._seat, state.head, keys)
            self._sign(Thing.KEYS, value)
            return True
        if after.all_published() and not self._opening:
            self._opening = True
            published = {seat: keys for seat, (keys, _signed) in after.keys.items()}
            self._outbox.work(partial(opened_hands, self._log, published), self._opened_hands)
        return False

    def _opened_hands(self, hands: tuple[HandView, ...] | BaseException) -> None:
        if isinstance(hands, BaseException):
            raise hands
        self.hands = hands

    def _sign(self, thing: Thing, value: Struct) -> None:
        self.offer(self._signer.sign(thing, value))
