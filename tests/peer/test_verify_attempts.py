"""A step closed without somebody: what a record must show for it, whoever signed it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from msgspec.structs import replace

from protocol.log.chain import next_head, payload_hash
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    Goodbye,
    LeftOut,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.log.transcript import ClosedStep, write_record
from protocol.peer.bodies import OrderBody
from protocol.peer.state import GameState
from protocol.peer.verify import NotVerified, Verified, verify
from protocol.rules import Standing
from tests.peer.policies import Stage, remembered_group

SILENT = Why.SILENT


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group():
        yield


@cache
def stage_at(kind: StepKind, seats: int) -> Stage:
    """The table when the first step of this kind has opened for everybody."""
    stage = Stage(seats)
    stage.start()

    def opened() -> bool:
        steps = [peer.log.open for peer in stage.others()]
        return all(step is not None and step.kind is kind for step in steps)

    stage.run(opened)
    assert opened()
    return stage


@dataclass(frozen=True)
class Forger:
    """Holds the keys of all seats of a table of three (or two) before its first order."""

    kind: StepKind = StepKind.ORDER
    seats: int = 3

    @property
    def stage(self) -> Stage:
        return stage_at(self.kind, self.seats)

    @property
    def state(self) -> GameState:
        return self.stage.peer(0).log.state

    def left_out(self, seat: int, why: Why, *proof: Signed) -> LeftOut:
        return LeftOut(seat, why, proof)

    def change(self, seat: int, *left: LeftOut, attempt: int = 1, said: int = 0) -> Signed:
        """A vote of ``seat``; ``said``: how many acknowledgements of attempt 0 it reports."""
        state = self.state
        reported = tuple(self.acknowledgement(seat, 0, bytes(32)) for _ in range(said))
        value = Change(PROTOCOL_VERSION, state.table, state.step, seat, attempt, left, reported)
        return self.stage.seats[seat].key.sign(Thing.CHANGE, value)

    def acknowledgement(self, seat: int, attempt: int, head: bytes) -> Signed:
        state = self.state
        value = Acknowledgement(PROTOCOL_VERSION, state.table, state.step, seat, attempt, head)
        return self.stage.seats[seat].key.sign(Thing.ACKNOWLEDGEMENT, value)

    def entry(self, seat: int, body: object) -> Signed:
        state = self.state
        value = Entry(
            PROTOCOL_VERSION, state.table, state.step, seat, self.kind, state.head, b"", body
        )
        return self.stage.seats[seat].key.sign(Thing.ENTRY, value)

    def goodbye(self, seat: int, *, by: int | None = None, step: int | None = None) -> Signed:
        state = self.state
        value = Goodbye(PROTOCOL_VERSION, state.table, state.step if step is None else step, seat)
        return self.stage.seats[seat if by is None else by].key.sign(Thing.GOODBYE, value)

    def closed(
        self,
        changes: tuple[Signed, ...],
        gone: tuple[tuple[int, Why], ...],
        *entries: Signed,
        attempt: int = 1,
        witnesses: tuple[Signed, ...] = (),
    ) -> bytes:
        """The record with this step closed by force, without the seats that are gone."""
        state = self.state
        away = {seat for seat, _why in gone}
        members = tuple(seat for seat in state.seated if seat not in away)
        counted = {self._seat(entry): payload_hash(entry.payload) for entry in entries}
        head = next_head(state.head, state.step, self.kind, members, gone, counted)
        said = tuple(self.acknowledgement(seat, attempt, head).signature for seat in members)
        step = ClosedStep(state.step, entries, attempt, changes, witnesses, said)
        before = self.stage.peer(0).log.closed[: state.step]
        start = bytes(self.stage.seats[0].transcript)
        assert start.endswith(write_record(before[-1].record))
        return start + write_record(step)

    def _seat(self, signed: Signed) -> int:
        keys = [seat.key for seat in self.stage.seats]
        return next(
            number
            for number, key in enumerate(keys)
            if key.sign_bytes(signed.thing, signed.payload) == signed.signature
        )


FORGER = Forger()


def verified(data: bytes) -> Verified:
    found = verify(data)
    assert found.log.state.position is not None
    return found


def refused(data: bytes) -> None:
    """At this step, and nobody is named."""
    with pytest.raises(NotVerified) as error:
        verify(data)
    assert (error.value.step, error.value.seat) == (FORGER.state.step, None)


def test_two_of_three_may_go_on_without_a_silent_seat() -> None:
    silent = FORGER.left_out(0, SILENT)
    data = FORGER.closed(tuple(FORGER.change(seat, silent) for seat in (1, 2)), ((0, SILENT),))
    position = verified(data).log.state.position
    assert position is not None
    assert position.standing == (Standing.ABSENT, Standing.SEATED, Standing.SEATED)


def test_a_goodbye_that_its_seat_signed_is_a_reason() -> None:
    left = FORGER.left_out(0, Why.GOODBYE, FORGER.goodbye(0))
    data = FORGER.closed(tuple(FORGER.change(seat, left) for seat in (1, 2)), ((0, Why.GOODBYE),))
    position = verified(data).log.state.position
    assert position is not None
    assert position.standing[0] is Standing.LEFT


def test_an_invalid_entry_is_a_reason() -> None:
    bad = FORGER.entry(0, OrderBody(11, bytes(32)))
    left = FORGER.left_out(0, Why.FAULT, bad)
    data = FORGER.closed(tuple(FORGER.change(seat, left) for seat in (1, 2)), ((0, Why.FAULT),))
    position = verified(data).log.state.position
    assert position is not None
    assert position.standing[0] is Standing.FAULT


def _old() -> Signed:
    old = FORGER.stage.peer(0).log.closed[-1].said_by(0)
    assert old is not None
    return old


def _good() -> Signed:
    return FORGER.entry(0, OrderBody(1, bytes(32)))


def _with_signature_of_another() -> Signed:
    return replace(FORGER.entry(0, ()), signature=_good().signature)


#: What somebody could write who wants another one left out, and what of it shows a reason: nothing.
SHOWS_NOTHING: dict[str, tuple[Why, Callable[[], tuple[Signed, ...]]]] = {
    "a fault without proof": (Why.FAULT, tuple),
    "a fault with a valid entry": (Why.FAULT, lambda: (_good(),)),
    "a fault with an old entry": (Why.FAULT, lambda: (_old(),)),
    "a fault with one entry twice": (Why.FAULT, lambda: (_good(),) * 2),
    "a fault of somebody else": (
        Why.FAULT,
        lambda: (FORGER.entry(1, OrderBody(1, bytes(32))),),
    ),
    "a fault with a goodbye": (Why.FAULT, lambda: (FORGER.goodbye(0),)),
    "a fault with another's signature": (Why.FAULT, lambda: (_with_signature_of_another(),)),
    "a goodbye without proof": (Why.GOODBYE, tuple),
    "a goodbye signed by another": (Why.GOODBYE, lambda: (FORGER.goodbye(0, by=1),)),
    "a goodbye of another": (Why.GOODBYE, lambda: (FORGER.goodbye(1),)),
    "a goodbye with a fault": (
        Why.GOODBYE,
        lambda: (FORGER.entry(0, OrderBody(11, bytes(32))),),
    ),
}


@pytest.mark.parametrize("name", SHOWS_NOTHING)
def test_a_reason_that_nothing_shows_closes_nothing(name: str) -> None:
    why, proof = SHOWS_NOTHING[name]
    left = FORGER.left_out(0, why, *proof())
    data = FORGER.closed(tuple(FORGER.change(seat, left) for seat in (1, 2)), ((0, left.why),))
    with pytest.raises(NotVerified) as error:
        verify(data)
    assert error.value.step == FORGER.state.step
    # In two cases the proof shows a wrong entry all the same; but it does not belong there.
    assert error.value.seat is None


def test_a_silent_seat_is_left_out_by_two_or_more() -> None:
    forger = Forger(seats=2)
    silent = forger.left_out(0, SILENT)
    with pytest.raises(NotVerified) as error:
        verify(forger.closed((forger.change(1, silent),), ((0, SILENT),)))
    assert error.value.step == forger.state.step


def test_two_silent_seats_are_not_left_out() -> None:
    silent = tuple(FORGER.left_out(seat, SILENT) for seat in (0, 1))
    refused(FORGER.closed((FORGER.change(2, *silent),), ((0, SILENT), (1, SILENT))))


@pytest.mark.parametrize("voters", [(1,), (2,), ()], ids=str)
def test_every_member_of_an_attempt_has_voted_for_it(voters: tuple[int, ...]) -> None:
    silent = FORGER.left_out(0, SILENT)
    refused(FORGER.closed(tuple(FORGER.change(seat, silent) for seat in voters), ((0, SILENT),)))


def test_votes_that_differ_close_nothing() -> None:
    changes = (FORGER.change(1, FORGER.left_out(0, SILENT)), FORGER.change(2))
    refused(FORGER.closed(changes, ((0, SILENT),)))


def test_nobody_votes_itself_out_or_a_seat_that_is_not_there() -> None:
    itself = FORGER.left_out(1, SILENT)
    refused(FORGER.closed((FORGER.change(1, itself),), ((1, SILENT),)))
    nobody = FORGER.left_out(3, SILENT)
    changes = tuple(FORGER.change(seat, nobody) for seat in (0, 1, 2))
    refused(FORGER.closed(changes, ((3, SILENT),)))


def test_a_vote_is_for_this_attempt_and_no_other() -> None:
    silent = FORGER.left_out(0, SILENT)
    changes = tuple(FORGER.change(seat, silent, attempt=2) for seat in (1, 2))
    refused(FORGER.closed(changes, ((0, SILENT),)))
    verified(FORGER.closed(changes, ((0, SILENT),), attempt=2))


def test_the_entry_of_a_seat_that_is_left_out_does_not_count() -> None:
    silent = FORGER.left_out(0, SILENT)
    changes = tuple(FORGER.change(seat, silent) for seat in (1, 2))
    entry = FORGER.entry(0, OrderBody(1, bytes(32)))
    refused(FORGER.closed(changes, ((0, SILENT),), entry))
    refused(FORGER.closed(changes, ((0, SILENT),), witnesses=(entry,)))


def test_a_reported_acknowledgement_fixes_the_head() -> None:
    """Seat 1 reports that it acknowledged something: then nothing else may close the step."""
    silent = FORGER.left_out(0, SILENT)
    changes = (FORGER.change(1, silent, said=1), FORGER.change(2, silent))
    refused(FORGER.closed(changes, ((0, SILENT),)))


def test_before_the_first_keys_nobody_can_be_left_out() -> None:
    forger = Forger(StepKind.SEATS)
    silent = forger.left_out(0, SILENT)
    changes = tuple(forger.change(seat, silent) for seat in (1, 2))
    with pytest.raises(NotVerified) as error:
        verify(forger.closed(changes, ((0, SILENT),)))
    assert error.value.step == forger.state.step
