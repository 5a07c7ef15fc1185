"""Why a decision is good, as data: a code, and the cards, seats and points it is about.

Whoever shows it has one sentence for each code. A reason names what the decision itself does to the
table, not what is imagined behind it; a sacrifice is what it is expected to give up for later.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    Question,
    TurnQuestion,
)
from protocol.rules import (
    FAMILIES,
    ROUNDS,
    Card,
    Decline,
    Destroy,
    Order,
    Position,
    Swap,
    add,
    holder,
)
from protocol.rules.seating import with_item


class Why(Enum):
    """What a decision is for. In brackets what ``Reason`` says beside it."""

    WINS_FAMILY = "wins-family"
    """Brings the majority of ``card``, worth ``points``, from ``seat`` if somebody had it."""
    WINS_POWER = "wins-power"
    """The same early in the game, for the power of ``card``."""
    STRENGTHENS = "strengthens"
    """Makes a majority of ``card`` that is held already safer."""
    TIES_FAMILY = "ties-family"
    """Draws level with ``seat`` in ``card``, so that it is worth nothing to it."""
    BUILDS = "builds"
    """A beginning in ``card``."""
    USES_EVENT = "uses-event"
    """Orders the event ``card``."""
    BREAKS_FAMILY = "breaks-family"
    """Takes the majority of ``card``, worth ``points``, from ``seat``."""
    TAKES_TOKEN = "takes-token"  # noqa: S105
    """Takes a token, from ``seat`` or from the bank."""
    SAVES_EVENT = "saves-event"
    """Leaves an event unused, as every target costs more than it brings."""
    GIVES_UP = "gives-up"
    """Gives up ``card``, whose loss costs least; ``points`` of influence are lost by it."""
    LETS_GO = "lets-go"
    """The same where ``points`` are lost now and rounds are to come in which others matter more."""
    FORCED = "forced"
    """Nothing else is legal."""
    WEAKENS = "weakens"
    """Leaves ``seat`` with less of ``card``, which changes no majority yet."""
    BEST = "best"
    """Nothing of that can be named, but it wins more often than anything else."""
    PLAIN = "plain"
    """There is little to choose."""


@dataclass(frozen=True, slots=True)
class Reason:
    """``why`` with its parameters; those it does not speak of are None."""

    why: Why
    card: Card | None = None
    seat: int | None = None
    points: int | None = None


class Later(Enum):
    """What speaks for a choice that brings less in this round. ``Sacrifice`` has the numbers."""

    POWER = "power"
    """It holds the power of ``card`` more often when the round ends."""
    SAFER = "safer"
    """Its majority of ``card`` is worth more, being harder to take away."""
    BETTER_PLACED = "better-placed"
    """It has come further in ``card``."""
    FLEETING = "fleeting"
    """What the other choice has in ``card`` is not expected to last."""
    EVENTS = "events"
    """Fewer events in front of it, which take room for as long as they are there."""
    TOKENS = "tokens"
    """More tokens."""
    HOLDS_BACK = "holds-back"
    """``seat`` is to have ``gain`` points less at the end of the game, most of it in ``card``."""
    WINS = "wins"
    """It wins more games, and no single thing explains it."""


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """``instead`` brings ``points`` more in this round. Where ``later`` says nothing else, ``gain``
    is what the choice is to bring more by the end of the game; or, ``in_games``, how many more of a
    hundred games it wins. ``points`` and ``gain`` are 1 or more.

    ``fleeting``: a family in which much of the ``points`` is, if it is not expected to last; then
    ``brief`` points, of which ``lasting`` are expected to be there at the end of the game.
    """

    instead: Decision
    points: int
    later: Later
    gain: int
    card: Card | None = None
    seat: int | None = None
    in_games: bool = False
    fleeting: Card | None = None
    brief: int = 0
    lasting: int = 0


#: Families whose power is worth more than their influence while the game is young.
_ENGINES: Final = (Card.SHIP_OWNER, Card.SENATOR, Card.BANKER, Card.SPY)
_YOUNG: Final = ROUNDS // 2


def reason_for(question: Question, decision: Decision) -> Reason:
    """The one most important thing that ``decision`` does; where there is no other legal one, that.

    Raises ``TypeError`` if it does not answer the question.
    """
    reason = _reason_for(question, decision)
    return Reason(Why.FORCED) if _is_forced(question, decision) else reason


def _reason_for(question: Question, decision: Decision) -> Reason:
    position, seat = question.position, question.seat
    match decision:
        case PlaceOrder() if isinstance(question, OrderQuestion):
            return _of_order(position, seat, decision.order)
        case PlayTurn():
            return _of_turn(position, seat, decision)
        case ChooseDiscard():
            return _of_discard(position, seat, decision.discard.cards)
        case _:
            raise TypeError("the decision does not answer the question")


def _is_forced(question: Question, decision: Decision) -> bool:
    """Whether there was only one legal decision."""
    if not isinstance(question, TurnQuestion):
        return len(question.legal) == 1
    position = question.position
    for move in decision.moves if isinstance(decision, PlayTurn) else ():
        if len(position.legal_moves()) > 1:
            return False
        position = position.played(move)
    return True


def _of_order(position: Position, seat: int, order: Order) -> Reason:
    families = sorted({card for card in order.cards if not card.is_event}, reverse=True)
    if not families:
        return Reason(Why.USES_EVENT, order.cards[0])
    front = position.fronts[seat]
    for card in order.cards:
        front = add(front, card)
    after = with_item(position.fronts, seat, front)
    for card in families:
        before = holder(position.fronts, card, omniscient=False)
        if holder(after, card, omniscient=False) == seat and before != seat:
            young = card in _ENGINES and position.round <= _YOUNG
            why = Why.WINS_POWER if young else Why.WINS_FAMILY
            return Reason(why, card, before, int(card))
    for card in families:
        before = holder(position.fronts, card, omniscient=False)
        if before == seat:
            return Reason(Why.STRENGTHENS, card, None, int(card))
        if before is not None and holder(after, card, omniscient=False) is None:
            return Reason(Why.TIES_FAMILY, card, before, int(card))
    return Reason(Why.BUILDS, families[0])


def _of_turn(position: Position, seat: int, turn: PlayTurn) -> Reason:
    after = position
    found: list[Reason] = []
    for move in turn.moves[:-1]:
        before, after = after, after.played(move)
        found += _changes(before, after, seat)
        if isinstance(move, Destroy | Swap):
            continue
        gained = after.tokens[seat] > before.tokens[seat]
        if gained:
            from_seat = next(
                (s for s, held in enumerate(after.tokens) if held < before.tokens[s]), None
            )
            found.append(Reason(Why.TAKES_TOKEN, None, from_seat, 1))
    if found:
        return max(found, key=lambda each: each.points or 0)
    for move in turn.moves:
        if isinstance(move, Destroy | Swap):
            return _of_target(position, seat, move)
    # An event without a target is spent by itself: only one that is declined could have been used.
    declines = any(isinstance(move, Decline) for move in turn.moves)
    return Reason(Why.SAVES_EVENT if declines else Why.PLAIN)


def _of_target(before: Position, seat: int, move: Destroy | Swap) -> Reason:
    """What an event does that changes no majority: cards won, or taken from somebody."""
    if isinstance(move, Swap) and seat in (move.seat, move.other_seat):
        won = move.other_card if seat == move.seat else move.card
        held = holder(before.fronts, won, omniscient=False) == seat
        return Reason(
            Why.STRENGTHENS if held else Why.BUILDS, won, None, int(won) if held else None
        )
    return Reason(Why.WEAKENS, move.card, move.seat)


def _changes(before: Position, after: Position, seat: int) -> list[Reason]:
    """Majorities won for ``seat``, and those others have lost."""
    found = []
    for card in FAMILIES:
        old = holder(before.fronts, card, omniscient=False)
        new = holder(after.fronts, card, omniscient=False)
        if new == seat and old != seat:
            found.append(Reason(Why.WINS_FAMILY, card, old, int(card)))
        elif old is not None and old not in (new, seat):
            found.append(Reason(Why.BREAKS_FAMILY, card, old, int(card)))
    return found


def _of_discard(position: Position, seat: int, cards: tuple[Card, ...]) -> Reason:
    if not cards:
        return Reason(Why.PLAIN)
    front = position.fronts[seat]
    for card in cards:
        front = add(front, card, -1)
    after = with_item(position.fronts, seat, front)
    lost = sum(
        int(card)
        for card in FAMILIES
        if holder(position.fronts, card, omniscient=False) == seat
        and holder(after, card, omniscient=False) != seat
    )
    later = lost > 0 and position.round < ROUNDS
    return Reason(Why.LETS_GO if later else Why.GIVES_UP, cards[0], None, lost)
