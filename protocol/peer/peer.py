"""One seat at a table, sans-IO: one class plays, is tested, and drives the screen and the bots.

Every method takes the time in monotonic seconds and returns effects; see ``effects`` for how they
must be carried out. The peer owns no clock, no randomness, no file and no socket.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from protocol.deck import Entropy
from protocol.log.messages import (
    STATEMENTS,
    Roster,
    Signed,
    Status,
)
from protocol.log.openstep import OpenStep
from protocol.log.signing import SigningKey, read
from protocol.log.wire import read_message
from protocol.peer import viewing
from protocol.peer.asides import Asides
from protocol.peer.caution import Caution, Memory
from protocol.peer.chronicle import Chronicle
from protocol.peer.clock import Clock
from protocol.peer.closing import Closing
from protocol.peer.consent import Consent
from protocol.peer.defaults import default_decision
from protocol.peer.effects import Effect
from protocol.peer.ending import Ending
from protocol.peer.exchange import Exchange
from protocol.peer.grace import Grace, Silence, awaited
from protocol.peer.intake import Intake
from protocol.peer.outbox import Outbox
from protocol.peer.own import OwnSeat
from protocol.peer.questions import Decision
from protocol.peer.signer import Signer
from protocol.peer.table import Table
from protocol.peer.view import LinkEnd, TableView
from protocol.peer.votes import next_vote, silent_in_vote


class Peer:
    """One seat. Hand it messages, decisions, results of work and the time; do what it asks."""

    def __init__(
        self,
        key: SigningKey,
        roster: Roster,
        nonce: bytes,
        entropy: Entropy,
        journal: Sequence[bytes] = (),
        memory: Memory = Memory.NEW,
        *,
        log: Table | None = None,
        grace: Grace | None = None,
    ) -> None:
        """``roster`` must seat ``key``'s identity and ``nonce`` (32 bytes) open its commitment.

        After a restart ``journal`` holds the records of earlier ``Write`` effects, in order, and
        ``memory`` says whether it is whole. Without its whole journal a seat signs a goodbye, and
        nothing of the log before it is seated again; ``nonce`` may then be any bytes. ``log`` is
        the table of ``roster`` as the transcript shows it (``verify.read_back``), this peer's
        from now on: its steps are in the transcript already. ``grace``: see ``Grace``.
        Raises ``ValueError`` if the roster does not seat this key.
        """
        self.log: Final = Table.start(roster) if log is None else log
        """The log as this peer holds it; to be read, not changed."""
        self._outbox = Outbox()
        self._signer = Signer(key, journal, self._outbox)
        self._own = OwnSeat(self._signer, nonce, entropy, self.log, self._outbox)
        self._exchange = Exchange(self._own.seat, self.log, self._outbox, self._standing_things)
        self._asides = Asides(self._own.seat, self._signer, self.log.has_left)
        self._ending = Ending(self._own.seat, self.log, self._signer, self._outbox)
        others = frozenset(self.log.state.seats) - {self._own.seat}
        if memory is Memory.LOST and self._signer.forgotten >= 0:
            # What was lost is known from an earlier life; since then everything is here.
            memory = Memory.WHOLE
        self._caution = Caution(memory, others)
        self._caution.forgotten = self._signer.forgotten
        self._silence = Silence(grace or Grace(), roster.settings.clock)
        self._intake = Intake(
            self.log,
            self._own,
            self._signer,
            self._caution,
            self._exchange,
            self._ending,
            self._asides,
        )
        self._chronicle = Chronicle(self.log, self._outbox)
        self._clock = Clock(roster.settings.clock)
        self._consent = Consent()
        self._recalled = -1

    @property
    def seat(self) -> int:
        """This peer's number in the roster."""
        return self._own.seat

    @property
    def over(self) -> bool:
        """Whether the last step has closed here."""
        return self.log.open is None

    @property
    def settled(self) -> bool:
        """Whether the game is over and every seat's signature under the result is here."""
        return self.over and len(self._ending.after.results) == len(self.log.state.seats)

    @property
    def head(self) -> bytes:
        """The head after the last step that closed here: 32 bytes."""
        return self.log.state.head

    def view(self) -> TableView:
        """Everything a screen may show now."""
        own = viewing.Own(
            self.seat,
            self._own.deal.hand,
            self._own.deal.order(),
            self._own.question,
            tuple(self._chronicle.happenings),
            self._consent.agreed,
            self._ending.after,
            self._asides,
            self._clock.deadline,
            self._ending.hands,
            self._silence.silent(),
            self._own.muted and not self._caution.hearing and not self.over,
            self._own.returns.awaited(),
            self._own.returns.staying_out(),
        )
        return viewing.view(self.log, own, self._exchange.reach)

    # What the world tells

    def start(self, now: float) -> tuple[Effect, ...]:
        """Begin; once, before anything else."""
        self._exchange.start(now)
        self._chronicle.start()
        for closing in self.log.closed:
            for signed in (closing.said_by(self.seat), closing.acknowledged_by(self.seat)):
                if signed is not None:
                    self._intake.recognise(signed, read(signed, STATEMENTS[signed.thing]))
        self._own.leaving.take_up()
        return self._effects(now)

    def receive(self, message: bytes, sender: int, now: float) -> tuple[Effect, ...]:
        """A message from the link of seat ``sender``. Raises ``Malformed``: close that link."""
        value = read_message(message)
        if isinstance(value, Status):
            if value.table == self.log.state.table:
                self._caution.heard(sender, value.step)
                self._exchange.answer(value, sender, now)
        else:
            self._take(value, sender, now)
        return self._effects(now)

    def finished(self, number: int, result: object, now: float) -> tuple[Effect, ...]:
        """The ``Work`` of this number returned ``result``, or raised it."""
        self._outbox.finished(number, result)
        return self._effects(now)

    def decide(self, decision: Decision, now: float) -> tuple[Effect, ...]:
        """The player's answer. Raises ``IllegalMove`` or ``NotAsked``; then nothing has changed."""
        self._own.decide(decision)
        return self._effects(now)

    def linked(
        self, seat: int, up: bool, now: float, *, ended: LinkEnd | None = None
    ) -> tuple[Effect, ...]:
        """The link to ``seat`` is up, or down; ``ended``: why, if that is known."""
        if up:
            self._caution.linked(now)
        self._exchange.linked(seat, up, now, ended)
        return self._effects(now)

    def tick(self, now: float, *, receiving: bool = False) -> tuple[Effect, ...]:
        """The time of the last ``Wake`` has come; ``receiving``: parts of a message are arriving,
        the rest of which has not."""
        self._exchange.tick(now, receiving)
        question = self._own.question
        if question is not None and self._clock.has_run_out(now):
            self._own.decide(default_decision(question))
        return self._effects(now)

    def leave(self, now: float) -> tuple[Effect, ...]:
        """Sign and send a goodbye, unless the game is over: the others go on without this seat."""
        self._own.leaving.leave()
        return self._effects(now)

    def agree(self, seat: int, now: float) -> tuple[Effect, ...]:
        """The player agrees to go on without ``seat`` while it is silent."""
        self._consent.give((seat,))
        return self._effects(now)

    def disagree(self, seat: int, now: float) -> tuple[Effect, ...]:
        """The player wants to wait for ``seat`` after all."""
        self._consent.take_back(seat)
        return self._effects(now)

    def end_alone(self, now: float) -> tuple[Effect, ...]:
        """The player, alone at the table before a deal, does not wait for anybody to return."""
        self._own.ends_alone = True
        return self._effects(now)

    def say(self, text: str, now: float) -> tuple[Effect, ...]:
        """A line of table talk. Raises ``TooMuchTalk``."""
        self._asides.talk("", text, self.log.state, now)
        return self._effects(now)

    def phrase(self, code: str, now: float) -> tuple[Effect, ...]:
        """A ready-made phrase out of ``talk.PHRASES``. Raises ``TooMuchTalk``."""
        self._asides.talk(code, "", self.log.state, now)
        return self._effects(now)

    def pause(self, wanted: bool, now: float) -> tuple[Effect, ...]:
        """Want a pause, or end it."""
        self._asides.want_pause(wanted, self.log.state)
        return self._effects(now)

    def open_hands(self, now: float) -> tuple[Effect, ...]:
        """After the game: agree that every hand be opened. The keys follow once everybody has."""
        if self.over:
            self._ending.agree_to_open()
        return self._effects(now)

    # Taking in

    def _take(self, signed: Signed, sender: int, now: float) -> None:
        author = self._intake.take(signed, sender, now)
        if author is not None:
            self._exchange.patience.progressed(now)
            self._consent.heard(author)
            self._exchange.relay(signed, author, sender, now)

    def _standing_things(self) -> list[Signed]:
        """What belongs to no step: goodbyes, returns, results, and what shows a fault."""
        return [
            *(signed for _goodbye, signed in self.log.goodbyes.values()),
            *self._own.returns.things(),
            *(signed for fault in self.log.faults.values() for signed in fault.things),
            *self._asides.things(),
            *self._ending.after.things(),
        ]

    # Going on

    @property
    def _number(self) -> int:
        return len(self.log.closed)

    def _effects(self, now: float) -> tuple[Effect, ...]:
        """Do everything that is due now, and hand over what came of it."""
        self._caution.settle(self._number, now)
        while self._advance(now):
            self._caution.settle(self._number, now)
        self._exchange.moved(now)
        for job in self.log.jobs:
            self._outbox.work(job.run, partial(self.log.checked, job))
        self.log.jobs.clear()
        self._chronicle.accuse()
        paused = self._asides.paused(self.log.state)
        self._clock.watch(self._own.question, paused, now)
        self._silence.watch(self._number, awaited(self.log, self._exchange.reach), paused, now)
        return self._outbox.take(self._next_wake())

    def _next_wake(self) -> float | None:
        if self.settled:
            return None
        times = (
            self._exchange.patience.next_ask,
            self._clock.deadline,
            self._caution.deadline,
            self._silence.next_end(),
        )
        return min(time for time in times if time is not None)

    def _advance(self, now: float) -> bool:
        """One step onwards; True while there may be more to do."""
        closing = self._chronicle.keep_next()
        if closing is not None:
            self._keep(closing, now)
            return True
        self._signer.forget(self._caution.forgotten)
        self._own.muted = not self._caution.may_sign(self.log.state.readmitted[self.seat])
        if self.over:
            return not self._own.muted and self._ending.advance()
        step = self.log.open
        assert step is not None
        if self._recalled < step.step:
            self._recalled = step.step
            self._own.recall(step, send=not self._caution.behind(step.step))
            # What the player agreed to before a restart stands until it is taken back.
            self._consent.give(silent_in_vote(step, self.seat))
            return True
        if self.seat not in step.members:
            return not self._caution.hearing and self._own.ask_back()
        if self._own.leaving.stays_away and not self.log.has_left(self.seat):
            # It was seated again by a return from before its player left.
            self._own.leaving.say_goodbye()
        if self.log.has_left(self.seat) or self.seat in self.log.faults:
            self._own.question = None
            return False
        if self._own.muted:
            return self._step_aside()
        return self._vote(step) or self._own.say(step) or self._own.attempts.acknowledge(step)

    def _vote(self, step: OpenStep) -> bool:
        vote = next_vote(self.log, self.seat, self._consent.agreed)
        return vote is not None and self._own.attempts.vote(step, vote)

    def _step_aside(self) -> bool:
        """This seat must not sign its word: once that is certain, the others need not wait."""
        self._own.question = None
        if self._caution.hearing:
            return False
        self._own.leaving.say_goodbye()
        return True

    def _keep(self, closing: Closing, now: float) -> None:
        """A step has closed, and the chronicle has it."""
        self._own.remember(closing)
        self._consent.closed(closing)
        self._own.leaving.take_up()
        self._exchange.patience.progressed(now)
        self._caution.progressed(now)
