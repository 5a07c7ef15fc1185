"""Missing links, lost, reordered and doubled messages: everybody catches up, nobody floods."""

from __future__ import annotations

import random
from collections import Counter
from itertools import groupby, pairwise

import pytest

from protocol.log.messages import Signed, Status, StepKind
from protocol.log.wire import read_message, write_message
from protocol.peer.effects import Send, Write
from protocol.peer.sync import (
    ANSWERS_AGAIN,
    FIRST_ASK,
    LAST_ASK,
    SECONDS_AN_ANSWER,
    SECONDS_UNDER_WAY,
    STEPS_AT_ONCE,
    Answers,
    CatchUp,
    Patience,
    Reach,
    is_long,
    missing_from,
    status_of,
)
from tests.peer.harness import Room
from tests.peer.scenes import (
    agrees,
    check_honest,
    closed,
    peers,
    reach,
    seated,
    speakers,
)

K = StepKind


pytestmark = pytest.mark.usefixtures("remembered")


def _all_settled(room: Room) -> bool:
    return all(peer.settled for peer in peers(room))


def _statuses(room: Room) -> Counter[int]:
    """How many statuses each seat has sent; one to everybody counts as one."""
    found: Counter[int] = Counter()
    for number, seat in enumerate(room.seats):
        for effect in seat.effects:
            message = getattr(effect, "message", None)
            if message is not None and isinstance(read_message(message), Status):
                found[number] += 1
    return found


# Links that are missing


@pytest.mark.parametrize("gap", [(0, 1), (0, 2), (1, 2)])
def test_without_a_link_between_two_of_three_the_third_relays(gap: tuple[int, int]) -> None:
    room = seated(3)
    room.link(*gap, up=False)
    room.run()
    assert _all_settled(room)
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
    assert _all_settled(room)
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
    before = _statuses(room)
    room.restart(3)
    messages = room.messages
    room.run(until=lambda: len(room.seats[3].peer.log.closed) >= step)
    assert len(room.seats[3].peer.log.closed) >= step
    # A step of four is at most eight signed things.
    assert room.messages - messages < 2 * 8 * step
    assert sum((_statuses(room) - before).values()) < 3 * step


# Nobody floods


@pytest.mark.parametrize(
    ("seats", "most", "first_round", "whole_game"),
    [(2, 300, 16_000, 100_000), (3, 1_000, 37_000, 200_000), (4, 2_400, 66_000, 300_000)],
)
def test_the_messages_of_a_whole_game_are_few(
    seats: int, most: int, first_round: int, whole_game: int
) -> None:
    room = seated(seats)
    reach(room, K.KEYS, 1)
    assert all(_bytes_sent(room, seat) < first_round for seat in range(seats))
    room.run()
    assert _all_settled(room)
    assert all(_bytes_sent(room, seat) < whole_game for seat in range(seats))
    steps = len(room.seats[0].peer.log.closed)
    # An entry and an acknowledgement of each seat in each step to each other seat, at the most.
    assert room.messages <= 2 * steps * seats * (seats - 1) + 4 * seats * seats
    assert room.messages < most
    assert all(count <= 2 * seats for count in _statuses(room).values())


def _bytes_sent(room: Room, seat: int) -> int:
    """Of messages, over all its links, so far."""
    links = len(room.seats) - 1
    sent = [effect for effect in room.seats[seat].effects if isinstance(effect, Send)]
    return sum(len(send.message) * (links if send.to is None else 1) for send in sent)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_seat_waits_for_its_disk_once_for_each_entry_and_acknowledgement(seats: int) -> None:
    room = seated(seats)
    step = reach(room, K.ORDER, seats)
    room.deliver_all()
    for number, seat in enumerate(room.seats):
        is_write = [isinstance(effect, Write) for effect in seat.effects]
        flushes = sum(writes for writes, _together in groupby(is_write))
        entries = sum(closing.said_by(number) is not None for closing in seat.peer.log.closed)
        assert len(seat.peer.log.closed) == step
        assert flushes <= step + entries
        assert flushes < sum(is_write), "what stands together is flushed once"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_statuses_do_not_answer_each_other(seats: int) -> None:
    room = seated(seats)
    reach(room, K.ORDER, 0)
    room.deliver_all()
    before, messages = _statuses(room), room.messages
    room.now += FIRST_ASK
    for number, seat in enumerate(room.seats):
        room.carry_out(number, seat.peer.tick(room.now))
    room.deliver_all()
    assert set((_statuses(room) - before).values()) == {1}
    assert room.messages - messages == seats * (seats - 1)


def test_a_waiting_table_asks_ever_more_slowly() -> None:
    room = seated(3)
    reach(room, K.ORDER, 0)
    room.deliver_all()
    before = _statuses(room)
    for _second in range(60):
        room.now += 1.0
        for number, seat in enumerate(room.seats):
            if seat.wake is not None and seat.wake <= room.now:
                room.carry_out(number, seat.peer.tick(room.now))
        room.deliver_all()
    assert all(count <= 12 for count in (_statuses(room) - before).values())


