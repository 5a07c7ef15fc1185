"""What a good choice gives up in the round in play, and what it has for that later.

The choice and the one that brings its seat most in this round are played out with the same imagined
orders of the others. What lies open then counts twice: as the points of this moment, and as the
points that ``values`` foretell for the end of the game. The difference between the two, family by
family and seat by seat, is the reason.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from koryo_tui.bots.ends import round_ended, start_of, turns_to_come
from koryo_tui.bots.fast import BITS, COUNT, FAMILY_NUMBERS, LEADERS, Table, holder
from koryo_tui.bots.fast_turn import TurnState, as_move, turn_of
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.reasons import Later, Sacrifice
from koryo_tui.bots.sampling import Imagination
from koryo_tui.bots.sight import Sight
from koryo_tui.bots.strong import Weighed
from koryo_tui.bots.styles import EVEN, values_for
from koryo_tui.bots.turn_search import ways_to_end
from koryo_tui.bots.values import RoundValues
from protocol.peer.questions import (
    ChooseDiscard,
    Decision,
    DiscardQuestion,
    OrderQuestion,
    PlaceOrder,
    PlayTurn,
    TurnQuestion,
)
from protocol.rules import EVENTS, FAMILIES, Card

#: Imagined rounds to find the choice that brings most now, and to compare two.
_FIRST: Final = 12
_ROUNDS: Final = 240
#: Choices that are looked at, those that bring most at once first.
_MOST: Final = 40
_WIDTH: Final = 30
#: A difference of points is spoken of from here on, and when it is so many standard errors.
_POINT: Final = 0.75
_SURE: Final = 2.0
#: So much less chance to win is no difference.
SAME: Final = 0.01
#: A power is what it is about where it is held so much more often.
_OFTEN: Final = 0.2
_POWERS: Final = tuple(card for card in FAMILIES if card not in (Card.OMNISCIENT, Card.MERCHANT))
_EVENT, _TOKEN = 10, 11
_PARTS: Final = (*FAMILY_NUMBERS, _EVENT, _TOKEN)


def more_now(
    sight: Sight, best: Decision, others: Sequence[Decision], seed: int | str | None = None
) -> Decision | None:
    """The choice that brings most in this round, if that is certainly more than ``best`` does.

    ``others`` are looked at, and whatever else brings much at once.
    """
    search = _Comparison(sight, Random(seed))
    more = [each for each in search.most_now() if each not in (best, *others)]
    instead = search.most_in_the_round([*others, *more])
    return instead if instead is not None and search.is_less(best, instead) else None


def sacrifice(
    sight: Sight, best: Weighed, instead: Weighed, seed: int | str | None = None
) -> Sacrifice | None:
    """What ``best`` gives up in this round for not being ``instead``, and why, as far as that is
    certain; None if nothing, or if both are as good."""
    return _Comparison(sight, Random(seed)).compare(best, instead)


class _Ends:
    """Sums over the imagined ends of a round that come after one choice.

    ``now`` and ``final``: by part of the score and seat, points of that moment and foretold ones.
    """

    def __init__(self, seats: int) -> None:
        self.points: list[int] = []
        self.chance = 0.0
        self.now = [[0.0] * seats for _ in range(12)]
        self.final = [[0.0] * seats for _ in range(12)]
        self.held = [0] * 12

    def count(self, table: Table, values: RoundValues, seat: int) -> None:
        """One more end."""
        self.points.append(table.influence()[seat])
        foretold = values.of(table)
        self.chance += values.chances(foretold, table.unranked)[seat]
        keys = values.keys(table.cards, table.bank)
        for family in FAMILY_NUMBERS:
            packed = table.cards[family]
            leaders = LEADERS[packed]
            if leaders and not leaders & (leaders - 1):
                self.now[family][leaders.bit_length() - 1] += family
            _add(self.final[family], values.memos[family][packed | keys[family]])
            self.held[family] += holder(table.cards, family) >> seat & 1
        for each in range(table.seats):
            events = sum(table.cards[event] >> (each * BITS) & COUNT for event in EVENTS)
            self.now[_EVENT][each] -= events
            self.now[_TOKEN][each] += table.tokens[each]
            self.final[_TOKEN][each] += values.weights.token * table.tokens[each]
        for event in EVENTS:
            _add(self.final[_EVENT], values.memos[event][table.cards[event]])


class _Comparison:
    """The choices of one decision."""

    def __init__(self, sight: Sight, dice: Random) -> None:
        values = values_for(sight.position.seats, EVEN)
        self._sight = sight
        self._seat = sight.seat
        self._policy = Policy(values)
        self._values = values.rounds[sight.position.round]
        self._turns = turns_to_come(sight)
        self._table = Table.of(sight.position)
        self._imagination = Imagination(sight, self._policy, dice)
        unranked = self._table.unranked
        self._rivals = [
            seat
            for seat in range(sight.position.seats)
            if seat != sight.seat and not unranked >> seat & 1
        ]

    def most_now(self) -> list[Decision]:
        """The choices that bring most at once, before anybody else has a turn."""
        match self._sight.question:
            case OrderQuestion() as question:
                decisions: list[Decision] = [PlaceOrder(order) for order in question.legal]
            case DiscardQuestion() as question:
                decisions = [ChooseDiscard(discard) for discard in question.legal]
            case TurnQuestion():
                return self._turn_now()
        return sorted(decisions, key=self._at_once, reverse=True)[:_MOST]

    def _turn_now(self) -> list[Decision]:
        start = turn_of(self._sight.position)
        ends = ways_to_end(start, self._seat, self._values.seats, self._points_of, _WIDTH)
        end = max(ends, key=self._points_of)
        return [PlayTurn(tuple(as_move(move) for move in ends[end]))]

    def _points_of(self, state: TurnState) -> float:
        table = self._table.copy()
        table.take_over(*state[:3])
        return table.influence()[self._seat]

    def _at_once(self, decision: Decision) -> float:
        table, own = start_of(self._sight, decision)
        for card, number in own or ():
            table.cards[card] += number << (self._seat * BITS)
        return table.influence()[self._seat]

    def most_in_the_round(self, decisions: Sequence[Decision]) -> Decision | None:
        """The one that is expected to bring most by the end of the round."""
        if not decisions:
            return None
        ends = self._ends_of(decisions, _FIRST)
        return max(zip(decisions, ends, strict=True), key=lambda each: sum(each[1].points))[0]

    def _ends_of(self, decisions: Sequence[Decision], rounds: int) -> list[_Ends]:
        starts = [start_of(self._sight, each) for each in decisions]
        found = [_Ends(self._values.seats) for _ in decisions]
        hidden = bool(self._imagination.unknown)
        for _ in range(rounds if hidden else 1):
            orders = self._imagination.orders() if hidden else {}
            for (table, own), ends in zip(starts, found, strict=True):
                mine = {} if own is None else {self._seat: own}
                end = round_ended(self._policy, self._sight, table, orders | mine, self._turns)
                ends.count(end, self._values, self._seat)
        return found

    def is_less(self, best: Decision, instead: Decision) -> bool:
        """Whether ``best`` certainly brings less in this round."""
        return _certainly_lost(*self._ends_of((best, instead), _ROUNDS)) is not None

    def compare(self, best: Weighed, instead: Weighed) -> Sacrifice | None:
        """What ``best`` gives up for not being ``instead``."""
        mine, other = self._ends_of((best.decision, instead.decision), _ROUNDS)
        points, behind = _certainly_lost(mine, other), best.chance - instead.chance
        if points is None or behind < SAME:
            return None
        many = len(mine.points)
        fleeting = self._fleeting(mine, other, many, points)
        found = self._why(mine, other, many)
        # What does not last is told by itself; why that is good is left to be told.
        in_games = found is None or (found[0] is Later.FLEETING and found[2] == fleeting[0])
        if found is None or in_games:
            card = None if found is not None else self._power(mine, other, many)
            found = Later.WINS if card is None else Later.POWER, 100 * behind, card, None
        later, gain, about, seat = found
        less, more = max(1, round(points)), max(1, round(gain))
        return Sacrifice(instead.decision, less, later, more, about, seat, in_games, *fleeting)

    def _fleeting(
        self, mine: _Ends, other: _Ends, many: int, points: float
    ) -> tuple[Card | None, int, int]:
        """A family where much of what is given up now is not expected to last, how much is given up
        there, and what of it lasts."""
        me = self._seat
        family = max(FAMILY_NUMBERS, key=lambda each: other.now[each][me] - mine.now[each][me])
        brief = (other.now[family][me] - mine.now[family][me]) / many
        lasting = max(0.0, other.final[family][me] - mine.final[family][me]) / many
        if brief < max(_POINT, points / 2) or lasting > brief / 2 or round(lasting) == round(brief):
            return None, 0, 0
        return Card(family), round(brief), round(lasting)

    def _why(
        self, mine: _Ends, other: _Ends, many: int
    ) -> tuple[Later, float, Card | None, int | None] | None:
        """What is gained, by oneself or by keeping another seat back, and how much."""
        me = self._seat
        seats = range(self._values.seats)
        gains = [
            sum(mine.final[p][seat] - other.final[p][seat] for p in _PARTS) / many for seat in seats
        ]
        # What another seat loses is shared by all who play against it.
        rival = min(self._rivals, key=gains.__getitem__, default=me)
        kept_back = -gains[rival]
        if rival != me and kept_back >= _POINT and kept_back / (len(gains) - 1) > gains[me]:
            losses = {
                family: (other.final[family][rival] - mine.final[family][rival]) / many
                for family in FAMILY_NUMBERS
            }
            family = max(losses, key=losses.__getitem__)
            card = Card(family) if losses[family] > kept_back / 2 else None
            return Later.HOLDS_BACK, kept_back, card, rival
        if gains[me] < _POINT:
            return None
        extra = {
            part: mine.final[part][me]
            - mine.now[part][me]
            - other.final[part][me]
            + other.now[part][me]
            for part in _PARTS
        }
        part = max(extra, key=extra.__getitem__)
        later = self._about(part, mine, other, many)
        if later is None:
            return None
        return later, gains[me], None if part in (_EVENT, _TOKEN) else Card(part), None

    def _about(self, part: int, mine: _Ends, other: _Ends, many: int) -> Later | None:
        """What it is about in the part of the score that is worth more later than now."""
        me = self._seat
        better = mine.final[part][me] - other.final[part][me]
        less_now = other.now[part][me] - mine.now[part][me]
        if part in (_EVENT, _TOKEN):
            # Where they are expected to go again, there is no plain word for it.
            return (Later.EVENTS if part == _EVENT else Later.TOKENS) if less_now < 0 else None
        if less_now > max(better, 0):
            return Later.FLEETING
        if self._power(mine, other, many) == part:
            return Later.POWER
        return Later.SAFER if mine.held[part] > many / 2 else Later.BETTER_PLACED

    @staticmethod
    def _power(mine: _Ends, other: _Ends, many: int) -> Card | None:
        """The power that is held more often by much, if there is one."""
        more = {family: (mine.held[family] - other.held[family]) / many for family in _POWERS}
        family = max(more, key=more.__getitem__)
        return family if more[family] >= _OFTEN else None


def _certainly_lost(mine: _Ends, other: _Ends) -> float | None:
    """Points that ``mine`` brings less in the round; None if that may be chance."""
    lost = [o - m for m, o in zip(mine.points, other.points, strict=True)]
    many, points = len(lost), sum(lost) / len(lost)
    spread = sum((each - points) ** 2 for each in lost) / max(many - 1, 1)
    if points < _POINT or points < _SURE * math.sqrt(spread / many):
        return None
    return points


def _add(sums: list[float], more: Sequence[float]) -> None:
    for seat, each in enumerate(more):
        sums[seat] += each
