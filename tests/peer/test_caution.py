"""What a peer that was started again may sign, and from when on."""

from __future__ import annotations

import pytest

from protocol.peer.caution import HEARING, LONGEST_HEARING, Caution, Memory

OTHERS = frozenset({0, 1})


def test_a_new_peer_signs_at_once() -> None:
    assert Caution(Memory.NEW, OTHERS).may_sign(readmitted=0)


@pytest.mark.parametrize("memory", [Memory.WHOLE, Memory.LOST])
def test_a_restarted_one_hears_everybody_and_catches_up_first(memory: Memory) -> None:
    caution = Caution(memory, OTHERS)
    caution.linked(100.0)
    caution.heard(0, 7)
    caution.settle(7, 100.0)
    assert caution.hearing, "seat 1 has not been heard"
    caution.heard(1, 9)
    caution.settle(7, 100.0)
    assert caution.hearing, "seat 1 is two steps ahead"
    assert caution.behind(8)
    caution.settle(9, 100.0)
    assert not caution.hearing
    assert caution.may_sign(readmitted=0) == (memory is Memory.WHOLE)


def test_it_waits_no_longer_than_it_must() -> None:
    caution = Caution(Memory.WHOLE, OTHERS)
    caution.settle(0, 1_000.0)
    assert caution.hearing, "nobody is reached yet"
    caution.linked(1_000.0)
    caution.settle(0, 1_000.0 + HEARING - 0.1)
    assert caution.hearing
    caution.settle(0, 1_000.0 + HEARING)
    assert caution.may_sign(readmitted=0)


def test_steps_that_it_catches_up_give_it_time_but_not_for_ever() -> None:
    caution = Caution(Memory.WHOLE, OTHERS)
    caution.linked(0.0)
    caution.heard(0, 60_000)
    now = 0.0
    while caution.hearing:
        now += HEARING / 2
        caution.progressed(now)
        caution.settle(0, now)
        assert now <= LONGEST_HEARING + HEARING
    assert now >= LONGEST_HEARING


def test_without_its_journal_it_signs_only_after_it_was_seated_again() -> None:
    caution = Caution(Memory.LOST, OTHERS)
    for seat in OTHERS:
        caution.heard(seat, 20)
    caution.settle(20, 0.0)
    assert not caution.may_sign(readmitted=0)
    assert not caution.may_sign(readmitted=20)
    assert caution.may_sign(readmitted=21)


def test_shown_what_it_forgot_it_stops_at_once() -> None:
    caution = Caution(Memory.WHOLE, OTHERS)
    for seat in OTHERS:
        caution.heard(seat, 20)
    caution.settle(20, 0.0)
    assert caution.may_sign(readmitted=0)
    assert caution.shown(step=5, number=20, readmitted=0)
    assert not caution.may_sign(readmitted=0)
    assert not caution.shown(step=6, number=20, readmitted=0), "nothing new"
    assert caution.may_sign(readmitted=21)


def test_what_lies_before_its_readmission_does_not_matter_any_more() -> None:
    caution = Caution(Memory.WHOLE, OTHERS)
    assert not caution.shown(step=5, number=30, readmitted=12)
    assert caution.shown(step=12, number=30, readmitted=12)
