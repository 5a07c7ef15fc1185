"""What this seat alone knows of the deal under way: its key, its hand, its order.

The secrets come out of the journal, and only if they are those of the entries that the log holds:
a backup put back may lack one, or have one that was never used.
"""

from __future__ import annotations

from functools import partial

from protocol.deck import PublicKey, SecretKey, public_bytes
from protocol.log.messages import StepKind
from protocol.peer import private
from protocol.peer.checks import the_deal
from protocol.peer.closing import Closing
from protocol.peer.contexts import order_commitment
from protocol.peer.outbox import Outbox
from protocol.peer.private import Hand, Opening, read_opening
from protocol.peer.signer import Signer
from protocol.rules import Order


class OwnDeal:
    """Told of every closed step; hands are opened by a worker."""

    def __init__(self, seat: int, signer: Signer, outbox: Outbox) -> None:
        self.seat = seat
        self.hand: Hand | None = None
        """None until the cards of this deal are known."""
        self._signer = signer
        self._outbox = outbox
        self._deal_step: int | None = None
        self._order_step: int | None = None

    def secret(self) -> SecretKey:
        """The key of this deal, in which this seat takes part."""
        assert self._deal_step is not None
        return SecretKey.from_bytes(self._signer.journal.secrets[self._deal_step].value)

    def opening(self) -> Opening:
        """What the order of this round, which this seat has sealed, commits to."""
        assert self._order_step is not None
        return read_opening(self._signer.journal.secrets[self._order_step].value)

    def order(self) -> Order | None:
        """The own order of this round, once sealed."""
        return None if self._order_step is None else self.opening().order

    def remember(self, closing: Closing) -> None:
        """A step has closed: which secrets belong to the deal under way?"""
        takes_part = self.seat in closing.checked
        if closing.kind is StepKind.SEATS:
            self.hand, self._deal_step, self._order_step = None, None, None
        elif closing.kind is StepKind.KEYS and takes_part:
            self.hand, self._order_step = None, None
            known = self._knows_key(closing.before.step, closing.checked[self.seat])
            self._deal_step = closing.before.step if known else None
        elif closing.kind is StepKind.SHARES and takes_part and self._deal_step is not None:
            job = partial(private.open_hand, closing.after, self.seat, self.secret())
            self._outbox.work(job, partial(self._opened_hand, self._deal_step))
        elif closing.kind is StepKind.ORDER and takes_part:
            self._order_step = closing.before.step if self._knows_opening(closing) else None

    def _knows_key(self, step: int, key: PublicKey) -> bool:
        """Whether the journal holds the secret of the own key in the log."""
        secret = self._signer.journal.secrets.get(step)
        if secret is None or not self._signer.resumed:
            return secret is not None
        return public_bytes(SecretKey.from_bytes(secret.value)) == key.encoding

    def _knows_opening(self, closing: Closing) -> bool:
        """Whether the journal holds the opening of the own order in the log."""
        secret = self._signer.journal.secrets.get(closing.before.step)
        if secret is None:
            return False
        opening = read_opening(secret.value)
        sealed = the_deal(closing.after).sealed[self.seat]
        commitment = order_commitment(
            closing.before.table,
            closing.before.head,
            self.seat,
            opening.positions,
            opening.cards,
            opening.salt,
        )
        return commitment == sealed.commitment

    def _opened_hand(self, deal: int, hand: Hand | BaseException) -> None:
        if isinstance(hand, BaseException):
            raise hand
        # While a log is caught up with, deals follow one another faster than hands are opened.
        if deal == self._deal_step:
            self.hand = hand
