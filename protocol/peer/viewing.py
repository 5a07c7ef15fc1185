"""The view out of the log and what the own seat knows."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.log.attempts import left_out_seats
from protocol.log.messages import StepKind
from protocol.log.openstep import Check, OpenStep
from protocol.peer.aftermath import Aftermath
from protocol.peer.asides import Asides
from protocol.peer.private import Hand, hand_counts
from protocol.peer.questions import Question
from protocol.peer.state import GameState
from protocol.peer.steps import STEPS
from protocol.peer.sync import Reach
from protocol.peer.table import Table
from protocol.peer.view import (
    DeckView,
    Doing,
    HandView,
    Happening,
    LinkState,
    SeatView,
    SignedStep,
    TableView,
    VoteView,
)
from protocol.peer.votes import acknowledged, silent_to_leave_out, unsaid, unspoken
from protocol.rules import Order, outcome


@dataclass(frozen=True, slots=True)
class Own:
    """What a view needs of the own seat."""

    seat: int
    hand: Hand | None
    order: Order | None
    question: Question | None
    happenings: tuple[Happening, ...]
    agreed: frozenset[int]
    aftermath: Aftermath
    asides: Asides
    deadline: float | None
    hands: tuple[HandView, ...]
    silent: frozenset[int]
    """Seats that were waited for long enough."""
    sits_out: bool
    """Its journal lacks something: it signs nothing until it has been seated again."""
    returning: frozenset[int]
    """Missing seats that are seated again at the next deal."""
    staying_out: frozenset[int]
    """Missing seats that are not seated again."""


def view(log: Table, own: Own, reach: Reach) -> TableView:
    """The table as ``own.seat`` sees it."""
    state, step = log.state, log.open
    return TableView(
        table=state.table,
        you=own.seat,
        seats=tuple(_seat(log, own, reach, seat) for seat in state.seats),
        step=state.step,
        kind=None if step is None else step.kind,
        waiting_for=() if step is None else unspoken(step) or unsaid(log, own.seat),
        position=state.position,
        hand=None if own.hand is None else hand_counts(own.hand),
        order=own.order,
        deck=_deck(log),
        question=own.question,
        happenings=own.happenings,
        outcome=outcome(state.position) if step is None and state.position else None,
        results=tuple(sorted(own.aftermath.results)),
        stopped=log.broken,
        sits_out=own.sits_out,
        can_leave_out=tuple(
            seat
            for seat in silent_to_leave_out(log, own.seat)
            if seat in own.silent or seat in own.agreed
        ),
        agreed=tuple(sorted(own.agreed)),
        votes=_votes(log),
        alone=_alone(log, own),
        talk=tuple(own.asides.lines),
        wants_pause=own.asides.wants_pause(state),
        paused=own.asides.paused(state),
        deadline=own.deadline,
        opens=tuple(sorted(own.aftermath.opens)),
        hands=own.hands,
    )


def _seat(log: Table, own: Own, reach: Reach, seat: int) -> SeatView:
    player = log.state.roster.players[seat]
    fault = log.faults.get(seat)
    doing = _doing(log, own.seat, seat)
    return SeatView(
        seat=seat,
        name=player.name,
        identity=player.identity,
        link=_link(own, reach, seat),
        link_since=reach.since.get(seat, 0.0),
        doing=doing,
        left=log.has_left(seat),
        fault=None if fault is None else fault.detail,
        link_ended=reach.ended.get(seat),
        signed=_signed(log, seat, doing),
        returns=seat in own.returning,
        stays_out=seat in own.staying_out,
    )


def _signed(log: Table, seat: int, doing: Doing) -> SignedStep | None:
    """The last step that ``seat`` has acknowledged."""
    if doing is Doing.READY:
        return _step_at(log.state)
    return next((_step_at(c.before) for c in reversed(log.closed) if seat in c.members), None)


def _step_at(state: GameState) -> SignedStep:
    """The step that is open in ``state``."""
    assert state.due is not None
    position = state.position
    return SignedStep(state.due.kind, 0 if position is None else position.round, state.due.speakers)


def _link(own: Own, reach: Reach, seat: int) -> LinkState:
    if seat == own.seat:
        return LinkState.SELF
    if seat in reach.links:
        return LinkState.DIRECT
    return LinkState.RELAYED if reach.relayed(seat) else LinkState.LOST


def _doing(log: Table, you: int, seat: int) -> Doing:
    step = log.open
    if step is None or seat not in step.members:
        return Doing.IDLE
    if seat in acknowledged(log, you):
        return Doing.READY
    if seat in step.speakers and step.candidate(seat) is None:
        return Doing.CHOOSING if STEPS[step.kind].asks else Doing.WORKING
    return Doing.IDLE if unspoken(step) else Doing.CHECKING


def _deck(log: Table) -> DeckView | None:
    """How far the deal of this round is."""
    step = log.open
    if step is None or step.kind in (StepKind.ROSTER, StepKind.NONCES, StepKind.SEATS):
        return None
    everybody = step.members
    if step.kind is StepKind.KEYS:
        return DeckView(_in(step), (), (), ())
    if step.kind is StepKind.SHUFFLE:
        checked = tuple(
            seat
            for seat in _in(step)
            if (held := step.candidate(seat)) is not None and held.check is Check.VALID
        )
        return DeckView(everybody, _in(step), checked, ())
    if step.kind is StepKind.SHARES:
        return DeckView(everybody, everybody, everybody, _in(step))
    return DeckView(everybody, everybody, everybody, everybody)


def _in(step: OpenStep) -> tuple[int, ...]:
    return tuple(seat for seat in step.members if step.candidate(seat) is not None)


def _votes(log: Table) -> tuple[VoteView, ...]:
    """The latest vote of each seat in the open step."""
    step = log.open
    latest: dict[int, VoteView] = {}
    for number, attempt in sorted(step.attempts.items()) if step else ():
        for seat, changes in attempt.changes.items():
            if changes:
                gone = tuple(s for s, _why in left_out_seats(changes[0].change))
                latest[seat] = VoteView(seat, number, gone)
    return tuple(latest[seat] for seat in sorted(latest))


def _alone(log: Table, own: Own) -> bool:
    due = log.state.due
    return due is not None and due.kind is StepKind.SEATS and due.speakers == (own.seat,)
