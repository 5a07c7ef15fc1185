"""Since when the table has waited for each seat, and for whom it has waited long enough to ask.

Loss is never blame and silence is no proof: this only decides when the screen offers to go on
without somebody. What the others agree to is the protocol's business.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from koryo_tui.text.choices import NoVote
from protocol.log.messages import StepKind
from protocol.peer.view import Doing, LinkEnd, LinkState, TableView
from protocol.rules import Phase, Standing

#: Seconds after which the screen asks: a link is lost that long, or a machine says nothing.
GRACE: Final = 30.0
#: Seconds after which somebody who is linked and only thinks may be voted on, though not asked.
THINKING: Final = 120.0
#: Seconds after which a seat with a lost link counts as away when the table waits for another one.
NOTICED: Final = 10.0
#: The least that must stay at the table when somebody is left out as silent.
_LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class Waits:
    """``since`` holds the monotonic second since when the open ``step`` has waited for a seat."""

    step: int = -1
    since: tuple[tuple[int, float], ...] = ()

    def seen(self, view: TableView, now: float) -> Waits:
        """The same after another look at the table."""
        known = dict(self.since) if view.step == self.step else {}
        awaited = (*view.waiting_for, *view.can_leave_out)
        since = {seat: known.get(seat, now) for seat in sorted(set(awaited))}
        return Waits(view.step, tuple(since.items()))

    def seconds(self, seat: int, now: float) -> float:
        """How long the open step has waited for ``seat``."""
        return now - dict(self.since).get(seat, now)

    def silent(self, view: TableView, now: float) -> tuple[int, ...]:
        """The seats about which to ask whether to go on without them."""
        return tuple(
            seat
            for seat in view.can_leave_out
            if self._is_silent(view, seat, now) or _is_voted_on(view, seat)
        )

    def may_be_left(self, view: TableView, now: float) -> tuple[int, ...]:
        """The seats on which a vote is possible here: the silent, and who has thought for long."""
        silent = self.silent(view, now)
        return tuple(
            seat
            for seat in view.can_leave_out
            if seat in silent or self.seconds(seat, now) >= THINKING
        )

    def stuck(self, view: TableView, now: float) -> tuple[int, ...]:
        """The seats that are away, if the table waits for one of them and no vote can help."""
        silent = frozenset(s for s in staying(view) if self._is_silent(view, s, now))
        noticed = (s for s in lost(view) if now - view.seats[s].link_since >= NOTICED)
        return _stuck(view, {*noticed, *(silent & {*view.can_leave_out})}, silent)

    def next_silent(self, view: TableView, now: float) -> tuple[int, float] | None:
        """Which of the seats that are awaited counts as silent next, and in how many seconds if
        nothing is heard of it; None if none is awaited that could."""
        found = []
        for seat in view.waiting_for:
            shown = view.seats[seat]
            if seat == view.you or shown.left or shown.fault is not None:
                continue
            if shown.link is LinkState.LOST:
                found.append((GRACE - (now - shown.link_since), seat))
            elif not _decides(view, seat):
                found.append((GRACE - self.seconds(seat, now), seat))
        left, seat = min(found, default=(0.0, view.you))
        return (seat, left) if left > 0 else None

    def _is_silent(self, view: TableView, seat: int, now: float) -> bool:
        shown = view.seats[seat]
        if shown.link is LinkState.LOST:
            return now - shown.link_since >= GRACE
        return not _decides(view, seat) and self.seconds(seat, now) >= GRACE


def _decides(view: TableView, seat: int) -> bool:
    """Whether it is the player of ``seat`` that is waited for, not its machine."""
    return view.seats[seat].doing is Doing.CHOOSING or has_to_answer(view, seat)


def lost(view: TableView) -> tuple[int, ...]:
    """The seats that play and are not reached."""
    return tuple(s for s in staying(view) if view.seats[s].link is LinkState.LOST)


def closed(view: TableView) -> tuple[int, ...]:
    """Of those that are not reached, the seats whose program said that it closes."""
    return tuple(seat for seat in lost(view) if view.seats[seat].link_ended is LinkEnd.CLOSED)


def stuck(view: TableView) -> tuple[int, ...]:
    """As ``Waits.stuck``, for whoever has no clock: what the table says of itself is enough."""
    quiet = frozenset(s for s in view.can_leave_out if not _decides(view, s))
    unreached = frozenset(lost(view))
    away = unreached | quiet
    silent = away & {*view.can_leave_out}
    # Where a vote could be held at all, the table says itself whom it has waited for long enough.
    if why_no_vote(view, tuple(away)) is not NoVote.SEVERAL:
        silent |= unreached
    return _stuck(view, away, silent)


def _stuck(view: TableView, away: AbstractSet[int], silent: AbstractSet[int]) -> tuple[int, ...]:
    """Those that are ``away``, by seat, if the table waits for one of the ``silent`` among them and
    no vote can help."""
    if view.seats[view.you].left:
        # Nobody asks a seat that was given up.
        return ()
    seats = tuple(seat for seat in staying(view) if seat in away)
    awaited = {*view.waiting_for, *view.can_leave_out} & silent
    is_waiting = any(seat in awaited for seat in seats)
    return seats if is_waiting and why_no_vote(view, seats) is not None else ()


def why_no_vote(view: TableView, away: tuple[int, ...]) -> NoVote | None:
    """Why the table cannot go on without one of those who are ``away``; None if it can.

    All others must agree, and two at least must stay (docs/protocol.md, 3.6)."""
    if view.position is None or (view.kind is StepKind.KEYS and not view.happenings):
        return NoVote.NOT_DEALT
    if len(staying(view)) - 1 < _LEAST:
        return NoVote.ONLY_TWO
    return NoVote.SEVERAL if len(away) > 1 else None


def may_ever_vote(view: TableView) -> bool:
    """Whether enough are seated to go on without one of them."""
    return len(seated(view)) > _LEAST


def has_to_answer(view: TableView, seat: int) -> bool:
    """Whether you agreed to go on without somebody, and the player of ``seat`` is still asked."""
    return seat not in view.agreed and any(seat not in agreeing(view, gone) for gone in view.agreed)


def _is_voted_on(view: TableView, seat: int) -> bool:
    return seat in view.agreed or any(seat in vote.left_out for vote in view.votes)


def agreeing(view: TableView, seat: int) -> tuple[int, ...]:
    """Who agrees to go on without ``seat``."""
    voted = {vote.seat for vote in view.votes if seat in vote.left_out}
    if seat in view.agreed:
        voted.add(view.you)
    return tuple(sorted(voted))


def asked(view: TableView, seat: int) -> tuple[int, ...]:
    """Who must agree before the table goes on without ``seat``: all others that are seated."""
    return tuple(other for other in seated(view) if other != seat)


def just_left(old: TableView, new: TableView) -> tuple[int, ...]:
    """The others at the table who have said goodbye since ``old``."""
    return tuple(
        seat
        for seat in seated(old)
        if new.seats[seat].left and not old.seats[seat].left and seat != new.you
    )


def just_back(old: TableView, new: TableView) -> tuple[int, ...]:
    """The others who have asked for their seats again since ``old``."""
    return tuple(
        seat.seat
        for seat, before in zip(new.seats, old.seats, strict=True)
        if seat.returns and not before.returns and seat.seat != new.you
    )


def only_you(view: TableView) -> bool:
    """Whether this seat is the only one left and plays the round under way to its end."""
    position = view.position
    is_open = view.outcome is None and view.stopped is None and not view.alone
    if not is_open or position is None or position.phase is Phase.DEAL:
        return False
    return staying(view) == (view.you,)


def staying(view: TableView) -> tuple[int, ...]:
    """The seats that are not missing, and of which nothing shows that they are to be left out."""
    return tuple(
        seat for seat in seated(view) if not view.seats[seat].left and not view.seats[seat].fault
    )


def seated(view: TableView) -> tuple[int, ...]:
    """The seats that are not missing."""
    position = view.position
    if position is None:
        return tuple(seat.seat for seat in view.seats)
    return tuple(
        seat for seat, standing in enumerate(position.standing) if standing is Standing.SEATED
    )
