"""When the screen asks whether to go on without somebody, and who has agreed."""

from __future__ import annotations

import pytest

from koryo_tui.drawing import waits
from koryo_tui.drawing.waits import GRACE, THINKING, Waits
from protocol.peer.view import Doing, LinkEnd, LinkState, VoteView
from protocol.rules import Standing
from tests.koryo_tui.helpers import RulesTable, position

FRONTS = ("446779", "133688899-", "2355770", "458999")


def waiting_for_two(doing: Doing = Doing.WORKING) -> RulesTable:
    table = RulesTable.of(position(*FRONTS, first=2, actor=2))
    table.silent_seats, table.doing = (2,), {2: doing}
    return table


def test_a_machine_that_says_nothing_is_asked_about_after_the_grace_time() -> None:
    view = waiting_for_two().view()
    seen = Waits().seen(view, 100.0)
    assert seen.silent(view, 100.0 + GRACE - 1) == ()
    assert seen.silent(view, 100.0 + GRACE) == (2,)


def test_who_only_thinks_is_not_asked_about_but_can_be_voted_on_after_a_long_time() -> None:
    view = waiting_for_two(Doing.CHOOSING).view()
    seen = Waits().seen(view, 100.0)
    assert seen.silent(view, 100.0 + THINKING) == ()
    assert seen.may_be_left(view, 100.0 + THINKING - 1) == ()
    assert seen.may_be_left(view, 100.0 + THINKING) == (2,)


def test_a_lost_link_counts_from_when_it_was_lost() -> None:
    table = waiting_for_two(Doing.CHOOSING)
    table.links, table.since = {2: LinkState.LOST}, 50.0
    view = table.view()
    seen = Waits().seen(view, 79.0)
    assert seen.silent(view, 79.0) == ()
    assert seen.silent(view, 50.0 + GRACE) == (2,)


def test_a_seat_that_others_voted_on_is_asked_about_at_once() -> None:
    table = waiting_for_two(Doing.CHOOSING)
    table.votes = (VoteView(3, 1, (2,)),)
    assert Waits().silent(table.view(), 0.0) == (2,)


def test_whoever_has_not_answered_your_vote_yet_is_not_called_silent() -> None:
    table = waiting_for_two()
    table.silent_seats, table.agreed, table.doing = (2, 3), (2,), {3: Doing.CHECKING}
    view = table.view()
    seen = Waits().seen(view, 100.0)
    assert seen.silent(view, 100.0 + GRACE) == (2,)
    assert seen.next_silent(view, 100.0) is None
    assert seen.may_be_left(view, 100.0 + THINKING) == (2, 3)
    table.votes = (VoteView(3, 1, (2,)),)
    view = table.view()
    assert seen.silent(view, 100.0 + GRACE) == (2, 3), "it has answered; its machine is waited for"


def test_a_wait_begins_anew_with_each_step_and_each_time_the_seat_is_awaited() -> None:
    table = waiting_for_two()
    seen = Waits().seen(table.view(), 100.0).seen(table.view(), 110.0)
    assert seen.seconds(2, 115.0) == 15
    table.happenings = (object(),)  # type: ignore[assignment]
    assert seen.seen(table.view(), 120.0).seconds(2, 125.0) == 5
    table.happenings, table.silent_seats = (), ()
    table.game = RulesTable.of(position(*FRONTS, first=1, actor=1)).game
    assert seen.seen(table.view(), 120.0).seconds(2, 125.0) == 0


@pytest.mark.parametrize(
    ("agreed", "votes", "yes"),
    [
        ((), (), ()),
        ((2,), (), (0,)),
        ((2,), (VoteView(0, 1, (2,)), VoteView(3, 1, (2,))), (0, 3)),
        ((), (VoteView(3, 1, (2,)), VoteView(1, 2, ())), (3,)),
    ],
)
def test_who_agrees(
    agreed: tuple[int, ...], votes: tuple[VoteView, ...], yes: tuple[int, ...]
) -> None:
    table = waiting_for_two()
    table.agreed, table.votes = agreed, votes
    assert waits.agreeing(table.view(), 2) == yes


def test_all_seated_but_the_silent_one_must_agree() -> None:
    table = waiting_for_two()
    assert waits.asked(table.view(), 2) == (0, 1, 3)
    table.game = table.game.without(3, Standing.LEFT)
    assert waits.asked(table.view(), 2) == (0, 1)


@pytest.mark.parametrize(
    ("doing", "stuck"), [(Doing.CHECKING, (2, 3)), (Doing.WORKING, (2, 3)), (Doing.CHOOSING, ())]
)
def test_with_a_clock_and_without_who_only_thinks_is_not_away(
    doing: Doing, stuck: tuple[int, ...]
) -> None:
    """One is lost, the other linked: its machine is silent, or its player thinks for long."""
    table = waiting_for_two()
    table.links, table.since, table.silent_seats = {2: LinkState.LOST}, 50.0, (2, 3)
    table.doing = {3: doing}
    view = table.view()
    seen = Waits().seen(view, 50.0)
    assert seen.stuck(view, 50.0 + GRACE) == waits.stuck(view) == stuck


def test_whose_program_was_closed_is_known_while_there_is_no_link() -> None:
    table = waiting_for_two()
    table.ends = {1: LinkEnd.CLOSED, 2: LinkEnd.CLOSED, 3: LinkEnd.SILENT}
    assert waits.closed(table.view()) == ()
    table.links = {2: LinkState.LOST, 3: LinkState.LOST}
    assert waits.closed(table.view()) == (2,)
