"""What the strong player would do and why; and which decisions of a finished game cost most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from koryo_tui.bots.answers import check_decision
from koryo_tui.bots.comparing import SAME, more_now, sacrifice
from koryo_tui.bots.duel import head_to_head
from koryo_tui.bots.fast import Table
from koryo_tui.bots.fast_turn import as_move
from koryo_tui.bots.reasons import Reason, Sacrifice, Why, reason_for
from koryo_tui.bots.sight import Sight, question_at, seen_by
from koryo_tui.bots.strong import Strong, Weighed
from koryo_tui.bots.styles import EVEN, values_for
from koryo_tui.bots.targets import best_use
from protocol.peer.questions import ChooseDiscard, Decision, PlaceOrder, PlayTurn, Question
from protocol.rules import (
    NOTHING,
    Action,
    Counts,
    Deal,
    Discard,
    Done,
    Open,
    Order,
    Phase,
    Place,
    Position,
    Record,
    TurnMove,
)

#: Imagined rounds for each decision that is reviewed.
REVIEW_WORK = 400
_UNHURRIED = 1.0
#: So much more chance to win than anything else, and there is something to choose.
_AHEAD = 0.02
#: A difference of chances less than so many standard errors may be chance.
_NOISE = 1.5


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do. ``chance``: to win the game, 0 to 1. ``influence``: of each seat, expected when
    the round ends. ``next_best``: another decision, or None, and ``ahead``: how much chance less it
    has. ``sacrifice``: what it gives up in this round, if it does, and why. ``target``: what the
    event of an order would best be aimed at as the table is now, if anything."""

    decision: Decision
    reason: Reason
    chance: float
    influence: tuple[float, ...]
    next_best: Decision | None
    ahead: float
    sacrifice: Sacrifice | None = None
    target: TurnMove | None = None


@dataclass(frozen=True, slots=True)
class Costly:
    """A decision of a finished game. ``at``: the number of its first action in the record.

    ``chance_lost`` and ``influence_lost``: what the ``better`` one had been expected to bring its
    seat more; the chance is 0 to 1. The sacrifice of ``better`` is what ``played`` brings more in
    its round.
    """

    round: int
    at: int
    question: Question
    played: Decision
    better: Hint
    chance_lost: float
    influence_lost: float


def hint(sight: Sight, seed: int | str | None = None) -> Hint:
    """What the strong player would do in ``sight.seconds``, or with ``sight.work``.

    Where another choice brings more in this round the two are compared in as much time again, and
    the other is advised if what the first has for that later may be chance.
    """
    best, *others = weighed = Strong(seed).weigh(sight)
    instead = more_now(sight, best.decision, [each.decision for each in others], seed)
    if instead is None:
        return _hint(sight, weighed)
    duel = head_to_head(sight, best.decision, instead, seed)
    one, other = duel.one, duel.other
    rest = [each for each in others if each.decision != other.decision]
    if duel.ahead < max(SAME, _NOISE * duel.error):
        return _hint(sight, [other, one, *rest])
    return replace(_hint(sight, weighed), sacrifice=sacrifice(sight, one, other, seed))


def _hint(sight: Sight, weighed: list[Weighed]) -> Hint:
    best, *others = weighed
    reason = reason_for(sight.question, best.decision)
    ahead = max(0.0, best.chance - others[0].chance) if others else 0.0
    if reason.why is Why.PLAIN and ahead >= _AHEAD:
        reason = Reason(Why.BEST)
    return Hint(
        decision=best.decision,
        reason=reason,
        chance=min(1.0, max(0.0, best.chance)),
        influence=best.influence,
        next_best=others[0].decision if others else None,
        ahead=ahead,
        target=_target(sight, reason),
    )


def _target(sight: Sight, reason: Reason) -> TurnMove | None:
    if reason.why is not Why.USES_EVENT or reason.card is None:
        return None
    values = values_for(sight.position.seats, EVEN).rounds[sight.position.round]
    gain, move = best_use(Table.of(sight.position), values, sight.seat, reason.card)
    return as_move(move) if move is not None and gain > 0 else None


