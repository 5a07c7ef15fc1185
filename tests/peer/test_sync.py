"""Missing links, lost, reordered and doubled messages: everybody catches up."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from protocol.log.messages import Signed, Status, StepKind
from protocol.log.wire import read_message, write_message
from protocol.peer.effects import Send
from protocol.peer.sync import (
    ANSWERS_AGAIN,
    FIRST_ASK,
    LAST_ASK,
    SECONDS_AN_ANSWER,
    STEPS_AT_ONCE,
    Answers,
    CatchUp,
    Patience,
    Reach,
    missing_from,
    status_of,
)
from tests.peer.harness import Room
from tests.peer.scenes import (
    agrees,
    all_settled,
    check_honest,
    closed,
    reach,
    seated,
    statuses,
)

K = StepKind


pytestmark = pytest.mark.usefixtures("remembered")


# Links that are missing


@pytest.mark.parametrize("gap", [(0, 1), (0, 2), (1, 2)])
def test_without_a_link_between_two_of_three_the_third_relays(gap: tuple[int, int]) -> None:
    room = seated(3)
    room.link(*gap, up=False)
    room.run()
    assert all_settled(room)
    assert room.now == 0.0, "nothing had to be asked for a second time"
    assert not any(c.attempt for c in room.seats[0].peer.log.closed)
    check_honest(room)


def test_a_line_of_four_with_three_links_missing_plays_on() -> None:
    room = seated(4)
    for gap in ((0, 2), (0, 3), (1, 3)):
        room.link(*gap, up=False)
    reach(room, K.TURN, 0)
    assert room.now == 0.0
    check_honest(room)


def test_a_link_that_breaks_and_heals_again_and_again_costs_only_asking() -> None:
    room = seated(3)
    broken = False
    for step in range(3, 40, 3):
        room.run(until=lambda step=step: closed(room, step))
        broken = not broken
        room.link(1, 2, up=not broken)
    room.link(1, 2, up=True)
    room.run()
    assert all_settled(room)
    check_honest(room)


# What is lost, doubled, or out of order


@pytest.mark.parametrize("seed", range(4))
def test_lost_doubled_and_reordered_messages_only_cost_time(seed: int) -> None:
    chance = random.Random(seed)
    room = seated(3, seed)

    def is_lost(_sender: int, _to: int, message: bytes) -> bool:
        if chance.random() < 0.15:
            return True
        if chance.random() < 0.1:
            room.wire.append((_sender, _to, message))
        return False

    deliver = room.deliver

    def deliver_any() -> None:
        room.wire.rotate(-chance.randrange(min(4, len(room.wire))))
        deliver()

    room.drop = is_lost
    room.deliver = deliver_any  # type: ignore[method-assign]
    _run_long(room, 40)
    assert closed(room, 40)
    check_honest(room)


def _run_long(room: Room, step: int) -> None:
    """A lossy wire may be quiet for longer than ``run`` waits."""
    for _again in range(200):
        room.run(until=lambda: closed(room, step))
        if closed(room, step):
            return


def test_a_game_in_which_nothing_is_ever_pushed_is_carried_by_asking_alone() -> None:
    """Every signed thing is lost when it is sent for the first time."""
    room = seated(2)
    seen: set[tuple[int, bytes]] = set()

    def is_first(sender: int, to: int, message: bytes) -> bool:
        if not isinstance(read_message(message), Signed) or (to, message) in seen:
            return False
        seen.add((to, message))
        return True

    room.drop = is_first
    _run_long(room, 10)
    assert closed(room, 10)
    check_honest(room)


# Catching up


@pytest.mark.parametrize("source", [0, 1])
def test_a_seat_far_behind_catches_up_from_any_one_other_without_waiting(source: int) -> None:
    room = seated(3)
    step = reach(room, K.KEYS, 1)
    room.unplug(2)
    room.run()
    for seat in (0, 1):
        agrees(room, seat, 2)
    room.run(until=lambda: closed(room, step + 40, 2))
    late, before, messages = room.seats[2].peer, room.now, room.messages
    behind = len(room.seats[source].peer.log.closed) - len(late.log.closed)
    assert behind >= 40
    room.link(2, source, up=True)
    room.run(until=lambda: len(late.log.closed) == len(room.seats[source].peer.log.closed))
    assert room.now == before
    # Of each step an entry and an acknowledgement of both, once; and a status for every other step.
    assert room.messages - messages < 8 * behind
    check_honest(room)


def test_a_seat_started_again_with_links_to_all_is_served_once_not_by_everybody() -> None:
    room = seated(4)
    step = reach(room, K.ORDER, 4)
    room.run(until=lambda: not room.wire)
    room.kill(3)
    room.deliver_all()
    before = statuses(room)
    room.restart(3)
    messages = room.messages
    room.run(until=lambda: len(room.seats[3].peer.log.closed) >= step)
    assert len(room.seats[3].peer.log.closed) >= step
    # A step of four is at most eight signed things.
    assert room.messages - messages < 2 * 8 * step
    assert sum((statuses(room) - before).values()) < 3 * step


# The parts


def test_asking_for_the_same_again_and_again_is_answered_so_often() -> None:
    room = seated(2)
    room.run(until=lambda: closed(room, 12))
    peer, now = room.seats[0].peer, room.now
    again = write_message(Status(peer.log.state.table, 0, 0, (), 0))

    def answers(times: int) -> int:
        sent = [peer.receive(again, 1, now) for _ in range(times)]
        return sum(any(isinstance(effect, Send) for effect in effects) for effects in sent)

    assert answers(500) == ANSWERS_AGAIN
    now += 3 * SECONDS_AN_ANSWER
    assert answers(500) == 3
    peer.linked(1, True, now)
    assert answers(500) == 1, "over a new link everything may be asked for once more"


def test_whoever_catches_up_asks_as_fast_as_it_can() -> None:
    answers = Answers()
    assert all(answers.due(1, step, 200, 0.0) for step in range(201))
    assert [answers.due(1, 60_000, 200, 0.0) for _ in range(ANSWERS_AGAIN + 1)].count(False) == 1
    assert answers.due(2, 0, 200, 0.0), "each seat for itself"
    assert answers.due(1, 201, 201, 0.0), "what is new is answered all the same"


def test_whoever_is_behind_is_served_two_steps_and_the_level_what_they_lack() -> None:
    room = seated(2)
    step = reach(room, K.ORDER, 0)
    room.run(until=lambda: closed(room, step - 1))
    log = room.seats[0].peer.log
    behind = Status(log.state.table, 0, 0, (), 0)
    served = missing_from(behind, log, 0)
    assert served == [t for closing in log.closed[:STEPS_AT_ONCE] for t in closing.things]
    assert missing_from(status_of(log, 0), log, 0) == []
    nothing = Status(log.state.table, len(log.closed), 0, (), 0)
    assert missing_from(nothing, log, 0) == log.open.entries()


def test_patience_doubles_up_to_its_limit_and_is_fresh_after_progress() -> None:
    patience = Patience(0.0)
    patience.progressed(0.0)
    assert not patience.due(FIRST_ASK / 2)
    times = [0.0]
    while len(times) < 8:
        assert patience.due(patience.next_ask)
        times.append(patience.next_ask)
    waits = [later - sooner for sooner, later in pairwise(times[1:])]
    assert waits == sorted(waits)
    assert waits[-1] == LAST_ASK
    patience.progressed(100.0)
    assert patience.next_ask == 100.0 + FIRST_ASK


def test_while_a_message_is_arriving_a_seat_asks_for_nothing_for_a_while() -> None:
    patience = Patience(0.0)
    patience.progressed(0.0)
    asked = [now for now in range(1, 12) if patience.due(float(now), receiving=True)]
    assert asked == [LAST_ASK, LAST_ASK + 2 * FIRST_ASK], "as if it had waited for nothing so far"
    patience.progressed(20.0)
    assert not patience.due(20.0 + FIRST_ASK, receiving=True)
    assert patience.due(20.0 + 2 * FIRST_ASK), "it was something else"


def test_catching_up_asks_one_source_one_question_at_a_time() -> None:
    catch_up = CatchUp()
    assert catch_up.told(1, 10, 0)
    assert not catch_up.told(2, 10, 0)
    assert catch_up.moved(1) is None
    assert [catch_up.moved(n) for n in (2, 3, 4, 5, 6, 7, 8, 9)] == [
        1, None, 1, None, 1, None, 1, None,
    ]  # fmt: skip
    assert catch_up.moved(10) == 1, "and once more for the step that is open there"
    assert catch_up.moved(11) is None


def test_after_its_patience_whoever_answers_first_is_the_source() -> None:
    catch_up = CatchUp()
    catch_up.told(1, 10, 0)
    catch_up.gives_up(0)
    assert not catch_up.told(2, 10, 0), "everybody has just been asked"
    assert catch_up.moved(2) == 2


def test_things_are_relayed_to_those_who_lack_a_link_to_their_author() -> None:
    links = Reach(0, (0, 1, 2, 3))
    for seat in (1, 2, 3):
        assert links.changed(seat, True, 1.0)
    assert not links.changed(1, True, 2.0)
    links.wants = {1: 0b0100, 2: 0b1010, 3: 0b0100}
    assert links.relay_to(1, sender=1) == [2]
    assert links.relay_to(2, sender=2) == [1, 3]
    assert links.relay_to(2, sender=3) == [1], "not back to where it came from"
    assert links.unlinked == 0
    links.changed(2, False, 3.0)
    assert links.unlinked == 0b0100
    assert 2 not in links.wants
    assert not links.relayed(2)
    links.wants[1] = 0
    assert links.relayed(2)
