"""Honest seats never close a step on two heads, whatever one bad seat and the network do.

Every state of a step is walked (``step_model.py``). At four seats no two heads are found, at three
only where the bad seat alone vouches for both sides; each simplification of the rule breaks it.
The longer walks, some ten minutes: ``KORYO_STEP_MODEL=all pytest tests/log -k step_model -s
--timeout 0``; ``-s`` shows the number of states, and how each simplification breaks.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import product

import msgspec
import pytest

from protocol.log.attempts import Agreement, Clash, Outcomes, Target
from protocol.log.errors import Dropped
from protocol.log.evidence import Evidence, Kind, check_pair
from protocol.log.messages import Acknowledgement, StepKind, Why
from protocol.log.signing import read
from tests.log.step_model import Model, Rule, Walk
from tests.log.step_partings import (
    contradictions,
    evidence_in,
    fault_in,
    goodbye_in,
    least,
    records,
    tell,
    vouched_by_one,
)
from tests.log.step_world import Decisions, Reports, World, really_signed

THREE, FOUR = World(3), World(4)

long_walk = pytest.mark.skipif(
    os.environ.get("KORYO_STEP_MODEL") != "all", reason="only with KORYO_STEP_MODEL=all"
)


@pytest.fixture(scope="module")
def three() -> Model:
    return Model(THREE, 2)


@pytest.fixture(scope="module")
def walked_three(three: Model) -> Walk:
    return walked("three seats, two changes of attempt", three)


# Four seats


def test_at_four_seats_no_step_closes_on_two_heads() -> None:
    walk = walked("four seats, two changes of attempt", Model(FOUR, 2))
    assert not walk.partings
    assert (walk.states, walk.all_states) == (7_515, 76_409)


@pytest.mark.parametrize(
    "world",
    [
        World(4, StepKind.KEYS),
        World(4, StepKind.TURN, speaker=0),
        World(4, StepKind.TURN, speaker=3),
        World(4, has_bad=False),
    ],
    ids=["deal", "honest speaker", "bad speaker", "nobody bad"],
)
def test_at_four_seats_the_kind_of_the_step_does_not_matter(world: World) -> None:
    walk = walked("four seats, one change of attempt", Model(world, 1))
    assert not walk.partings
    assert walk.states > 80


def test_at_four_seats_a_goodbye_in_the_step_leaves_what_holds_at_three() -> None:
    model = Model(World(4, leaver=0), 1)
    walk = walked("four seats, one says goodbye, one change of attempt", model)
    assert walk.partings
    for parting in walk.partings:
        assert any(vouched_by_one(model, c) for c in (parting.first, parting.second))
        assert goodbye_in(model, parting)
        assert fault_in(model, parting) or all(evidence_in(model, parting))


# Three seats


def test_at_three_seats_two_heads_need_one_seat_that_vouches_for_both_sides(
    three: Model, walked_three: Walk
) -> None:
    """Each side is one honest seat with the bad one, and leaves the other honest seat out."""
    assert (walked_three.states, walked_three.all_states) == (2_048, 7_285)
    parted = {parting.levels for parting in walked_three.partings}
    assert len(parted) == 418
    for levels in parted:
        sides = [three.lefts[c.left] for c in three.certificates(levels)]
        assert ((0, Why.SILENT),) in sides
        assert ((1, Why.SILENT),) in sides


def test_at_three_seats_the_two_records_name_the_seat(three: Model, walked_three: Walk) -> None:
    """In every way in which they can come about; to report also heads that nobody finds could
    only add to the evidence."""
    shown: Counter[Kind] = Counter()
    for parting in walked_three.partings:
        for kinds in evidence_in(three, parting):
            assert kinds, tell(three, parting)
            shown.update(kinds)
    assert shown.keys() == set(Kind) - {Kind.INVALID_ENTRY}


def test_at_three_seats_the_two_heads_may_differ_in_anything(
    three: Model, walked_three: Walk
) -> None:
    """About who is absent, and also about what the bad seat said although nobody is absent."""
    absent = Counter(
        tuple(bool(three.heads[c.head][0]) for c in (p.first, p.second))
        for p in walked_three.partings
    )
    assert absent.keys() == set(product((False, True), repeat=2))


def test_three_honest_seats_never_part() -> None:
    walk = walked(
        "three seats, nobody bad, two changes of attempt", Model(World(3, has_bad=False), 2)
    )
    assert not walk.partings
    assert walk.states == 740


def test_the_evidence_of_a_parting_stands_under_real_signatures(
    three: Model, walked_three: Walk
) -> None:
    decisions = Decisions(THREE, sign=really_signed)
    shown: Counter[Kind] = Counter()
    for parting in walked_three.partings[::20]:
        one, other = (
            min(records(three, parting.levels, certificate), key=lambda way: sorted(map(repr, way)))
            for certificate in (parting.first, parting.second)
        )
        for kind, pair in contradictions(one | other):
            things = tuple(decisions.signed(statement) for statement in pair)
            check_pair(Evidence(kind, THREE.bad, THREE.roster, b"", things))
            with pytest.raises(Dropped):
                check_pair(Evidence(kind, 0, THREE.roster, b"", things))
            shown[kind] += 1
    assert len(shown) == 4


# Each simplification breaks the rule


def nothing(_reports: Reports, _attempt: int) -> Reports:
    return ()


def only_of_the_attempt_before(reports: Reports, attempt: int) -> Reports:
    return tuple(report for report in reports if report[0] == attempt - 1)


def only_the_first(reports: Reports, _attempt: int) -> Reports:
    return reports[:1]


def lowest_attempt_first(outcomes: Outcomes, agreement: Agreement) -> list[Target] | Clash:
    numbers = {said.attempt for said in reported(agreement)}
    return outcomes.of(without_reports(agreement, numbers - {min(numbers, default=0)}))


def a_clash_is_always_passed_over(outcomes: Outcomes, agreement: Agreement) -> list[Target] | Clash:
    outcome = outcomes.of(agreement)
    while isinstance(outcome, Clash):
        agreement = without_reports(agreement, {outcome.attempt})
        outcome = outcomes.of(agreement)
    return outcome


@pytest.mark.parametrize(
    ("world", "attempts", "rule"),
    [
        (FOUR, 1, Rule(reported=nothing)),
        (FOUR, 2, Rule(reported=only_of_the_attempt_before)),
        (FOUR, 2, Rule(reported=only_the_first)),
        (FOUR, 2, Rule(resolve=lowest_attempt_first)),
        (FOUR, 1, Rule(resolve=a_clash_is_always_passed_over)),
        (FOUR, 1, Rule(signs_lower=True)),
        (FOUR, 2, Rule(may_lack=1)),
        (World(4, silent=2), 1, Rule()),
    ],
    ids=[
        "changes report nothing",
        "changes report only the attempt before",
        "changes report only the first acknowledgement",
        "the lowest attempt is preferred",
        "a clash is passed over although its seat stays",
        "a seat that signed a change acknowledges in a lower attempt",
        "one member's change and acknowledgement may lack",
        "two silent seats are left out at once",
    ],
)
def test_each_simplification_breaks_it(world: World, attempts: int, rule: Rule) -> None:
    model = Model(world, attempts, rule)
    walk = model.walk(first=True)
    assert walk.partings
    print(tell(model, least(walk.partings)))


# The longer walks


@long_walk
@pytest.mark.parametrize(
    ("world", "attempts"),
    [
        (World(4, StepKind.KEYS), 2),
        (World(4, StepKind.TURN, speaker=0), 2),
        (World(4, StepKind.TURN, speaker=3), 2),
        (World(4, entries=3), 2),
        (World(4, has_bad=False), 2),
    ],
    ids=["deal", "honest speaker", "bad speaker", "three entries", "nobody bad"],
)
def test_at_four_seats_no_step_of_any_kind_closes_on_two_heads(world: World, attempts: int) -> None:
    walk = walked(f"four seats, {attempts} changes of attempt, {world}", Model(world, attempts))
    assert not walk.partings


@long_walk
@pytest.mark.parametrize(
    "world",
    [
        World(3, StepKind.KEYS),
        World(3, StepKind.TURN, speaker=0),
        World(3, StepKind.TURN, speaker=2),
        World(3, entries=3),
    ],
    ids=["deal", "honest speaker", "bad speaker", "three entries"],
)
def test_at_three_seats_the_one_case_is_the_same_for_any_kind_of_step(world: World) -> None:
    model = Model(world, 2)
    walk = walked(f"three seats, two changes of attempt, {world}", model)
    assert walk.partings
    for parting in walk.partings:
        sides = {model.lefts[c.left] for c in model.certificates(parting.levels)}
        assert {((0, Why.SILENT),), ((1, Why.SILENT),)} <= sides


@long_walk
def test_at_four_seats_a_goodbye_and_two_changes_of_attempt_leave_what_holds_at_three() -> None:
    model = Model(World(4, leaver=0), 2)
    walk = walked("four seats, one says goodbye, two changes of attempt", model)
    assert walk.partings
    for parting in walk.partings:
        certificates = model.certificates(parting.levels)
        assert any(vouched_by_one(model, c) for c in certificates)
        assert goodbye_in(model, parting)
        assert fault_in(model, parting) or all(evidence_in(model, parting))


# Helpers


def walked(name: str, model: Model) -> Walk:
    walk = model.walk()
    print(
        f"\n{name}: {walk.states:,} states, {walk.all_states:,} with every naming, "
        f"{model.decisions.asked:,} decisions of the real code, {len(walk.partings):,} partings"
    )
    return walk


def reported(agreement: Agreement) -> list[Acknowledgement]:
    return [
        read(signed, Acknowledgement)
        for held in agreement.changes
        for signed in held.change.acknowledgements
    ]


def without_reports(agreement: Agreement, attempts: set[int]) -> Agreement:
    """The same agreement as if its changes did not report these attempts."""
    changes = []
    for held in agreement.changes:
        kept = tuple(
            signed
            for signed in held.change.acknowledgements
            if read(signed, Acknowledgement).attempt not in attempts
        )
        change = msgspec.structs.replace(held.change, acknowledgements=kept)
        changes.append(type(held)(held.signed, change, held.hash))
    return Agreement(agreement.attempt, agreement.left_out, agreement.members, tuple(changes))
