"""What a computer player does about silent seats and pauses: what the people at the table do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocol.peer.view import LinkState, SeatView, TableView
from protocol.rules import Standing


@dataclass(frozen=True, slots=True)
class Change:
    """The seats to agree about now, and those to wait for after all."""

    agree: frozenset[int]
    disagree: frozenset[int]


def follow_people(view: TableView, owners: Sequence[bytes]) -> Change:
    """As a player that somebody runs: it agrees to go on without a seat when every person present
    has and it has waited long enough itself (so one that has just been started again does not put
    out whoever comes back with it), and takes that back as soon as one of them does. ``owners`` by
    seat: nothing for a person.
    """
    wanted = {vote.seat: frozenset(vote.left_out) for vote in view.votes}
    named = frozenset(seat for each in wanted.values() for seat in each) - {view.you}
    agree = frozenset(
        silent
        for silent in named & set(view.can_leave_out)
        if (people := _people(view, owners, silent))
        and all(silent in wanted.get(person, ()) for person in people)
    )
    disagree = frozenset(
        silent
        for silent in view.agreed
        if any(
            person in wanted and silent not in wanted[person]
            for person in _people(view, owners, silent)
        )
    )
    return Change(agree - frozenset(view.agreed), disagree)


def follow_others(view: TableView) -> Change:
    """As a player that nobody runs: it agrees if another does, and it cannot reach the seat."""
    named = {seat for vote in view.votes for seat in vote.left_out}
    lost = {seat.seat for seat in view.seats if seat.link is LinkState.LOST}
    agree = (named & lost & set(view.can_leave_out)) - set(view.agreed)
    return Change(frozenset(agree), frozenset())


def wants_pause(view: TableView, owners: Sequence[bytes]) -> bool:
    """Whether a player that somebody runs is to want a pause: when every person present does. As
    before while no person is."""
    people = _people(view, owners, view.you)
    if not people:
        return view.you in view.wants_pause
    return all(person in view.wants_pause for person in people)


def wait_for_nobody(view: TableView) -> Change:
    """As a player that plays to get to the end: it agrees whenever it may."""
    return Change(frozenset(view.can_leave_out) - frozenset(view.agreed), frozenset())


def _people(view: TableView, owners: Sequence[bytes], silent: int) -> list[int]:
    """The seats of those present who are no computer players, but for ``silent``."""
    return [
        seat.seat
        for seat in view.seats
        if seat.seat != silent and not owners[seat.seat] and _is_present(view, seat)
    ]


def _is_present(view: TableView, seat: SeatView) -> bool:
    position = view.position
    seated = position is not None and position.standing[seat.seat] is Standing.SEATED
    return seated and seat.link is not LinkState.LOST and not seat.left and seat.fault is None
