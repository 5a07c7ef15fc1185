"""One seat at a table, sans-IO: one class plays, is tested, and drives the screen and the bots.

Every method takes the time in monotonic seconds and returns effects; see ``effects`` for how they
must be carried out. The peer owns no clock, no randomness, no file and no socket.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from protocol.deck import Entropy
from protocol.log.encoding import Struct
from protocol.log.errors import Dropped
from protocol.log.evidence import write_evidence
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    Keys,
    Open,
    Pause,
    Result,
    Return,
    Roster,
    Signed,
    Status,
    Talk,
    Thing,
)
from protocol.log.openstep import OpenStep
from protocol.log.signing import SigningKey, check_signed, read
from protocol.log.transcript import start_transcript, write_record
from protocol.log.wire import read_message
from protocol.peer import viewing
from protocol.peer.aftermath import Aftermath, deal_steps, opened_hands
from protocol.peer.asides import Asides
from protocol.peer.caution import Caution, Memory
from protocol.peer.clock import Clock
from protocol.peer.defaults import default_decision
from protocol.peer.effects import Effect
from protocol.peer.grace import Awaited, Grace, Silence
from protocol.peer.happenings import happenings_of
from protocol.peer.outbox import Outbox
from protocol.peer.own import OwnSeat
from protocol.peer.questions import Decision
from protocol.peer.steps import STEPS
from protocol.peer.sync import Answers, CatchUp, Patience, Reach, missing_from, status_of
from protocol.peer.table import Table
from protocol.peer.talk import LONGEST_LINE, TooMuchTalk, clean_line
from protocol.peer.view import HandView, Happening, TableView
from protocol.peer.votes import next_vote, silent_in_vote, silent_to_leave_out


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
        self._own = OwnSeat(key, nonce, entropy, journal, self.log, self._outbox)
        self._reach = Reach(self._own.seat, self.log.state.seats)
        self._patience = Patience(0.0)
        self._catch_up = CatchUp()
        self._answers = Answers()
        others = frozenset(self.log.state.seats) - {self._own.seat}
        if memory is Memory.LOST and self._own.forgotten >= 0:
            # What was lost is known from an earlier life; since then everything is here.
            memory = Memory.WHOLE
        self._caution = Caution(memory, others)
        self._caution.forgotten = self._own.forgotten
        self._silence = Silence(grace or Grace(), roster.settings.clock)
        self._in_transcript = len(self.log.closed)
        self._kept = 0
        self._happenings: list[Happening] = []
        self._aftermath = Aftermath(self.log)
        self._asides = Asides()
        self._clock = Clock(roster.settings.clock)
        self._hands: tuple[HandView, ...] = ()
        self._accused: set[int] = set()
        self._agreed: set[int] = set()
        self._relented: set[int] = set()
        self._recalled = -1
        self._opening = False

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
        return self.over and len(self._aftermath.results) == len(self.log.state.seats)

    @property
    def head(self) -> bytes:
        """The head after the last step that closed here: 32 bytes."""
        return self.log.state.head

    def view(self) -> TableView:
        """Everything a screen may show now."""
        own = viewing.Own(
            self.seat,
            self._own.hand,
            self._own.order(),
            self._own.question,
            tuple(self._happenings),
            frozenset(self._agreed),
            self._aftermath,
            self._asides,
            self._clock.deadline,
            self._hands,
            self._silence.silent(),
            self._own.muted and not self._caution.hearing and not self.over,
        )
        return viewing.view(self.log, own, self._reach)

    # What the world tells

    def start(self, now: float) -> tuple[Effect, ...]:
        """Begin; once, before anything else."""
        self._patience.progressed(now)
        self._reach.since = dict.fromkeys(self._reach.seats, now)
        if not self._in_transcript:
            self._outbox.keep(start_transcript(self.log.state.roster))
        for closing in self.log.closed:
            for signed in (closing.said_by(self.seat), closing.acknowledged_by(self.seat)):
                if signed is not None:
                    self._recognise(signed, read(signed, _KINDS[signed.thing]))
        farewell = self._own.farewell()
        if farewell is not None:
            self.log.offer(farewell)
        return self._effects(now)

    def receive(self, message: bytes, sender: int, now: float) -> tuple[Effect, ...]:
        """A message from the link of seat ``sender``. Raises ``Malformed``: close that link."""
        value = read_message(message)
        if isinstance(value, Status):
            self._answer(value, sender, now)
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

    def linked(self, seat: int, up: bool, now: float) -> tuple[Effect, ...]:
        """The link to ``seat`` is up, or down."""
        changed = self._reach.changed(seat, up, now)
        if up:
            self._caution.linked(now)
            self._answers.linked(seat)
        if changed or up:
            # A new link to a seat may have taken the place of one that seemed to be up.
            self._ask_everybody()
        return self._effects(now)

    def tick(self, now: float) -> tuple[Effect, ...]:
        """The time of the last ``Wake`` has come."""
        if self._patience.due(now):
            self._ask_everybody()
        question = self._own.question
        if question is not None and self._clock.has_run_out(now):
            self._own.decide(default_decision(question))
        return self._effects(now)

    def leave(self, now: float) -> tuple[Effect, ...]:
        """Sign and send a goodbye, unless the game is over: the others go on without this seat."""
        if not self.over and not self.log.has_left(self.seat):
            self._say_goodbye()
            self._own.stays_away = True
        return self._effects(now)

    def agree(self, seat: int, now: float) -> tuple[Effect, ...]:
        """The player agrees to go on without ``seat`` while it is silent."""
        self._agreed.add(seat)
        return self._effects(now)

    def disagree(self, seat: int, now: float) -> tuple[Effect, ...]:
        """The player wants to wait for ``seat`` after all."""
        self._agreed.discard(seat)
        return self._effects(now)

    def end_alone(self, now: float) -> tuple[Effect, ...]:
        """The player, alone at the table before a deal, does not wait for anybody to return."""
        self._own.ends_alone = True
        return self._effects(now)

    def say(self, text: str, now: float) -> tuple[Effect, ...]:
        """A line of table talk. Raises ``TooMuchTalk``."""
        if not clean_line(text) or len(text) > LONGEST_LINE:
            raise TooMuchTalk(f"A line has 1 to {LONGEST_LINE} characters.")
        return self._talk("", text, now)

    def phrase(self, code: str, now: float) -> tuple[Effect, ...]:
        """A ready-made phrase out of ``talk.PHRASES``. Raises ``TooMuchTalk``."""
        return self._talk(code, "", now)

    def pause(self, wanted: bool, now: float) -> tuple[Effect, ...]:
        """Want a pause, or end it."""
        self._want_pause(wanted)
        return self._effects(now)

    def open_hands(self, now: float) -> tuple[Effect, ...]:
        """After the game: agree that every hand be opened. The keys follow once everybody has."""
        if self.over and self.seat not in self._aftermath.opens:
            state = self.log.state
            self._keep_after(Thing.OPEN, Open(PROTOCOL_VERSION, state.table, self.seat, self.head))
        return self._effects(now)

    # Taking in

    def _take(self, signed: Signed, sender: int, now: float) -> None:
        kind = _KINDS[signed.thing]
        try:
            value = read(signed, kind)
            self._recognise(signed, value)
            new = _TAKE[signed.thing](self, signed, sender, now)
        except Dropped:
            return
        if new:
            self._patience.progressed(now)
            self._relent(value.seat)
            for seat in self._reach.relay_to(value.seat, sender):
                self._outbox.send(signed, seat)

    def _take_statement(self, signed: Signed, sender: int, _now: float) -> bool:
        new = self.log.offer(signed)
        value = read(signed, _KINDS[signed.thing])
        number = getattr(value, "step", 0)
        if not new and number > self._number + 1:
            self._told(sender, number)
        if isinstance(value, Acknowledgement):
            self._answer_contradiction(value, sender)
        return new

    def _recognise(self, signed: Signed, value: Statement) -> None:
        """The own signature, and the journal lacks it: this seat forgot what it signed."""
        if value.seat != self.seat or self._own.signed_before(signed):
            return
        if not isinstance(value, Entry | Acknowledgement | Change | Goodbye):
            return
        self._check_outside(signed, value.version, value.table, value.seat)
        readmitted = self.log.state.readmitted[self.seat]
        if self._caution.shown(value.step, self._number, readmitted):
            self._own.muted = True

    def _relent(self, seat: int) -> None:
        """Whoever is heard from is silent no longer: once a step, or a seat that says a little
        now and then would make the others take back their votes for ever."""
        if seat in self._agreed and seat not in self._relented:
            self._agreed.discard(seat)
            self._relented.add(seat)

    def _answer_contradiction(self, said: Acknowledgement, sender: int) -> None:
        """Another head than ours: with the entries of both of us, both see who signed twice."""
        step = self.log.open
        ready = self.log.ready.get(said.attempt)
        if step is None or said.step != step.step or ready is None:
            return
        if said.head != ready.target.head:
            for signed in step.entries():
                self._outbox.send(signed, sender)

    def _take_return(self, signed: Signed, _sender: int, _now: float) -> bool:
        value = read(signed, Return)
        self._check_outside(signed, value.version, value.table, value.seat)
        held = self._own.returns.get(value.seat)
        if held is not None and held[0].round >= value.round:
            return False
        self._own.returns[value.seat] = (value, signed)
        return True

    def _take_after(self, signed: Signed, _sender: int, _now: float) -> bool:
        new = self._aftermath.offer(signed)
        if new:
            self._outbox.keep(write_record(signed))
        return new

    def _take_aside(self, signed: Signed, _sender: int, now: float) -> bool:
        was_paused = self._asides.paused(self.log.state)
        new = self._asides.offer(signed, self.log.state, now)
        if was_paused and not self._asides.paused(self.log.state):
            # Anybody may end a pause; the next one needs everybody's wish anew.
            self._want_pause(False)
        return new

    def _check_outside(self, signed: Signed, version: int, table: bytes, seat: int) -> None:
        state = self.log.state
        if version != PROTOCOL_VERSION or table != state.table or seat not in state.seats:
            raise Dropped("signed for another table, version or seat")
        check_signed(signed, state.identity(seat))

    # Bringing each other up to date

    @property
    def _number(self) -> int:
        return len(self.log.closed)

    def _answer(self, status: Status, sender: int, now: float) -> None:
        if status.table != self.log.state.table:
            return
        self._reach.wants[sender] = status.unlinked
        self._caution.heard(sender, status.step)
        if status.step > self._number:
            self._told(sender, status.step)
        if not self._answers.due(sender, status.step, self._number, now):
            return
        things = missing_from(status, self.log)
        if status.step >= self._number:
            things += self._standing_things()
        for signed in things:
            self._outbox.send(signed, sender)
        if status.step < self._number:
            self._ask(sender)

    def _told(self, seat: int, step: int) -> None:
        """``seat`` is further than this peer."""
        if self._catch_up.told(seat, step, self._number):
            self._ask(seat)

    def _ask_everybody(self) -> None:
        self._catch_up.gives_up(self._number)
        self._ask(None)

    def _standing_things(self) -> list[Signed]:
        """What belongs to no step: goodbyes, returns, results, and what shows a fault."""
        return [
            *(signed for _goodbye, signed in self.log.goodbyes.values()),
            *(signed for _return, signed in self._own.returns.values()),
            *(signed for fault in self.log.faults.values() for signed in fault.things),
            *(signed for _pause, signed in self._asides.pauses.values()),
            *self._aftermath.things(),
        ]

    def _ask(self, to: int | None) -> None:
        self._outbox.send(status_of(self.log, self._reach.unlinked), to)

    # Going on

    def _effects(self, now: float) -> tuple[Effect, ...]:
        """Do everything that is due now, and hand over what came of it."""
        self._caution.settle(self._number, now)
        while self._advance(now):
            self._caution.settle(self._number, now)
        source = self._catch_up.moved(self._number)
        if source is not None:
            self._ask(source)
        for job in self.log.jobs:
            self._outbox.work(job.run, partial(self.log.checked, job))
        self.log.jobs.clear()
        self._accuse()
        paused = self._asides.paused(self.log.state)
        self._clock.watch(self._own.question, paused, now)
        self._silence.watch(self._number, self._awaited(), paused, now)
        return self._outbox.take(self._next_wake())

    def _awaited(self) -> list[Awaited]:
        """Whom the open step waits for, of those it could go on without."""
        step = self.log.open
        seats = silent_to_leave_out(self.log, self.seat)
        return [
            Awaited(
                seat,
                step is not None and STEPS[step.kind].asks and step.candidate(seat) is None,
                seat in self._reach.links or self._reach.relayed(seat),
            )
            for seat in seats
        ]

    def _next_wake(self) -> float | None:
        if self.settled:
            return None
        times = (
            self._patience.next_ask,
            self._clock.deadline,
            self._caution.deadline,
            self._silence.next_end(),
        )
        return min(time for time in times if time is not None)

    def _advance(self, now: float) -> bool:
        """One step onwards; True while there may be more to do."""
        if self._kept < self._number:
            self._keep_closing()
            self._patience.progressed(now)
            self._caution.progressed(now)
            return True
        self._own.forget(self._caution.forgotten)
        self._own.muted = not self._caution.may_sign(self.log.state.readmitted[self.seat])
        if self.over:
            return not self._own.muted and (self._sign_result() or self._publish_keys())
        step = self.log.open
        assert step is not None
        if self._recalled < step.step:
            self._recalled = step.step
            self._own.recall(step, send=not self._caution.behind(step.step))
            # What the player agreed to before a restart stands until it is taken back.
            self._agreed |= silent_in_vote(step, self.seat)
            return True
        if self.seat not in step.members:
            return not self._caution.hearing and self._own.ask_back()
        if self.log.has_left(self.seat) or self.seat in self.log.faults:
            self._own.question = None
            return False
        if self._own.muted:
            return self._step_aside()
        return self._vote(step) or self._own.say(step) or self._own.acknowledge(step)

    def _vote(self, step: OpenStep) -> bool:
        vote = next_vote(self.log, self.seat, frozenset(self._agreed))
        return vote is not None and self._own.vote(step, vote)

    def _step_aside(self) -> bool:
        """This seat must not sign its word: once that is certain, the others need not wait."""
        self._own.question = None
        if self._caution.hearing:
            return False
        self._say_goodbye()
        return True

    def _say_goodbye(self) -> None:
        state = self.log.state
        goodbye = Goodbye(PROTOCOL_VERSION, state.table, state.step, self.seat)
        self.log.offer(self._own.sign(Thing.GOODBYE, goodbye))

    def _keep_closing(self) -> None:
        closing = self.log.closed[self._kept]
        self._kept += 1
        if self._kept > self._in_transcript:
            self._outbox.keep(write_record(closing.record))
        self._happenings += happenings_of(closing)
        self._own.remember(closing)
        self._agreed -= {seat for seat, _why in closing.made_absent}
        # A seat without which the step closed, although it stays seated, opens the next one as
        # silent as it was; what it says then does not buy it another delay.
        self._relented = self._agreed - set(closing.members)

    def _sign_result(self) -> bool:
        if self.seat in self._aftermath.results:
            return False
        state, scores = self.log.state, self._aftermath.scores()
        result = Result(PROTOCOL_VERSION, state.table, self.seat, self.head, scores)
        self._keep_after(Thing.RESULT, result)
        return True

    def _publish_keys(self) -> bool:
        """Everybody agreed to open the hands: publish the own keys, then open all with all."""
        after, state = self._aftermath, self.log.state
        steps = sorted(deal_steps(self.log, self.seat)) if after.all_agree() else []
        if after.all_agree() and self.seat not in after.keys and self._own.has_secrets(steps):
            keys = self._own.published_keys(steps)
            self._keep_after(
                Thing.KEYS, Keys(PROTOCOL_VERSION, state.table, self.seat, self.head, keys)
            )
            return True
        if after.all_published() and not self._opening:
            self._opening = True
            published = {seat: keys for seat, (keys, _signed) in after.keys.items()}
            self._outbox.work(partial(opened_hands, self.log, published), self._opened_hands)
        return False

    def _opened_hands(self, hands: tuple[HandView, ...] | BaseException) -> None:
        if isinstance(hands, BaseException):
            raise hands
        self._hands = hands

    def _keep_after(self, thing: Thing, value: Struct) -> None:
        signed = self._own.sign(thing, value)
        self._aftermath.offer(signed)
        self._outbox.keep(write_record(signed))

    def _talk(self, phrase: str, text: str, now: float) -> tuple[Effect, ...]:
        state = self.log.state
        number = self._own.next_number(Thing.TALK)
        value = Talk(PROTOCOL_VERSION, state.table, self.seat, number, phrase, text)
        signed = self._own.signed(Thing.TALK, value)
        try:
            self._asides.offer(signed, state, now)
        except Dropped as error:
            raise TooMuchTalk(f"Not now: {error}.") from None
        self._own.put(signed)
        return self._effects(now)

    def _want_pause(self, wanted: bool) -> None:
        state = self.log.state
        number = self._own.next_number(Thing.PAUSE)
        value = Pause(PROTOCOL_VERSION, state.table, self.seat, number, int(wanted))
        self._asides.offer(self._own.sign(Thing.PAUSE, value), state, 0.0)

    def _accuse(self) -> None:
        """Once a seat: keep the evidence and give the signed things to everybody."""
        for seat, fault in self.log.faults.items():
            if seat in self._accused:
                continue
            self._accused.add(seat)
            self._outbox.accuse(seat, write_evidence(self.log.evidence(seat)))
            for signed in fault.things:
                self._outbox.send(signed)


_TAKE: Final = MappingProxyType(
    {
        Thing.ENTRY: Peer._take_statement,
        Thing.ACKNOWLEDGEMENT: Peer._take_statement,
        Thing.CHANGE: Peer._take_statement,
        Thing.GOODBYE: Peer._take_statement,
        Thing.RETURN: Peer._take_return,
        Thing.RESULT: Peer._take_after,
        Thing.OPEN: Peer._take_after,
        Thing.KEYS: Peer._take_after,
        Thing.TALK: Peer._take_aside,
        Thing.PAUSE: Peer._take_aside,
    }
)

Statement = (
    Entry | Acknowledgement | Change | Goodbye | Return | Result | Open | Keys | Talk | Pause
)

_KINDS: Final[MappingProxyType[Thing, type[Statement]]] = MappingProxyType(
    {
        Thing.ENTRY: Entry,
        Thing.ACKNOWLEDGEMENT: Acknowledgement,
        Thing.CHANGE: Change,
        Thing.GOODBYE: Goodbye,
        Thing.RETURN: Return,
        Thing.RESULT: Result,
        Thing.OPEN: Open,
        Thing.KEYS: Keys,
        Thing.TALK: Talk,
        Thing.PAUSE: Pause,
    }
)
