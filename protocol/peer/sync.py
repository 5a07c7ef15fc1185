"""Bringing each other up to date: what a status asks for, what is relayed, when to ask again.

Seats send their own signed things to their own links, and anything of anybody on request. A status
says what a peer holds of the step that is open for it; whoever holds more answers with what is
missing, unchanged. Nothing here is signed and nothing here can be blamed on a seat.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from protocol.log.messages import AttemptStatus, Signed, Status, Thing
from protocol.peer.closing import Closing
from protocol.peer.table import Table
from protocol.peer.talk import Allowance
from protocol.peer.view import LinkEnd

#: Seconds without progress before a peer asks again: first, and at most.
FIRST_ASK = 1.0
LAST_ASK = 8.0
#: A peer that is further behind is served this many closed steps for each status: the one that is
#: open for it, and the next, which it can keep until then. What is further it could not take in.
STEPS_AT_ONCE = 2
#: A status is short, the answer may be long: what was answered before is answered again so many
#: times at once, and once more after each of so many seconds.
ANSWERS_AGAIN = 12
#: An answer has no more bytes of changes than this, unless it is a single one: what one seat has
#: stuffed a step with must not fill the links between others. The lowest attempts come first.
BYTES_OF_VOTES = 65_536
SECONDS_AN_ANSWER = 1.0
#: An entry whose payload has so many bytes is long: a slow line takes its time for it. For so many
#: seconds it may still be on its way over a link it was given to, and from its author to all.
LONG = 1_024
SECONDS_UNDER_WAY = 6.0


def status_of(table: Table, unlinked: int) -> Status:
    """What this peer holds. After the last step ``step`` is one past it and nothing is held."""
    step = table.open
    if step is None:
        return Status(table.state.table, len(table.closed), 0, (), unlinked)
    return Status(
        table.state.table, step.step, step.entries_mask(), step.attempt_status(), unlinked
    )


def missing_from(
    status: Status, table: Table, seat: int, *, trusting: bool = False
) -> list[Signed]:
    """The signed things of steps that the sender of ``status`` lacks and the peer of ``seat``
    holds. A mask does not tell which of two entries is held; ``trusting``: that of a closed step
    is taken to mean the one that counts, of those that are long."""
    if status.step < len(table.closed):
        first, *more = table.closed[status.step : status.step + STEPS_AT_ONCE]
        trusted = _long_entries(first, status.entries) if trusting else []
        things = [signed for signed in first.things if signed not in trusted]
        return things + [signed for closing in more for signed in closing.things]
    step = table.open
    if step is None or status.step != step.step:
        return []
    held = {attempt.attempt: attempt for attempt in status.attempts}
    # Once there are votes, which of two entries a report rests on matters: all of them are sent.
    missing = step.entries(without=0 if has_votes(status, table) else status.entries)
    # A mask does not tell which of two changes is held: those of the latest own vote are all sent.
    latest = max((n for n, attempt in step.attempts.items() if seat in attempt.changes), default=0)
    lacking: list[Signed] = []
    others: list[Signed] = []
    for number, attempt in sorted(step.attempts.items()):
        has = held.get(number, AttemptStatus(number, 0, 0))
        for author, (_head, signed) in sorted(attempt.acknowledgements.items()):
            if not has.acknowledgements >> author & 1:
                missing.append(signed)
        for author, changes in sorted(attempt.changes.items()):
            signed_changes = [change.signed for change in changes]
            if not has.changes >> author & 1:
                lacking += signed_changes
            elif number == latest or len(changes) > 1:
                others += signed_changes
    return missing + _first_bytes(lacking + others)


def _long_entries(closing: Closing, mask: int) -> list[Signed]:
    """The long entries that count of the seats in ``mask``."""
    said = (closing.said_by(seat) for seat in closing.before.seats if mask >> seat & 1)
    return [signed for signed in said if signed is not None and is_long(signed)]


def is_long(signed: Signed) -> bool:
    """Whether it is an entry that takes a slow line its time."""
    return signed.thing is Thing.ENTRY and len(signed.payload) >= LONG


def has_votes(status: Status, table: Table) -> bool:
    """Whether ``missing_from`` speaks of a step with votes in it, so that every entry matters."""
    if status.step < len(table.closed):
        return any(c.attempt for c in table.closed[status.step : status.step + STEPS_AT_ONCE])
    return table.open is not None and any(number > 0 for number in table.open.attempts)


def _first_bytes(things: list[Signed]) -> list[Signed]:
    """As many of them as one answer may have: the rest is asked for again."""
    total = list(accumulate(len(signed.payload) for signed in things))
    return things[: max(1, bisect_right(total, BYTES_OF_VOTES))]


def _again() -> Allowance:
    return Allowance(ANSWERS_AGAIN, SECONDS_AN_ANSWER)


@dataclass(slots=True)
class Answers:
    """Which statuses are answered. Whoever catches up asks from step to step, as fast as it can;
    whoever asks over one link from where it has asked before has an allowance."""

    asked: dict[int, int] = field(default_factory=dict)
    """By seat: the furthest step, of those that are known here, of which it sent a status."""
    trusted: dict[int, int] = field(default_factory=dict)
    """By seat: the furthest closed step of which its mask was trusted once."""
    allowance: Allowance = field(default_factory=_again)

    def linked(self, seat: int) -> None:
        """A new link to ``seat``: it may have lost all that it was given."""
        self.asked.pop(seat, None)
        self.trusted.pop(seat, None)

    def due(self, seat: int, step: int, number: int, now: float) -> bool:
        """Whether to answer a status of ``step`` from ``seat``; ``number`` is open here."""
        known = min(step, number)
        if known > self.asked.get(seat, -1):
            self.asked[seat] = known
            return True
        return self.allowance.take(seat, now)

    def trusts(self, seat: int, step: int) -> bool:
        """Whether to trust the mask of entries of ``step``, which has closed here: once."""
        is_first = step > self.trusted.get(seat, -1)
        self.trusted[seat] = max(step, self.trusted.get(seat, -1))
        return is_first


@dataclass(slots=True)
class UnderWay:
    """Long entries that may still be on their way to seats, and need not be sent again."""

    given: dict[int, dict[bytes, tuple[float, int | None]]] = field(default_factory=dict)
    """By seat and payload: since when, and over the link of which other seat, if not the own."""
    next_look: float = 0.0
    """When to forget what has arrived since."""

    def gave(self, seat: int, signed: Signed, now: float, author: int | None = None) -> None:
        """``signed`` goes out over the link to ``seat``; or its ``author``, of whom it has just
        come in for the first time, has sent it to all links of its own."""
        if not is_long(signed):
            return
        if now >= self.next_look:
            self.next_look = now + SECONDS_UNDER_WAY
            for held in self.given.values():
                for payload in [what for what, (at, _) in held.items() if not _lasts(at, now)]:
                    del held[payload]
        self.given.setdefault(seat, {})[signed.payload] = (now, author)

    def reaches(self, seat: int, signed: Signed, unlinked: int, now: float) -> bool:
        """Whether ``signed`` may be on its way to ``seat``, which has no links to ``unlinked``."""
        how = self.given.get(seat, {}).get(signed.payload)
        if how is None:
            return False
        at, author = how
        return _lasts(at, now) and (author is None or not unlinked >> author & 1)

    def forget(self, seat: int) -> None:
        """What was on its way to ``seat`` is lost, or not taken in there."""
        self.given.pop(seat, None)


def _lasts(since: float, now: float) -> bool:
    return now - since < SECONDS_UNDER_WAY


@dataclass(slots=True)
class Patience:
    """When to ask again: after ``FIRST_ASK`` without progress, then ever more slowly."""

    next_ask: float
    wait: float = FIRST_ASK
    longest: float = 0.0
    """Until when parts of a message that are arriving keep this peer from asking."""

    def progressed(self, now: float) -> None:
        """Something came in or closed."""
        self.wait = FIRST_ASK
        self.next_ask = now + self.wait
        self.longest = now + LAST_ASK

    def due(self, now: float, receiving: bool = False) -> bool:
        """Whether to ask now; if so, the next time is further away. While this peer is
        ``receiving``, what it would ask for may be what arrives, and it waits for that a while."""
        if now < self.next_ask:
            return False
        if receiving and now < self.longest:
            self.next_ask = now + FIRST_ASK
            return False
        self.wait = min(self.wait * 2, LAST_ASK)
        self.next_ask = now + self.wait
        return True


@dataclass(slots=True)
class CatchUp:
    """Fetching closed steps from one seat that is further: one question at a time.

    Statuses would multiply if each answer led to the next question, so a seat asks again only when
    its own log has moved, or when its patience is over.
    """

    source: int | None = None
    upto: int = 0
    """The furthest step that ``source`` told of."""
    asked: int = -1
    """The step that was open when this seat last asked."""

    def told(self, seat: int, step: int, number: int) -> bool:
        """``seat`` is at ``step``, beyond ``number``, which is open here: ask it now?"""
        if self.source is None:
            self.source = seat
        if seat == self.source:
            self.upto = max(self.upto, step)
        if self.asked == number:
            return False
        self.asked = number
        return True

    def moved(self, number: int) -> int | None:
        """``number`` is open now: whom to ask for more, if anybody."""
        if self.source is None or number < min(self.asked + STEPS_AT_ONCE, self.upto):
            return None
        source = self.source
        self.asked = number
        if number >= self.upto:
            self.source, self.upto = None, 0
        return source

    def gives_up(self, number: int) -> None:
        """Everybody is asked now: whoever answers first is the next source."""
        self.source, self.upto, self.asked = None, 0, number


@dataclass(slots=True)
class Reach:
    """Which seats are reached directly, and who wants whose things relayed."""

    seat: int
    seats: tuple[int, ...]
    links: set[int] = field(default_factory=set)
    since: dict[int, float] = field(default_factory=dict)
    ended: dict[int, LinkEnd] = field(default_factory=dict)
    """By seat that has no link any more: why it ended, where that is known."""
    wants: dict[int, int] = field(default_factory=dict)
    """By linked seat: the mask of seats it has no link to."""

    def changed(self, seat: int, up: bool, now: float, ended: LinkEnd | None = None) -> bool:
        """Note that the link to ``seat`` is up, or down and why; False if it was so before."""
        if up == (seat in self.links):
            return False
        self.since[seat] = now
        self.ended.pop(seat, None)
        if ended is not None:
            self.ended[seat] = ended
        if up:
            self.links.add(seat)
        else:
            self.links.discard(seat)
            self.wants.pop(seat, None)
        return True

    @property
    def unlinked(self) -> int:
        """The mask of seats this peer has no link to."""
        return sum(1 << seat for seat in self.seats if seat != self.seat and seat not in self.links)

    def relay_to(self, author: int, sender: int) -> list[int]:
        """The linked seats to which something of ``author``, just in from ``sender``, is due."""
        return [
            seat
            for seat in sorted(self.links)
            if seat not in (author, sender) and self.wants.get(seat, 0) >> author & 1
        ]

    def relayed(self, seat: int) -> bool:
        """Whether some linked seat reaches ``seat``."""
        return any(
            other != seat and other in self.wants and not self.wants[other] >> seat & 1
            for other in self.links
        )
