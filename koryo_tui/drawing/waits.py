"""Since when the table has waited for each seat, and for whom it has waited long enough to ask.

Loss is never blame and silence is no proof: this only decides when the screen offers to go on
without somebody. What the others agree to is the protocol's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.peer.view import Doing, LinkState, TableView
from protocol.rules import Standing

#: Seconds after which the screen asks: a link is lost that long, or a machine says nothing.
GRACE: Final = 30.0
#: Seconds after which somebody who is linked and only thinks may be voted on, though not asked.
THINKING: Final = 120.0


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


def seated(view: TableView) -> tuple[int, ...]:
    """The seats that are not missing."""
    position = view.position
    if position is None:
        return tuple(seat.seat for seat in view.seats)
    return tuple(
        seat for seat, standing in enumerate(position.standing) if standing is Standing.SEATED
    )