def test_whoever_claims_to_be_far_ahead_is_asked_once() -> None:
    room = seated(3)
    reach(room, K.ORDER, 0)
    room.deliver_all()
    peer = room.seats[0].peer
    lie = Status(peer.log.state.table, 60_000, 0, (), 0)
    sent = 0
    for _lie in range(50):
        effects = peer.receive(write_message(lie), 1, room.now)
        sent += sum(hasattr(effect, "message") for effect in effects)
    assert sent <= 1
    room.run()
    assert _all_settled(room)


# Slow lines


def _shuffled(seats: int) -> tuple[Room, int, tuple[int, ...]]:
    """The first seat has shuffled, and everybody has it: the step, and its speakers."""
    room = seated(seats)
    step = reach(room, K.SHUFFLE)
    order = speakers(room, step)
    room.run(until=lambda: all(p.log.open and p.log.open.entries_mask() for p in peers(room)))
    return room, step, order


def _long_answers(room: Room, asked: int, asks: int, status: Status, now: float) -> int:
    """How many long things ``asked`` sends to the seat that ``asks`` with ``status``."""
    effects = room.seats[asked].peer.receive(write_message(status), asks, now)
    sent = [e for e in effects if isinstance(e, Send) and e.to == asks]
    values = [read_message(send.message) for send in sent]
    return sum(isinstance(value, Signed) and is_long(value) for value in values)


def test_what_is_long_is_not_given_again_while_it_may_be_on_its_way() -> None:
    room, step, (author, asks, _third) = _shuffled(3)
    lacks = Status(room.seats[author].peer.log.state.table, step, 0, (), 0)
    now = room.now
    assert _long_answers(room, author, asks, lacks, now) == 0
    room.seats[author].peer.linked(asks, True, now)
    assert _long_answers(room, author, asks, lacks, now) == 1, "what was on the old link is lost"
    assert _long_answers(room, author, asks, lacks, now) == 0
    now += SECONDS_UNDER_WAY
    assert _long_answers(room, author, asks, lacks, now) == 1
    assert _long_answers(room, author, asks, lacks, now) == 0


def test_what_is_long_is_left_to_its_author_at_first_if_it_has_a_link() -> None:
    room, step, (author, asks, carries) = _shuffled(3)
    table = room.seats[carries].peer.log.state.table
    lacks, cut_off = (Status(table, step, 0, (), unlinked) for unlinked in (0, 1 << author))
    assert _long_answers(room, carries, asks, lacks, room.now) == 0
    assert _long_answers(room, carries, asks, cut_off, room.now) == 1
    room, step, (author, asks, carries) = _shuffled(3)
    assert _long_answers(room, carries, asks, lacks, room.now + SECONDS_UNDER_WAY) == 1


def test_once_there_are_votes_every_entry_is_given_at_once() -> None:
    room, step, (author, asks, silent) = _shuffled(3)
    lacks = Status(room.seats[author].peer.log.state.table, step, 0, (), 0)
    room.unplug(silent)
    agrees(room, author, silent)
    assert 1 in room.seats[author].peer.log.open.attempts
    assert [_long_answers(room, author, asks, lacks, room.now) for _ in range(2)] == [1, 1]


def test_who_is_far_behind_is_given_what_it_could_not_take_in() -> None:
    room, step, (author, asks, _third) = _shuffled(3)
    table = room.seats[author].peer.log.state.table
    early, now = Status(table, step - 2, 0, (), 0), room.now
    _long_answers(room, author, asks, early, now)
    assert _long_answers(room, author, asks, Status(table, step, 0, (), 0), now) == 1


def test_of_the_step_that_just_closed_long_entries_that_are_held_are_given_when_asked_twice() -> (
    None
):
    room = seated(3)
    step = reach(room, K.SHARES)
    room.deliver_all()
    log, later = room.seats[0].peer.log, room.now + SECONDS_UNDER_WAY
    has_all = Status(log.state.table, step - 1, 0b111, (), 0)
    assert _long_answers(room, 0, 1, has_all, later) == 0
    assert _long_answers(room, 0, 1, has_all, later) == 3, (
        "it may hold others than those that count"
    )
    room = seated(3)
    reach(room, K.SHARES)
    room.deliver_all()
    lacks_one = Status(log.state.table, step - 1, 0b110, (), 0)
    assert _long_answers(room, 0, 1, lacks_one, later) == 1


def test_while_a_message_is_arriving_a_seat_asks_for_nothing_for_a_while() -> None:
    patience = Patience(0.0)
    patience.progressed(0.0)
    asked = [now for now in range(1, 12) if patience.due(float(now), receiving=True)]
    assert asked == [LAST_ASK, LAST_ASK + 2 * FIRST_ASK], "as if it had waited for nothing so far"
    patience.progressed(20.0)
    assert not patience.due(20.0 + FIRST_ASK, receiving=True)
    assert patience.due(20.0 + 2 * FIRST_ASK), "it was something else"


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
