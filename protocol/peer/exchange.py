"""Asking others for what this peer lacks, and answering them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from protocol.log.messages import Acknowledgement, Signed, Status
from protocol.peer.outbox import Outbox
from protocol.peer.sync import (
    Answers,
    CatchUp,
    Patience,
    Reach,
    UnderWay,
    has_votes,
    missing_from,
    status_of,
)
from protocol.peer.table import Table
from protocol.peer.view import LinkEnd


class Exchange:
    """The statuses of one peer; ``standing`` gives what it holds that belongs to no step."""

    def __init__(
        self, seat: int, log: Table, outbox: Outbox, standing: Callable[[], Sequence[Signed]]
    ) -> None:
        self.reach: Final = Reach(seat, log.state.seats)
        self.patience: Final = Patience(0.0)
        self._log = log
        self._outbox = outbox
        self._standing = standing
        self._catch_up = CatchUp()
        self._answers = Answers()
        self._under_way = UnderWay()

    @property
    def _number(self) -> int:
        return len(self._log.closed)

    def start(self, now: float) -> None:
        """Begin, without a link."""
        self.patience.progressed(now)
        self.reach.since = dict.fromkeys(self.reach.seats, now)

    def linked(self, seat: int, up: bool, now: float, ended: LinkEnd | None) -> None:
        """The link to ``seat`` is up, or down and why."""
        changed = self.reach.changed(seat, up, now, ended)
        self._under_way.forget(seat)
        if up:
            self._answers.linked(seat)
        if changed or up:
            # A new link to a seat may have taken the place of one that seemed to be up.
            self._ask_everybody()

    def tick(self, now: float, receiving: bool) -> None:
        """Ask again if nothing has come for long."""
        if self.patience.due(now, receiving):
            self._ask_everybody()

    def told(self, seat: int, step: int) -> None:
        """``seat`` is at ``step``, further than this peer."""
        if self._catch_up.told(seat, step, self._number):
            self._ask(seat)

    def moved(self, now: float) -> None:
        """The log may have moved, and things have gone out: ask for more of it if there is more."""
        for signed, to in self._outbox.sent:
            for seat in self.reach.links if to is None else (to,):
                self._under_way.gave(seat, signed, now)
        self._outbox.sent.clear()
        source = self._catch_up.moved(self._number)
        if source is not None:
            self._ask(source)

    def answer(self, status: Status, sender: int, now: float) -> None:
        """Send ``sender`` what its status of this table shows it to lack."""
        self.reach.wants[sender] = status.unlinked
        if status.step > self._number:
            self.told(sender, status.step)
        if status.step + 1 < self._number:
            # Whoever is so far behind did not take in what was said meanwhile.
            self._under_way.forget(sender)
        if not self._answers.due(sender, status.step, self._number, now):
            return
        behind = status.step < self._number
        sparing = not has_votes(status, self._log)
        trusting = sparing and behind and self._answers.trusts(sender, status.step)
        things = missing_from(status, self._log, self.reach.seat, trusting=trusting)
        if not behind:
            things += self._standing()
        for signed in things:
            under_way = self._under_way.reaches(sender, signed, status.unlinked, now)
            if not (sparing and under_way):
                self._outbox.send(signed, sender)
        if behind:
            self._ask(sender)

    def answer_contradiction(self, said: Acknowledgement, sender: int) -> None:
        """Another head than ours: with the entries of both of us, both see who signed twice."""
        step = self._log.open
        ready = self._log.ready.get(said.attempt)
        if step is None or said.step != step.step or (ready is None and said.attempt == 0):
            return
        if ready is None or said.head != ready.target.head:
            changes = step.attempts[said.attempt].changes.values() if said.attempt else ()
            votes = [held.signed for of_seat in changes for held in of_seat]
            for signed in (*step.entries(), *votes):
                self._outbox.send(signed, sender)

    def relay(self, signed: Signed, author: int, sender: int, now: float) -> None:
        """Pass on what has just come in from ``sender`` to those that asked for it."""
        for seat in self.reach.links - {author}:
            self._under_way.gave(seat, signed, now, author)
        for seat in self.reach.relay_to(author, sender):
            self._outbox.send(signed, seat)

    def _ask_everybody(self) -> None:
        self._catch_up.gives_up(self._number)
        self._ask(None)

    def _ask(self, to: int | None) -> None:
        self._outbox.send(status_of(self._log, self.reach.unlinked), to)
