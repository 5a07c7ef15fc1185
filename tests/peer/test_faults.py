"""Which evidence against a seat is kept: what lasts stands, what only the open step shows goes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from protocol.log.chain import next_head, payload_hash
from protocol.log.errors import Dropped
from protocol.log.evidence import Kind
from protocol.log.messages import (
    PROTOCOL_VERSION,
    Acknowledgement,
    Change,
    Entry,
    LeftOut,
    Signed,
    StepKind,
    Thing,
    Why,
)
from protocol.peer.bodies import OrderBody
from protocol.peer.table import Table
from protocol.peer.verify import verify
from tests.peer.policies import Stage, remembered_group


@pytest.fixture(autouse=True, scope="module")
def _group() -> Iterator[None]:
    with remembered_group():
        yield


@cache
def stage_before_the_first_order() -> Stage:
    stage = Stage(3)
    stage.start()

    def opened() -> bool:
        steps = [peer.log.open for peer in stage.others()]
        return all(step is not None and step.kind is StepKind.ORDER for step in steps)

    stage.run(opened)
    assert opened()
    return stage


class Before:
    """A table of three before its first order, and the keys of all its seats."""

    def __init__(self) -> None:
        self.stage = stage_before_the_first_order()
        self.table: Table = verify(bytes(self.stage.seats[0].transcript)).log
        self.state = self.table.state
        assert self.table.open is not None
        (self.actor,) = self.table.open.speakers

    def entry(self, count: int) -> Signed:
        state = self.state
        body = OrderBody(count, bytes(32))
        value = Entry(
            PROTOCOL_VERSION,
            state.table,
            state.step,
            self.actor,
            StepKind.ORDER,
            state.head,
            b"",
            body,
        )
        return self.stage.seats[self.actor].key.sign(Thing.ENTRY, value)

    def acknowledgement(self, seat: int, head: bytes) -> Signed:
        value = Acknowledgement(PROTOCOL_VERSION, self.state.table, self.state.step, seat, 0, head)
        return self.stage.seats[seat].key.sign(Thing.ACKNOWLEDGEMENT, value)

    def change(self, seat: int) -> Signed:
        value = Change(PROTOCOL_VERSION, self.state.table, self.state.step, seat, 1, (), ())
        return self.stage.seats[seat].key.sign(Thing.CHANGE, value)

    def close_on(self, good: Signed) -> None:
        """The step closes on ``good``, with nobody left out."""
        state = self.state
        counted = {self.actor: payload_hash(good.payload)}
        head = next_head(state.head, state.step, StepKind.ORDER, state.seated, (), counted)
        for seat in state.seated:
            self.table.offer(self.acknowledgement(seat, head))
        assert len(self.table.closed) == state.step + 1


def test_two_entries_replace_an_invalid_one_and_outlive_its_step() -> None:
    before = Before()
    table, actor = before.table, before.actor
    table.offer(before.entry(11))
    assert table.faults[actor].kind is Kind.INVALID_ENTRY
    good = before.entry(1)
    table.offer(good)
    assert table.faults[actor].kind is Kind.TWO_ENTRIES
    before.close_on(good)
    assert table.faults[actor].kind is Kind.TWO_ENTRIES


def test_a_hidden_acknowledgement_replaces_an_invalid_entry_too() -> None:
    before = Before()
    table, actor = before.table, before.actor
    table.offer(before.entry(11))
    table.offer(before.acknowledgement(actor, bytes(32)))
    assert table.faults[actor].kind is Kind.INVALID_ENTRY
    table.offer(before.change(actor))
    assert table.faults[actor].kind is Kind.UNREPORTED_ACKNOWLEDGEMENT


def test_what_lasts_is_never_replaced() -> None:
    before = Before()
    table, actor = before.table, before.actor
    table.offer(before.acknowledgement(actor, bytes(32)))
    table.offer(before.acknowledgement(actor, bytes([1]) * 32))
    shown = table.faults[actor]
    assert shown.kind is Kind.TWO_ACKNOWLEDGEMENTS
    table.offer(before.entry(11))
    table.offer(before.entry(1))
    assert table.faults[actor] is shown


PROOFS_OF_NOTHING = {
    "silent, with something": (Why.SILENT, (Thing.GOODBYE,)),
    "silent, with a result": (Why.SILENT, (Thing.RESULT,)),
    "goodbye, with nothing": (Why.GOODBYE, ()),
    "goodbye, with a return": (Why.GOODBYE, (Thing.RETURN,)),
    "goodbye, twice": (Why.GOODBYE, (Thing.GOODBYE, Thing.GOODBYE)),
    "fault, with nothing": (Why.FAULT, ()),
    "fault, with talk": (Why.FAULT, (Thing.TALK,)),
    "fault, with keys and a pause": (Why.FAULT, (Thing.KEYS, Thing.PAUSE)),
    "fault, in the wrong order": (Why.FAULT, (Thing.ACKNOWLEDGEMENT, Thing.CHANGE)),
}


@pytest.mark.parametrize("name", PROOFS_OF_NOTHING)
def test_a_proof_of_another_kind_is_dropped_before_anything_in_it_is_read(name: str) -> None:
    before = Before()
    why, things = PROOFS_OF_NOTHING[name]
    proof = tuple(Signed(thing, b"anything", bytes(64)) for thing in things)
    other = next(seat for seat in before.state.seated if seat != before.actor)
    left = LeftOut(other, why, proof)
    state = before.state
    value = Change(PROTOCOL_VERSION, state.table, state.step, before.actor, 1, (left,), ())
    signed = before.stage.seats[before.actor].key.sign(Thing.CHANGE, value)
    with pytest.raises(Dropped):
        before.table.offer(signed)
    assert before.table.faults == {}
