"""Two acknowledgements of one step, two changes for one attempt, and a seat accused of nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from protocol.log.errors import Dropped
from protocol.log.evidence import Kind
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    LeftOut,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.openstep import OpenStep
from protocol.peer.votes import Vote
from tests.peer.cheat_stages import (
    HONEST,
    LIAR,
    assert_goes_on_without_it,
    assert_named,
    named_by_all,
)
from tests.peer.cheats import Liar, has_a_hand
from tests.peer.policies import Stage, remembered_group

K = StepKind


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group():
        yield


def stage_with_two_acknowledgements(route: Callable[[int], tuple[int, ...]]) -> Stage:
    """In the first order step seat 0 acknowledges a head of its own too, to these seats."""
    stage = Stage(3)
    liar = Liar(stage.peer(LIAR), stage)
    own, honest = liar.own, liar.own.attempts.acknowledge

    def acknowledge(step: OpenStep) -> bool:
        said = honest(step)
        if said and step.kind is K.ORDER and step.step == 6 and not liar.said:
            right = step.attempt(0).acknowledgements.get(LIAR)
            value = Acknowledgement(
                PROTOCOL_VERSION, liar.state.table, step.step, LIAR, 0, bytes(32)
            )
            assert right is None or right[0] != value.head
            liar.said.append(own._signer.signed(Thing.ACKNOWLEDGEMENT, value))
            for seat in route(LIAR):
                own._outbox.send(liar.said[0], seat)
        return said

    own.attempts.acknowledge = acknowledge  # type: ignore[method-assign]
    return stage


@pytest.mark.parametrize("seats", [(1, 2), (1,), (2,)], ids=str)
def test_two_acknowledgements_of_one_step(seats: tuple[int, ...]) -> None:
    stage = stage_with_two_acknowledgements(lambda _liar: seats)
    stage.start()
    stage.run(lambda: named_by_all(stage))
    assert_named(stage, Kind.TWO_ACKNOWLEDGEMENTS)
    assert_goes_on_without_it(stage)


# Changes


def stage_that_waits_for_seat_2() -> tuple[Stage, Liar]:
    """Everybody has acknowledged the order of seat 0, but seat 2 is silent and so not heard."""
    stage = Stage(3)
    liar = Liar(stage.peer(LIAR), stage)
    stage.start()
    stage.run(lambda: has_a_hand(stage.peer(2)))
    stage.unplug(2)
    stage.run(lambda: all(_acknowledged(stage, seat) for seat in (0, 1)))
    return stage, liar


def _acknowledged(stage: Stage, seat: int) -> bool:
    step = stage.peer(seat).log.open
    return step is not None and seat in step.attempt(0).acknowledgements


def leave_out_seat_2(stage: Stage) -> None:
    """The players of seats 0 and 1 agree to go on without seat 2."""
    for seat in (0, 1):
        stage.carry_out(seat, stage.peer(seat).agree(2, stage.now))
    stage.run(lambda: LIAR in stage.peer(1).log.faults)


#: More lies show nothing new, and take long to check.
MOST_LIES = 24


def lie_in_changes(liar: Liar, change: Callable[[Change], tuple[Change, ...]]) -> None:
    """What seat 0 signs instead of a change."""
    own, signer = liar.own, liar.own._signer
    honest = signer.signed

    def put(signed: Signed) -> None:
        """As honest seats do, but without the last look at what was signed before."""
        signer._write(signed)
        signer._outbox.send(signed)

    def sign(thing: Thing, value: Change) -> Signed:
        if thing is not Thing.CHANGE:
            return honest(thing, value)
        signed = [honest(thing, each) for each in change(value)]
        for more in signed[1:]:
            put(more)
        return signed[0]

    signer.put = put  # type: ignore[method-assign]
    signer.signed = sign  # type: ignore[method-assign, assignment]
    vote, voted = own.attempts.vote, set[int]()

    def vote_once(step: OpenStep, wanted: Vote) -> bool:
        """The liar's own table may drop the lie: then it is as if it had not voted."""
        if wanted.attempt in voted or len(voted) == MOST_LIES:
            return False
        voted.add(wanted.attempt)
        try:
            return vote(step, wanted)
        except Dropped:
            return False

    own.attempts.vote = vote_once  # type: ignore[method-assign]


def test_two_changes_for_one_attempt() -> None:
    stage, liar = stage_that_waits_for_seat_2()
    lie_in_changes(liar, lambda change: (change, replace(change, left_out=())))
    leave_out_seat_2(stage)
    assert stage.peer(1).log.faults[LIAR].kind is Kind.TWO_CHANGES
    stage.unplug(2, up=True)
    stage.run(lambda: named_by_all(stage))
    assert_named(stage, Kind.TWO_CHANGES)
    assert_goes_on_without_it(stage)


def test_an_acknowledgement_hidden_from_a_change() -> None:
    stage, liar = stage_that_waits_for_seat_2()
    lie_in_changes(liar, lambda change: (replace(change, acknowledgements=()),))
    leave_out_seat_2(stage)
    assert stage.peer(1).log.faults[LIAR].kind is Kind.UNREPORTED_ACKNOWLEDGEMENT
    stage.unplug(2, up=True)
    stage.run(lambda: named_by_all(stage))
    assert_named(stage, Kind.UNREPORTED_ACKNOWLEDGEMENT)
    assert_goes_on_without_it(stage)


def has_voted(stage: Stage) -> bool:
    """Whether seat 1 holds a change of the liar, and has voted itself."""
    step = stage.peer(1).log.open
    votes = step.attempts.values() if step else ()
    return any({LIAR, 1} <= attempt.changes.keys() for attempt in votes)


@pytest.mark.parametrize("why", [Why.FAULT, Why.GOODBYE], ids=str)
def test_a_seat_accused_of_nothing_is_not_left_out(why: Why) -> None:
    """The proof inside is an honest entry: nobody believes it and nobody is blamed for it."""
    stage, liar = stage_that_waits_for_seat_2()
    proof = stage.peer(2).log.closed[-1].said_by(2)
    assert proof is not None
    wrong = (LeftOut(2, why, (proof,)),)
    lie_in_changes(liar, lambda change: (replace(change, left_out=wrong),))
    for seat in (0, 1):
        stage.carry_out(seat, stage.peer(seat).agree(2, stage.now))
    stage.run(lambda: has_voted(stage))
    stage.unplug(2, up=True)
    step = stage.peer(1).log.state.step
    stage.run(lambda: all(len(peer.log.closed) > step + 3 for peer in stage.others(LIAR)))
    for seat in HONEST:
        assert stage.peer(seat).log.faults == {}
        assert 2 in stage.peer(seat).log.state.seated
