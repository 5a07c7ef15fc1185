"""This seat's own word in each step: made by the machine, or asked of the player.

Whatever is signed here is written to the journal first, secrets before the entry that needs them.
What the journal already holds for a step is sent again unchanged and never made anew. How this
seat helps to close steps stands in ``own_attempts``, how it goes and comes back in ``leaving`` and
``returns``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from protocol.deck import Deck, Entropy, SecretKey, Share
from protocol.deck.shuffle import Shuffle
from protocol.log.encoding import Struct
from protocol.log.errors import Dropped
from protocol.log.messages import PROTOCOL_VERSION, Entry, Signed, StepKind, Thing
from protocol.log.openstep import OpenStep
from protocol.peer import private
from protocol.peer.bodies import (
    DiscardBody,
    NonceBody,
    OrderBody,
    SeatsBody,
    SharesBody,
    ShuffleBody,
    TurnBody,
)
from protocol.peer.checks import play_turn, the_deal, the_position
from protocol.peer.closing import Closing
from protocol.peer.contexts import order_commitment
from protocol.peer.leaving import Leaving
from protocol.peer.outbox import Outbox
from protocol.peer.own_attempts import OwnAttempts
from protocol.peer.own_deal import OwnDeal
from protocol.peer.private import Opening, write_opening
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    NotAsked,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.peer.refused import Refused
from protocol.peer.returns import Returns
from protocol.peer.signer import Signer
from protocol.peer.table import Table
from protocol.rules import Discard, Order, TurnMove, write_move


class OwnSeat:
    """What one seat knows and says. ``Peer`` calls it; it speaks through table and outbox."""

    def __init__(
        self,
        signer: Signer,
        nonce: bytes,
        entropy: Entropy,
        table: Table,
        outbox: Outbox,
    ) -> None:
        identities = [player.identity for player in table.state.roster.players]
        self.seat: Final = identities.index(signer.identity)
        self.deal: Final = OwnDeal(self.seat, signer, outbox)
        """To be read, not changed."""
        self.question: Question | None = None
        self.attempts: Final = OwnAttempts(self.seat, signer, table, outbox)
        self.returns: Final = Returns(self.seat, table, signer)
        self.leaving: Final = Leaving(self.seat, table, signer, self.returns)
        self.ends_alone = False
        """The player does not wait for anybody to come back."""
        self.muted = False
        """This seat must not sign in the log now; kept by ``Peer``."""
        self._signer = signer
        self._nonce = nonce
        self._entropy = entropy
        self._table = table
        self._outbox = outbox
        self._making: int | None = None
        """The step for which a worker is making this seat's word."""

    def remember(self, closing: Closing) -> None:
        """A step has closed."""
        self.question = None
        self.deal.remember(closing)

    def recall(self, step: OpenStep, send: bool) -> None:
        """A step has opened: take up, unchanged, what the journal shows signed for it, and
        ``send`` it unless the others are known to have closed it."""
        for signed in self._signer.journal.of_step(step.step):
            if send:
                self._outbox.send(signed)
            self._take_up(signed)
        for signed in self._signer.journal.held.get(step.step, ()):
            self._take_up(signed)

    def _take_up(self, signed: Signed) -> None:
        try:
            self._table.offer(signed)
        except Dropped:
            # It was signed before another certificate changed who is seated here.
            return

    def say(self, step: OpenStep) -> bool:
        """Say this seat's word if it is due, unsaid and ready; True if something was said."""
        if self.seat not in step.speakers or step.candidates.get(self.seat):
            return False
        if self._making == step.step:
            return False
        return _SAY[step.kind](self, step)

    def ask_back(self) -> bool:
        """This seat is missing: ask to be seated again, unless the player has left."""
        return not self.leaving.stays_away and self.returns.ask()

    def decide(self, decision: Decision) -> None:
        """The player's answer. Raises ``IllegalMove`` or ``NotAsked``; then nothing changed."""
        match self.question, decision:
            case OrderQuestion() as question, PlaceOrder(order):
                self._place(question, order)
            case TurnQuestion() as question, PlayTurn(moves):
                self._play(question, moves)
            case DiscardQuestion() as question, ChooseDiscard(discard):
                question.position.played(discard)
                self._speak(DiscardBody(write_move(discard)))
            case _:
                raise NotAsked("Nothing of this kind is asked for now.")
        self.question = None

    # The machine's words

    def _say_roster(self, _step: OpenStep) -> bool:
        return self._speak(self._table.state.roster)

    def _say_nonce(self, _step: OpenStep) -> bool:
        return self._speak(NonceBody(self._nonce))

    def _say_seats(self, _step: OpenStep) -> bool:
        returning = self.returns.for_now()
        alone = len(self._table.state.seated) == 1
        if alone and not returning and not self.ends_alone:
            return False
        return self._speak(SeatsBody(returning))

    def _say_key(self, step: OpenStep) -> bool:
        job = partial(private.make_key, self._table.state, self.seat, self._entropy)
        return self._make(step, job, self._made_key)

    def _made_key(self, made: tuple[SecretKey, Struct]) -> None:
        secret, body = made
        self._signer.keep_secret(self._table.state.step, StepKind.KEYS, secret.to_bytes())
        self._speak(body)

    def _say_shuffle(self, step: OpenStep) -> bool:
        source, follows = self._source(step)
        if source is None:
            return False
        job = partial(private.make_shuffle, self._table.state, self.seat, source, self._entropy)
        return self._make(step, job, partial(self._made_shuffle, follows))

    def _source(self, step: OpenStep) -> tuple[Deck | None, bytes]:
        """The deck to shuffle, None until it is here, and the hash of the entry it came in."""
        place = step.speakers.index(self.seat)
        if place == 0:
            return the_deal(self._table.state).opened, b""
        before = step.candidate(step.speakers[place - 1])
        if before is None or not isinstance(before.known, Deck):
            return None, b""
        return before.known, before.hash

    def _made_shuffle(self, follows: bytes, made: Shuffle) -> None:
        body = ShuffleBody(made.deck.encode(), made.proof)
        self._speak_checked(body, made.proved, follows, made.deck)

    def _say_shares(self, step: OpenStep) -> bool:
        job = partial(
            private.make_share_batches,
            self._table.state,
            self.seat,
            self.deal.secret(),
            self._entropy,
        )
        return self._make(step, job, self._made_shares)

    def _made_shares(self, made: tuple[SharesBody, dict[int, tuple[Share, ...]]]) -> None:
        body, checked = made
        self._speak_checked(body, checked)

    # The player's words

    def _ask_order(self, _step: OpenStep) -> bool:
        if self.deal.hand is not None and self.question is None:
            position = the_position(self._table.state)
            hand = private.hand_counts(self.deal.hand)
            self.question = OrderQuestion(self.seat, position, hand, position.legal_orders(hand))
        return False

    def _place(self, question: OrderQuestion, order: Order) -> None:
        question.position.check_order(question.hand, order)
        assert self.deal.hand is not None
        positions, cards = private.choose_positions(self.deal.hand, order, self._entropy)
        opening = Opening(positions, cards, self._entropy(32))
        self._signer.keep_secret(self._table.state.step, StepKind.ORDER, write_opening(opening))
        state = self._table.state
        commitment = order_commitment(
            state.table, state.head, self.seat, positions, cards, opening.salt
        )
        self._speak(OrderBody(len(cards), commitment))

    def _ask_turn(self, _step: OpenStep) -> bool:
        if self.question is None:
            order = self.deal.opening().order
            opened = the_position(self._table.state).opened(order)
            self.question = TurnQuestion(self.seat, opened, order)
        return False

    def _play(self, question: TurnQuestion, moves: tuple[TurnMove, ...]) -> None:
        step, state = self._table.open, self._table.state
        assert step is not None
        try:
            play_turn(the_position(state), question.order, moves)
        except Refused as refused:
            raise NotAsked(str(refused)) from None
        job = partial(
            private.make_turn,
            state,
            self.seat,
            self.deal.secret(),
            self.deal.opening(),
            moves,
            self._entropy,
        )
        self._make(step, job, self._made_turn)

    def _made_turn(self, body: TurnBody) -> None:
        self._speak(body)

    def _ask_discard(self, _step: OpenStep) -> bool:
        if self.question is None:
            position = the_position(self._table.state)
            legal = tuple(m for m in position.legal_moves() if isinstance(m, Discard))
            self.question = DiscardQuestion(self.seat, position, legal)
        return False

    # Speaking

    def _make(self, step: OpenStep, job: Callable[[], Any], then: Callable[[Any], None]) -> bool:
        """Let a worker make the word of this step; a restart of the deal makes it stale."""
        self._making = step.step
        self._outbox.work(job, partial(self._made, step.step, then))
        return False

    def _made(self, number: int, then: Callable[[Any], None], result: object) -> None:
        if isinstance(result, BaseException):
            raise result
        step = self._table.open
        if step is None or step.step != number or self.muted:
            return
        if self.seat in step.members and not step.candidates.get(self.seat):
            then(result)

    def _speak(self, body: Struct) -> bool:
        """Sign an entry for the open step and let the own table check it like any other."""
        return self._table.offer(self._entry(body, b""))

    def _speak_checked(
        self, body: Struct, checked: object, follows: bytes = b"", known: object = None
    ) -> None:
        """Sign an entry whose costly proof this process has just made itself."""
        self._table.offer_own(self._entry(body, follows), known, checked)

    def _entry(self, body: Struct, follows: bytes) -> Signed:
        step, state = self._table.open, self._table.state
        assert step is not None
        entry = Entry(
            PROTOCOL_VERSION,
            state.table,
            step.step,
            self.seat,
            step.kind,
            state.head,
            follows,
            body,
        )
        return self._signer.sign(Thing.ENTRY, entry)


_SAY: Final = MappingProxyType(
    {
        StepKind.ROSTER: OwnSeat._say_roster,
        StepKind.NONCES: OwnSeat._say_nonce,
        StepKind.SEATS: OwnSeat._say_seats,
        StepKind.KEYS: OwnSeat._say_key,
        StepKind.SHUFFLE: OwnSeat._say_shuffle,
        StepKind.SHARES: OwnSeat._say_shares,
        StepKind.ORDER: OwnSeat._ask_order,
        StepKind.TURN: OwnSeat._ask_turn,
        StepKind.DISCARD: OwnSeat._ask_discard,
    }
)
