"""The table of steps: who speaks, what comes next."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from protocol.log.messages import StepKind, Why
from protocol.peer.closing import Closing
from protocol.peer.steps import DEALS, STEPS, close
from protocol.rules import Standing
from tests.peer.remembered import remembered_checks
from tests.peer.scenes import peers, seated

K = StepKind

#: What may come after a step that nobody was left out of; None: the game is over.
FOLLOWING: dict[StepKind, set[StepKind | None]] = {
    K.ROSTER: {K.NONCES},
    K.NONCES: {K.SEATS},
    K.SEATS: {K.KEYS},
    K.KEYS: {K.SHUFFLE},
    K.SHUFFLE: {K.SHARES},
    K.SHARES: {K.ORDER},
    K.ORDER: {K.ORDER, K.TURN},
    K.TURN: {K.TURN, K.DISCARD, K.SEATS, None},
    K.DISCARD: {K.DISCARD, K.SEATS, None},
}


@pytest.fixture(scope="module", params=[2, 3, 4])
def game(request: pytest.FixtureRequest) -> Iterator[list[Closing]]:
    with remembered_checks():
        room = seated(request.param)
        room.run()
        assert all(peer.settled for peer in peers(room))
        yield room.seats[0].peer.log.closed


def test_every_kind_of_step_stands_in_the_table() -> None:
    assert set(STEPS) == set(K)
    assert {kind for kind, rule in STEPS.items() if rule.in_turn} == {K.SHUFFLE}
    assert {kind for kind, rule in STEPS.items() if rule.asks} == {K.ORDER, K.TURN, K.DISCARD}
    costly = {kind for kind, rule in STEPS.items() if rule.costly}
    assert costly == {K.KEYS, K.SHUFFLE, K.SHARES, K.TURN}
    assert {K.KEYS, K.SHUFFLE, K.SHARES} == DEALS


def test_steps_follow_one_another_as_the_table_says(game: list[Closing]) -> None:
    kinds = [closing.kind for closing in game]
    assert kinds[:6] == [K.ROSTER, K.NONCES, K.SEATS, K.KEYS, K.SHUFFLE, K.SHARES]
    for kind, following in zip(kinds, [*kinds[1:], None], strict=True):
        assert following in FOLLOWING[kind]
    assert {K.DISCARD, K.TURN} <= set(kinds)
    assert kinds.count(K.SEATS) == kinds.count(K.SHARES) == 8


def test_step_numbers_rise_by_one_and_heads_form_a_chain(game: list[Closing]) -> None:
    assert [closing.before.step for closing in game] == list(range(len(game)))
    for one, two in itertools.pairwise(game):
        assert one.after.head == two.before.head
    assert len({closing.after.head for closing in game}) == len(game)


def test_who_speaks_in_a_step(game: list[Closing]) -> None:
    for closing in game:
        due = closing.before.due
        assert due is not None
        if closing.kind is K.SHUFFLE:
            assert due.speakers == closing.before.position.order_of_play()
        elif STEPS[closing.kind].asks:
            assert due.speakers == (closing.before.position.actor,)
        else:
            assert due.speakers == closing.before.seated
        assert sorted(closing.checked) == sorted(due.speakers)


def test_each_seat_places_one_order_and_plays_one_turn_a_round(game: list[Closing]) -> None:
    seats = game[0].before.seats
    for number in range(1, 9):
        for kind in (K.ORDER, K.TURN):
            spoke = [
                seat
                for closing in game
                if closing.kind is kind and closing.before.position.round == number
                for seat in closing.checked
            ]
            assert sorted(spoke) == list(seats)


def test_every_deal_has_new_keys_and_everybodys_shuffle(game: list[Closing]) -> None:
    keys = [
        key.encoding for closing in game if closing.kind is K.KEYS
        for key in closing.checked.values()
    ]  # fmt: skip
    assert len(set(keys)) == len(keys)
    for closing in game:
        if closing.kind is K.SHARES:
            deal = closing.after.deal
            assert deal is not None
            dealt = [place for hand in deal.hands for place in hand]
            assert len(set(dealt)) == len(dealt)
            assert sorted(deal.keys) == list(closing.before.seats)


def test_who_leaves_in_the_step_that_ends_the_game_is_ranked_among_those_who_left(
    game: list[Closing],
) -> None:
    """R8.6, R8.10: whichever of them is the lower seat."""
    last = game[-1]
    seats = last.before.seats
    actor = last.before.due.speakers[0] if last.before.due else 0
    gone = tuple((seat, Why.GOODBYE) for seat in seats if seat != seats[0] or seat == actor)
    ended = close(last.before, {}, bytes(32), gone)
    assert ended.due is None
    assert ended.position is not None
    for seat, _why in gone:
        assert ended.position.standing[seat] is Standing.LEFT