def review(
    record: Record,
    seat: int,
    most: int = 5,
    work: int = REVIEW_WORK,
    seed: int | str = 0,
    tell: Callable[[float], None] = lambda share: None,
) -> tuple[Costly, ...]:
    """The ``most`` decisions of ``seat`` that cost it most, the dearest first.

    ``tell`` is told how much of the game has been looked at, 0 to 1.

    Each is judged by what the seat could know then, not by what came of it. Orders are judged where
    the record knows the hand they were chosen from. Raises what ``Record.positions`` raises.
    """
    found: list[tuple[Costly, Sight, Weighed, Weighed]] = []
    for at, sight, played in decisions_of(record, seat, work):
        tell(at / len(record.actions))
        weighed = Strong(seed).weigh(sight, also=played)
        mine = next(each for each in weighed if _same(sight.question, each.decision, played))
        best = max(weighed, key=lambda each: (each.chance, each is mine))
        if best is mine:
            continue
        others = sorted((w for w in weighed if w is not best), key=lambda w: -w.chance)
        costly = Costly(
            round=sight.position.round,
            at=at,
            question=sight.question,
            played=played,
            better=_hint(sight, [best, *others]),
            chance_lost=best.chance - mine.chance,
            influence_lost=best.influence[seat] - mine.influence[seat],
        )
        found.append((costly, sight, best, mine))
    found.sort(key=lambda each: -each[0].chance_lost)
    return tuple(_explained(*each, seed) for each in found[:most])


def _explained(
    costly: Costly, sight: Sight, best: Weighed, mine: Weighed, seed: int | str
) -> Costly:
    why = sacrifice(sight, best, mine, seed)
    return replace(costly, better=replace(costly.better, sacrifice=why))


def decisions_of(record: Record, seat: int, work: int) -> Iterator[tuple[int, Sight, Decision]]:
    """Each choice of ``seat``: the number of its action, what it knew, what it decided."""
    positions = record.positions()
    dealt, hand = record.start, NOTHING
    hand_known = False
    order: Order | None = None
    for at, action in enumerate(record.actions):
        before = positions[at]
        if isinstance(action, Deal):
            dealt, known = positions[at + 1], action.hands[seat]
            hand, hand_known = known or NOTHING, known is not None
        if isinstance(action, Open) and before.actor == seat:
            before = positions[at + 1]
            order = action.order
            moves = _turn_from(record.actions, at + 1)
            played: Decision | None = None if moves is None else PlayTurn(moves)
        elif before.actor != seat:
            continue
        elif isinstance(action, Place) and hand_known:
            order = _opened_later(record.actions, positions, at, seat)
            played = None if order is None else PlaceOrder(order)
        elif isinstance(action, Discard):
            order, played = None, ChooseDiscard(action)
        else:
            continue
        if played is None:
            continue
        sight = _sight(before, hand, order, dealt, record.actions[:at], work)
        check_decision(sight.question, played)
        yield at, sight, played


def _sight(
    position: Position,
    hand: Counts,
    order: Order | None,
    dealt: Position,
    before: tuple[Action, ...],
    work: int,
) -> Sight:
    assert position.actor is not None
    sealed = None if position.phase is Phase.ORDER else order
    question = question_at(position, hand, sealed)
    return Sight(question, hand, sealed, dealt, seen_by(position.actor, before), _UNHURRIED, work)


def _turn_from(actions: tuple[Action, ...], start: int) -> tuple[TurnMove, ...] | None:
    """The moves of a turn; None if something came between."""
    moves: list[TurnMove] = []
    for action in actions[start:]:
        if not isinstance(action, TurnMove):
            return None
        moves.append(action)
        if isinstance(action, Done):
            return tuple(moves)
    return None


def _opened_later(
    actions: tuple[Action, ...], positions: tuple[Position, ...], start: int, seat: int
) -> Order | None:
    """What ``seat`` had placed, if it came to be opened in that round."""
    for at, action in enumerate(actions[start:], start):
        if isinstance(action, Deal):
            return None
        if isinstance(action, Open) and positions[at].actor == seat:
            return action.order
    return None


def _same(question: Question, one: Decision, other: Decision) -> bool:
    """Equal, or turns that lead to the same table."""
    if isinstance(one, PlayTurn) and isinstance(other, PlayTurn):
        return _after(question.position, one) == _after(question.position, other)
    return one == other


def _after(position: Position, turn: PlayTurn) -> Position:
    for move in turn.moves:
        position = position.played(move)
    return replace(position, turn=None)
