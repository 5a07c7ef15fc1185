"""One step as a finite model: everything honest seats can come to sign, and what that closes.

The last seat is bad: it signs any entries, acknowledgements and changes, also such as contradict
each other, and shows any of them to anybody or nobody. The network loses, delays and reorders as
it likes. So an honest seat that signs may hold *any* part of what exists; which heads it may then
acknowledge is asked of the real code (``protocol.log.attempts``), on the real structs.

Three things keep the model small; ``test_step_model_is_whole.py`` tests each of them:

- Only the order inside a seat matters. A change for attempt a contains what its seat signed for
  lower attempts, and an acknowledgement in a rests on changes up to a; nothing rests on a higher
  attempt. So every history can be sorted by attempt, changes before acknowledgements, and stays
  possible. A state is one ``Level`` for each attempt.
- A change that completes no agreement decides nothing: it is left away.
- Honest seats can be renamed, and so can the entries of the bad seat.

It allows more than honest peers do: a seat that has closed the step still votes, and any seat may
sign for any higher attempt, leaving out whomever it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import NamedTuple

from protocol.log.attempts import LeftOutSeats, Outcomes
from tests.log.step_world import (
    NONE,
    Decisions,
    Reports,
    Resolve,
    Statement,
    Vote,
    Word,
    World,
)

Found = dict[int, set[frozenset[Statement]]]
"""Heads, and what the bad seat signed for each, in every way in which it can be brought about."""
Claims = tuple[tuple[int, ...], ...]
"""By attempt: the heads that the bad seat can report so that somebody finds them."""


class Level(NamedTuple):
    """What the honest seats signed for one attempt, by seat; ``NONE`` where nothing."""

    votes: tuple[int, ...]
    acks: tuple[int, ...]
    hidden: tuple[bool, ...]
    """Acknowledged only after a change for a higher attempt, so not reported there."""


Levels = tuple[Level, ...]


class Certificate(NamedTuple):
    """All honest members of an attempt acknowledged one head: the bad seat can complete it."""

    attempt: int
    left: int
    head: int


class Parting(NamedTuple):
    """Two heads on which one step can be closed."""

    levels: Levels
    first: Certificate
    second: Certificate


class Walk(NamedTuple):
    """``states`` that differ in more than names, the number of all they stand for, partings."""

    states: int
    all_states: int
    partings: list[Parting]


class Symmetry(NamedTuple):
    """A renaming. The tuples end with ``NONE``, so that the one at ``NONE`` is ``NONE``."""

    order: tuple[int, ...]
    """By new honest seat: the old one."""
    seats: dict[int, int]
    entries: dict[int, int]
    lefts: tuple[int, ...]
    heads: tuple[int, ...]


def everything(reports: Reports, _attempt: int) -> Reports:
    """What a change reports: all that its seat acknowledged in lower attempts."""
    return reports


@dataclass(frozen=True)
class Rule:
    """What honest seats keep to. The defaults are the protocol; a test breaks one at a time."""

    reported: Callable[[Reports, int], Reports] = everything
    resolve: Resolve = Outcomes.of
    signs_lower: bool = False
    """A seat that signed a change still acknowledges in lower attempts."""
    may_lack: int = 0
    """An attempt does without the changes and acknowledgements of so many members."""


class Model:
    """Walks every state of one step with changes for up to ``attempts`` attempts."""

    def __init__(self, world: World, attempts: int, rule: Rule | None = None) -> None:
        self.world = world
        self.attempts = attempts
        self.rule = rule or Rule()
        self.decisions = Decisions(world, self.rule.resolve)
        self.lefts = self.decisions.lefts
        self.heads = self.decisions.heads
        self.members = [
            tuple(s for s in range(world.seats) if s not in dict(left)) for left in self.lefts
        ]
        self.symmetries = list(self._find_symmetries())
        self._possible: dict[object, Found] = {}
        self._ballots = sorted({self._that_count(votes) for votes in self.ballots()})

    # Walking

    def walk(self, *, first: bool = False) -> Walk:
        """Every state; with ``first`` only until two heads are found."""
        seen: set[Levels] = set()
        partings: list[Parting] = []
        all_states = 0
        stack: list[Levels] = [()]
        while stack and not (first and partings):
            levels = stack.pop()
            for level in self.next_levels(levels, self._ballots):
                same = {self.renamed((*levels, level), symmetry) for symmetry in self.symmetries}
                state = min(same)
                if state in seen:
                    continue
                seen.add(state)
                all_states += len(same)
                partings += self._partings(state)
                if len(state) <= self.attempts:
                    stack.append(state)
        return Walk(len(seen), all_states, partings)

    def next_levels(self, levels: Levels, ballots: list[tuple[int, ...]]) -> Iterator[Level]:
        """Everything that can be signed for the next attempt, given one of these ballots."""
        attempt = len(levels)
        for votes in ballots if attempt else [(0,) * len(self.world.honest)]:
            options = [self._may_say(levels, votes, attempt, left) for left in votes]
            for said in product(*options):
                acks, hidden = zip(*said, strict=True)
                yield Level(votes, acks, hidden)

    def _may_say(
        self, levels: Levels, votes: tuple[int, ...], attempt: int, left: int
    ) -> list[tuple[int, bool]]:
        found = [(NONE, False)]
        if left == NONE:
            return found
        level = Level(votes, (NONE,) * len(votes), (False,) * len(votes))
        for head in sorted(self.possible((*levels, level), attempt, left)):
            found += [(head, hidden) for hidden in (False, True)[: 1 + self.rule.signs_lower]]
        return found

    def certificates(self, levels: Levels) -> list[Certificate]:
        """All that the bad seat can complete by acknowledgements of its own."""
        found = []
        for attempt, level in enumerate(levels):
            lack = self.rule.may_lack if attempt else 0
            for left in sorted(set(level.votes) - {NONE}):
                members = self.honest_members(left)
                said = [level.acks[s] for s in members if level.votes[s] == left]
                found += [
                    Certificate(attempt, left, head)
                    for head in sorted(set(said) - {NONE})
                    if said.count(head) >= max(1, len(members) - lack)
                ]
        return found

    def _partings(self, levels: Levels) -> list[Parting]:
        pairs = combinations(self.certificates(levels), 2)
        return [Parting(levels, a, b) for a, b in pairs if a.head != b.head]

    # What honest seats can sign

    def ballots(self) -> Iterator[tuple[int, ...]]:
        """Every way in which the honest seats sign changes for one attempt."""
        return product(
            *(
                [NONE, *(left for left, members in enumerate(self.members) if seat in members)]
                for seat in self.world.honest
            )
        )

    def _that_count(self, votes: tuple[int, ...]) -> tuple[int, ...]:
        complete = self._complete(votes)
        return tuple(left if left in complete else NONE for left in votes)

    def _complete(self, votes: tuple[int, ...]) -> list[int]:
        """What is agreed by the honest members, so that the bad seat can complete it."""
        return [
            left
            for left in sorted(set(votes) - {NONE})
            if sum(votes[s] != left for s in self.honest_members(left)) <= self.rule.may_lack
        ]

    def honest_members(self, left: int) -> list[int]:
        """The members of an attempt that leaves these out, but for the bad seat."""
        return [s for s in self.members[left] if s != self.world.bad]

    def possible(self, levels: Levels, attempt: int, left: int) -> Found:
        """The heads a member may acknowledge, whatever it holds and the bad seat shows it."""
        if attempt == 0:
            return {
                head: {frozenset([Word(self.world.bad, entry)] if entry != NONE else [])}
                for head, (absent, entry) in enumerate(self.heads)
                if not absent
            }
        lower = tuple(self._votes_that_count(levels, n) for n in range(1, attempt))
        signed = tuple(self._votes_of_members(levels, attempt, left))
        claims = tuple(self._claimable(levels, n) for n in range(attempt))
        key = (attempt, left, lower, signed, claims)
        if key not in self._possible:
            found: Found = {}
            for votes in signed:
                for own in self._bad_votes(claims, attempt, left):
                    self._decide(found, (*votes, *own), lower, claims)
            self._possible[key] = found
        return self._possible[key]

    def _decide(
        self,
        found: Found,
        votes: tuple[Vote, ...],
        lower: tuple[tuple[Vote, ...], ...],
        claims: Claims,
    ) -> None:
        """Add what these changes of one agreement fix, for every holder of them."""
        attempt, left = votes[0].attempt, votes[0].left
        # Without reports of an attempt after 0 no lower agreement is looked at.
        rests = any(number for vote in votes for number, _head in vote.reports)
        below = [
            list(self._holdings(lower[number - 1], claims, number)) if rests else [()]
            for number in range(1, attempt)
        ]
        for parts in product(*below):
            held = (*(vote for part in parts for vote in part), *votes)
            for entries in self._entry_sets():
                fixed = self.decisions.outcome(entries, held, attempt, left)
                for head, by_bad in (fixed or {}).items():
                    found.setdefault(head, set()).add(by_bad)

    def _entry_sets(self) -> list[tuple[int, ...]]:
        """What a peer keeps of the bad seat's entries: at most two. One that has none finds no
        head that others do not find too."""
        if self.world.bad not in self.world.speakers:
            return [()]
        numbers = range(self.world.entries)
        return [shown for size in (1, 2) for shown in combinations(numbers, size)]

    def _holdings(
        self, votes: tuple[Vote, ...], claims: Claims, attempt: int
    ) -> Iterator[tuple[Vote, ...]]:
        """What a peer has of a lower attempt, as far as agreements are complete with it; of the
        bad seat's changes it keeps at most two."""
        lefts = sorted({vote.left for vote in votes})
        shared = [left for left in lefts if self.world.bad in self.members[left]]
        without = [left for left in lefts if left not in shared]
        own = [vote for left in shared for (vote,) in self._bad_votes(claims, attempt, left)]
        for size, more in product((0, 1, 2), range(len(without) + 1)):
            for shown, others in product(combinations(own, size), combinations(without, more)):
                wanted = {*others, *(vote.left for vote in shown)}
                yield (*(vote for vote in votes if vote.left in wanted), *shown)

    def _bad_votes(self, claims: Claims, attempt: int, left: int) -> Iterator[tuple[Vote, ...]]:
        """Every change of the bad seat for an attempt; the empty tuple if it is left out."""
        if self.world.bad not in self.members[left]:
            yield ()
            return
        for said in product(*((NONE, *heads) for heads in claims[:attempt])):
            reports = tuple((number, head) for number, head in enumerate(said) if head != NONE)
            yield (Vote(self.world.bad, attempt, left, reports),)

    def _claimable(self, levels: Levels, attempt: int) -> tuple[int, ...]:
        complete = self._complete(levels[attempt].votes) if attempt else [0]
        return tuple(
            sorted({head for left in complete for head in self.possible(levels, attempt, left)})
        )

    def _votes_of_members(
        self, levels: Levels, attempt: int, left: int
    ) -> Iterator[tuple[Vote, ...]]:
        """The honest members' changes for an agreement: one way, unless some may lack."""
        members = self.honest_members(left)
        for lacking in range(self.rule.may_lack + 1):
            for absent in combinations(members, lacking):
                if all(levels[attempt].votes[s] == left for s in members if s not in absent):
                    yield tuple(
                        Vote(s, attempt, left, ()) if s in absent else self.vote(levels, s, attempt)
                        for s in members
                    )

    def _votes_that_count(self, levels: Levels, attempt: int) -> tuple[Vote, ...]:
        return tuple(
            vote
            for left in self._complete(levels[attempt].votes)
            for vote in next(self._votes_of_members(levels, attempt, left))
        )

    def vote(self, levels: Levels, seat: int, attempt: int) -> Vote:
        """The change of an honest seat, with what it reports."""
        said = tuple(
            (number, level.acks[seat])
            for number, level in enumerate(levels[:attempt])
            if level.acks[seat] != NONE and not level.hidden[seat]
        )
        left = levels[attempt].votes[seat]
        return Vote(seat, attempt, left, self.rule.reported(said, attempt))

    # Symmetry

    def renamed(self, levels: Levels, symmetry: Symmetry) -> Levels:
        """The same state under other names."""
        order, lefts, heads = symmetry.order, symmetry.lefts, symmetry.heads
        return tuple(
            Level(
                tuple([lefts[level.votes[s]] for s in order]),
                tuple([heads[level.acks[s]] for s in order]),
                tuple([level.hidden[s] for s in order]),
            )
            for level in levels
        )

    def _find_symmetries(self) -> Iterator[Symmetry]:
        world = self.world
        for order in permutations(world.honest):
            seats = {old: new for new, old in enumerate(order)} | {world.bad: world.bad}
            marked = {world.speaker, world.leaver} - {NONE}
            if any(seats[seat] != seat for seat in marked):
                continue
            for entries in permutations(range(world.entries)):
                yield self._symmetry(order, seats, {**dict(enumerate(entries)), NONE: NONE})

    def _symmetry(
        self, order: tuple[int, ...], seats: dict[int, int], entries: dict[int, int]
    ) -> Symmetry:
        def renamed(left: LeftOutSeats) -> LeftOutSeats:
            return tuple(sorted((seats[seat], why) for seat, why in left))

        lefts = [self.lefts.index(renamed(left)) for left in self.lefts]
        heads = [self.heads.index((renamed(left), entries[e])) for left, e in self.heads]
        return Symmetry(order, seats, entries, (*lefts, NONE), (*heads, NONE))
