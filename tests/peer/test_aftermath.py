"""After the game the result is signed, and the hands are opened only if everybody agrees."""

from functools import cache

import pytest

from protocol.deck import BadProof, Reason
from protocol.log.errors import Dropped
from protocol.log.messages import PROTOCOL_VERSION, DealKey, Keys, Open, Result, Signed, Thing
from protocol.log.transcript import write_record
from protocol.peer import aftermath
from protocol.peer.aftermath import Aftermath, deal_steps
from protocol.peer.verify import NotVerified, verify
from protocol.rules import cards_of
from tests.peer.harness import Room


@cache
def played() -> Room:
    room = Room(2)
    room.start()
    room.run()
    assert all(seat.peer.settled for seat in room.seats)
    return room


@cache
def opened() -> Room:
    room = Room(2)
    room.start()
    room.run()
    for number, seat in enumerate(room.seats):
        room.carry_out(number, seat.peer.open_hands(room.now))
        room.deliver_all()
    return room


def test_everybody_signs_the_result() -> None:
    for seat in played().seats:
        assert seat.peer.view().results == (0, 1)
        assert verify(bytes(seat.transcript)).signed_result == (0, 1)


def test_no_key_leaves_before_the_last_agreement() -> None:
    room = Room(2)
    room.start()
    room.run()
    before = len(room.seats[0].transcript)
    room.carry_out(0, room.seats[0].peer.open_hands(room.now))
    room.deliver_all()
    for seat in room.seats:
        assert seat.peer.view().opens == (0,)
        assert seat.peer.view().hands == ()
    secrets = [key.value for key in deal_secrets(room, 0)]
    sent = b"".join(getattr(e, "message", b"") for s in room.seats for e in s.effects)
    assert secrets
    assert not any(secret in sent for secret in secrets)
    assert not any(secret in bytes(s.transcript) for s in room.seats for secret in secrets)
    assert len(room.seats[0].transcript) > before


def deal_secrets(room: Room, seat: int):  # type: ignore[no-untyped-def]
    from protocol.log.journal import read_journal

    journal = read_journal(room.seats[seat].journal)
    return [journal.secrets[step] for step in deal_steps(room.seats[seat].peer.log, seat)]


def test_when_all_agree_every_hand_of_every_round_is_seen_by_all() -> None:
    room = opened()
    hands = room.seats[0].peer.view().hands
    assert hands == room.seats[1].peer.view().hands
    assert [(hand.round, hand.seat) for hand in hands] == [
        (number, seat) for number in range(1, 9) for seat in (0, 1)
    ]
    assert all(len(cards_of(hand.cards)) >= 11 - hand.round for hand in hands)
    for seat in room.seats:
        assert verify(bytes(seat.transcript)).hands == hands


def test_agreeing_twice_or_before_the_end_is_nothing() -> None:
    room = Room(2)
    room.start()
    room.carry_out(0, room.seats[0].peer.open_hands(room.now))
    assert room.seats[0].peer.view().opens == ()
    done = opened()
    count = len(done.seats[0].journal)
    done.carry_out(0, done.seats[0].peer.open_hands(done.now))
    assert len(done.seats[0].journal) == count


def signed(room: Room, seat: int, thing: Thing, value: Result | Open | Keys) -> Signed:
    return room.seats[seat].key.sign(thing, value)


def test_a_false_result_is_dropped_and_names_nobody() -> None:
    room = played()
    log = room.seats[0].peer.log
    after = Aftermath(log)
    scores = after.scores()
    good = Result(PROTOCOL_VERSION, log.state.table, 1, log.state.head, scores)
    for bad in (
        Result(PROTOCOL_VERSION, log.state.table, 1, log.state.head, (scores[0] + 1, scores[1])),
        Result(PROTOCOL_VERSION, log.state.table, 1, bytes(32), scores),
        Result(PROTOCOL_VERSION, bytes(32), 1, log.state.head, scores),
        Result(PROTOCOL_VERSION + 1, log.state.table, 1, log.state.head, scores),
        Result(PROTOCOL_VERSION, log.state.table, 0, log.state.head, scores),
        Result(PROTOCOL_VERSION, log.state.table, 3, log.state.head, scores),
    ):
        with pytest.raises(Dropped):
            after.offer(signed(room, 1, Thing.RESULT, bad))
    assert after.offer(signed(room, 1, Thing.RESULT, good))
    assert not after.offer(signed(room, 1, Thing.RESULT, good))
    assert not log.faults


def test_published_keys_must_be_the_keys_of_the_deals() -> None:
    room = opened()
    log = room.seats[0].peer.log
    after = Aftermath(log)
    for seat in (0, 1):
        value = Open(PROTOCOL_VERSION, log.state.table, seat, log.state.head)
        assert after.offer(signed(room, seat, Thing.OPEN, value))
    true = tuple(DealKey(s.step, s.value) for s in deal_secrets(room, 1))
    table, head = log.state.table, log.state.head
    for bad in (
        true[1:],
        true[::-1],
        (DealKey(true[0].step, true[1].secret), *true[1:]),
        (DealKey(true[0].step, bytes(32)), *true[1:]),
        (DealKey(true[0].step, b"\xff" * 32), *true[1:]),
    ):
        with pytest.raises(Dropped):
            after.offer(signed(room, 1, Thing.KEYS, Keys(PROTOCOL_VERSION, table, 1, head, bad)))
    assert after.offer(signed(room, 1, Thing.KEYS, Keys(PROTOCOL_VERSION, table, 1, head, true)))


def test_keys_before_everybody_agreed_are_dropped() -> None:
    room = opened()
    log = room.seats[0].peer.log
    true = tuple(DealKey(s.step, s.value) for s in deal_secrets(room, 1))
    value = Keys(PROTOCOL_VERSION, log.state.table, 1, log.state.head, true)
    with pytest.raises(Dropped):
        Aftermath(log).offer(signed(room, 1, Thing.KEYS, value))


def test_verify_refuses_something_that_stands_twice_after_the_end() -> None:
    room = played()
    data = bytes(room.seats[0].transcript)
    log = room.seats[0].peer.log
    value = Result(PROTOCOL_VERSION, log.state.table, 1, log.state.head, Aftermath(log).scores())
    with pytest.raises(NotVerified, match="twice"):
        verify(data + write_record(signed(room, 1, Thing.RESULT, value)))
    talk = Signed(Thing.TALK, b"x", bytes(64))
    with pytest.raises(NotVerified):
        verify(data + write_record(talk))


def test_verify_refuses_a_hand_that_does_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be while every proof is sound; if it is, no file is taken for verified."""
    data = bytes(opened().seats[0].transcript)

    def opens_to_nothing(*_arguments: object) -> int:
        raise BadProof(Reason.NOT_A_CARD, "the card")

    monkeypatch.setattr(aftermath, "open_card", opens_to_nothing)
    with pytest.raises(NotVerified, match="do not open every hand") as refused:
        verify(data)
    assert (refused.value.step, refused.value.seat) == (None, None)
