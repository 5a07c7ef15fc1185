"""The model of a step leaves nothing away: orders, holdings and names that it does not walk."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from protocol.log.attempts import agreements
from protocol.log.messages import StepKind
from tests.log.step_model import Certificate, Level, Levels, Model, Symmetry
from tests.log.step_world import NONE, Vote, World

THREE, FOUR = World(3), World(4)

Closings = frozenset[tuple[Certificate, ...]]


def test_every_order_of_signing_gives_what_the_sorted_one_gives() -> None:
    for world in (THREE, FOUR, World(3, StepKind.KEYS)):
        model = Model(world, 1)
        assert by_any_order(model) == by_sorted_order(model)


def test_no_holder_decides_what_the_model_does_not_know() -> None:
    """Draw what is signed, and what a peer holds of it; ask the real code."""
    draw = random.Random(7)
    decided: Counter[str] = Counter()
    for world in (THREE, FOUR, World(3, StepKind.KEYS)):
        model = Model(world, 2)
        ballots = list(model.ballots())
        for _ in range(40):
            levels = drawn_levels(draw, model, ballots)
            for _ in range(25):
                step = model.decisions.open_step(*drawn_holding(draw, model, levels))
                for attempt in (1, 2):
                    for agreement in agreements(step, attempt):
                        left = model.lefts.index(agreement.left_out)
                        fixed = model.decisions.resolved(step, agreement)
                        assert set(fixed or {}) <= model.possible(levels, attempt, left).keys()
                        decided["clash" if fixed is None else "fixed" if fixed else "open"] += 1
    assert decided["fixed"] > 1_000
    assert min(decided["clash"], decided["open"]) > 100


def test_the_decision_does_not_depend_on_names() -> None:
    draw = random.Random(8)
    compared = 0
    for world in (THREE, FOUR):
        model = Model(world, 2)
        ballots = list(model.ballots())
        for _ in range(40):
            levels = drawn_levels(draw, model, ballots)
            for _ in range(20):
                entries, votes = drawn_holding(draw, model, levels)
                symmetry = draw.choice(model.symmetries)
                here = all_decisions(model, entries, votes)
                there = all_decisions(model, *renamed_holding(model, symmetry, entries, votes))
                assert there == Counter(
                    (attempt, symmetry.lefts[left], frozenset(symmetry.heads[h] for h in heads))
                    for attempt, left, heads in here.elements()
                )
                compared += len(here)
    assert compared > 1_000


@pytest.mark.skipif(
    os.environ.get("KORYO_STEP_MODEL") != "all", reason="only with KORYO_STEP_MODEL=all"
)
def test_every_order_of_signing_with_two_changes_of_attempt() -> None:
    model = Model(THREE, 2)
    assert by_any_order(model) == by_sorted_order(model)


def by_sorted_order(model: Model) -> Closings:
    """Every set of certificates that can exist, found as ``Model.walk`` finds states."""
    found: set[tuple[Certificate, ...]] = set()
    ballots = list(model.ballots())
    parts: list[Levels] = [()]
    for _ in range(model.attempts + 1):
        seen = {
            min(model.renamed((*levels, level), symmetry) for symmetry in model.symmetries)
            for levels in parts
            for level in model.next_levels(levels, ballots)
        }
        found |= {canonical(model, model.certificates(levels)) for levels in seen}
        parts = sorted(seen)
    return frozenset(found)


def by_any_order(model: Model) -> Closings:
    """The same, by signing one thing after another in every order."""
    seats = range(len(model.world.honest))
    nothing_yet = Level((NONE,) * len(seats), (NONE,) * len(seats), (False,) * len(seats))
    start: Levels = (
        nothing_yet._replace(votes=(0,) * len(seats)),
        *([nothing_yet] * model.attempts),
    )
    seen, stack = {start}, [start]
    found: set[tuple[Certificate, ...]] = set()
    while stack:
        levels = stack.pop()
        found.add(canonical(model, model.certificates(levels)))
        for after in one_more_signature(model, levels):
            state = min(model.renamed(after, symmetry) for symmetry in model.symmetries)
            if state not in seen:
                seen.add(state)
                stack.append(state)
    return frozenset(found)


def one_more_signature(model: Model, levels: Levels) -> Iterator[Levels]:
    """Each single thing that some honest seat may sign now."""
    for seat in range(len(model.world.honest)):
        top = max(n for n, level in enumerate(levels) if level.votes[seat] != NONE)
        level = levels[top]
        if level.acks[seat] == NONE:
            for head in model.possible(levels[: top + 1], top, level.votes[seat]):
                acks = tuple(head if s == seat else ack for s, ack in enumerate(level.acks))
                yield (*levels[:top], level._replace(acks=acks), *levels[top + 1 :])
        for number in range(top + 1, len(levels)):
            for left, members in enumerate(model.members):
                if seat in members:
                    old = levels[number]
                    votes = tuple(left if s == seat else v for s, v in enumerate(old.votes))
                    after = old._replace(votes=votes)
                    yield (*levels[:number], after, *levels[number + 1 :])


def canonical(model: Model, certificates: list[Certificate]) -> tuple[Certificate, ...]:
    return min(
        tuple(
            sorted(
                Certificate(c.attempt, symmetry.lefts[c.left], symmetry.heads[c.head])
                for c in certificates
            )
        )
        for symmetry in model.symmetries
    )


def drawn_levels(draw: random.Random, model: Model, ballots: list[tuple[int, ...]]) -> Levels:
    """Something that can have been signed, likelier with votes that agree."""
    levels: Levels = ()
    for _ in range(model.attempts + 1):
        votes = draw.choice(ballots)
        if draw.random() < 0.8:
            left = draw.randrange(len(model.lefts))
            members = model.members[left]
            votes = tuple(left if s in members else v for s, v in enumerate(votes))
        options = list(model.next_levels(levels, [votes]))
        levels = (*levels, draw.choice(options))
    return levels


def drawn_holding(
    draw: random.Random, model: Model, levels: Levels
) -> tuple[tuple[int, ...], tuple[Vote, ...]]:
    """Entries of the bad seat, and changes: of honest seats such as exist, of the bad any."""
    entries = tuple(sorted(draw.sample(range(model.world.entries), draw.choice((0, 1, 2, 2)))))
    votes: list[Vote] = []
    for attempt in (1, 2):
        cast = [(s, left) for s, left in enumerate(levels[attempt].votes) if left != NONE]
        votes += [model.vote(levels, s, attempt) for s, _left in cast if draw.random() < 0.95]
        lefts = [left for _s, left in cast if model.world.bad in model.members[left]]
        own: set[Vote] = set()
        for _ in range(draw.choice((0, 1, 2, 2)) if lefts else 0):
            left = draw.choice(lefts)
            reports = tuple(
                (n, drawn_head(draw, model, levels, n))
                for n in range(attempt)
                if draw.random() < 0.4
            )
            own.add(Vote(model.world.bad, attempt, left, reports))
        votes += sorted(own)
    return entries, tuple(votes)


def renamed_holding(
    model: Model, symmetry: Symmetry, entries: tuple[int, ...], votes: tuple[Vote, ...]
) -> tuple[tuple[int, ...], tuple[Vote, ...]]:
    heads = dict(enumerate(symmetry.heads[:-1]))
    return (
        tuple(sorted(symmetry.entries[entry] for entry in entries)),
        tuple(
            Vote(
                symmetry.seats[vote.seat],
                vote.attempt,
                symmetry.lefts[vote.left],
                tuple((attempt, heads.get(head, head)) for attempt, head in vote.reports),
            )
            for vote in votes
        ),
    )


def drawn_head(draw: random.Random, model: Model, levels: Levels, attempt: int) -> int:
    """A head others may know, or any, or one that nobody finds."""
    known = [head for head in levels[attempt].acks if head != NONE]
    if known and draw.random() < 0.5:
        return draw.choice(known)
    return draw.randrange(len(model.heads) + 1)


def all_decisions(
    model: Model, entries: tuple[int, ...], votes: tuple[Vote, ...]
) -> Counter[tuple[int, int, frozenset[int]]]:
    """Attempt, seats left out and heads of every agreement that a holder finds."""
    step = model.decisions.open_step(entries, votes)
    return Counter(
        (
            attempt,
            model.lefts.index(agreement.left_out),
            frozenset(model.decisions.resolved(step, agreement) or {}),
        )
        for attempt in (1, 2)
        for agreement in agreements(step, attempt)
    )
