"""One bad seat signs several words for one step: whoever got which, all go on without it, no honest
seat is blamed, and every record can be shown."""

from __future__ import annotations

import pytest

from protocol.log.chain import payload_hash
from protocol.log.messages import LeftOut, Signed, Why
from protocol.log.wire import write_message
from protocol.peer.convict import convict
from protocol.peer.verify import read_back
from tests.attacks.bad_seats import BadSeats
from tests.attacks.test_lone_bad_seat import offered, wait_long
from tests.peer.scenes import check_honest, closed, made_absent

pytestmark = pytest.mark.usefixtures("remembered")


def shows(bad: BadSeats, seat: int, *things: Signed) -> None:
    """What the bad seat shows to one honest seat."""
    for signed in things:
        bad.room.wire.append((bad.speaker, seat, write_message(signed)))


def assert_it_alone_is_left_out(bad: BadSeats) -> None:
    for seat in bad.honest:
        gone = [(each, why) for _step, each, why in made_absent(bad.room, seat)]
        assert gone == [(bad.speaker, Why.FAULT)]
        for accused, evidence in bad.room.seats[seat].evidence:
            assert (accused, convict(evidence)[1].seat) == (bad.speaker, bad.speaker)
        data = bytes(bad.room.seats[seat].transcript)
        table, _length = read_back(data, bad.room.roster)
        assert len(table.closed) == len(bad.room.seats[seat].peer.log.closed)
    check_honest(bad.room, bad.speaker)


@pytest.mark.parametrize("seats", [3, 4])
def test_its_own_two_words_do_not_stand_as_the_fault_of_another(seats: int) -> None:
    bad = BadSeats(seats, 1)
    *rest, victim = bad.honest
    pair = (bad.word(1), bad.word(2))
    framing = bad.vote(bad.speaker, 1, (LeftOut(victim, Why.FAULT, pair),))
    for seat in rest:
        shows(bad, seat, *pair, framing)
    bad.room.run(until=lambda: closed(bad.room, bad.step + 2, bad.speaker))
    assert_it_alone_is_left_out(bad)


def test_three_words_for_three_honest_seats_end_in_one_step_without_it() -> None:
    bad = BadSeats(4, 1)
    for number, seat in enumerate(bad.honest, 1):
        shows(bad, seat, bad.word(number))
    bad.room.run(until=lambda: closed(bad.room, bad.step + 2, bad.speaker))
    assert_it_alone_is_left_out(bad)


@pytest.mark.parametrize("swapped", [False, True])
def test_a_word_inside_a_proof_does_not_push_out_what_the_record_needs(swapped: bool) -> None:
    bad = BadSeats(4, 1)
    words = sorted(
        (bad.word(number) for number in (1, 2, 3)), key=lambda s: payload_hash(s.payload)
    )
    one, between, other = words[::-1] if swapped else words
    heads = (bad.acknowledges(bad.speaker, 0, bytes([number]) * 32) for number in (1, 2))
    shows(bad, bad.honest[0], one, between)
    shows(bad, bad.honest[1], other, *heads)
    bad.room.run(until=lambda: closed(bad.room, bad.step + 2, bad.speaker))
    assert_it_alone_is_left_out(bad)


@pytest.mark.parametrize("seats", [3, 4])
def test_whoever_reports_what_nobody_can_see_is_the_one_to_wait_for(seats: int) -> None:
    bad = BadSeats(seats, 1)
    nothing = bytes([7]) * 32
    fake = bad.acknowledges(bad.speaker, 0, nothing)
    silent = (LeftOut(bad.honest[0], Why.SILENT, ()),)
    for seat in bad.honest:
        shows(
            bad,
            seat,
            bad.word(1),
            bad.vote(bad.speaker, 1, silent, fake),
            bad.vote(bad.speaker, 2, (), fake),
            bad.acknowledges(bad.speaker, 2, nothing),
        )
    bad.room.deliver_all()
    wait_long(bad.room, bad.speaker)
    assert offered(bad.room, bad.speaker) == {(bad.speaker,)}
