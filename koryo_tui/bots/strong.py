"""The strong player: imagines what is hidden many times over, and plays each choice out.

An order is weighed by playing the round to its end with imagined orders of the others, a turn by
searching all its ends and playing out the turns behind it, a discard by the discards behind it.
What lies open at the end of the round is then worth a chance to win (``values``). Choices that
fall behind are dropped on the way, so that the time goes to those that are close.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from koryo_tui.bots.ends import replayed, round_ended, turns_to_come
from koryo_tui.bots.fast import FaceDown, Table
from koryo_tui.bots.fast_turn import (
    TurnState,
    as_move,
    face_down_of,
    turn_of,
)
from koryo_tui.bots.policy import Policy
from koryo_tui.bots.rounds import Luck, next_round, play_round
from koryo_tui.bots.sampling import Imagination
from koryo_tui.bots.sight import Sight
from koryo_tui.bots.styles import EVEN, Style, values_for
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
from protocol.rules import ROUNDS, counts_of

#: Choices that are played out.
KEPT: Final = 10
#: How many more rounds are imagined, at most, for the choices that go on after the first cut: the
#: best of many looks best where the worth of tables is most mistaken.
BEYOND: Final = 2
#: What one of those costs, in imagined rounds without hands to deal and orders to find.
WHOLE_ROUND: Final = 3
#: Points that make e-fold odds between two orders in rounds still to come.
WARMTH_BEYOND: Final = 0.5
#: The mean before the first cut counts as much as so many rounds imagined after it.
_PRIOR: Final = 12
#: After these parts of the time, so many choices go on.
CUTS: Final = ((0.25, 5), (0.55, 3), (0.8, 2), (math.inf, 1))
#: A choice is dropped before if it is behind by so many standard errors, and a little.
_SURE: Final = 3.5
_SAME: Final = 0.0005
#: Looked at after every so many imagined rounds, less often the more there are: each look goes
#: through all of them.
_DOUBTFUL: Final = 8
_MANY: Final = 512
#: The part of the given time that is used; the rest is for the answer's way.
_USED: Final = 0.9
#: Ends of a turn, and discards, that are looked at with all discards made.
_LOOKED_AT: Final = 100
#: Half-played turns that are played on, of those with the same number of moves.
_WIDTH: Final = 60


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice: ``chance`` to win, and the ``influence`` of each seat that is to be expected when
    the round ends (both means), from ``samples`` imagined rounds."""

    decision: Decision
    chance: float
    influence: tuple[float, ...]
    samples: int


class Budget:
    """How much of the time, or of the imagined rounds, has been used."""

    def __init__(self, seconds: float, work: int | None) -> None:
        self._began = time.perf_counter()
        self._seconds = seconds * _USED
        self._work = work
        self._done = 0

    def spend(self, rounds: int) -> float:
        """So many more rounds were played; returns the part that is used up."""
        self._done += rounds
        if self._work is not None:
            return self._done / self._work
        return (time.perf_counter() - self._began) / self._seconds


class Strong:
    """Searches; ``style`` is what it likes a little more than it should."""

    def __init__(self, seed: int | str | None = None, style: Style = EVEN) -> None:
        self._dice = Random(seed)
        self._style = style

    def decide(self, sight: Sight) -> Decision:
        """The choice with the best chance to win."""
        weighed = self.weigh(sight)
        return max(weighed, key=lambda each: (each.samples, each.chance)).decision

    def weigh(self, sight: Sight, also: Decision | None = None) -> list[Weighed]:
        """The best choices and ``also``, none dropped without a value; best first."""
        values = values_for(sight.position.seats, self._style)
        policy = Policy(values)
        search = _Search(sight, policy, values.rounds[sight.position.round], self._dice)
        found = search.weigh(also)
        return sorted(found, key=lambda each: (-each.samples, -each.chance))


@dataclass(slots=True, eq=False)
class _Choice:
    """A decision, the table once it is made, and the own order if it still has to be played.

    ``before``: the chance as it was at the first cut, if more is imagined since.
    """

    decision: Decision
    table: Table
    own: FaceDown | None = None
    chances: list[float] = field(default_factory=list)
    influence: tuple[float, ...] = ()
    samples: int = 0
    before: float | None = None

    def count(self, chance: float, influence: Sequence[int]) -> None:
        """One more imagined round."""
        known = self.influence or (0.0,) * len(influence)
        self.chances.append(chance)
        self.influence = tuple(map(float.__add__, known, map(float, influence)))
        self.samples += 1

    def begin_again(self) -> None:
        """From now on chances are found in another way."""
        self.before = self.chance
        self.chances.clear()

    @property
    def chance(self) -> float:
        """The mean, with what was known before."""
        if self.before is None:
            return sum(self.chances) / len(self.chances)
        return (sum(self.chances) + _PRIOR * self.before) / (len(self.chances) + _PRIOR)

    def falls_behind(self, best: _Choice) -> bool:
        """Whether the same rounds, played with ``best``, leave no doubt."""
        many = len(self.chances)
        if self is best or many < _DOUBTFUL:
            return False
        behind = [b - mine for b, mine in zip(best.chances, self.chances, strict=True)]
        middle = sum(behind) / many
        variance = sum((each - middle) ** 2 for each in behind) / (many - 1)
        return best.chance - self.chance > _SURE * math.sqrt(variance / many) + _SAME

    def weighed(self) -> Weighed:
        """The means."""
        influence = tuple(each / self.samples for each in self.influence)
        return Weighed(self.decision, self.chance, influence, self.samples)


