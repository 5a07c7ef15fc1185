"""Computer players do about silent seats what the people at the table do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koryo_tui.bots.following import (
    Change,
    follow_others,
    follow_people,
    wait_for_nobody,
    wants_pause,
)
from protocol.peer.view import Doing, LinkState, SeatView, TableView, VoteView
from protocol.rules import Position, Standing

#: Seats 0 and 1 are people, 2 is the player that decides and 3 another; 0 runs both.
OWNERS = (b"", b"", b"a" * 32, b"a" * 32)
NOTHING = Change(frozenset(), frozenset())


def seat(number: int, link: LinkState = LinkState.DIRECT) -> SeatView:
    return SeatView(number, f"P{number}", bytes(32), link, 0.0, Doing.IDLE, False, None)


def table(
    *votes: VoteView, seats: int = 4, lost: tuple[int, ...] = (), **more: object
) -> TableView:
    return TableView(
        table=bytes(32),
        you=2,
        seats=tuple(
            seat(n, LinkState.LOST if n in lost else LinkState.DIRECT) for n in range(seats)
        ),
        step=9,
        kind=None,
        waiting_for=(),
        position=Position.start(tuple(range(seats)), 0),
        hand=None,
        order=None,
        deck=None,
        question=None,
        happenings=(),
        outcome=None,
        results=(),
        stopped=None,
        votes=votes,
        **{"can_leave_out": lost, **more},  # type: ignore[arg-type]
    )


def vote(seat: int, *left_out: int) -> VoteView:
    return VoteView(seat, 1, left_out)


def test_it_agrees_when_every_person_has() -> None:
    view = table(vote(0, 3), vote(1, 3), lost=(3,))
    assert follow_people(view, OWNERS) == Change(frozenset({3}), frozenset())


def test_one_that_has_just_been_started_again_waits_itself_first() -> None:
    """Whoever comes back with its own computer players is not put out by them at once."""
    view = table(vote(0, 3), vote(1, 3), lost=(3,), can_leave_out=())
    assert follow_people(view, OWNERS) == NOTHING


def test_it_does_not_agree_while_one_person_has_not() -> None:
    assert follow_people(table(vote(0, 3), lost=(3,)), OWNERS) == NOTHING
    assert follow_people(table(vote(0, 3), vote(1), lost=(3,)), OWNERS) == NOTHING


def test_the_silent_person_is_not_asked() -> None:
    view = table(vote(0, 1), lost=(1,))
    assert follow_people(view, OWNERS) == Change(frozenset({1}), frozenset())


def test_a_person_who_is_gone_is_not_waited_for() -> None:
    view = table(vote(1, 3), lost=(0, 3))
    assert follow_people(view, OWNERS).agree == {3}
    absent = replace(view.position, standing=(Standing.ABSENT, *view.position.standing[1:]))
    view = table(vote(1, 3), lost=(3,))
    assert follow_people(replace(view, position=absent), OWNERS).agree == {3}


@pytest.mark.parametrize("voters", [(3,), ()])
def test_computer_players_alone_agree_to_nothing(voters: tuple[int, ...]) -> None:
    view = table(*(vote(voter, 1) for voter in voters), lost=(0, 1))
    assert follow_people(view, OWNERS) == NOTHING


def test_it_never_agrees_about_itself() -> None:
    assert follow_people(table(vote(0, 2), vote(1, 2)), OWNERS) == NOTHING


def test_it_takes_its_word_back_with_the_first_who_does() -> None:
    view = table(vote(0, 3), vote(1), lost=(3,), agreed=(3,))
    assert follow_people(view, OWNERS) == Change(frozenset(), frozenset({3}))
    still = table(vote(0, 3), vote(1, 3), lost=(3,), agreed=(3,))
    assert follow_people(still, OWNERS) == NOTHING
    assert follow_people(table(lost=(3,), agreed=(3,)), OWNERS) == NOTHING, "a new step"


def test_without_an_owner_it_follows_anybody_about_whom_it_cannot_reach() -> None:
    view = table(vote(0, 3), lost=(3,), can_leave_out=(3,))
    assert follow_others(view).agree == {3}
    assert follow_others(table(vote(0, 3), can_leave_out=(3,))) == NOTHING
    assert follow_others(table(vote(0, 3), lost=(3,), can_leave_out=())) == NOTHING


def test_in_a_hurry_it_agrees_whenever_it_may() -> None:
    assert wait_for_nobody(table(can_leave_out=(1, 3), agreed=(1,))).agree == {3}


def test_it_wants_a_pause_when_every_person_present_does_and_not_longer() -> None:
    assert not wants_pause(table(wants_pause=(0,)), OWNERS)
    assert wants_pause(table(wants_pause=(0, 1)), OWNERS)
    assert wants_pause(table(wants_pause=(0,), lost=(1,)), OWNERS)
    assert not wants_pause(table(wants_pause=(1, 2, 3)), OWNERS), "the first ended it"
    assert not wants_pause(table(wants_pause=(3,)), OWNERS), "no computer player begins one"


def test_a_pause_outlasts_the_people_who_wanted_it() -> None:
    assert wants_pause(table(wants_pause=(0, 1, 2, 3), lost=(0, 1)), OWNERS)
    assert not wants_pause(table(lost=(0, 1)), OWNERS)
