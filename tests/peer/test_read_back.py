"""A peer that is started again takes up its own record instead of asking for all of it."""

from __future__ import annotations

import pytest

from protocol.log.journal import Forgotten, read_journal, write_record
from protocol.log.messages import StepKind
from protocol.log.transcript import start_transcript
from protocol.peer.caution import Memory
from protocol.peer.peer import Peer
from protocol.peer.verify import read_back, verify
from tests.peer.harness import IMPATIENT, Room
from tests.peer.scenes import check_honest, peers, reach, seated

K = StepKind


pytestmark = pytest.mark.usefixtures("remembered")


def played_to(kind: StepKind, nth: int = 0) -> Room:
    room = seated(3)
    step = reach(room, kind, nth)
    room.run(until=lambda: all(len(peer.log.closed) == step for peer in peers(room)))
    return room


def come_back(room: Room, number: int, length: int | None = None) -> Peer:
    """The seat is killed and started again with its journal and ``length`` bytes of its record."""
    seat = room.seats[number]
    room.kill(number)
    log, kept = read_back(bytes(seat.transcript[:length]), room.roster)
    del seat.transcript[kept:]
    seat.peer = Peer(
        seat.key,
        room.roster,
        seat.nonce,
        room.dice,
        tuple(seat.journal),
        Memory.WHOLE,
        log=log,
        grace=IMPATIENT,
    )
    room.carry_out(number, seat.peer.start(room.now))
    room.unplug(number, up=True)
    return seat.peer


def test_a_record_is_read_back_to_its_last_step() -> None:
    room = played_to(K.TURN)
    data = bytes(room.seats[0].transcript)
    log, length = read_back(data, room.roster)
    assert length == len(data)
    assert log.state.head == room.seats[0].peer.head


def test_what_the_record_holds_is_told_before_the_seat_begins() -> None:
    """Whoever looks first sees it as past; nothing of it happens again."""
    room = played_to(K.TURN)
    seat = room.seats[0]
    log, _length = read_back(bytes(seat.transcript), room.roster)
    told = seat.peer.view().happenings
    journal = tuple(seat.journal)
    peer = Peer(seat.key, room.roster, seat.nonce, room.dice, journal, Memory.WHOLE, log=log)
    assert told
    assert peer.view().happenings == told
    peer.start(room.now)
    assert peer.view().happenings == told


@pytest.mark.parametrize("missing", [1, 30, 3_000])
def test_of_a_torn_record_the_whole_steps_are_read(missing: int) -> None:
    room = played_to(K.TURN)
    data = bytes(room.seats[0].transcript)
    log, length = read_back(data[:-missing], room.roster)
    assert length < len(data) - missing + 1
    assert verify(data[:length]).heads == tuple(c.after.head for c in log.closed)
    assert length == 0 or not log.open.candidates


def test_of_a_damaged_record_the_steps_before_the_damage_are_read() -> None:
    room = played_to(K.TURN)
    data = bytearray(room.seats[0].transcript)
    whole = len(verify(bytes(data)).heads)
    data[len(data) // 2] ^= 1
    log, length = read_back(bytes(data), room.roster)
    assert 0 < len(log.closed) < whole
    assert verify(bytes(data[:length])).heads[-1] == log.state.head
    assert log.open is not None
    assert not log.open.candidates, "nothing of the damaged step is believed"


@pytest.mark.parametrize("data", [b"", b"koryo", b"something else entirely"])
def test_what_is_no_record_is_an_empty_table(data: bytes) -> None:
    room = seated(2)
    log, length = read_back(data, room.roster)
    assert length == 0
    assert not log.closed
    log, length = read_back(start_transcript(room.roster), room.roster)
    assert length == 0, "it is begun anew"


def test_the_record_of_another_table_is_not_believed() -> None:
    room, other = played_to(K.KEYS), seated(3, seed=5)
    log, length = read_back(bytes(room.seats[0].transcript), other.roster)
    assert (length, log.closed) == (0, [])


@pytest.mark.parametrize("kind", [K.ORDER, K.TURN])
@pytest.mark.parametrize("missing", [None, -1, -20_000, 0])
def test_with_its_record_a_seat_goes_on_and_keeps_each_step_once(
    kind: StepKind, missing: int | None
) -> None:
    room = played_to(kind, 1)
    before = room.seats[1].peer.view()
    peer = come_back(room, 1, missing)
    room.run(until=lambda: not room.wire and len(peer.log.closed) >= before.step)
    after = peer.view()
    assert (after.hand, after.order) == (before.hand, before.order)
    assert after.happenings == before.happenings
    room.run()
    assert all(found.finished for found in check_honest(room)), "and each record verifies"


def test_a_step_that_is_in_the_record_is_not_asked_for() -> None:
    room = played_to(K.TURN)
    sent: list[int] = []
    room.drop = lambda sender, to, message: bool(to == 1 and sent.append(len(message)))
    come_back(room, 1)
    room.deliver_all()
    with_record, sent[:] = sum(sent), []
    come_back(room, 1, 0)
    room.deliver_all()
    assert sum(sent) > 10 * with_record


def test_a_record_that_is_ahead_of_the_journal_shows_what_was_forgotten() -> None:
    room = played_to(K.TURN)
    seat = room.seats[1]
    del seat.journal[-3:]
    peer = come_back(room, 1)
    assert peer._signer.forgotten == len(peer.log.closed)
    room.deliver_all()
    assert peer.log.has_left(1)
    room.run()
    assert not any(p.log.faults for p in peers(room))
    check_honest(room)


def test_that_it_has_forgotten_is_remembered() -> None:
    journal = read_journal([write_record(Forgotten(7)), write_record(Forgotten(4))])
    assert journal.forgotten == 7
    room = seated(2)
    step = reach(room, K.KEYS, 0)
    room.kill(1)
    room.restart(1, journal=[], memory=Memory.LOST)
    room.run(until=lambda: room.seats[1].peer.log.has_left(1))
    mark = room.seats[1].peer._signer.forgotten
    assert mark >= step
    room.kill(1)
    room.restart(1, memory=Memory.LOST)
    assert room.seats[1].peer._caution.forgotten == mark
    room.run()
    check_honest(room)