class _Search:
    """One decision."""

    def __init__(self, sight: Sight, policy: Policy, values: RoundValues, dice: Random) -> None:
        self._sight = sight
        self._policy = policy
        self._values = values
        self._budget = Budget(sight.seconds, sight.work)
        self._table = Table.of(sight.position)
        self._seat = sight.seat
        self._base = values.base(self._table)
        self._imagination = Imagination(sight, policy, dice)
        self._dice = dice

    def weigh(self, also: Decision | None) -> list[Weighed]:
        match self._sight.question:
            case OrderQuestion() as question:
                choices = self._orders(question)
            case TurnQuestion() as question:
                choices = self._turns(also)
            case DiscardQuestion() as question:
                choices = self._discards(question, also)
        kept = choices[:KEPT]
        kept += [each for each in choices[KEPT:] if each.decision == also]
        self._play_out(kept, next((each for each in kept if each.decision == also), None))
        return [choice.weighed() for choice in kept]

    # Choices, the likely better ones first

    def _orders(self, question: OrderQuestion) -> list[_Choice]:
        by_cards = {face_down_of(counts_of(order.cards)): order for order in question.legal}
        outlook = self._policy.outlook(self._table, self._seat)
        likely = sorted(by_cards, key=outlook.worth, reverse=True)
        return [_Choice(PlaceOrder(by_cards[each]), self._table, each) for each in likely]

    def _turns(self, also: Decision | None) -> list[_Choice]:
        seats = self._table.seats
        start = turn_of(self._sight.position)
        ends = ways_to_end(start, self._seat, seats, self._chance_now, _WIDTH)
        asked: list[TurnState] = []
        if isinstance(also, PlayTurn):
            end, way = replayed(start, also.moves, self._seat, seats)
            ends[end] = way
            asked.append(end)
        likely = sorted(ends, key=self._chance_now, reverse=True)[:_LOOKED_AT]
        likely += [end for end in asked if end not in likely]
        choices = []
        for end in likely:
            table = self._table.copy()
            table.take_over(*end[:3])
            played = tuple(as_move(move) for move in ends[end])
            choices.append(_Choice(PlayTurn(played), table))
        return self._sorted(choices, also)

    def _discards(self, question: DiscardQuestion, also: Decision | None) -> list[_Choice]:
        choices = []
        for discard in question.legal:
            table = self._table.copy()
            table.discard(self._seat, discard.cards)
            choices.append(_Choice(ChooseDiscard(discard), table))
        if len(choices) > _LOOKED_AT:
            choices.sort(key=lambda each: -self._chance_of(each.table))
        return self._sorted(choices, also)

    def _sorted(self, choices: list[_Choice], also: Decision | None) -> list[_Choice]:
        """The first ones once all discards are made, in the order of their chances."""
        looked = choices[:_LOOKED_AT]
        looked += [each for each in choices[_LOOKED_AT:] if each.decision == also]
        if len(looked) > 1:
            chances = {id(each): self._end_of(each.table, {}, ())[0] for each in looked}
            looked.sort(key=lambda each: -chances[id(each)])
        return looked

    def _chance_now(self, state: TurnState) -> float:
        values = self._values.of_parts(state[0], state[1], state[2], self._base)
        return self._values.chances(values, self._table.unranked)[self._seat]

    def _chance_of(self, table: Table) -> float:
        values = self._values.of_parts(table.cards, table.tokens, table.bank, self._base)
        return self._values.chances(values, table.unranked)[self._seat]

    # Playing out

    def _play_out(self, choices: list[_Choice], stays: _Choice | None) -> None:
        """Adds imagined rounds to the choices until one is left or the time is up.

        The one that ``stays`` is not dropped, and all the time is used for it.
        """
        turns = turns_to_come(self._sight)
        hidden = any(seat != self._seat for seat in turns)
        beyond = min(BEYOND, ROUNDS - self._table.round)
        deeper, cuts, active, used = 0, list(CUTS), choices, 0.0
        if not hidden:
            # There is nothing to imagine in this round.
            cuts[0] = (0.0, cuts[0][1])
        while used < 1:
            orders = self._imagination.orders() if hidden else {}
            future = [Luck(self._dice) for _ in range(deeper)]
            for choice in active:
                if choice.own is not None:
                    orders[self._seat] = choice.own
                choice.count(*self._end_of(choice.table, orders, turns, future))
            used = self._budget.spend(len(active) * (1 + WHOLE_ROUND * deeper))
            if len(choices) == 1 or not (hidden or beyond):
                return
            many = len(active[0].chances)
            if many % (_DOUBTFUL * (1 + many // _MANY)) and used < cuts[0][0]:
                continue
            ranked = sorted(active, key=lambda each: -each.chance)
            active = [c for c in ranked if c is stays or not c.falls_behind(ranked[0])]
            if used >= cuts[0][0]:
                active = active[: cuts.pop(0)[1]]
                if stays is not None and stays not in active:
                    active.append(stays)
                if beyond and not deeper:
                    deeper = beyond
                    for choice in active:
                        choice.begin_again()
            if len(active) == 1 and stays is None:
                return

    def _end_of(
        self,
        start: Table,
        orders: dict[int, FaceDown],
        turns: tuple[int, ...],
        future: Sequence[Luck] = (),
    ) -> tuple[float, list[int]]:
        """The chance to win, and the influence of all, at the end of the round.

        The chance is that of some rounds later, ``future`` being the luck in each of them.
        """
        table = round_ended(self._policy, self._sight, start, orders, turns)
        influence = table.influence()
        if not future:
            return self._chance_of(table), influence
        for luck in future:
            table = next_round(table)
            play_round(self._policy, table, WARMTH_BEYOND, luck)
        values = self._policy.values.rounds[table.round]
        return values.chances(values.of(table), table.unranked)[self._seat], influence
