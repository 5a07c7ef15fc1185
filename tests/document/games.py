"""The states of a game before each step, with proofs that are real."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from protocol.deck import check_key, new_key, prove_key, shuffle
from protocol.log.messages import StepKind
from protocol.peer.checks import Placing, play_turn
from protocol.peer.contexts import key_context, shuffle_context
from protocol.peer.state import GameState, Sealed, start
from protocol.peer.steps import close
from protocol.rules import Card, Done, Order, TurnUp, read_position
from tests.document.rosters import example_roster


def beginning(seats: int) -> Iterator[GameState]:
    """The states before each step up to the first turn, with proofs that are real."""
    roster = example_roster(seats)
    state = start(roster)
    everybody = state.seats
    yield state
    state = close(state, dict.fromkeys(everybody, roster), bytes(32))
    yield state
    state = close(state, {seat: bytes([seat]) * 32 for seat in everybody}, bytes(32))
    yield state
    state = close(state, dict.fromkeys(everybody, ()), bytes(32))
    yield state
    state = close(state, _keys(state), bytes(32))
    yield state
    state = close(state, _chain(state), bytes(32))
    yield state
    state = close(state, {seat: {} for seat in everybody}, bytes(32))
    while state.due is not None and state.due.kind is StepKind.ORDER:
        if state.position is not None and state.position.orders == (None,) * seats:
            yield state
        state = close(state, _placed(state), bytes(32))
    yield state


def after_keys(seats: int) -> GameState:
    return next(state for state in beginning(seats) if state.dealt)


def _keys(state: GameState) -> dict[int, object]:
    made = {}
    for seat in state.seats:
        context = key_context(state.table, state.head, state.step, seat)
        made[seat] = check_key(prove_key(new_key(os.urandom), context, os.urandom), context)
    return dict(made)


def _chain(state: GameState) -> dict[int, object]:
    assert state.due is not None
    assert state.deal is not None
    source, made = state.deal.opened, {}
    for seat in state.due.speakers:
        context = shuffle_context(state.table, state.head, state.step, seat)
        shuffled = shuffle(source, context, os.urandom)
        source, made[seat] = shuffled.deck, shuffled.proved
    return dict(made)


def _placed(state: GameState) -> dict[int, object]:
    position = state.position
    assert position is not None
    assert position.actor is not None
    return {position.actor: Placing(Sealed(bytes(32), bytes(32)), position.placed(1))}


def in_discard() -> GameState:
    """A turn that leaves its seat with more in front than the limit of the round."""
    position = read_position("1 action 1 01 0 -/99999 00 ss 0,0 10,10 -,1 -")
    state = replace(list(beginning(2))[-1], position=position)
    played = play_turn(position, Order((Card.BROADCASTER,)), (TurnUp(Card.BROADCASTER), Done()))
    return close(state, {1: played}, bytes(32))
